/**
 * Relations of one or two rigid bodies, [notes] 11.1.2, 12: states (x, p, v, Omega), thirteen each, one body after another,
 *
 *     u = G(q) v  at level 1,      reaction G^T lambda on (v, Omega),      y at level 0.
 *
 * A subclass writes y, its Jacobian by the coordinates and G; the derivative of G v by the coordinates is taken by central
 * differences. The derivative of G^T lambda is left out as in [notes] 11.2.3.
 */
import { differenceJacobian } from '../finite-differences.js';
import { ModelError } from '../model-error.js';
import type { Relation, RelationLinearization } from './relation.js';

/** States, coordinates and velocities of a body. */
const STATES = 13;
const COORDINATES = 7;
const VELOCITIES = 6;

export abstract class NewtonEulerRelation implements Relation {
  abstract readonly name: string;
  readonly n: number;
  readonly equations: number;
  readonly levels = [0, 1];
  readonly couplesStates = false;
  readonly z: Float64Array;
  readonly notes: readonly string[];
  readonly #q: Float64Array;
  readonly #G: Float64Array;
  readonly #Gmoved: Float64Array;
  readonly #H: Float64Array;
  readonly #byQ: Float64Array;

  constructor(
    readonly m: number,
    readonly bodies: 1 | 2,
    z?: Float64Array,
    notes: readonly string[] = [],
  ) {
    if ((bodies as number) !== 1 && (bodies as number) !== 2) {
      throw new ModelError(`${new.target.name}: it links ${String(bodies)} bodies; it takes one or two`);
    }
    this.n = STATES * bodies;
    this.equations = VELOCITIES * bodies;
    this.z = z ?? new Float64Array(0);
    this.notes = notes;
    this.#q = new Float64Array(COORDINATES * bodies);
    this.#G = new Float64Array(m * this.equations);
    this.#Gmoved = new Float64Array(m * this.equations);
    this.#H = new Float64Array(m * COORDINATES * bodies);
    this.#byQ = new Float64Array(m * COORDINATES * bodies);
  }

  /** Writes y (m) from the coordinates of the bodies (7 each). */
  protected abstract output(q: Float64Array, y: Float64Array): void;
  /** Writes dy/dq (m x 7 bodies). */
  protected abstract jacobian(q: Float64Array, H: Float64Array): void;
  /** Writes G (m x 6 bodies). */
  protected abstract velocityJacobian(q: Float64Array, G: Float64Array): void;

  linearize(
    _t: number,
    x: Float64Array,
    lambda: Float64Array,
    out: RelationLinearization,
    level: number,
  ): void {
    const { m, n, bodies, equations } = this;
    const [q, G, H] = [this.#q, this.#G, this.#H];
    for (let b = 0; b < bodies; b++) {
      for (let k = 0; k < COORDINATES; k++) q[COORDINATES * b + k] = x[STATES * b + k]!;
    }
    this.velocityJacobian(q, G);
    out.C.fill(0);
    out.D.fill(0);
    out.K.fill(0);
    if (level === 0) {
      this.output(q, out.y);
      this.jacobian(q, H);
    } else {
      this.#rate(G, x, out.y);
      const moved = (at: Float64Array, y: Float64Array): void => {
        this.velocityJacobian(at, this.#Gmoved);
        this.#rate(this.#Gmoved, x, y);
      };
      differenceJacobian(m, q.slice(), moved, this.#byQ);
    }
    const byQ = level === 0 ? H : this.#byQ;
    for (let i = 0; i < m; i++) {
      for (let b = 0; b < bodies; b++) {
        const [row, from] = [i * n + STATES * b, i * COORDINATES * bodies + COORDINATES * b];
        for (let k = 0; k < COORDINATES; k++) out.C[row + k] = byQ[from + k]!;
        if (level === 0) continue;
        const own = i * equations + VELOCITIES * b;
        for (let k = 0; k < VELOCITIES; k++) out.C[row + COORDINATES + k] = G[own + k]!;
      }
    }
    for (let k = 0; k < equations; k++) {
      let sum = 0;
      for (let i = 0; i < m; i++) {
        out.B[k * m + i] = G[i * equations + k]!;
        sum += G[i * equations + k]! * lambda[i]!;
      }
      out.r[k] = sum;
    }
  }

  #rate(G: Float64Array, x: Float64Array, y: Float64Array): void {
    for (let i = 0; i < this.m; i++) {
      let sum = 0;
      for (let b = 0; b < this.bodies; b++) {
        for (let k = 0; k < VELOCITIES; k++) {
          sum += G[i * this.equations + VELOCITIES * b + k]! * x[STATES * b + COORDINATES + k]!;
        }
      }
      y[i] = sum;
    }
  }
}
