/**
 * Integrals of quadratic forms over all the time that is spent in a mode xi' = A xi.
 *
 * At first the moments, the integral of xi xi^T, are gathered by Gauss-Legendre quadrature. In a mode that is
 * met often the ends of its segments suffice: where symmetric S and T satisfy
 *
 *     A^T S + S A + (0 0; 0 T) = Q,       T over the generators z alone,
 *
 * the integral of xi^T Q xi is the change of xi^T S xi plus the integral of z^T T z (Lyapunov's equation; T
 * takes what does not decay, such as a constant current through a resistance). Between breakpoints z is affine
 * and Simpson's rule exact. Where there is no such S, or its terms cancel, quadrature goes on: the first
 * segments are done both ways and compared.
 */
import { addEnds } from './flow-programs.gen.js';
import { minNormShift } from '../../../../numerics/dense/min-norm.js';

/** What of the motion the integrals need. */
export interface IntegralContext {
  readonly size: number;
  /** Length of the state part of xi. */
  readonly n: number;
  readonly A: Float64Array;
  readonly rate: number;
  /** sqrt(M_ii) of each state. */
  readonly weight: Float64Array;
  /** Whether z is affine between breakpoints: ends may suffice. */
  readonly affine: boolean;
}

/** Evaluates xi at a part of a segment. */
export type SegmentEvaluator = (part: number, out: Float64Array) => void;

/** Segments before ends are tried, and segments that are then done both ways. */
const hotSegments = 16;
const comparedSegments = 8;
/** One segment in so many is done both ways for good: what the first ones did not excite shows later. */
const comparedAgain = 1024;
/** No segment of the full motion turns further, radians. */
export const fullAngle = 3;
/** Above this length of xi the equation for S costs more than it saves. */
const largestSize = 12;
/** Largest part of a form that S and T may leave over. */
const residualPart = 1e-12;
/** Agreement of both ways on a segment: this part of the integral itself, and that of the energy of the states. */
const agreement = 1e-9;
const agreementOfStates = 1e-11;
/** Rounding of a sum of terms, on the average. */
const rounding = 1e-16;

/**
 * Gauss-Legendre rules on [0, 1] as (abscissa, weight) pairs, exact to degree 5, 11 and 19, and the largest
 * angles for which the shorter ones leave less than 1e-12 of the integral of xi xi^T.
 */
const threePoints = Object.freeze([
  [0.1127016653792583, 0.2777777777777778],
  [0.5, 0.4444444444444444],
  [0.8872983346207417, 0.2777777777777778],
] as const);
const sixPoints = Object.freeze([
  [0.033765242898424, 0.0856622461895852],
  [0.1693953067668678, 0.1803807865240693],
  [0.3806904069584015, 0.2339569672863455],
  [0.6193095930415985, 0.2339569672863455],
  [0.8306046932331322, 0.1803807865240693],
  [0.966234757101576, 0.0856622461895852],
] as const);
const tenPoints = Object.freeze([
  [0.013046735741414128, 0.03333567215434405],
  [0.06746831665550773, 0.0747256745752903],
  [0.16029521585048778, 0.109543181257991],
  [0.2833023029353764, 0.13463335965499815],
  [0.4255628305091844, 0.14776211235737646],
  [0.5744371694908156, 0.14776211235737646],
  [0.7166976970646236, 0.13463335965499815],
  [0.8397047841495122, 0.109543181257991],
  [0.9325316833444923, 0.0747256745752903],
  [0.9869532642585859, 0.03333567215434405],
] as const);
const threePointAngle = 0.05;
const sixPointAngle = 1;

function rule(angle: number): readonly (readonly [number, number])[] {
  if (angle < threePointAngle) return threePoints;
  return angle < sixPointAngle ? sixPoints : tenPoints;
}

/** S and T of one form, as factors of the upper triangles of W and of the integral of z z^T. */
interface EndForm {
  readonly S: Float64Array;
  readonly T: Float64Array;
}

export class ModeIntegrals {
  /** Upper triangles: integral of xi xi^T, change of xi xi^T, integral of z z^T. */
  readonly #moments: Float64Array;
  /** The same of one segment, and the largest magnitudes at its ends. */
  readonly #here: Float64Array;
  readonly #largest: Float64Array;
  readonly #sums: { readonly endSizes: Int32Array; change: Float64Array; generators: Float64Array };
  /** The ends of a segment. */
  readonly #ends: { v: Float64Array; xi: Float64Array } = {
    v: new Float64Array(0),
    xi: new Float64Array(0),
  };
  /** One number: segments that count by their ends alone before one is done both ways again. */
  #skippable: Float64Array = new Float64Array(1);
  readonly #point: Float64Array;
  #asked: readonly Float64Array[] | undefined;
  /** By form: what ends have contributed. */
  #settled = new Float64Array(0);
  #segments = 0;
  #stiff = false;
  #byEnds: readonly EndForm[] | undefined;
  /** Ends have proved themselves: quadrature is left out. */
  #proved = false;

  constructor(
    private readonly context: IntegralContext,
    private readonly askForms: () => readonly Float64Array[],
  ) {
    const { size, n } = context;
    const order = size - n;
    this.#moments = new Float64Array((size * (size + 1)) / 2);
    this.#here = new Float64Array(this.#moments.length);
    this.#largest = new Float64Array(this.#moments.length);
    this.#sums = {
      endSizes: Int32Array.of(size, n),
      change: new Float64Array((size * (size + 1)) / 2),
      generators: new Float64Array((order * (order + 1)) / 2),
    };
    this.#point = new Float64Array(size);
  }

  /** Adds a segment of `length` seconds between two points. */
  add(length: number, start: Float64Array, end: Float64Array, evaluate: SegmentEvaluator): void {
    this.#segments++;
    // A longer segment than the full motion's has dropped fast parts: S is too stiff for them to cancel.
    if (this.context.rate * length > fullAngle) this.#stiff = true;
    if (this.#skippable[0]! > 0 && !this.#stiff) {
      this.#skippable[0]!--;
      this.#addEnds(length, start, end);
      return;
    }
    if (this.#proved) this.#settle();
    if (
      this.#segments === hotSegments &&
      !this.#stiff &&
      this.context.affine &&
      this.context.size <= largestSize
    ) {
      this.#byEnds = endForms(this.context, this.askForms());
    }
    if (this.#byEnds && this.#segments > hotSegments && !this.#giveUpIfStiff()) {
      this.#compare(length, start, end, evaluate);
    } else {
      this.#addPoints(length, evaluate);
    }
    this.#skippable[0] = this.#proved ? comparedAgain - 1 : 0;
  }

  /**
   * Gathers ends in the memory of generated code from now on: the change of xi xi^T, then the integral of z z^T. Where
   * `skippable`, one number, is positive, and a segment turns no further than `fullAngle`, the code takes 1 from it and adds
   * the ends itself; else it leaves the segment to `add`.
   */
  gatherIn(memory: Float64Array, skippable: Float64Array): void {
    const change = memory.subarray(0, this.#sums.change.length);
    const generators = memory.subarray(change.length);
    change.set(this.#sums.change);
    generators.set(this.#sums.generators);
    skippable.set(this.#skippable);
    this.#sums.change = change;
    this.#sums.generators = generators;
    this.#skippable = skippable;
  }

  /** The integral of each form over all segments. */
  totals(): Float64Array {
    return Float64Array.from(this.#triangles(), (Q, k) => {
      return product(Q, this.#moments) + this.#settled[k]! + this.#endsOf(k);
    });
  }

  /**
   * The integral of the square of a form over the segments that were taken by quadrature: all, or where ends suffice the first
   * ones and one in `comparedAgain` after them.
   */
  sampledSquare(form: Float64Array): number {
    const { size } = this.context;
    let sum = 0;
    let at = 0;
    for (let i = 0; i < size; i++) {
      for (let j = i; j < size; j++) sum += (i === j ? 1 : 2) * form[i]! * form[j]! * this.#moments[at++]!;
    }
    return sum;
  }

  /** What the ends have gathered of a form since they were settled last. */
  #endsOf(form: number): number {
    const { S, T } = this.#byEnds?.[form] ?? noEnds;
    return product(S, this.#sums.change) + product(T, this.#sums.generators);
  }

  #giveUpIfStiff(): boolean {
    if (!this.#stiff) return false;
    this.#byEnds = undefined;
    this.#proved = false;
    return true;
  }

  /** Adds what the ends have gathered to the totals: it stays right when ends are given up. */
  #settle(): void {
    for (let k = 0; k < this.#settled.length; k++) this.#settled[k]! += this.#endsOf(k);
    this.#sums.change.fill(0);
    this.#sums.generators.fill(0);
  }

  /** The forms that are asked for, as factors of the upper triangle of xi xi^T. */
  #triangles(): readonly Float64Array[] {
    if (!this.#asked) {
      this.#asked = this.askForms().map((Q) => triangle(Q, this.context.size));
      this.#settled = new Float64Array(this.#asked.length);
    }
    return this.#asked;
  }

  #addPoints(length: number, evaluate: SegmentEvaluator): void {
    const { size, rate } = this.context;
    const moments = this.#moments;
    const point = this.#point;
    for (const [node, weight] of rule(rate * length)) {
      evaluate(node, point);
      let at = 0;
      for (let i = 0; i < size; i++) {
        const factor = weight * length * point[i]!;
        for (let j = i; j < size; j++) moments[at++]! += factor * point[j]!;
      }
    }
  }

  #addEnds(length: number, start: Float64Array, end: Float64Array): void {
    this.#ends.v = start;
    this.#ends.xi = end;
    addEnds(this.#ends, this.#sums, length);
  }

  /** Adds a segment by quadrature and does it by its ends as well; ends are given up where they disagree or their terms cancel. */
  #compare(length: number, start: Float64Array, end: Float64Array, evaluate: SegmentEvaluator): void {
    const { size, n, weight } = this.context;
    const moments = this.#moments;
    const here = this.#here;
    here.set(moments);
    this.#addPoints(length, evaluate);
    for (let k = 0; k < here.length; k++) here[k] = moments[k]! - here[k]!;
    this.#addEnds(length, start, end);
    let stored = 0;
    for (let i = 0; i < n; i++) stored += weight[i]! ** 2 * Math.max(start[i]! ** 2, end[i]! ** 2);
    let at = 0;
    const largest = this.#largest;
    for (let i = 0; i < size; i++) {
      for (let j = i; j < size; j++) {
        largest[at++] = Math.max(Math.abs(start[i]! * start[j]!), Math.abs(end[i]! * end[j]!));
      }
    }
    let agree = this.#byEnds !== undefined;
    for (let f = 0; agree && f < this.#triangles().length; f++) {
      const { S, T } = this.#byEnds?.[f] ?? noEnds;
      const byPoints = product(this.#triangles()[f]!, here);
      const terms = productOfMagnitudes(S, largest) + productOfMagnitudes(T, this.#sums.generators);
      const allowed = agreement * Math.abs(byPoints) + agreementOfStates * stored;
      agree = rounding * terms <= allowed && Math.abs(this.#endsOf(f) - byPoints) <= allowed;
    }
    this.#sums.change.fill(0);
    this.#sums.generators.fill(0);
    if (!agree) {
      this.#byEnds = undefined;
      this.#proved = false;
    } else if (this.#segments >= hotSegments + comparedSegments) this.#proved = true;
  }
}

const noEnds: EndForm = Object.freeze({ S: new Float64Array(0), T: new Float64Array(0) });

/** Solves for S and T of every form by least squares in units of equal energy; undefined where one has none. */
function endForms(context: IntegralContext, forms: readonly Float64Array[]): readonly EndForm[] | undefined {
  const { size, n, A } = context;
  const scale = scales(context);
  const pairs: [number, number][] = [];
  for (let i = 0; i < size; i++) for (let j = i; j < size; j++) pairs.push([i, j]);
  const index = (i: number, j: number): number => {
    const [a, b] = i < j ? [i, j] : [j, i];
    return a * size - (a * (a - 1)) / 2 + b - a;
  };
  const free = pairs.filter(([i]) => i >= n);
  const rows = pairs.length;
  const columns = rows + free.length;
  const scaled = (i: number, j: number): number => (A[i * size + j]! * scale[j]!) / scale[i]!;
  // Row (i, j): sum_k A_ki S_kj + S_ik A_kj + T_ij = Q_ij.
  const K = new Float64Array(rows * columns);
  pairs.forEach(([i, j], r) => {
    for (let k = 0; k < size; k++) {
      K[r * columns + index(k, j)]! += scaled(k, i);
      K[r * columns + index(i, k)]! += scaled(k, j);
    }
  });
  free.forEach(([i, j], c) => (K[index(i, j) * columns + rows + c] = context.rate));
  const wanted = new Float64Array(rows * forms.length);
  forms.forEach((Q, f) => {
    pairs.forEach(([i, j], r) => (wanted[r * forms.length + f] = -Q[i * size + j]! * scale[i]! * scale[j]!));
  });
  const solution = new Float64Array(columns * forms.length);
  minNormShift(rows, columns, forms.length, K, wanted, solution);
  const ends: EndForm[] = [];
  for (let f = 0; f < forms.length; f++) {
    const at = (c: number): number => solution[c * forms.length + f]!;
    let largest = 0;
    let off = 0;
    for (let r = 0; r < rows; r++) {
      const target = wanted[r * forms.length + f]!;
      let sum = target;
      for (let c = 0; c < columns; c++) sum += K[r * columns + c]! * at(c);
      largest = Math.max(largest, Math.abs(target));
      off = Math.max(off, Math.abs(sum));
    }
    if (!(off <= residualPart * largest)) return undefined;
    // Factors of an upper triangle: what stands beside the diagonal counts twice.
    const factor = ([i, j]: [number, number]): number => (i === j ? 1 : 2) / (scale[i]! * scale[j]!);
    ends.push({
      S: Float64Array.from(pairs, (pair, r) => factor(pair) * at(r)),
      T: Float64Array.from(free, (pair, c) => factor(pair) * context.rate * at(rows + c)),
    });
  }
  return ends;
}

/** Units of xi: equal energies of the states, each generator's derivatives in units of the motion's rate. */
function scales({ size, n, A, rate, weight }: IntegralContext): Float64Array {
  const scale = new Float64Array(size).fill(1);
  for (let i = 0; i < n; i++) scale[i] = 1 / weight[i]!;
  for (let i = n; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      const link = Math.abs(A[i * size + j]!);
      if (link > 0 && rate > 0) scale[j] = (scale[i]! * rate) / link;
    }
  }
  return scale;
}

/** Upper triangle of a symmetric form, with what stands beside the diagonal counted twice. */
function triangle(Q: Float64Array, size: number): Float64Array {
  const out = new Float64Array((size * (size + 1)) / 2);
  let at = 0;
  for (let i = 0; i < size; i++) {
    for (let j = i; j < size; j++) out[at++] = (i === j ? 1 : 2) * Q[i * size + j]!;
  }
  return out;
}

function productOfMagnitudes(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += Math.abs(a[k]! * b[k]!);
  return sum;
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}
