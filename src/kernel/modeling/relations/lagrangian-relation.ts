/**
 * Relations of mechanical coordinates, [notes] 10.1, between the states (q, v) of the linked systems, one after another:
 *
 *     y = h(t, q, lambda, z),      p = H^T lambda,      H = dh/dq        (y' = H v + dh/dt at level 1)
 *
 * A subclass says what h and H are; this file places them among the states and makes the Jacobians of both levels:
 * C = [H, 0] and [d(H v + dh/dt)/dq, H]. The second one is taken by central differences of H where h is curved. K, the
 * derivative of H^T lambda, is left out as in [notes] 11.2.3: Newton's iteration converges without it, linearly with a
 * factor of the order of h.
 */
import { differenceJacobian } from '../finite-differences.js';
import { ModelError } from '../model-error.js';
import type { Relation, RelationLinearization } from './relation.js';

/** Coordinates of each linked system, or of the only one. */
export type Coordinates = number | readonly number[];

/** H and y = H q + e of a relation in which they are constant. */
export interface LinearOutput {
  /** m x coordinates of all linked systems, row-major. */
  readonly H: Float64Array;
  /** Writes e + F z (m). */
  readonly constant: (e: Float64Array) => void;
}

export abstract class LagrangianRelation implements Relation {
  abstract readonly name: string;
  readonly n: number;
  readonly equations: number;
  readonly levels: readonly number[];
  readonly z: Float64Array;
  readonly couplesStates = false;
  readonly notes: readonly string[];
  /** Coordinates of each linked system. */
  readonly coordinates: readonly number[];
  /** Where H is constant and y is a gap that can be differentiated; undefined otherwise. */
  readonly linearOutput: LinearOutput | undefined = undefined;
  readonly #q: Float64Array;
  readonly #v: Float64Array;
  readonly #H: Float64Array;
  readonly #byQ: Float64Array;
  /** Place of each coordinate among the states; its velocity stands behind the coordinates of its system. */
  readonly #placeQ: Int32Array;
  readonly #placeV: Int32Array;

  constructor(
    readonly m: number,
    coordinates: Coordinates,
    {
      levels,
      z,
      notes,
    }: { readonly levels: readonly number[]; readonly z?: Float64Array; readonly notes?: readonly string[] },
  ) {
    this.coordinates = typeof coordinates === 'number' ? [coordinates] : coordinates;
    for (const count of this.coordinates) {
      if (!(Number.isInteger(count) && count > 0)) {
        throw new ModelError(
          `${new.target.name}: a linked system has ${count} coordinates; they must be a whole number of at least 1`,
        );
      }
    }
    const size = this.coordinates.reduce((sum, count) => sum + count, 0);
    this.equations = size;
    this.n = 2 * size;
    this.levels = levels;
    this.z = z ?? new Float64Array(0);
    this.notes = notes ?? [];
    this.#q = new Float64Array(size);
    this.#v = new Float64Array(size);
    this.#H = new Float64Array(m * size);
    this.#byQ = new Float64Array(m * size);
    this.#placeQ = new Int32Array(size);
    this.#placeV = new Int32Array(size);
    let [at, state] = [0, 0];
    for (const count of this.coordinates) {
      for (let k = 0; k < count; k++, at++) {
        this.#placeQ[at] = state + k;
        this.#placeV[at] = state + count + k;
      }
      state += 2 * count;
    }
  }

  /** Writes y = h (m). */
  protected abstract output(t: number, q: Float64Array, lambda: Float64Array, y: Float64Array): void;
  /** Writes H (m x equations). */
  protected abstract jacobian(t: number, q: Float64Array, lambda: Float64Array, H: Float64Array): void;
  /** Adds dh/dt (m) where h depends on t. */
  protected addRate?(t: number, q: Float64Array, y: Float64Array): void;
  /** Writes D = dh/dlambda (m x m) where h depends on lambda. */
  protected compliance?(t: number, q: Float64Array, lambda: Float64Array, D: Float64Array): void;

  linearize(
    t: number,
    x: Float64Array,
    lambda: Float64Array,
    out: RelationLinearization,
    level: number,
  ): void {
    const { m, n } = this;
    const size = this.equations;
    const [q, v, H] = [this.#q, this.#v, this.#H];
    for (let k = 0; k < size; k++) {
      q[k] = x[this.#placeQ[k]!]!;
      v[k] = x[this.#placeV[k]!]!;
    }
    this.jacobian(t, q, lambda, H);
    out.C.fill(0);
    out.D.fill(0);
    out.K.fill(0);
    if (level === 0) {
      this.output(t, q, lambda, out.y);
      this.compliance?.(t, q, lambda, out.D);
    } else {
      this.#rate(t, q, v, H, out.y);
      if (!this.linearOutput) this.#addCurvature(t, q, v, lambda, out.C);
    }
    const place = level === 0 ? this.#placeQ : this.#placeV;
    for (let k = 0; k < size; k++) {
      let sum = 0;
      for (let i = 0; i < m; i++) {
        const entry = H[i * size + k]!;
        out.C[i * n + place[k]!]! += entry;
        out.B[k * m + i] = entry;
        sum += entry * lambda[i]!;
      }
      out.r[k] = sum;
    }
  }

  /** y' = H v + dh/dt. */
  #rate(t: number, q: Float64Array, v: Float64Array, H: Float64Array, y: Float64Array): void {
    const size = this.equations;
    for (let i = 0; i < this.m; i++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += H[i * size + k]! * v[k]!;
      y[i] = sum;
    }
    this.addRate?.(t, q, y);
  }

  #addCurvature(t: number, q: Float64Array, v: Float64Array, lambda: Float64Array, C: Float64Array): void {
    const { m, n } = this;
    const size = this.equations;
    const H = new Float64Array(m * size);
    const rate = (at: Float64Array, y: Float64Array): void => {
      this.jacobian(t, at, lambda, H);
      this.#rate(t, at, v, H, y);
    };
    differenceJacobian(m, q.slice(), rate, this.#byQ);
    for (let i = 0; i < m; i++) {
      for (let k = 0; k < size; k++) C[i * n + this.#placeQ[k]!]! += this.#byQ[i * size + k]!;
    }
  }
}
