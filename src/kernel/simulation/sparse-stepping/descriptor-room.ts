/** The room in which the arrays of a descriptor system stand where it runs by machine code. */
import { type MachineCode, MachineRoom } from '../../../numerics/code/machine-room.js';
import { type NumberRoom, plainRoom } from '../../../numerics/code/number-room.js';
import type { DescriptorSystem } from '../../modeling/descriptor-system.js';

/** Systems of more unknowns run long enough for V8 to optimize the functions as they are written. */
const MOST = 2000;
/** Bytes for any system, and for each of its unknowns and laws: their arrays, their parts of J and of its factors. */
const LEAST = 1 << 19;
const EACH = 6000;

/** A room of machine code; an ordinary one without code, for large systems, and where code may not be compiled. */
export function roomFor({ size, groups }: DescriptorSystem, code: MachineCode | undefined): NumberRoom {
  if (!code || size > MOST) return plainRoom;
  const laws = groups.reduce((sum, { count }) => sum + count, 0);
  return MachineRoom.of(code, LEAST + EACH * (size + laws)) ?? plainRoom;
}
