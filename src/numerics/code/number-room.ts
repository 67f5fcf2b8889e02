/**
 * Where arrays of a computation stand, and how its functions run over them: as they are written, over ordinary arrays, or as
 * machine code over the memory of a `MachineRoom`. Functions that may become machine code have a record of arrays and counts,
 * which does not change, as their first parameter.
 */

/** What such functions take behind their record. */
export type RoomArgument = number | boolean | Float64Array | Int32Array;

/** A function with its record bound. */
export type Bound<A extends readonly RoomArgument[], T> = (...rest: A) => T;

/** A function without its record. */
export type WithoutRecord<F> = F extends (of: never, ...rest: infer A) => infer T ? (...rest: A) => T : never;

export interface NumberRoom {
  floats(length: number): Float64Array;
  integers(length: number): Int32Array;
  bytes(length: number): Uint8Array;
  /** Binds a function to its record; `name` is that of the function among the machine code. */
  bind<R extends object, A extends RoomArgument[], T>(
    name: string,
    plain: (record: R, ...rest: A) => T,
    record: R,
  ): Bound<A, T>;
}

/** Ordinary arrays, and functions as they are written. */
export const plainRoom: NumberRoom = Object.freeze<NumberRoom>({
  floats: (length) => new Float64Array(length),
  integers: (length) => new Int32Array(length),
  bytes: (length) => new Uint8Array(length),
  // No array of arguments in every call.
  bind: (_name, plain, record) => plain.bind(undefined, record),
});

/** A copy of an array in a room. */
export function floatsIn(room: NumberRoom, from: ArrayLike<number>): Float64Array {
  const out = room.floats(from.length);
  out.set(from);
  return out;
}

export function integersIn(room: NumberRoom, from: ArrayLike<number>): Int32Array {
  const out = room.integers(from.length);
  out.set(from);
  return out;
}
