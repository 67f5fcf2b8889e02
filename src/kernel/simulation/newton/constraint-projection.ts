/**
 * Projection onto constraints, [notes] 13. A scheme of velocities leaves coordinates q~ that violate
 *
 *     h_E(q) = 0  (joints),      h_I(q) >= 0  (contacts, their normal rows),      |p| = 1  (quaternions).
 *
 * With C = dh/dq and corrections dq = N Lambda, until all of them hold to `tolerance`,
 *
 *     0 = h_E + (C N Lambda)_E,      0 <= h_I + (C N Lambda)_I  _|_  Lambda_I >= 0      (13.4)-(13.6)
 *
 *     "kinetic"      N = T M^-1 (C T)^T          the least correction in the metric of the kinetic energy: what acts between
 *                                                two systems leaves their common centre of mass where it is [Acary 2013]
 *     "velocities"   N = T (T^T T)^-1 (C T)^T    (13.12)
 *     "coordinates"  N = C^T                     (13.3), |p| - 1 being one of the h_E (13.7)
 *
 * In the first two dq is tangential to |p| = 1; p is brought back to it after each correction, so that h is met there. Contacts
 * take part from where they are first violated on. Converges quadratically for q~ near the set (the step is small), linearly
 * where constraints are redundant; what contradicts itself is an error that names the interactions. Cost: dense in the rows
 * that take part.
 */
import { factorLU, solveLU } from '../../../numerics/dense/lu.js';
import { solveMlcp } from '../../../numerics/mlcp/solve-mlcp.js';
import { ModelError } from '../../modeling/model-error.js';
import { boxesOf } from '../../modeling/laws/nonsmooth-law.js';
import {
  levelsOf,
  relationLinearization,
  type RelationLinearization,
} from '../../modeling/relations/relation.js';
import { isSecondOrder, type SecondOrderSystem } from '../../modeling/systems/second-order-system.js';
import { nameOfRow, type PlacedSystem } from '../../modeling/model-layout.js';
import type { NewtonModel, PlacedInteraction } from './newton-model.js';

export type ProjectionMetric = 'kinetic' | 'velocities' | 'coordinates';

export interface ProjectionLimits {
  readonly metric: ProjectionMetric;
  /** Violations up to this are none, in the unit of y (m). */
  readonly tolerance: number;
  /** Corrections of one step; from a step away 2 to 4 do. */
  readonly maxIterations: number;
}

/** Constraints of one interaction. */
interface Constraints {
  readonly placed: PlacedInteraction;
  readonly at: RelationLinearization;
  /** Rows of it that are constraints on positions, and which of them are joints. */
  readonly rows: readonly { readonly local: number; readonly joint: boolean }[];
}

/** One constraint at the present q: its value and its gradient over all states. */
interface Constraint {
  readonly row: number;
  readonly joint: boolean;
  readonly value: number;
  readonly gradient: Float64Array;
}

/** Part of the diagonal that is added where W is singular and its rows agree only in the limit (redundant joints). */
const redundancy = 1e-12;

export class ConstraintProjection {
  readonly #constraints: readonly Constraints[];
  readonly #bodies: readonly PlacedSystem<SecondOrderSystem>[];
  /** 1 by row: it has been violated in this step. */
  readonly #violated: Uint8Array;
  /** Sum of the corrections' multipliers of a step, a row. */
  readonly #pushes: Float64Array;

  /** Throws `ModelError` where the model has no constraint that is stated at the level of velocities. */
  constructor(
    private readonly model: NewtonModel,
    readonly limits: ProjectionLimits,
  ) {
    this.#constraints = model.interactions.flatMap(constraintsOf);
    if (this.#constraints.length === 0) {
      throw new ModelError(
        'projection: the model has no contact or joint that its integrator states at the level of velocities; ' +
          'leave projection out, or take MoreauJeanOSI',
      );
    }
    const bodies = new Set(this.#constraints.flatMap(({ placed }) => placed.systemIndices));
    this.#bodies = [...bodies].map((index) => secondOrder(model.systems[index]!, limits.metric));
    this.#violated = new Uint8Array(model.m);
    this.#pushes = new Float64Array(model.m);
  }

  /** Brings the coordinates in x (n) to where all constraints hold at t; returns the rows that were pushed, 1 each. */
  apply(t: number, x: Float64Array): Uint8Array {
    const { maxIterations } = this.limits;
    this.#violated.fill(0);
    this.#pushes.fill(0);
    for (let iteration = 0; ; iteration++) {
      const constraints = this.#read(t, x);
      const worst = this.#worst(constraints);
      if (!worst) return Uint8Array.from(this.#pushes, (push) => (push === 0 ? 0 : 1));
      if (iteration === maxIterations) throw this.#failure(t, constraints);
      this.#correct(t, x, constraints);
    }
  }

  #read(t: number, x: Float64Array): Constraint[] {
    const { n } = this.model;
    const { metric } = this.limits;
    const read: Constraint[] = [];
    for (const { placed, at, rows } of this.#constraints) {
      const { interaction, place, row, x: local } = placed;
      const { relation } = interaction;
      for (let j = 0; j < place.length; j++) local[j] = x[place[j]!]!;
      relation.linearize(t, local, new Float64Array(relation.m), at, 0);
      for (const { local: i, joint } of rows) {
        const gradient = new Float64Array(n);
        for (let j = 0; j < place.length; j++) gradient[place[j]!]! += at.C[i * place.length + j]!;
        read.push({ row: row + i, joint, value: at.y[i]!, gradient });
      }
    }
    if (metric !== 'coordinates') return read;
    for (const { system, start } of this.#bodies) {
      if (!system.unitConstraint) continue;
      const gradient = new Float64Array(n);
      const end = start + system.coordinates;
      const value = system.unitConstraint(x.subarray(start, end), gradient.subarray(start, end));
      read.push({ row: -1, joint: true, value, gradient });
    }
    return read;
  }

  /** The constraint farthest from being met; undefined where all are. */
  #worst(constraints: readonly Constraint[]): Constraint | undefined {
    let [worst, size]: [Constraint | undefined, number] = [undefined, this.limits.tolerance];
    for (const constraint of constraints) {
      const { row, joint, value } = constraint;
      const violation = joint ? Math.abs(value) : -value;
      if (violation <= this.limits.tolerance) continue;
      if (row >= 0) this.#violated[row] = 1;
      if (violation > size || Number.isNaN(violation)) [worst, size] = [constraint, violation];
    }
    return worst;
  }

  /** One correction; of contacts those that were violated since the step began. */
  #correct(t: number, x: Float64Array, all: readonly Constraint[]): void {
    const part = all.filter(({ row, joint }) => joint || this.#violated[row] === 1);
    const columns = this.#responses(t, x, part);
    const n = part.length;
    const M = new Float64Array(n * n);
    part.forEach(({ gradient }, i) =>
      columns.forEach((column, j) => {
        let sum = 0;
        for (let k = 0; k < gradient.length; k++) if (gradient[k] !== 0) sum += gradient[k]! * column[k]!;
        M[i * n + j] = sum;
      }),
    );
    const q = Float64Array.from(part, ({ value }) => value);
    const Lambda = this.#solve(M, q, part);
    if (!Lambda) throw this.#failure(t, all);
    part.forEach(({ row }, i) => {
      const push = Lambda[i]!;
      if (push === 0) return;
      if (row >= 0) this.#pushes[row]! += Math.abs(push);
      const column = columns[i]!;
      for (let k = 0; k < column.length; k++) x[k]! += push * column[k]!;
    });
    for (const { system, start } of this.#bodies)
      system.normalize?.(x.subarray(start, start + system.coordinates));
  }

  #solve(M: Float64Array, q: Float64Array, part: readonly Constraint[]): Float64Array | undefined {
    const n = q.length;
    const equality = Uint8Array.from(part, ({ joint }) => (joint ? 1 : 0));
    const Lambda = new Float64Array(n);
    const w = new Float64Array(n);
    if (solveMlcp({ n, M, q, equality }, Lambda, w).status === 'solved') return Lambda;
    let largest = 0;
    for (let i = 0; i < n; i++) largest = Math.max(largest, M[i * n + i]!);
    for (let i = 0; i < n; i++) M[i * n + i]! += redundancy * largest;
    return solveMlcp({ n, M, q, equality }, Lambda, w).status === 'solved' ? Lambda : undefined;
  }

  /** N, a column over all states for each constraint. */
  #responses(t: number, x: Float64Array, part: readonly Constraint[]): Float64Array[] {
    const columns = part.map(() => new Float64Array(x.length));
    for (const { system, start } of this.#bodies) {
      const { coordinates: c, equations: e } = system;
      const place = (column: Float64Array): Float64Array => column.subarray(start, start + c);
      if (this.limits.metric === 'coordinates') {
        part.forEach(({ gradient }, i) => place(columns[i]!).set(place(gradient)));
        continue;
      }
      const { T, A, pivots } = this.#metricOf(t, system, x.subarray(start, start + c));
      const byV = new Float64Array(e);
      part.forEach(({ gradient }, i) => {
        const own = place(gradient);
        for (let j = 0; j < e; j++) {
          byV[j] = 0;
          for (let k = 0; k < c; k++) byV[j]! += own[k]! * T[k * e + j]!;
        }
        for (const j of system.boundary?.equations ?? []) byV[j] = 0;
        solveLU(e, A, pivots, byV, byV);
        const column = place(columns[i]!);
        for (let k = 0; k < c; k++) for (let j = 0; j < e; j++) column[k]! += T[k * e + j]! * byV[j]!;
      });
    }
    return columns;
  }

  /** T and the factors of M or T^T T, prescribed velocities taken out of it. */
  #metricOf(
    t: number,
    system: SecondOrderSystem,
    q: Float64Array,
  ): { readonly T: Float64Array; readonly A: Float64Array; readonly pivots: Int32Array } {
    const { coordinates: c, equations: e } = system;
    const T = new Float64Array(c * e);
    if (system.rates) system.rates(q, T);
    else for (let k = 0; k < e; k++) T[k * e + k] = 1;
    const A = new Float64Array(e * e);
    if (this.limits.metric === 'kinetic') {
      system.massMatrix(q, A);
    } else {
      for (let i = 0; i < e; i++)
        for (let j = 0; j < e; j++)
          for (let k = 0; k < c; k++) A[i * e + j]! += T[k * e + i]! * T[k * e + j]!;
    }
    for (const held of system.boundary?.equations ?? []) {
      for (let j = 0; j < e; j++) A[held * e + j] = A[j * e + held] = j === held ? 1 : 0;
    }
    const pivots = new Int32Array(e);
    if (factorLU(e, A, pivots, new Float64Array(2 * e)) >= 0) {
      throw new ModelError(`${system.name}: the mass matrix is singular at t = ${t} s`);
    }
    return { T, A, pivots };
  }

  #failure(t: number, constraints: readonly Constraint[]): ModelError {
    const { tolerance } = this.limits;
    const named = constraints.flatMap(({ row, joint, value }) => {
      if (!((joint ? Math.abs(value) : -value) > tolerance)) return [];
      if (row < 0) return [`|p| - 1 = ${value}`];
      return [`${nameOfRow(this.model.interactions, row)}: y = ${value}`];
    });
    return new ModelError(
      `projection: no positions were found at t = ${t} s that meet all constraints (${named.slice(0, 4).join('; ')}); ` +
        'they contradict each other, or q0 is too far from them',
    );
  }
}

function constraintsOf(placed: PlacedInteraction): Constraints[] {
  const { interaction, level } = placed;
  const { relation, law } = interaction;
  if (level !== 1 || !levelsOf(relation).includes(0)) return [];
  const { row, lower, upper } = boxesOf(law);
  const rows = [...row].flatMap((local, a) => {
    const friction = (law.coulomb ?? []).some(({ first, size }) => first < local && local < first + size);
    if (friction || upper[a] !== Infinity || (lower[a] !== 0 && lower[a] !== -Infinity)) return [];
    return [{ local, joint: lower[a] === -Infinity }];
  });
  if (rows.length === 0) return [];
  return [{ placed, at: relationLinearization(relation.n, relation.m, placed.equations.length), rows }];
}

function secondOrder(
  { system, start, equation }: PlacedSystem,
  metric: ProjectionMetric,
): PlacedSystem<SecondOrderSystem> {
  if (!isSecondOrder(system)) throw new ModelError(`projection: ${system.name} has no positions`);
  if (metric === 'coordinates' && system.boundary) {
    throw new ModelError(
      `projection: ${system.name} has prescribed velocities, which the metric "coordinates" would move; take "kinetic"`,
    );
  }
  return { system, start, equation };
}
