/**
 * Where a run of sparse steps stands, as plain data: what is restored from it goes on with equal bits. The arrays are those
 * of the stepper's parts in the order in which they name them; the numbers of pivots are those with which they were chosen,
 * because other pivots round otherwise.
 */
export interface SteppingState {
  readonly arrays: readonly StateArray[];
  readonly numbers: Readonly<Record<string, number>>;
  /** Values of J when pivots were chosen, and when they were used last; absent before. */
  readonly pivots?: Float64Array;
  readonly factored?: Float64Array;
}

export type StateArray = Float64Array | Uint8Array;

/** Copies arrays that are alive. */
export function copyArrays(live: readonly StateArray[]): StateArray[] {
  return live.map((array) => array.slice());
}

/** Writes copies back to where they came from. */
export function restoreArrays(live: readonly StateArray[], copies: readonly StateArray[]): void {
  if (live.length !== copies.length) throw new RangeError('the state is one of another system');
  live.forEach((array, i) => array.set(copies[i]!));
}
