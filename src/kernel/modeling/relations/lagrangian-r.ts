/**
 * Nonlinear relations of Lagrangian systems, [intro] (36), (40), (44), [notes] 10.1:
 *
 *     scleronomous  y = h(q, z),          y' = H v,             p = H^T lambda
 *     rheonomous    y = h(t, q, z),       y' = H v + dh/dt,     p = H^T lambda
 *     compliant     y = h(q, lambda, z),  G0 = dh/dq, G1 = dh/dlambda,   p = G0^T lambda   (a force, at level 0)
 *
 * Jacobians that are not given are taken by central differences, and the notes say so.
 */
import { differenceJacobian } from '../finite-differences.js';
import { checkFinite } from '../model-error.js';
import { LagrangianRelation, type Coordinates } from './lagrangian-relation.js';

export interface ScleronomousFunctions {
  /** Writes y (m) from the coordinates of all linked systems. */
  readonly h: (q: Float64Array, out: Float64Array, z: Float64Array) => void;
  /** Writes H = dh/dq, m x coordinates row-major; central differences when absent. */
  readonly H?: (q: Float64Array, out: Float64Array, z: Float64Array) => void;
  readonly z?: Float64Array;
}

export class LagrangianScleronomousR extends LagrangianRelation {
  readonly name = 'LagrangianScleronomousR';

  /** Takes the rows and the coordinates of the linked systems. */
  constructor(
    m: number,
    coordinates: Coordinates,
    private readonly functions: ScleronomousFunctions,
  ) {
    super(m, coordinates, {
      levels: [0, 1],
      ...(functions.z && { z: functions.z }),
      notes: functions.H
        ? []
        : ['LagrangianScleronomousR: the Jacobian of h is taken by central differences'],
    });
  }

  protected output(t: number, q: Float64Array, _lambda: Float64Array, y: Float64Array): void {
    y.fill(NaN);
    this.functions.h(q, y, this.z);
    checkFinite(this.name, 'h(q, out, z)', t, y);
  }

  protected jacobian(t: number, q: Float64Array, _lambda: Float64Array, H: Float64Array): void {
    const { h, H: given } = this.functions;
    H.fill(0);
    if (given) given(q, H, this.z);
    else differenceJacobian(this.m, q.slice(), (at, y) => h(at, y, this.z), H);
    checkFinite(this.name, 'the Jacobian of h', t, H);
  }
}

export interface RheonomousFunctions {
  readonly h: (t: number, q: Float64Array, out: Float64Array, z: Float64Array) => void;
  readonly H?: (t: number, q: Float64Array, out: Float64Array, z: Float64Array) => void;
  /** Writes dh/dt (m); a central difference when absent. */
  readonly hDot?: (t: number, q: Float64Array, out: Float64Array, z: Float64Array) => void;
  readonly z?: Float64Array;
}

export class LagrangianRheonomousR extends LagrangianRelation {
  readonly name = 'LagrangianRheonomousR';
  readonly #rate: Float64Array;

  constructor(
    m: number,
    coordinates: Coordinates,
    private readonly functions: RheonomousFunctions,
  ) {
    super(m, coordinates, {
      levels: [0, 1],
      ...(functions.z && { z: functions.z }),
      notes: [
        ...(functions.H ? [] : ['LagrangianRheonomousR: the Jacobian of h is taken by central differences']),
        ...(functions.hDot ? [] : ['LagrangianRheonomousR: dh/dt is taken by a central difference']),
      ],
    });
    this.#rate = new Float64Array(m);
  }

  protected output(t: number, q: Float64Array, _lambda: Float64Array, y: Float64Array): void {
    y.fill(NaN);
    this.functions.h(t, q, y, this.z);
    checkFinite(this.name, 'h(t, q, out, z)', t, y);
  }

  protected jacobian(t: number, q: Float64Array, _lambda: Float64Array, H: Float64Array): void {
    const { h, H: given } = this.functions;
    H.fill(0);
    if (given) given(t, q, H, this.z);
    else differenceJacobian(this.m, q.slice(), (at, y) => h(t, at, y, this.z), H);
    checkFinite(this.name, 'the Jacobian of h', t, H);
  }

  protected override addRate(t: number, q: Float64Array, y: Float64Array): void {
    const { h, hDot } = this.functions;
    const rate = this.#rate;
    rate.fill(NaN);
    if (hDot) hDot(t, q, rate, this.z);
    else differenceJacobian(this.m, Float64Array.of(t), (at, value) => h(at[0]!, q, value, this.z), rate);
    checkFinite(this.name, 'dh/dt', t, rate);
    for (let i = 0; i < rate.length; i++) y[i]! += rate[i]!;
  }
}

export interface CompliantFunctions {
  readonly h: (q: Float64Array, lambda: Float64Array, out: Float64Array, z: Float64Array) => void;
  readonly G0?: (q: Float64Array, lambda: Float64Array, out: Float64Array, z: Float64Array) => void;
  readonly G1?: (q: Float64Array, lambda: Float64Array, out: Float64Array, z: Float64Array) => void;
  readonly z?: Float64Array;
}

export class LagrangianCompliantR extends LagrangianRelation {
  readonly name = 'LagrangianCompliantR';

  constructor(
    m: number,
    coordinates: Coordinates,
    private readonly functions: CompliantFunctions,
  ) {
    super(m, coordinates, {
      levels: [0],
      ...(functions.z && { z: functions.z }),
      notes:
        functions.G0 && functions.G1
          ? []
          : ['LagrangianCompliantR: the Jacobians of h are taken by central differences'],
    });
  }

  protected output(t: number, q: Float64Array, lambda: Float64Array, y: Float64Array): void {
    y.fill(NaN);
    this.functions.h(q, lambda, y, this.z);
    checkFinite(this.name, 'h(q, lambda, out, z)', t, y);
  }

  protected jacobian(t: number, q: Float64Array, lambda: Float64Array, H: Float64Array): void {
    const { h, G0 } = this.functions;
    H.fill(0);
    if (G0) G0(q, lambda, H, this.z);
    else differenceJacobian(this.m, q.slice(), (at, y) => h(at, lambda, y, this.z), H);
    checkFinite(this.name, 'dh/dq', t, H);
  }

  protected override compliance(t: number, q: Float64Array, lambda: Float64Array, D: Float64Array): void {
    const { h, G1 } = this.functions;
    D.fill(0);
    if (G1) G1(q, lambda, D, this.z);
    else differenceJacobian(this.m, lambda.slice(), (at, y) => h(q, at, y, this.z), D);
    checkFinite(this.name, 'dh/dlambda', t, D);
  }
}
