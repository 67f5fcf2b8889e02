/**
 * The matrix exponential E = exp(A h) by scaling and squaring with diagonal Pade approximants:
 *
 *     X = A h / 2^s,   q(X) F = 2 U,   q = V - U,   U odd and V even part of the numerator,   F = exp(X) - I,
 *     s times F <- 2 F + F^2,   E = I + F.
 *
 * Squaring F instead of E keeps slow modes exact to rounding beside fast ones: with time constants of 1 ns
 * and 1 s there are 30 squarings, and 1 + 1e-9 squared 30 times would have lost 7 digits.
 * A is balanced once. Degrees 5, 9 and 13 up to norm 0.25, 2.1 and 5.4 (after scaling): backward error at
 * unit roundoff. Cost: 3, 5 or 6 products of n^3, an LU with n right-hand sides, s products. `compute`
 * allocates nothing. Source: [Higham 2005], tables 2.1 and 2.3; the form in F [Higham 2008, 10.3, 10.7].
 */
import { multiply } from '../../../src/numerics/dense/matrix.js';
import { factorLU, solveManyLU } from '../../../src/numerics/dense/lu.js';
import { balance } from '../../../src/numerics/dense/balance.js';

interface Pade {
  readonly degree: number;
  readonly norm: number;
  readonly b: readonly number[];
}

const approximants: readonly Pade[] = Object.freeze([
  { degree: 5, norm: 0.25, b: [30240, 15120, 3360, 420, 30, 1] },
  {
    degree: 9,
    norm: 2.09,
    b: [17643225600, 8821612800, 2075673600, 302702400, 30270240, 2162160, 110880, 3960, 90, 1],
  },
  {
    degree: 13,
    norm: 5.37,
    b: [
      64764752532480000, 32382376266240000, 7771770303897600, 1187353796428800, 129060195264000,
      10559470521600, 670442572800, 33522128640, 1323241920, 40840800, 960960, 16380, 182, 1,
    ],
  },
]);

export class MatrixExponential {
  /** Balanced A: D^-1 A D. */
  readonly balanced: Float64Array;
  /** The balancing factors, powers of two. */
  readonly D: Float64Array;
  /** Largest column sum of the balanced matrix, 1/s. */
  readonly norm: number;
  readonly #powers: readonly Float64Array[];
  readonly #U: Float64Array;
  readonly #V: Float64Array;
  readonly #T: Float64Array;
  readonly #pivots: Int32Array;
  readonly #work: Float64Array;

  /** Prepares for exp(A h) with A n x n. Throws a RangeError on a NaN or infinite entry. */
  constructor(
    readonly n: number,
    A: Float64Array,
  ) {
    const at = A.findIndex((value) => !Number.isFinite(value));
    if (at >= 0)
      throw new RangeError(`the matrix exponential of an entry A[${at}] = ${A[at]} is not defined`);
    this.D = balance(A, n, 0, n);
    this.balanced = A.map((a, p) => (a * this.D[p % n]!) / this.D[Math.floor(p / n)]!);
    let norm = 0;
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += Math.abs(this.balanced[i * n + j]!);
      norm = Math.max(norm, sum);
    }
    this.norm = norm;
    const square = (): Float64Array => new Float64Array(n * n);
    this.#powers = [square(), square(), square(), square(), square()];
    this.#U = square();
    this.#V = square();
    this.#T = square();
    this.#pivots = new Int32Array(n);
    this.#work = new Float64Array(2 * n);
  }

  /** Writes exp(A h), n x n. */
  compute(h: number, out: Float64Array): void {
    this.computeBalanced(h, out);
    const { n, D } = this;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) out[i * n + j]! *= D[i]! / D[j]!;
  }

  /** Writes D^-1 exp(A h) D, n x n. */
  computeBalanced(h: number, out: Float64Array): void {
    const { n } = this;
    const size = this.norm * Math.abs(h);
    if (!Number.isFinite(size))
      throw new RangeError(`the matrix exponential over a step of ${h} is not defined`);
    const pade = approximants.find(({ norm }) => size <= norm) ?? approximants[2]!;
    const squarings = size > pade.norm ? Math.ceil(Math.log2(size / pade.norm)) : 0;
    const X = this.#powers[0]!;
    const factor = h * 2 ** -squarings;
    for (let p = 0; p < n * n; p++) X[p] = this.balanced[p]! * factor;
    if (pade.degree === 13) this.#parts13(pade.b);
    else this.#parts(pade.degree, pade.b);
    this.#approximate(out);
    for (let k = 0; k < squarings; k++) this.#square(out);
    for (let i = 0; i < n; i++) out[i * n + i]! += 1;
  }

  /** U and V from the even powers up to degree - 1. */
  #parts(degree: number, b: readonly number[]): void {
    const { n } = this;
    const X = this.#powers[0]!;
    const T = this.#T;
    const V = this.#V;
    T.fill(0);
    V.fill(0);
    for (let i = 0; i < n; i++) {
      T[i * n + i] = b[1]!;
      V[i * n + i] = b[0]!;
    }
    for (let k = 1; 2 * k < degree; k++) {
      const power = this.#powers[k]!;
      if (k === 1) multiply(n, n, n, X, X, power);
      else multiply(n, n, n, this.#powers[k - 1]!, this.#powers[1]!, power);
      for (let p = 0; p < n * n; p++) {
        T[p]! += b[2 * k + 1]! * power[p]!;
        V[p]! += b[2 * k]! * power[p]!;
      }
    }
    multiply(n, n, n, X, T, this.#U);
  }

  /** The same for degree 13 with six products. */
  #parts13(b: readonly number[]): void {
    const { n } = this;
    const [X, X2, X4, X6, high] = this.#powers as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const T = this.#T;
    const V = this.#V;
    const U = this.#U;
    multiply(n, n, n, X, X, X2);
    multiply(n, n, n, X2, X2, X4);
    multiply(n, n, n, X4, X2, X6);
    for (let p = 0; p < n * n; p++) high[p] = b[13]! * X6[p]! + b[11]! * X4[p]! + b[9]! * X2[p]!;
    multiply(n, n, n, X6, high, T);
    for (let p = 0; p < n * n; p++) T[p]! += b[7]! * X6[p]! + b[5]! * X4[p]! + b[3]! * X2[p]!;
    for (let i = 0; i < n; i++) T[i * n + i]! += b[1]!;
    multiply(n, n, n, X, T, U);
    for (let p = 0; p < n * n; p++) high[p] = b[12]! * X6[p]! + b[10]! * X4[p]! + b[8]! * X2[p]!;
    multiply(n, n, n, X6, high, V);
    for (let p = 0; p < n * n; p++) V[p]! += b[6]! * X6[p]! + b[4]! * X4[p]! + b[2]! * X2[p]!;
    for (let i = 0; i < n; i++) V[i * n + i]! += b[0]!;
  }

  /** F = inv(V - U) 2 U. */
  #approximate(F: Float64Array): void {
    const { n } = this;
    const V = this.#V;
    const U = this.#U;
    for (let p = 0; p < n * n; p++) {
      V[p]! -= U[p]!;
      U[p]! *= 2;
    }
    // q(X) is well conditioned for the norms above; tolerance 0 leaves graded matrices alone.
    factorLU(n, V, this.#pivots, this.#work, 0);
    solveManyLU(n, V, this.#pivots, n, U, F);
  }

  #square(F: Float64Array): void {
    const { n } = this;
    const T = this.#T;
    multiply(n, n, n, F, F, T);
    for (let p = 0; p < n * n; p++) F[p] = 2 * F[p]! + T[p]!;
  }
}

/** Writes exp(A h), A n x n: for a single use; keep a `MatrixExponential` for several h. */
export function expm(n: number, A: Float64Array, h: number, out: Float64Array): void {
  new MatrixExponential(n, A).compute(h, out);
}
