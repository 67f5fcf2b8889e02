/**
 * The times at which a signal of straight segments goes beyond a level: offsets in a cycle, found once.
 *
 * A segment that begins beyond the level counts too, although the signal may have been there before: whoever asks is not
 * beyond it, so that the first offset from there on is where it gets there.
 */
import type { LevelCrossings } from '../../kernel/modeling/signals/signal.js';
import type { AffineSegment } from './affine-segments.js';

export class CyclicLevelCrossings implements LevelCrossings {
  readonly #offsets: Float64Array;
  /** The cycle that was asked for last: questions mostly go forward. */
  #cycle = 0;

  constructor(
    private readonly origin: number,
    /** Seconds; Infinity when nothing repeats. */
    private readonly period: number,
    segments: readonly AffineSegment[],
    level: number,
    upward: boolean,
  ) {
    const sign = upward ? 1 : -1;
    this.#offsets = Float64Array.from(
      segments.flatMap(({ offset, length, from, to }) => {
        if (sign * (from - level) > 0) return [offset];
        return sign * (to - level) > 0 ? [offset + ((level - from) / (to - from)) * length] : [];
      }),
    );
  }

  from(t: number): number {
    const offsets = this.#offsets;
    if (offsets.length === 0) return Infinity;
    let start = this.#startAt(t);
    for (let k = 0; k < offsets.length; k++) {
      const time = start + (offsets[k] as number);
      if (time >= t) return time;
    }
    if (this.period === Infinity) return Infinity;
    start = this.#start(++this.#cycle);
    return start + (offsets[0] as number);
  }

  /** Start of the cycle in which t lies, the first one where t is before the origin. */
  #startAt(t: number): number {
    const start = this.#start(this.#cycle);
    if (t >= start && t < this.#start(this.#cycle + 1)) return start;
    let cycle = Math.max(0, Math.floor((t - this.origin) / this.period));
    // The quotient alone may be off by one after rounding.
    if (this.#start(cycle + 1) <= t) cycle++;
    else if (cycle > 0 && this.#start(cycle) > t) cycle--;
    this.#cycle = cycle;
    return this.#start(cycle);
  }

  #start(cycle: number): number {
    return cycle === 0 ? this.origin : this.origin + cycle * this.period;
  }
}
