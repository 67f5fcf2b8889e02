/**
 * Where a run of sparse steps stands, as plain data: what is restored from it goes on with equal bits. The arrays are those
 * of the stepper's parts in the order in which they name them; the numbers of pivots are those with which they were chosen,
 * because other pivots round otherwise.
 */
export interface SteppingState {
  readonly arrays: readonly StateArray[];
  readonly numbers: Readonly<Record<string, number>>;
  /** Unknowns that got a conductance to ground. */
  readonly grounded: readonly number[];
  /** Values of J when pivots were chosen, and when they were used last; absent before. */
  readonly pivots?: Float64Array;
  readonly factored?: Float64Array;
}

const SHORT = 32;

export type StateArray = Float64Array | Uint8Array;

/** Copies arrays that are alive, into those of a state that is no longer needed where it is given. */
export function copyArrays(
  live: readonly StateArray[],
  reuse?: readonly StateArray[],
): readonly StateArray[] {
  if (!reuse) return live.map((array) => array.slice());
  for (let i = 0; i < live.length; i++) copyEntries(live[i]!, reuse[i]!);
  return reuse;
}

/** Writes copies back to where they came from. */
export function restoreArrays(live: readonly StateArray[], copies: readonly StateArray[]): void {
  if (live.length !== copies.length) throw new RangeError('the state is one of another system');
  for (let i = 0; i < live.length; i++) copyEntries(copies[i]!, live[i]!);
}

/** Entry by entry where they are few, as in a block of a large circuit. */
function copyEntries(from: StateArray, to: StateArray): void {
  const { length } = from;
  if (length > SHORT) to.set(from);
  else for (let i = 0; i < length; i++) to[i] = from[i]!;
}
