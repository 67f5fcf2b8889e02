/** The room in which the arrays of a descriptor system stand where it runs by machine code. */
import { type MachineCode, MachineRoom } from '../../../../numerics/code/machine-room.js';
import { type NumberRoom, plainRoom } from '../../../../numerics/code/number-room.js';
import type { DescriptorSystem } from '../../../modeling/descriptor-system.js';

/** Of more unknowns the arrays find no room in the largest one: their functions run as they are written. */
const MOST = 20_000;
/** Bytes for any system, and for each of its unknowns and laws: their arrays, their parts of J and of its factors. */
const LEAST = 1 << 19;
const EACH = 10_000;
/** The largest room: what finds none there runs as it is written. */
const LARGEST = 1 << 28;

/** A room of machine code; an ordinary one without code, for large systems, and where code may not be compiled. */
export function roomFor(system: Sized, code: MachineCode | undefined): NumberRoom {
  return roomForAll([system], code);
}

/** One room for several systems, of which those for which code is worth it. */
export function roomForAll(systems: readonly Sized[], code: MachineCode | undefined): NumberRoom {
  const fitting = systems.filter(isWorthCode);
  if (!code || fitting.length === 0) return plainRoom;
  const bytes = fitting.reduce((sum, system) => sum + EACH * (system.size + lawsOf(system)), LEAST);
  return MachineRoom.of(code, Math.min(bytes, LARGEST)) ?? plainRoom;
}

export function isWorthCode({ size }: Sized): boolean {
  return size <= MOST;
}

type Sized = Pick<DescriptorSystem, 'size' | 'groups'>;

function lawsOf({ groups }: Sized): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
