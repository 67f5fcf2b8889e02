/**
 * Contact of rigid bodies in a local frame, [notes] 12: a point P1 of body 1 and P2 of body 2 (or of the ground), the unit
 * normal n, which points from body 2 to body 1, and the gap y = (P1 - P2) . n. With r = P - x_g and an axis e of the frame
 *
 *     e . (v_g + omega x r) = e . v_g + (R^T (r x e)) . Omega,
 *
 * so a row of G is (e, R^T (r x e)) for body 1 and minus that for body 2: the CT of [notes] 12.0.4. At level 0 the normal is
 * held constant, and dy/dp = 4 Psi R^T (r x n), which is the gradient of [notes] 12.0.1. "1D" has the normal row alone (no
 * friction), "3D" two tangents as well, made from the normal.
 */
import { quaternionRates, rotationMatrix } from '../../../numerics/quaternion.js';
import { ModelError } from '../model-error.js';
import { NewtonEulerRelation } from './newton-euler-relation.js';

/** Where two bodies touch, in the inertial frame. */
export interface ContactFrame {
  /** Signed distance, m. */
  gap: number;
  /** Points of contact on body 1 and on body 2 (or the ground), m. */
  readonly point1: Float64Array;
  readonly point2: Float64Array;
  /** Unit vector from body 2 to body 1. */
  readonly normal: Float64Array;
}

/** Writes the frame from the coordinates (7 a body) of the linked bodies. */
export type ContactGeometry = (q: Float64Array, frame: ContactFrame, z: Float64Array) => void;

/** Distance of |n| from 1 that is rounding. */
const UNIT = 1e-8;

class NewtonEulerContactR extends NewtonEulerRelation {
  readonly name: string;
  readonly #frame: ContactFrame = {
    gap: 0,
    point1: new Float64Array(3),
    point2: new Float64Array(3),
    normal: new Float64Array(3),
  };
  readonly #axes = new Float64Array(9);
  readonly #R = new Float64Array(9);
  readonly #arm = new Float64Array(3);
  readonly #Psi = new Float64Array(12);
  readonly #G: Float64Array;

  constructor(
    name: string,
    m: 1 | 3,
    bodies: 1 | 2,
    private readonly geometry: ContactGeometry,
    z?: Float64Array,
  ) {
    super(m, bodies, z);
    this.name = name;
    this.#G = new Float64Array(m * this.equations);
  }

  protected output(q: Float64Array, y: Float64Array): void {
    this.#evaluate(q);
    y.fill(0);
    y[0] = this.#frame.gap;
  }

  protected jacobian(q: Float64Array, H: Float64Array): void {
    this.velocityJacobian(q, this.#G);
    const { bodies } = this;
    H.fill(0);
    for (let b = 0; b < bodies; b++) {
      const own = 6 * b;
      for (let k = 0; k < 3; k++) H[7 * b + k] = this.#G[own + k]!;
      quaternionRates(q, this.#Psi, 7 * b + 3);
      for (let i = 0; i < 4; i++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += this.#Psi[3 * i + k]! * this.#G[own + 3 + k]!;
        H[7 * b + 3 + i] = 4 * sum;
      }
    }
  }

  protected velocityJacobian(q: Float64Array, G: Float64Array): void {
    this.#evaluate(q);
    const { m, bodies, equations } = this;
    const { normal, point1, point2 } = this.#frame;
    const axes = this.#axes;
    localAxes(normal, axes);
    const arm = this.#arm;
    for (let b = 0; b < bodies; b++) {
      const sign = b === 0 ? 1 : -1;
      const point = b === 0 ? point1 : point2;
      rotationMatrix(q, this.#R, 7 * b + 3);
      for (let k = 0; k < 3; k++) arm[k] = point[k]! - q[7 * b + k]!;
      for (let i = 0; i < m; i++) {
        const [e0, e1, e2] = [axes[3 * i]!, axes[3 * i + 1]!, axes[3 * i + 2]!];
        const at = i * equations + 6 * b;
        const c0 = arm[1]! * e2 - arm[2]! * e1;
        const c1 = arm[2]! * e0 - arm[0]! * e2;
        const c2 = arm[0]! * e1 - arm[1]! * e0;
        G[at] = sign * e0;
        G[at + 1] = sign * e1;
        G[at + 2] = sign * e2;
        for (let k = 0; k < 3; k++) {
          G[at + 3 + k] = sign * (this.#R[k]! * c0 + this.#R[3 + k]! * c1 + this.#R[6 + k]! * c2);
        }
      }
    }
  }

  #evaluate(q: Float64Array): void {
    const frame = this.#frame;
    frame.normal.fill(NaN);
    this.geometry(q, frame, this.z);
    const norm = Math.hypot(frame.normal[0]!, frame.normal[1]!, frame.normal[2]!);
    if (!(Math.abs(norm - 1) <= UNIT)) {
      throw new ModelError(
        `${this.name}: the geometry wrote the normal (${frame.normal.join(', ')}) of length ${norm}; it must be 1`,
      );
    }
    if (!Number.isFinite(frame.gap)) {
      throw new ModelError(
        `${this.name}: the geometry wrote the gap ${frame.gap}; it must be a finite number`,
      );
    }
  }
}

/** Contact without friction: one row. */
export class NewtonEuler1DR extends NewtonEulerContactR {
  constructor(bodies: 1 | 2, geometry: ContactGeometry, z?: Float64Array) {
    super('NewtonEuler1DR', 1, bodies, geometry, z);
  }
}

/** Contact with friction: the normal row and two tangential ones. */
export class NewtonEuler3DR extends NewtonEulerContactR {
  constructor(bodies: 1 | 2, geometry: ContactGeometry, z?: Float64Array) {
    super('NewtonEuler3DR', 3, bodies, geometry, z);
  }
}

/** Writes the rows n, t1, t2 of a right-handed orthonormal frame; t1 avoids the axis nearest to n. */
export function localAxes(n: Float64Array, axes: Float64Array): void {
  const [x, y, z] = [n[0]!, n[1]!, n[2]!];
  axes[0] = x;
  axes[1] = y;
  axes[2] = z;
  // t1 = a x n / |a x n|, with a the axis in which n is smallest.
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const least = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
  const t = least === 0 ? [0, -z, y] : least === 1 ? [z, 0, -x] : [-y, x, 0];
  const size = Math.hypot(t[0]!, t[1]!, t[2]!);
  const [t0, t1, t2] = [t[0]! / size, t[1]! / size, t[2]! / size];
  axes[3] = t0;
  axes[4] = t1;
  axes[5] = t2;
  axes[6] = y * t2 - z * t1;
  axes[7] = z * t0 - x * t2;
  axes[8] = x * t1 - y * t0;
}
