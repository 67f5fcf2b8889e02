/**
 * Joints of rigid bodies as bilateral constraints h(q) = 0, [notes] 11.1.2, to be linked with `EqualityConditionNSL`: with
 * the points a and axes d given in the frame of each body (of the ground, where there is one body)
 *
 *     pivot      x1 + R1 a1 - x2 - R2 a2 = 0                                       3 rows
 *     hinge      the pivot, and R1 d1 perpendicular to two axes of body 2            5 rows
 *     slider     x1 - x2 - R2 c perpendicular to two axes of body 2,
 *                the axes of body 1 perpendicular to those of body 2 pair by pair      5 rows
 *
 * G = (dh/dq) T(q). Any other h goes with `NewtonEulerR`. Derivatives of R x are those of `numerics/quaternion.ts`.
 */
import { quaternionRates, rotatedDerivative, rotationMatrix } from '../../../numerics/quaternion.js';
import { differenceJacobian } from '../finite-differences.js';
import { checkSize, ModelError } from '../model-error.js';
import { localAxes } from './newton-euler-contact-r.js';
import { NewtonEulerRelation } from './newton-euler-relation.js';

/** Writes y (m), or dy/dq (m x 7 bodies), from the coordinates of the bodies. */
export type ConstraintFunction = (q: Float64Array, out: Float64Array, z: Float64Array) => void;

export class NewtonEulerR extends NewtonEulerRelation {
  readonly name: string;
  readonly #Psi = new Float64Array(12);
  readonly #H: Float64Array;

  /** Takes the rows, the number of bodies, h and, where there is one, its Jacobian. */
  constructor(
    m: number,
    bodies: 1 | 2,
    private readonly h: ConstraintFunction,
    private readonly options: { readonly H?: ConstraintFunction; readonly z?: Float64Array } = {},
    name = 'NewtonEulerR',
  ) {
    super(
      m,
      bodies,
      options.z,
      options.H ? [] : [`${name}: the Jacobian of h is taken by central differences`],
    );
    this.name = name;
    this.#H = new Float64Array(m * 7 * bodies);
  }

  protected output(q: Float64Array, y: Float64Array): void {
    y.fill(NaN);
    this.h(q, y, this.z);
    const at = y.findIndex((value) => !Number.isFinite(value));
    if (at >= 0)
      throw new ModelError(`${this.name}: h(q, out, z) wrote ${y[at]} into entry ${at} of ${this.m}`);
  }

  protected jacobian(q: Float64Array, H: Float64Array): void {
    H.fill(0);
    if (this.options.H) this.options.H(q, H, this.z);
    else differenceJacobian(this.m, q.slice(), (at, y) => this.h(at, y, this.z), H);
  }

  protected velocityJacobian(q: Float64Array, G: Float64Array): void {
    const { m, bodies, equations } = this;
    const H = this.#H;
    this.jacobian(q, H);
    for (let b = 0; b < bodies; b++) {
      quaternionRates(q, this.#Psi, 7 * b + 3);
      for (let i = 0; i < m; i++) {
        const [from, to] = [i * 7 * bodies + 7 * b, i * equations + 6 * b];
        for (let k = 0; k < 3; k++) {
          G[to + k] = H[from + k]!;
          let sum = 0;
          for (let j = 0; j < 4; j++) sum += H[from + 3 + j]! * this.#Psi[3 * j + k]!;
          G[to + 3 + k] = sum;
        }
      }
    }
  }
}

/** The frame of body b, or of the ground where there is none. */
class BodyFrame {
  readonly #R = new Float64Array(9);
  readonly #D = new Float64Array(12);

  constructor(
    private readonly index: number,
    private readonly bodies: number,
  ) {}

  get isGround(): boolean {
    return this.index >= this.bodies;
  }

  /** Writes R x. */
  rotate(q: Float64Array, x: Float64Array, out: Float64Array): void {
    if (this.isGround) {
      out.set(x);
      return;
    }
    rotationMatrix(q, this.#R, 7 * this.index + 3);
    for (let i = 0; i < 3; i++) {
      out[i] = this.#R[3 * i]! * x[0]! + this.#R[3 * i + 1]! * x[1]! + this.#R[3 * i + 2]! * x[2]!;
    }
  }

  /** Adds factor w . d(R x)/dp to row `row` of H. */
  addRotated(
    q: Float64Array,
    x: Float64Array,
    w: ArrayLike<number>,
    factor: number,
    H: Float64Array,
    row: number,
  ): void {
    if (this.isGround) return;
    const first = 7 * this.index;
    rotatedDerivative(q.subarray(first + 3, first + 7), x, this.#D);
    const at = row * 7 * this.bodies + first + 3;
    for (let k = 0; k < 4; k++) {
      let sum = 0;
      for (let i = 0; i < 3; i++) sum += w[i]! * this.#D[4 * i + k]!;
      H[at + k]! += factor * sum;
    }
  }

  /** Adds factor w . x_g to row `row`: of y, or of H. */
  position(q: Float64Array, k: number): number {
    return this.isGround ? 0 : q[7 * this.index + k]!;
  }

  addPosition(w: ArrayLike<number>, factor: number, H: Float64Array, row: number): void {
    if (this.isGround) return;
    const at = row * 7 * this.bodies + 7 * this.index;
    for (let k = 0; k < 3; k++) H[at + k]! += factor * w[k]!;
  }
}

/** One scalar constraint and its derivative. */
interface ConstraintRow {
  value(q: Float64Array): number;
  derivative(q: Float64Array, H: Float64Array, row: number): void;
}

/** w . (x1 + R1 a1 - x2 - R2 a2) with w an axis of body 2. */
function pointRow(
  one: BodyFrame,
  two: BodyFrame,
  a1: Float64Array,
  a2: Float64Array,
  axis: Float64Array,
): ConstraintRow {
  const [r1, r2, w, d] = [0, 1, 2, 3].map(() => new Float64Array(3)) as Vectors;
  const distance = (q: Float64Array): void => {
    one.rotate(q, a1, r1);
    two.rotate(q, a2, r2);
    two.rotate(q, axis, w);
    for (let k = 0; k < 3; k++) d[k] = one.position(q, k) + r1[k]! - two.position(q, k) - r2[k]!;
  };
  return {
    value: (q) => {
      distance(q);
      return dot(w, d);
    },
    derivative: (q, H, row) => {
      distance(q);
      one.addPosition(w, 1, H, row);
      two.addPosition(w, -1, H, row);
      one.addRotated(q, a1, w, 1, H, row);
      two.addRotated(q, a2, w, -1, H, row);
      two.addRotated(q, axis, d, 1, H, row);
    },
  };
}

/** (R1 d1) . (R2 d2). */
function angleRow(one: BodyFrame, two: BodyFrame, d1: Float64Array, d2: Float64Array): ConstraintRow {
  const [w1, w2] = [new Float64Array(3), new Float64Array(3)];
  return {
    value: (q) => {
      one.rotate(q, d1, w1);
      two.rotate(q, d2, w2);
      return dot(w1, w2);
    },
    derivative: (q, H, row) => {
      one.rotate(q, d1, w1);
      two.rotate(q, d2, w2);
      one.addRotated(q, d1, w2, 1, H, row);
      two.addRotated(q, d2, w1, 1, H, row);
    },
  };
}

type Vectors = [Float64Array, Float64Array, Float64Array, Float64Array];

function dot(a: Float64Array, b: Float64Array): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

function joint(
  name: string,
  bodies: 1 | 2,
  rows: (one: BodyFrame, two: BodyFrame) => ConstraintRow[],
): JointParts {
  const constraints = rows(new BodyFrame(0, bodies), new BodyFrame(1, bodies));
  return {
    name,
    bodies,
    m: constraints.length,
    h: (q, y) => constraints.forEach((row, i) => (y[i] = row.value(q))),
    H: (q, H) => constraints.forEach((row, i) => row.derivative(q, H, i)),
  };
}

interface JointParts {
  readonly name: string;
  readonly bodies: 1 | 2;
  readonly m: number;
  readonly h: ConstraintFunction;
  readonly H: ConstraintFunction;
}

const axes = [Float64Array.of(1, 0, 0), Float64Array.of(0, 1, 0), Float64Array.of(0, 0, 1)] as const;

/** A spherical joint of the points a1 of body 1 and a2 of body 2 (of the ground, for one body). */
export class PivotJointR extends NewtonEulerR {
  constructor(bodies: 1 | 2, a1: Float64Array, a2: Float64Array) {
    checkPoints('PivotJointR', { a1, a2 });
    const { m, h, H, name } = joint('PivotJointR', bodies, (one, two) =>
      axes.map((axis) => pointRow(one, two, a1, a2, axis)),
    );
    super(m, bodies, h, { H }, name);
  }
}

/** A revolute joint: the pivot, and the axis d1 of body 1 along d2 of body 2. */
export class HingeJointR extends NewtonEulerR {
  constructor(bodies: 1 | 2, a1: Float64Array, a2: Float64Array, d1: Float64Array, d2: Float64Array) {
    checkPoints('HingeJointR', { a1, a2, d1, d2 });
    const [, t1, t2] = frameOf('HingeJointR', 'd2', d2);
    frameOf('HingeJointR', 'd1', d1);
    const { m, h, H, name } = joint('HingeJointR', bodies, (one, two) => [
      ...axes.map((axis) => pointRow(one, two, a1, a2, axis)),
      angleRow(one, two, d1, t1),
      angleRow(one, two, d1, t2),
    ]);
    super(m, bodies, h, { H }, name);
  }
}

/** A prismatic joint: body 1 slides along the axis d of body 2 through the point c of body 2, without turning. */
export class SliderJointR extends NewtonEulerR {
  constructor(bodies: 1 | 2, c: Float64Array, d: Float64Array) {
    checkPoints('SliderJointR', { c, d });
    const [n, t1, t2] = frameOf('SliderJointR', 'd', d);
    const origin = new Float64Array(3);
    const { m, h, H, name } = joint('SliderJointR', bodies, (one, two) => [
      pointRow(one, two, origin, c, t1),
      pointRow(one, two, origin, c, t2),
      angleRow(one, two, n, t1),
      angleRow(one, two, n, t2),
      angleRow(one, two, t1, t2),
    ]);
    super(m, bodies, h, { H }, name);
  }
}

function checkPoints(name: string, points: Readonly<Record<string, Float64Array>>): void {
  for (const [what, point] of Object.entries(points)) checkSize(name, what, point, 3, 1);
}

/** The axis of unit length and two axes across. */
function frameOf(name: string, what: string, axis: Float64Array): [Float64Array, Float64Array, Float64Array] {
  const size = Math.hypot(...axis);
  if (!(size > 0))
    throw new ModelError(`${name}: the axis ${what} is (${axis.join(', ')}); it needs a direction`);
  const frame = new Float64Array(9);
  localAxes(
    axis.map((value) => value / size),
    frame,
  );
  return [frame.slice(0, 3), frame.slice(3, 6), frame.slice(6, 9)];
}
