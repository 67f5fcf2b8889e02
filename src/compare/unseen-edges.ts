/**
 * Edges of a waveform that the rows of another cannot show: what changes within a tenth of a step of the other is, in it, a ramp
 * as long as that step. How far such a ramp is from the edge is a figure of the rows, not of the circuit: in the step that has the edge,
 * and in those beside it, the other is compared with all values that the edge goes through.
 */
import type { Waveform } from './event-alignment.js';

/** Between two rows of the other: what is not to be told apart there. */
interface Unseen {
  readonly from: number;
  readonly to: number;
  readonly min: number;
  readonly max: number;
}

/** An edge lasts at most this part of the other's step. */
const edgePart = 0.1;

/** Differences of values asked for as time goes on. */
export class UnseenEdges {
  readonly #edges: readonly Unseen[];
  #first = 0;
  #min = Infinity;
  #max = -Infinity;

  /** Edges of a, which change by more than `least`, that b does not show. */
  constructor(a: Waveform, b: Waveform, least: number) {
    const edges: Unseen[] = [];
    let j = 0;
    for (let k = 1; k < a.times.length; k++) {
      const [v0, v1] = [a.values[k - 1] ?? 0, a.values[k] ?? 0];
      if (!(Math.abs(v1 - v0) > least)) continue;
      const [start, end] = [a.times[k - 1] ?? 0, a.times[k] ?? 0];
      const row = (n: number): number => b.times[Math.min(Math.max(n, 0), b.times.length - 1)] ?? 0;
      while (j + 1 < b.times.length && row(j + 1) < start) j++;
      let shortest = Infinity;
      let last = j;
      for (; last + 1 < b.times.length && row(last) <= end; last++)
        shortest = Math.min(shortest, row(last + 1) - row(last));
      if (end - start > edgePart * shortest || !(shortest > 0)) continue;
      edges.push({ from: row(j - 1), to: row(last + 1), min: Math.min(v0, v1), max: Math.max(v0, v1) });
    }
    this.#edges = edges;
  }

  get isEmpty(): boolean {
    return this.#edges.length === 0;
  }

  /** Takes the edges that are not seen between t0 and t1; t0 is at least that of the call before. */
  between(t0: number, t1: number): void {
    while ((this.#edges[this.#first]?.to ?? Infinity) <= t0) this.#first++;
    [this.#min, this.#max] = [Infinity, -Infinity];
    for (let k = this.#first; (this.#edges[k]?.from ?? Infinity) < t1; k++) {
      const { min, max } = this.#edges[k] as Unseen;
      this.#min = Math.min(this.#min, min);
      this.#max = Math.max(this.#max, max);
    }
  }

  /** A value less that of the other, or the distance from all that edges nearby go through. */
  difference(value: number, other: number): number {
    if (this.#min > this.#max) return value - other;
    const [min, max] = [Math.min(this.#min, value), Math.max(this.#max, value)];
    return other > max ? max - other : other < min ? min - other : 0;
  }
}
