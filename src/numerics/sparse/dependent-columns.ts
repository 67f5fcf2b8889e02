/**
 * Which columns of an LU change with given ones: those that can be reached in the graph with an edge from j to k where
 * u_jk is in the pattern, since column k is made of the columns of u_k. Cost: the edges out of the columns that are reached,
 * never more than the multiplications that follow. Source: [Gilbert-Peierls 1988], the search turned forward.
 */
import type { LuFactors } from './lu-factors.js';

export class DependentColumns {
  /** The columns reached stand in places[first .. n), each before those that it changes. */
  readonly places: Int32Array;
  first: number;
  /** U by rows. */
  readonly #start: Int32Array;
  #column = new Int32Array(0);
  readonly #met: Uint8Array;
  readonly #path: Int32Array;
  readonly #next: Int32Array;

  constructor(private readonly factors: LuFactors) {
    const { n } = factors;
    this.places = new Int32Array(n);
    this.first = n;
    this.#start = new Int32Array(n + 1);
    this.#met = new Uint8Array(n);
    this.#path = new Int32Array(n);
    this.#next = new Int32Array(n);
  }

  /** Takes over the pattern of U, after pivots were chosen. */
  refresh(): void {
    const { n, U } = this.factors;
    const { start, row } = U;
    const entries = start[n]!;
    if (this.#column.length < entries) this.#column = new Int32Array(row.length);
    const from = this.#start.fill(0);
    for (let q = 0; q < entries; q++) from[row[q]! + 1]!++;
    for (let j = 0; j < n; j++) from[j + 1]! += from[j]!;
    const next = this.#next;
    next.set(from.subarray(0, n));
    for (let k = 0; k < n; k++) {
      for (let q = start[k]!; q < start[k + 1]!; q++) this.#column[next[row[q]!]!++] = k;
    }
  }

  /** Searches from columns[0 .. count), whose places are told. */
  reach(columns: ArrayLike<number>, count: number, placeOf: Int32Array): void {
    const { n } = this.factors;
    const places = this.places;
    const met = this.#met;
    const path = this.#path;
    const next = this.#next;
    const start = this.#start;
    const column = this.#column;
    let first = n;
    for (let c = 0; c < count; c++) {
      const root = placeOf[columns[c]!]!;
      if (met[root] !== 0) continue;
      met[root] = 1;
      let depth = 0;
      path[0] = root;
      next[0] = start[root]!;
      while (depth >= 0) {
        const j = path[depth]!;
        const end = start[j + 1]!;
        let p = next[depth]!;
        while (p < end && met[column[p]!] !== 0) p++;
        next[depth] = p + 1;
        if (p < end) {
          const k = column[p]!;
          met[k] = 1;
          path[++depth] = k;
          next[depth] = start[k]!;
        } else {
          places[--first] = j;
          depth--;
        }
      }
    }
    for (let s = first; s < n; s++) met[places[s]!] = 0;
    this.first = first;
  }
}
