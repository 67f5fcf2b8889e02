/**
 * Exact propagation of x' = A x: x(t + h) = exp(A h) x(t), with the maps of recent steps kept; and the dense
 * output of linear forms on substeps as polynomials with a proved error (`RowForm`).
 *
 * A substep of a group of eigenvalues (`spectral-groups.ts`) is REACH / rate: there the Taylor polynomial
 * of degree DEGREE leaves REACH^(DEGREE+1) / (DEGREE+1)! = 2e-17 of |form| |x|. Cost of a propagation n^2
 * for a kept step, 16 n^2 for a short one, some 15 n^3 for a new long one.
 */
import { multiplyVector } from '../dense/matrix.js';
import { MatrixExponential } from './matrix-exponential.js';
import { splitBySpeed, type SpectralGroup } from './spectral-groups.js';

/** Degree of the Taylor polynomials of dense output. */
export const DEGREE = 16;
/** Largest rate * substep. */
export const REACH = 0.75;

export interface LinearFlowOptions {
  /** Maps kept, least recently used out; default 16. */
  readonly keptSteps?: number;
}

export class LinearFlow {
  readonly exponential: MatrixExponential;
  /** Groups by speed in balanced coordinates, slowest first. */
  readonly groups: readonly SpectralGroup[];
  /** Kept maps, their steps (NaN: none yet) and when they were last used. */
  readonly #maps: Float64Array[];
  readonly #steps: Float64Array;
  readonly #lastUse: Float64Array;
  #uses = 0;
  readonly #scratch: Float64Array;
  readonly #term: Float64Array;
  readonly #next: Float64Array;
  readonly #rowNorm: number;

  /** Prepares the flow of A, n x n (joint with its inputs where there are any: `augmented.ts`). */
  constructor(
    readonly n: number,
    readonly A: Float64Array,
    { keptSteps = 16 }: LinearFlowOptions = {},
  ) {
    this.exponential = new MatrixExponential(n, A);
    this.groups = splitBySpeed(n, this.exponential.balanced);
    this.#maps = Array.from({ length: keptSteps }, () => new Float64Array(0));
    this.#steps = new Float64Array(keptSteps).fill(NaN);
    this.#lastUse = new Float64Array(keptSteps);
    this.#scratch = new Float64Array(n * n);
    this.#term = new Float64Array(n);
    this.#next = new Float64Array(n);
    let rowNorm = 0;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += Math.abs(this.exponential.balanced[i * n + j]!);
      rowNorm = Math.max(rowNorm, sum);
    }
    this.#rowNorm = rowNorm;
  }

  /** Longest substep on which groups 0..level have polynomials, s; Infinity for a constant flow. */
  substep(level: number): number {
    const rate = this.groups[level]!.rate;
    return rate > 1e-140 ? REACH / rate : Infinity;
  }

  /** The map exp(A h), kept for the next call with the same h; valid until `keptSteps` others were asked for. */
  map(h: number): Float64Array {
    let at = this.#find(h);
    if (at < 0) {
      at = 0;
      for (let k = 1; k < this.#maps.length; k++) if (this.#lastUse[k]! < this.#lastUse[at]!) at = k;
      const map = this.#maps[at]?.length === 0 ? new Float64Array(this.n * this.n) : this.#maps[at]!;
      this.exponential.compute(h, map);
      this.#maps[at] = map;
      this.#steps[at] = h;
    }
    this.#lastUse[at] = ++this.#uses;
    return this.#maps[at]!;
  }

  #find(h: number): number {
    for (let k = 0; k < this.#steps.length; k++) if (this.#steps[k] === h) return k;
    return -1;
  }

  /** Writes x(t + h) with a kept map: for steps that come again; out must not be x. */
  propagate(h: number, x: Float64Array, out: Float64Array): void {
    multiplyVector(this.n, this.n, this.map(h), x, out);
  }

  /** Writes x(t + h) without keeping anything, for steps that do not come again; allocates nothing. */
  propagateOnce(h: number, x: Float64Array, out: Float64Array): void {
    const at = this.#find(h);
    if (at >= 0) {
      multiplyVector(this.n, this.n, this.#maps[at]!, x, out);
    } else if (this.#rowNorm * Math.abs(h) <= REACH) {
      this.#taylor(h, x, out);
    } else {
      this.exponential.compute(h, this.#scratch);
      multiplyVector(this.n, this.n, this.#scratch, x, out);
    }
  }

  #taylor(h: number, x: Float64Array, out: Float64Array): void {
    const { n, A } = this;
    const term = this.#term;
    const next = this.#next;
    for (let i = 0; i < n; i++) out[i] = term[i] = x[i]!;
    for (let k = 1; k <= DEGREE; k++) {
      const factor = h / k;
      let moves = false;
      multiplyVector(n, n, A, term, next);
      for (let i = 0; i < n; i++) {
        const value = next[i]! * factor;
        term[i] = value;
        const sum = out[i]! + value;
        if (sum !== out[i]) moves = true;
        out[i] = sum;
      }
      // Later terms of a component can be larger than earlier ones only below rounding of all of them.
      if (!moves && k > n) return;
    }
  }
}
