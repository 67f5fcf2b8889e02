/**
 * TRNOISE(na nt nalpha namp): white noise as ngspice draws it, normal with deviation na, one value every nt seconds, with
 * straight lines between them. Values come from a seeded stream that is addressed by the sample's number, so that a
 * time can be asked for in any order and every run has the same noise. 1/f noise (namp) and telegraph noise are refused.
 */
import { RandomStream } from '../../base/random.js';
import { constantSignal } from '../../kernel/modeling/constant-signal.js';
import type { ClosedFormSignal } from './closed-form-signal.js';
import { affineGenerator } from './generators.js';
import type { SourceFunction } from './source-function.js';

export const trnoise: SourceFunction = {
  syntax: {
    name: 'trnoise',
    doc: 'White noise, one normal value every nt seconds, straight lines between.',
    required: 2,
    args: [
      { name: 'na', unit: '', range: 'non-negative', doc: 'standard deviation' },
      { name: 'nt', unit: 's', range: 'positive', doc: 'time between values' },
      { name: 'nalpha', unit: '', default: 0, doc: 'exponent of 1/f noise; only 0' },
      { name: 'namp', unit: '', default: 0, doc: 'amplitude of 1/f noise; only 0' },
      { name: 'rtsam', unit: '', default: 0, doc: 'amplitude of telegraph noise; only 0' },
    ],
  },
  signal({ args, span }, { diagnostics, options }) {
    const [deviation = 0, step = 1, , amplitude = 0, telegraph = 0] = args;
    if (amplitude !== 0 || telegraph !== 0) {
      const what = amplitude !== 0 ? '1/f noise (namp)' : 'telegraph noise (rtsam)';
      diagnostics.error('trnoise-kind', `TRNOISE with ${what} is not supported`, span, {
        hint: 'set it to 0: white noise is',
      });
      return undefined;
    }
    // Sources of one file differ by their place in it.
    return deviation === 0
      ? constantSignal(0)
      : new NoiseSignal(deviation, step, options.seed * 65_521 + span.start);
  },
};

/** Values are drawn and kept in blocks of this many. */
const blockSize = 256;
const keptBlocks = 8;

export class NoiseSignal implements ClosedFormSignal {
  readonly constant = false;
  readonly generator = affineGenerator;
  readonly #blocks = new Map<number, Float64Array>();
  /** Sums of the values of whole blocks, from block 0 on. */
  readonly #sums: number[] = [0];

  constructor(
    private readonly deviation: number,
    private readonly step: number,
    private readonly seed: number,
  ) {}

  value(t: number): number {
    const k = this.#interval(t);
    return this.#sample(k) + this.#slope(k) * (t - k * this.step);
  }

  /** The signal is continuous. */
  valueLeft(t: number): number {
    return this.value(t);
  }

  nextBreakpoint(t: number): number {
    return (this.#interval(t) + 1) * this.step;
  }

  integral(t0: number, t1: number): number {
    if (t1 < t0) return -this.integral(t1, t0);
    const [first, last] = [this.#interval(t0), this.#interval(t1)];
    const part = (from: number, to: number): number => (to - from) * this.value(from + (to - from) / 2);
    if (first === last) return part(t0, t1);
    // Trapezoidal rule over whole intervals, exact for straight lines.
    const [from, to] = [first + 1, last];
    const inner = this.#sumBelow(to + 1) - this.#sumBelow(from) - (this.#sample(from) + this.#sample(to)) / 2;
    return part(t0, from * this.step) + (to > from ? inner * this.step : 0) + part(to * this.step, t1);
  }

  generate(t: number, z: Float64Array, offset: number): void {
    z[offset] = this.value(t);
    z[offset + 1] = this.#slope(this.#interval(t));
  }

  /** The k with t in [k step, (k+1) step); rounding of the quotient is put right. */
  #interval(t: number): number {
    const k = Math.floor(t / this.step);
    if ((k + 1) * this.step <= t) return k + 1;
    return k * this.step > t ? k - 1 : k;
  }

  #slope(k: number): number {
    return (this.#sample(k + 1) - this.#sample(k)) / this.step;
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
    const block = Float64Array.from({ length: blockSize }, () => this.deviation * stream.normal());
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
