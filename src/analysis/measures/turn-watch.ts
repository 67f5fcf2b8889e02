/**
 * Where a quantity begins to rise, and where to fall: at the last place where it was as low as it got on its way down, once it has
 * gone up from there by more than `least`; likewise downwards. What turns by less is no turn, and where it rests it does neither.
 * A run that begins upwards begins with a rise.
 */
import { pointCount } from '../../numerics/polynomial/legendre.js';
import type { Crossed } from './crossing-watch.js';
import type { PolynomialSegment } from './polynomial-segment.js';

const turns = new Float64Array(pointCount);

/** No turn, relative to the largest magnitude so far. */
const rounding = 1e-13;
/** What of the least turn is still rest. */
const restingPart = 1e-4;

interface Extreme {
  value: number;
  at: number;
}

export class TurnWatch {
  /** 1: it rises, -1: it falls, 0: neither yet. */
  #direction = 0;
  #largest = 0;
  /** The least and the largest value since it began to do what it does, each at the last place where it had that. */
  readonly #low: Extreme = { value: Infinity, at: NaN };
  readonly #high: Extreme = { value: -Infinity, at: NaN };

  constructor(
    private readonly q: number,
    private readonly least: number,
    /** Nothing before this place counts. */
    private readonly from: number,
  ) {}

  /** Goes through a segment; tells every beginning in the order of time, when it is seen. */
  segment(segment: PolynomialSegment, begins: Crossed): void {
    const { q, from } = this;
    if (segment.t1 <= from) return;
    const start = Math.max(segment.t0, from);
    this.#note(segment.value(q, start), start, begins);
    const count = segment.turns(q, turns);
    for (let k = 0; k < count; k++) {
      const t = segment.time(turns[k] as number);
      if (t > start) this.#note(segment.value(q, t), t, begins);
    }
    this.#note(segment.last[q] as number, segment.t1, begins);
  }

  #note(value: number, t: number, begins: Crossed): void {
    const [low, high] = [this.#low, this.#high];
    // Within rounding it rests, and stays as low, or as high, until here.
    this.#largest = Math.max(this.#largest, Math.abs(value));
    const least = Math.max(this.least, rounding * this.#largest);
    const rest = restingPart * least;
    if (value <= low.value + rest) Object.assign(low, { value: Math.min(value, low.value), at: t });
    if (value >= high.value - rest) Object.assign(high, { value: Math.max(value, high.value), at: t });
    const rises = this.#direction < 1 && value - low.value > least;
    const falls = this.#direction > -1 && high.value - value > least;
    if (!rises && !falls) return;
    this.#direction = rises ? 1 : -1;
    const at = rises ? low.at : high.at;
    Object.assign(low, { value, at: t });
    Object.assign(high, { value, at: t });
    begins(at, rises);
  }
}
