/**
 * Where a run of sparse steps stands, as plain data: what is restored from it goes on with equal bits. All numbers are in one list -
 * the arrays of the stepper's parts in the order in which they name them, then single numbers and the matrices of pivots - because
 * a large circuit keeps one for each of its blocks. The numbers of pivots are those with which they were chosen, because other
 * pivots round otherwise.
 */
export interface SteppingState {
  readonly values: Float64Array;
  /** Unknowns that got a conductance to ground. */
  readonly grounded: readonly number[];
}

export type StateArray = Float64Array | Uint8Array;

/** Arrays that are alive, one behind the other at the beginning of the numbers of a state. */
export class PackedArrays {
  readonly length: number;

  constructor(private readonly live: readonly StateArray[]) {
    this.length = live.reduce((sum, { length }) => sum + length, 0);
  }

  pack(values: Float64Array): void {
    const { live } = this;
    // Entry by entry: in a block of a large circuit they are few.
    for (let i = 0, at = 0; i < live.length; i++) {
      const array = live[i]!;
      const { length } = array;
      for (let k = 0; k < length; k++) values[at++] = array[k]!;
    }
  }

  unpack(values: Float64Array): void {
    const { live } = this;
    for (let i = 0, at = 0; i < live.length; i++) {
      const array = live[i]!;
      const { length } = array;
      for (let k = 0; k < length; k++) array[k] = values[at++]!;
    }
  }
}
