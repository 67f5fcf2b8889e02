/** What generated code and its callers share. */

/** Bytes of a number. */
export const number = 8;

/** Searches the polynomial at a byte address: part of the segment, 2 for none; see `guarded-search.ts`. */
export type GuardSearch = (
  at: number,
  terms: number,
  rounding: number,
  resolution: number,
  guess: number,
) => number;

export function rowOf(of: Float64Array, row: number, size: number): Float64Array {
  return of.subarray(row * size, (row + 1) * size);
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k);
}
