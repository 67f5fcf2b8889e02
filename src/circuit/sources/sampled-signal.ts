/** Random signals of independent values at equal distances. */
import { RandomStream } from '../../base/random.js';
import type { ClosedFormSignal } from './closed-form-signal.js';
import { affineGenerator } from './generators.js';

/** Values are drawn and kept in blocks of this many. */
const blockSize = 256;
const keptBlocks = 8;

/**
 * One value every `step` seconds from `origin` on, 0 before; `hold`: each stays until the next, else straight lines join them. Values of
 * a block come from a stream that is addressed by the block's number, so that a time can be asked for in any order.
 */
export class SampledSignal implements ClosedFormSignal {
  readonly constant = false;
  readonly generator = affineGenerator;
  readonly #blocks = new Map<number, Float64Array>();
  /** Sums of the values of whole blocks, from block 0 on. */
  readonly #sums: number[] = [0];

  constructor(
    private readonly step: number,
    private readonly seed: number,
    private readonly draw: (stream: RandomStream) => number,
    private readonly hold = false,
    /** Seconds; 0 before it. */
    private readonly origin = 0,
  ) {}

  value(t: number): number {
    const k = this.#interval(t);
    return this.#sample(k) + this.#slope(k) * (t - this.#start(k));
  }

  valueLeft(t: number): number {
    const k = this.#interval(t);
    return this.hold && t === this.#start(k) ? this.#sample(k - 1) : this.value(t);
  }

  nextBreakpoint(t: number): number {
    return this.#start(this.#interval(t) + 1);
  }

  integral(t0: number, t1: number): number {
    if (t1 < t0) return -this.integral(t1, t0);
    const [first, last] = [this.#interval(t0), this.#interval(t1)];
    const part = (from: number, to: number): number => (to - from) * this.value(from + (to - from) / 2);
    if (first === last) return part(t0, t1);
    // Trapezoidal rule over whole intervals, exact for straight lines; a held value counts once.
    const [from, to] = [first + 1, last];
    const ends = (this.#sample(from) + this.#sample(to)) / 2;
    const inner = this.hold
      ? this.#sumBelow(to) - this.#sumBelow(from)
      : this.#sumBelow(to + 1) - this.#sumBelow(from) - ends;
    return part(t0, this.#start(from)) + (to > from ? inner * this.step : 0) + part(this.#start(to), t1);
  }

  generate(t: number, z: Float64Array, offset: number): void {
    z[offset] = this.value(t);
    z[offset + 1] = this.#slope(this.#interval(t));
  }

  /** The k with t in [start(k), start(k+1)); rounding of the quotient is put right. */
  #interval(t: number): number {
    const k = Math.floor((t - this.origin) / this.step);
    if (this.#start(k + 1) <= t) return k + 1;
    return this.#start(k) > t ? k - 1 : k;
  }

  #start(k: number): number {
    return this.origin + k * this.step;
  }

  #slope(k: number): number {
    return this.hold ? 0 : (this.#sample(k + 1) - this.#sample(k)) / this.step;
  }

  /** Before 0 there is no noise. */
  #sample(k: number): number {
    if (k < 0) return 0;
    return this.#block(Math.floor(k / blockSize))[k % blockSize] ?? 0;
  }

  #block(number: number): Float64Array {
    const known = this.#blocks.get(number);
    if (known) return known;
    const stream = new RandomStream(this.seed * 2 ** 20 + number);
    const block = Float64Array.from({ length: blockSize }, () => this.draw(stream));
    if (this.#blocks.size >= keptBlocks) {
      const [oldest = -1] = this.#blocks.keys();
      this.#blocks.delete(oldest);
    }
    this.#blocks.set(number, block);
    return block;
  }

  /** Sum of the samples 0 ... k-1. */
  #sumBelow(k: number): number {
    if (k <= 0) return 0;
    const block = Math.floor(k / blockSize);
    while (this.#sums.length <= block) {
      const next = this.#block(this.#sums.length - 1).reduce((sum, value) => sum + value, 0);
      this.#sums.push((this.#sums.at(-1) ?? 0) + next);
    }
    const values = this.#block(block);
    let sum = this.#sums[block] ?? 0;
    for (let j = 0; j < k % blockSize; j++) sum += values[j] ?? 0;
    return sum;
  }
}
