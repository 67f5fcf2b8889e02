/**
 * The series of a linear motion from v_0 over a time h,
 *
 *     xi(s h) = sum_k v_k s^k,   v_k = w_k/k!,   w_k+1 = (h A) w_k,   w_0 = v_0,   0 <= s <= 1,
 *
 * summed until the terms vanish against the partial sums, and with it every guard as a polynomial in s,
 * g(s) = sum_k (G v_k) s^k. With h |A| <= 2.5 (balanced) one digit is lost to cancellation at most and some 25 terms
 * suffice; the truncated part is below 1e-17 of the largest term of each entry. As long as the bound (h |A|)^k/k! of
 * the terms is far above that, they are not tested. Where the whole is asked for (s = 1), the terms are summed as they
 * come, v_0 last.
 *
 * Motions that are followed often run as generated code (`series-code.ts`), which does the same sums in the
 * same order. Cost: terms x (non-zeros of A and G).
 */
import type { MotionMemory } from './flow-memory.js';
import type { LinearMotion, MotionCode } from './linear-motion.js';
import { generateMotionCode, worthCode } from './motion-code.js';
import { maxTerms, shortTerms, untested, vanishing } from './series-terms.js';

/** Segments after which a motion gets code of its own. */
const hotSegments = 64;

export class MotionSeries {
  /** Terms of the present series behind v_0. */
  terms = 0;
  /** Term after term; the caller writes v_0. */
  readonly v: Float64Array;
  /** Written by the caller: magnitudes up to which an entry of v_0 is rounding of larger ones. */
  readonly least: Float64Array;
  /** Polynomial of each guard, `maxTerms` + 1 coefficients apart. */
  readonly coefficients: Float64Array;
  /** Sum of the magnitudes of a guard's coefficients behind the first. */
  readonly bounds: Float64Array;
  /** Magnitude of the terms of a guard and of its first derivative: what its rounding is relative to. */
  readonly scales: Float64Array;
  readonly #point: Float64Array;
  /** xi at s = 1. */
  readonly #end: Float64Array;
  /** 1/k!. */
  readonly #factors: Float64Array;
  readonly #w: Float64Array;
  readonly #next: Float64Array;
  readonly #floor: Float64Array;
  readonly #reach: Float64Array;
  readonly #memory: MotionMemory;
  #size = 0;
  #short = 0;
  #code: MotionCode | null | undefined;

  constructor(memory: MotionMemory, size: number) {
    this.#memory = memory;
    this.v = this.#memory.array('v');
    this.least = this.#memory.array('least');
    this.coefficients = this.#memory.array('coefficients');
    this.bounds = this.#memory.array('bounds');
    this.scales = this.#memory.array('scales');
    this.#point = this.#memory.array('point');
    this.#end = this.#memory.array('end');
    this.#factors = this.#memory.array('factors');
    for (let k = 0, factorial = 1; k <= maxTerms; factorial *= ++k) this.#factors[k] = 1 / factorial;
    this.#w = new Float64Array(size);
    this.#next = new Float64Array(size);
    this.#floor = new Float64Array(size);
    this.#reach = new Float64Array(size);
  }

  /** Expands from v_0 over h seconds: the series, the guards' polynomials, their bounds and scales. */
  expand(motion: LinearMotion, h: number): void {
    this.#size = motion.size;
    this.#short = motion.short;
    this.#code = this.#codeOf(motion);
    if (this.#code) {
      this.terms = this.#code.expand(h);
      return;
    }
    this.#scaleGuards(motion, h);
    this.#sumTerms(motion, h);
    this.#expandGuards(motion);
  }

  /** Takes a series of so many terms that code has expanded. */
  adopt({ size, short, use }: LinearMotion, terms: number): void {
    this.#size = size;
    this.#short = short;
    this.#code = use.code;
    this.terms = terms;
  }

  /** Writes xi at s in [0, 1]: at 1 the sum, else by Horner's rule in s^2, even and odd powers apart. */
  evaluate(s: number, out: Float64Array): void {
    const size = this.#size;
    if (s === 1) {
      for (let i = 0; i < size; i++) out[i] = this.#end[i]!;
      return;
    }
    if (this.#code) {
      this.#code.evaluate(this.terms, s);
      for (let i = 0; i < size; i++) out[i] = this.#point[i]!;
      return;
    }
    const v = this.v;
    const square = s * s;
    for (let i = 0; i < size; i++) {
      const terms = i < this.#short ? this.terms : shortTerms;
      const isOdd = terms % 2;
      const last = (terms - isOdd) * size;
      let odd = isOdd ? v[last + size + i]! : 0;
      let even = v[last + i]!;
      for (let at = last - 2 * size + i; at >= 0; at -= 2 * size) {
        odd = odd * square + v[at + size]!;
        even = even * square + v[at]!;
      }
      out[i] = even + odd * s;
    }
  }

  #codeOf(motion: LinearMotion): MotionCode | null | undefined {
    const { use } = motion;
    if (use.code !== undefined || ++use.segments < hotSegments) return use.code;
    use.code = (worthCode(motion) && generateMotionCode(motion, this.#memory)) || null;
    return use.code;
  }

  #scaleGuards({ size, guards, like, terms, rates }: LinearMotion, h: number): void {
    const floor = this.#floor;
    for (let i = 0; i < size; i++) floor[i] = Math.max(Math.abs(this.v[i]!), this.least[i]!);
    for (let g = 0; g < guards; g++) {
      if (like[g] !== g) continue;
      let value = 0;
      let rate = 0;
      for (let j = g * size; j < (g + 1) * size; j++) {
        value += terms[j]! * floor[j - g * size]!;
        rate += rates[j]! * floor[j - g * size]!;
      }
      this.scales[g] = value + h * rate;
    }
  }

  #sumTerms({ A, size, short, rate }: LinearMotion, h: number): void {
    const { v } = this;
    const [w, next, reach, end] = [this.#w, this.#next, this.#reach, this.#end];
    for (let i = 0; i < size; i++) {
      w[i] = v[i]!;
      reach[i] = Math.abs(v[i]!);
      end[i] = 0;
    }
    const tested = untested(h * rate) + 1;
    let quiet = 0;
    let k = 0;
    while (k < maxTerms && quiet < 2) {
      const factor = this.#factors[++k]!;
      let still = k >= tested;
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (let j = 0; j < size; j++) sum += h * A[i * size + j]! * w[j]!;
        next[i] = sum;
        const term = sum * factor;
        v[k * size + i] = term;
        end[i]! += term;
        const magnitude = Math.abs(term);
        if (k < tested) reach[i]! += magnitude;
        else if (i < short && magnitude > vanishing * reach[i]!) still = false;
      }
      w.set(next);
      quiet = still ? quiet + 1 : 0;
    }
    for (let i = 0; i < size; i++) end[i]! += v[i]!;
    this.terms = k;
  }

  /** A multiple of another guard shares its root: of its polynomial only the value at 0 is asked for. */
  #expandGuards({ G, size, guards, like }: LinearMotion): void {
    const { v, coefficients } = this;
    for (let g = 0; g < guards; g++) {
      const terms = like[g] === g ? this.terms : 0;
      let bound = 0;
      for (let k = 0; k <= terms; k++) {
        let sum = 0;
        for (let j = 0; j < size; j++) sum += G[g * size + j]! * v[k * size + j]!;
        coefficients[g * (maxTerms + 1) + k] = sum;
        if (k > 0) bound += Math.abs(sum);
      }
      this.bounds[g] = bound;
    }
  }
}
