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
 * It is one program (`series-program.ts`, `horner-program.ts`): a plain function over the arrays of whatever motion, and
 * machine code of its own for a motion that is followed often, with the same bits. Cost: terms x (non-zeros of A and G).
 */
import type { FormsOfPart } from '../../stream.js';
import { flowArrays, type FlowArrays } from './flow-arrays.js';
import type { FlowMemory } from './flow-memory.js';
import { generateFormCode } from './form-code.js';
import { evaluate, evaluateAll, expand } from './flow-programs.gen.js';
import type { FormCode, LinearMotion, MotionCode } from './linear-motion.js';
import { arraysOf } from './motion-arrays.js';
import { generateMotionCode, worthCode } from './motion-code.js';
import type { MotionArrays } from './motion-tables.js';

/**
 * Segments and readings after which a motion gets code of its own. Script that is not optimized yet has taken as long by then as
 * the code takes to make, and optimizing the plain programs, which are large, would take ten times as long.
 */
const hotSegments = 32;
/** Points at which the same forms of a motion are read before they get code: it costs about what it saves on as many. */
const hotPoints = 1024;

export class MotionSeries {
  /** Terms of the present series behind v_0. */
  terms = 0;
  readonly #memory: FlowMemory;
  #size = 0;
  #data: MotionArrays | undefined;
  #code: MotionCode | null | undefined;
  #motion: LinearMotion | undefined;

  /** Over arrays of the memory: the caller writes v_0 and the magnitudes up to which its entries are rounding, "least". */
  constructor(
    memory: FlowMemory,
    readonly arrays: FlowArrays = flowArrays(memory),
  ) {
    this.#memory = memory;
  }

  /** What programs read of the present motion. */
  get data(): MotionArrays | undefined {
    return this.#data;
  }

  /** Entries of a point. */
  get size(): number {
    return this.#size;
  }

  /** Expands from v_0 over h seconds: the series, the guards' polynomials, their bounds and scales. */
  expand(motion: LinearMotion, h: number): void {
    const data = this.#take(motion);
    this.#code = this.#codeOf(motion);
    this.terms = this.#code ? this.#code.expand(h) : expand(this.arrays, data, h);
  }

  /** Takes a series of so many terms that code has expanded. */
  adopt(motion: LinearMotion, terms: number): void {
    this.#take(motion);
    this.#code = motion.use.code;
    this.terms = terms;
  }

  /** Writes xi at s in [0, 1]: at 1 the sum, else by Horner's rule. */
  evaluate(s: number, out: Float64Array): void {
    const { end, point } = this.arrays;
    if (s !== 1) {
      if (this.#code) this.#code.evaluate(this.terms, s);
      else if (this.#data) evaluate(this.arrays, this.#data, this.terms, s);
    }
    const from = s === 1 ? end : point;
    for (let i = 0; i < this.#size; i++) out[i] = from[i]!;
  }

  /** Writes xi at the first `count` parts of "parts" to "points", one behind the other. */
  evaluateAll(count: number): void {
    const { parts, points, end } = this.arrays;
    const size = this.#size;
    const code = (this.#code ??= this.#motion && this.#codeOf(this.#motion));
    if (code) code.evaluateAll(this.terms, count);
    else if (this.#data) evaluateAll(this.arrays, this.#data, this.terms, count);
    for (let k = count - 1; k >= 0 && parts[k] === 1; k--)
      for (let i = 0; i < size; i++) points[k * size + i] = end[i]!;
  }

  /** The code of linear forms of the present motion, to be read at so many points more; undefined where they were read at few so far. */
  formCode(forms: FormsOfPart, points: number): FormCode | undefined {
    const motion = this.#motion;
    if (!motion) return undefined;
    const codes = (motion.use.forms ??= new WeakMap<FormsOfPart, FormCode | null | number>());
    const known = codes.get(forms) ?? 0;
    if (typeof known !== 'number') return known ?? undefined;
    const read = known + points;
    const code = read < hotPoints ? read : (generateFormCode(motion, forms, this.#memory) ?? null);
    codes.set(forms, code);
    return typeof code === 'number' ? undefined : (code ?? undefined);
  }

  #take(motion: LinearMotion): MotionArrays {
    this.#motion = motion;
    this.#size = motion.size;
    return (this.#data = arraysOf(motion));
  }

  #codeOf(motion: LinearMotion): MotionCode | null | undefined {
    const { use } = motion;
    if (use.code !== undefined || ++use.segments < hotSegments) return use.code;
    use.code = (worthCode(motion) && generateMotionCode(motion, this.#memory)) || null;
    return use.code;
  }
}
