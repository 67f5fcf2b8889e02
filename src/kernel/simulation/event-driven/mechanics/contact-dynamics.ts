/**
 * Mechanical systems between two events, [lecture] 1: rows of a set A are held (contacts that stay closed, joints, contacts that
 * stick), friction rows of a set S slide with lambda at its bound,
 *
 *     M v' = F + H^T lambda,      y_A'' = H_A v' + b_A = 0,      b = d/dt (H v + dh/dt) at v' = 0,
 *
 * so W = H M^-1 H^T and H M^-1 F + b give lambda (`held-forces.ts`). b is zero for relations with constant Jacobian, otherwise
 * a central difference along the motion. Cost of a derivative: the factors of each M, one solve a row.
 */
import { factorLU, solveLU } from '../../../../numerics/dense/lu.js';
import type { OdeProblem } from '../../../../numerics/ode/step-method.js';
import { LagrangianRelation } from '../../../modeling/relations/lagrangian-relation.js';
import { ModelError } from '../../../modeling/model-error.js';
import { ModelLayout, type PlacedLink } from '../../../modeling/model-layout.js';
import type { NonSmoothDynamicalSystem } from '../../../modeling/nonsmooth-dynamical-system.js';
import {
  relationLinearization,
  type Relation,
  type RelationLinearization,
} from '../../../modeling/relations/relation.js';
import { isSecondOrder, type SecondOrderSystem } from '../../../modeling/systems/second-order-system.js';
import { ContactRows, rowMode } from './contact-rows.js';
import { heldForces } from './held-forces.js';

interface Body {
  readonly system: SecondOrderSystem;
  readonly start: number;
  readonly equation: number;
  readonly M: Float64Array;
  readonly pivots: Int32Array;
  readonly work: Float64Array;
  readonly T: Float64Array;
}

interface Contact {
  readonly relation: Relation;
  readonly row: number;
  readonly place: Int32Array;
  readonly equations: Int32Array;
  readonly x: Float64Array;
  readonly at: RelationLinearization;
  readonly curved: boolean;
}

/** cbrt(eps): balances truncation and rounding of a central difference. */
const differenceStep = Math.cbrt(Number.EPSILON);

export class ContactDynamics implements OdeProblem {
  readonly n: number;
  readonly m: number;
  readonly equations: number;
  readonly x0: Float64Array;
  readonly rows: ContactRows;
  readonly links: readonly PlacedLink[];
  /** H and M^-1 H^T of the last `linearize`, m x equations and equations x m. */
  readonly H: Float64Array;
  readonly response: Float64Array;
  /** H M^-1 H^T, m x m, and y'' without multipliers, m. */
  readonly W: Float64Array;
  readonly freeAcceleration: Float64Array;
  readonly #bodies: readonly Body[];
  readonly #contacts: readonly Contact[];
  readonly #F: Float64Array;
  readonly #column: Float64Array;
  readonly #lambda: Float64Array;
  readonly #moved: Float64Array;

  /** Throws `ModelError` where a system is not mechanical, or a law is not one of contacts without friction or joints. */
  constructor(nsds: NonSmoothDynamicalSystem) {
    const layout = new ModelLayout(nsds);
    const { n, m, equations } = layout;
    [this.n, this.m, this.equations, this.x0] = [n, m, equations, layout.x0];
    this.rows = new ContactRows(layout);
    this.links = layout.links;
    this.#bodies = layout.systems.map(({ system, start, equation }, k) => {
      if (!isSecondOrder(system) || system.boundary) {
        throw new ModelError(
          `LagrangianFlow: ${system.name} (system ${k} of the model) is no mechanical system with free velocities; ` +
            'TimeStepping takes it',
        );
      }
      const { equations: e, coordinates: c } = system;
      return {
        ...{ system, start, equation, M: new Float64Array(e * e), pivots: new Int32Array(e) },
        ...{ work: new Float64Array(2 * e), T: new Float64Array(c * e) },
      };
    });
    this.#contacts = layout.links.map(({ interaction, row, place, equations: own }) => {
      const { relation } = interaction;
      const curved = !(relation instanceof LagrangianRelation && relation.linearOutput);
      const at = relationLinearization(relation.n, relation.m, own.length);
      return { relation, row, place, equations: own, x: new Float64Array(relation.n), at, curved };
    });
    this.H = new Float64Array(m * equations);
    this.response = new Float64Array(equations * m);
    this.W = new Float64Array(m * m);
    this.freeAcceleration = new Float64Array(m);
    this.#F = new Float64Array(equations);
    this.#column = new Float64Array(equations);
    this.#lambda = new Float64Array(m);
    this.#moved = new Float64Array(n);
  }

  /** Writes y (level 0) or y' (level 1), m. */
  output(level: 0 | 1, t: number, x: Float64Array, y: Float64Array): void {
    for (const contact of this.#contacts) {
      for (let j = 0; j < contact.place.length; j++) contact.x[j] = x[contact.place[j]!]!;
      contact.relation.linearize(
        t,
        contact.x,
        this.#lambda.subarray(0, contact.relation.m),
        contact.at,
        level,
      );
      y.set(contact.at.y, contact.row);
    }
  }

  /** q' into `out`, and v' without multipliers into `out` behind it. */
  #free(t: number, x: Float64Array, out: Float64Array): void {
    for (const { system, start, equation, M, pivots, work, T } of this.#bodies) {
      const { coordinates: c, equations: e } = system;
      const q = x.subarray(start, start + c);
      const v = x.subarray(start + c, start + c + e);
      system.massMatrix(q, M);
      if (factorLU(e, M, pivots, work) >= 0)
        throw new ModelError(`${system.name}: the mass matrix is singular at t = ${t} s`);
      const F = this.#F.subarray(equation, equation + e);
      system.forces(t, q, v, F);
      solveLU(e, M, pivots, F, F);
      if (system.rates) {
        system.rates(q, T);
        for (let i = 0; i < c; i++) {
          let sum = 0;
          for (let j = 0; j < e; j++) sum += T[i * e + j]! * v[j]!;
          out[start + i] = sum;
        }
      } else {
        for (let i = 0; i < c; i++) out[start + i] = v[i]!;
      }
      for (let i = 0; i < e; i++) out[start + c + i] = F[i]!;
    }
  }

  /** Fills H, the response, W and y'' without multipliers at (t, x); v' without them is left in `out`. */
  linearize(t: number, x: Float64Array, out: Float64Array): void {
    const { m, equations, H, response, W } = this;
    this.#free(t, x, out);
    H.fill(0);
    for (const { relation, row, place, equations: own, x: local, at } of this.#contacts) {
      for (let j = 0; j < place.length; j++) local[j] = x[place[j]!]!;
      relation.linearize(t, local, this.#lambda.subarray(0, relation.m), at, 1);
      for (let i = 0; i < relation.m; i++) {
        for (let j = 0; j < own.length; j++) H[(row + i) * equations + own[j]!]! += at.B[j * relation.m + i]!;
      }
    }
    const column = this.#column;
    for (let i = 0; i < m; i++) {
      column.set(H.subarray(i * equations, (i + 1) * equations));
      for (const { system, equation, M, pivots } of this.#bodies) {
        const part = column.subarray(equation, equation + system.equations);
        solveLU(system.equations, M, pivots, part, part);
      }
      for (let j = 0; j < equations; j++) response[j * m + i] = column[j]!;
    }
    for (let i = 0; i < m; i++) {
      let sum = 0;
      for (let j = 0; j < equations; j++) sum += H[i * equations + j]! * this.#F[j]!;
      this.freeAcceleration[i] = sum;
      for (let k = 0; k < m; k++) {
        let w = 0;
        for (let j = 0; j < equations; j++) w += H[i * equations + j]! * response[j * m + k]!;
        W[i * m + k] = w;
      }
    }
    this.#addBias(t, x, out);
  }

  /** b: the change of y' along q' with the velocities held. */
  #addBias(t: number, x: Float64Array, rates: Float64Array): void {
    if (!this.#contacts.some(({ curved }) => curved)) return;
    const step = differenceStep * Math.max(1, Math.abs(t));
    const [ahead, behind] = [new Float64Array(this.m), new Float64Array(this.m)];
    for (const [sign, y] of [
      [1, ahead],
      [-1, behind],
    ] as const) {
      this.#moved.set(x);
      for (const { system, start } of this.#bodies) {
        for (let i = start; i < start + system.coordinates; i++) this.#moved[i]! += sign * step * rates[i]!;
      }
      this.output(1, t + sign * step, this.#moved, y);
    }
    for (const { row, relation, curved } of this.#contacts) {
      if (!curved) continue;
      for (let i = row; i < row + relation.m; i++)
        this.freeAcceleration[i]! += (ahead[i]! - behind[i]!) / (2 * step);
    }
  }

  derivative(t: number, x: Float64Array, out: Float64Array): void {
    if (this.#isFree()) {
      this.#free(t, x, out);
      return;
    }
    this.linearize(t, x, out);
    heldForces(this.rows, this.W, this.freeAcceleration, this.#lambda);
    this.addAcceleration(this.#lambda, out);
    this.#lambda.fill(0);
  }

  /** Writes lambda (m) of the present modes at (t, x); zero of free rows. */
  multipliers(t: number, x: Float64Array, lambda: Float64Array): void {
    lambda.fill(0);
    if (this.#isFree()) return;
    this.linearize(t, x, new Float64Array(this.n));
    heldForces(this.rows, this.W, this.freeAcceleration, lambda);
  }

  #isFree(): boolean {
    return this.rows.mode.every((mode) => mode === rowMode.free);
  }

  /** Adds M^-1 H^T lambda to the velocities' places in `out`: forces to v', impulses to v. */
  addAcceleration(lambda: Float64Array, out: Float64Array): void {
    for (const { system, start, equation } of this.#bodies) {
      const first = start + system.coordinates;
      for (let j = 0; j < system.equations; j++) {
        let sum = 0;
        for (let i = 0; i < this.m; i++) sum += this.response[(equation + j) * this.m + i]! * lambda[i]!;
        out[first + j]! += sum;
      }
    }
  }

  /** Brings coordinates back to their set. */
  normalize(x: Float64Array): void {
    for (const { system, start } of this.#bodies)
      system.normalize?.(x.subarray(start, start + system.coordinates));
  }
}
