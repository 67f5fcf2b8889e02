/** The room in which the arrays of a descriptor system stand where it runs by machine code. */
import { type MachineCode, MachineRoom } from '../../../../numerics/code/machine-room.js';
import { type NumberRoom, plainRoom } from '../../../../numerics/code/number-room.js';
import type { DescriptorSystem } from '../../../modeling/descriptor-system.js';

/** Bytes for any system, and for each of its unknowns and laws: their arrays, their parts of J and of its factors. */
const LEAST = 1 << 19;
const EACH = 10_000;
/** The largest room: what finds none there runs as it is written. */
const LARGEST = 1 << 28;

/** A room of machine code; an ordinary one without code, and where code may not be compiled. */
export function roomFor(system: Sized, code: MachineCode | undefined): NumberRoom {
  return roomForAll([system], code);
}

/** One room for several systems. */
export function roomForAll(systems: readonly Sized[], code: MachineCode | undefined): NumberRoom {
  if (!code || systems.length === 0) return plainRoom;
  const bytes = systems.reduce((sum, system) => sum + EACH * (system.size + lawsOf(system)), LEAST);
  return MachineRoom.of(code, Math.min(bytes, LARGEST)) ?? plainRoom;
}

type Sized = Pick<DescriptorSystem, 'size' | 'groups'>;

function lawsOf({ groups }: Sized): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
