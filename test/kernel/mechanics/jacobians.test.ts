/** Every Jacobian of mechanical systems and relations against finite differences of what it differentiates. */
import { describe, expect, it, test } from 'vitest';
import { RandomStream } from '../../../src/base/random.js';
import { LagrangianDS } from '../../../src/kernel/modeling/systems/lagrangian-ds.js';
import type { LagrangianRelation } from '../../../src/kernel/modeling/relations/lagrangian-relation.js';
import {
  LagrangianCompliantR,
  LagrangianRheonomousR,
  LagrangianScleronomousR,
} from '../../../src/kernel/modeling/relations/lagrangian-r.js';
import {
  LagrangianCompliantLinearTIR,
  LagrangianLinearTIR,
} from '../../../src/kernel/modeling/relations/lagrangian-linear-tir.js';
import {
  NewtonEuler1DR,
  NewtonEuler3DR,
  type ContactGeometry,
} from '../../../src/kernel/modeling/relations/newton-euler-contact-r.js';
import { NewtonEulerDS } from '../../../src/kernel/modeling/systems/newton-euler-ds.js';
import {
  HingeJointR,
  NewtonEulerR,
  PivotJointR,
  SliderJointR,
} from '../../../src/kernel/modeling/relations/newton-euler-joints.js';
import { relationLinearization, type Relation } from '../../../src/kernel/modeling/relations/relation.js';
import { rotationMatrix, normalizeQuaternion } from '../../../src/numerics/quaternion.js';

const random = new RandomStream(12);
const draw = (n: number): Float64Array => Float64Array.from({ length: n }, () => random.normal());

/** Central differences with a step of 1e-5 of functions of size 10: step^2 f''' + eps f / step. */
const tolerance = 1e-7;
const step = 1e-5;

function derivative(f: (at: Float64Array) => Float64Array, x: Float64Array, k: number): Float64Array {
  const [ahead, behind] = [x.slice(), x.slice()];
  ahead[k]! += step;
  behind[k]! -= step;
  const [a, b] = [f(ahead), f(behind)];
  return a.map((value, i) => (value - b[i]!) / (2 * step));
}

function body(): Float64Array {
  const q = draw(7);
  normalizeQuaternion(q, 3);
  return q;
}

/** States of bodies in random places. */
const bodies = (count: number): Float64Array =>
  Float64Array.from(Array.from({ length: count }, () => [...body(), ...draw(6)]).flat());

/** d/dt of the coordinates of bodies. */
function coordinateRates(x: Float64Array): Float64Array {
  const rates = new Float64Array(x.length);
  const still = new NewtonEulerDS(
    Float64Array.of(0, 0, 0, 1, 0, 0, 0),
    new Float64Array(6),
    1,
    Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
  );
  for (let b = 0; b < x.length; b += 13) {
    const T = new Float64Array(42);
    still.rates(x.subarray(b, b + 7), T);
    for (let i = 0; i < 7; i++) for (let k = 0; k < 6; k++) rates[b + i]! += T[6 * i + k]! * x[b + 7 + k]!;
  }
  return rates;
}

function checkRelation(relation: Relation, x: Float64Array, rates: Float64Array, t = 0.3): void {
  const lambda = draw(relation.m);
  const out = relationLinearization(relation.n, relation.m, relation.equations);
  for (const level of relation.levels ?? [0]) {
    relation.linearize(t, x, lambda, out, level);
    const [C, D] = [out.C.slice(), out.D.slice()];
    const at = (point: Float64Array, multiplier = lambda): Float64Array => {
      relation.linearize(t, point, multiplier, out, level);
      return out.y.slice();
    };
    for (let k = 0; k < relation.n; k++) {
      derivative((point) => at(point), x, k).forEach((value, i) => {
        expect(
          Math.abs(C[i * relation.n + k]! - value),
          `${relation.name} level ${level} (${i},${k})`,
        ).toBeLessThan(tolerance);
      });
    }
    for (let k = 0; k < relation.m; k++) {
      derivative((multiplier) => at(x, multiplier), lambda, k).forEach((value, i) => {
        expect(Math.abs(D[i * relation.m + k]! - value)).toBeLessThan(tolerance);
      });
    }
  }
  // Virtual work: lambda . y' = r . v for scleronomous relations, y' by level 1 and along the motion.
  if (!relation.levels?.includes(1)) return;
  relation.linearize(t, x, lambda, out, 1);
  const y = out.y.slice();
  const moved = (s: number): Float64Array => {
    relation.linearize(
      t + s,
      x.map((value, k) => value + s * rates[k]!),
      lambda,
      out,
      0,
    );
    return out.y.slice();
  };
  const [ahead, behind] = [moved(step), moved(-step)];
  const rows = relation.name.endsWith('3DR') ? 1 : relation.m;
  for (let i = 0; i < rows; i++) {
    expect(Math.abs(y[i]! - (ahead[i]! - behind[i]!) / (2 * step)), relation.name).toBeLessThan(1e-6);
  }
}

describe('relations', () => {
  const twoLink = (q: Float64Array, y: Float64Array): void => {
    y[0] = 0.45 * Math.cos(q[0]!);
    y[1] = 0.45 * Math.cos(q[0]!) + 0.48 * Math.cos(q[0]! + q[1]!);
  };
  const twoLinkH = (q: Float64Array, H: Float64Array): void => {
    const s = -0.48 * Math.sin(q[0]! + q[1]!);
    H.set([-0.45 * Math.sin(q[0]!), 0, -0.45 * Math.sin(q[0]!) + s, s]);
  };

  test.each<readonly [string, LagrangianRelation]>([
    ['scleronomous', new LagrangianScleronomousR(2, 2, { h: twoLink, H: twoLinkH })],
    ['of two systems', new LagrangianScleronomousR(2, [1, 1], { h: twoLink, H: twoLinkH })],
    [
      'rheonomous',
      new LagrangianRheonomousR(1, 2, {
        h: (t, q, y) => (y[0] = q[0]! * Math.sin(t) + q[1]! ** 2),
        H: (t, q, H) => H.set([Math.sin(t), 2 * q[1]!]),
        hDot: (t, q, y) => (y[0] = q[0]! * Math.cos(t)),
      }),
    ],
    [
      'compliant',
      new LagrangianCompliantR(1, 2, {
        h: (q, lambda, y) => (y[0] = q[0]! * q[1]! + 0.1 * lambda[0]! ** 2),
        G0: (q, _lambda, G) => G.set([q[1]!, q[0]!]),
        G1: (_q, lambda, G) => (G[0] = 0.2 * lambda[0]!),
      }),
    ],
    ['linear', new LagrangianLinearTIR(2, draw(6), { e: draw(2), coordinates: [1, 2] })],
    ['linear and compliant', new LagrangianCompliantLinearTIR(2, draw(6), draw(4))],
  ])('%s', (_, relation) => {
    const x = draw(relation.n);
    const rates = new Float64Array(x.length);
    let at = 0;
    for (const count of relation.coordinates) {
      for (let k = 0; k < count; k++) rates[at + k] = x[at + count + k]!;
      at += 2 * count;
    }
    checkRelation(relation, x, rates);
  });

  /** A point of body 1 above the plane z = 0, or above a point of body 2 along a fixed axis. */
  const corner = Float64Array.of(0.3, -0.2, 0.5);
  const geometry: ContactGeometry = (q, frame) => {
    const R = new Float64Array(9);
    rotationMatrix(q, R, 3);
    for (let i = 0; i < 3; i++) {
      frame.point1[i] =
        q[i]! + R[3 * i]! * corner[0]! + R[3 * i + 1]! * corner[1]! + R[3 * i + 2]! * corner[2]!;
    }
    frame.point2.set(q.length > 7 ? q.subarray(7, 10) : [0, 0, 0]);
    frame.normal.set([0.6, 0, 0.8]);
    frame.gap = [0, 1, 2].reduce(
      (sum, i) => sum + (frame.point1[i]! - frame.point2[i]!) * frame.normal[i]!,
      0,
    );
  };

  test.each<readonly [string, Relation, number]>([
    ['contact of a corner with the ground', new NewtonEuler1DR(1, geometry), 1],
    ['contact of a corner with a body', new NewtonEuler1DR(2, geometry), 2],
    ['pivot', new PivotJointR(2, draw(3), draw(3)), 2],
    ['pivot on the ground', new PivotJointR(1, draw(3), draw(3)), 1],
    ['hinge', new HingeJointR(2, draw(3), draw(3), draw(3), draw(3)), 2],
    ['slider', new SliderJointR(2, draw(3), draw(3)), 2],
    ['slider on the ground', new SliderJointR(1, draw(3), draw(3)), 1],
  ])('of rigid bodies: %s', (_, relation, count) => {
    for (let k = 0; k < 5; k++) {
      const x = bodies(count);
      const rates = coordinateRates(x);
      const { name, n, m, equations = n, z, notes } = relation;
      const linearize = relation.linearize.bind(relation);
      const levelOne: Relation = {
        name,
        n,
        m,
        equations,
        z,
        notes,
        couplesStates: false,
        levels: [1],
        linearize,
      };
      // The gradient of a gap is taken along unit quaternions only: level 0 along the motion, level 1 entry by entry.
      if (relation instanceof NewtonEulerR) checkRelation(relation, x, rates);
      else {
        checkRelation(levelOne, x, rates);
        const out = relationLinearization(relation.n, relation.m, relation.equations);
        relation.linearize(0, x, draw(relation.m), out, 0);
        const along = out.C.reduce((sum, value, j) => sum + value * rates[j]!, 0);
        relation.linearize(0, x, draw(relation.m), out, 1);
        expect(Math.abs(along - out.y[0]!)).toBeLessThan(1e-12);
      }
    }
  });

  it('in 3D has the velocity of the point of contact in the local frame, tangents orthonormal', () => {
    const relation = new NewtonEuler3DR(1, geometry);
    const x = bodies(1);
    const out = relationLinearization(13, 3, 6);
    relation.linearize(0, x, draw(3), out, 1);
    // |u|^2 is the square of the velocity of the point, in any orthonormal frame.
    const R = new Float64Array(9);
    rotationMatrix(x, R, 3);
    const w = [0, 1, 2].map((i) => R[3 * i]! * x[10]! + R[3 * i + 1]! * x[11]! + R[3 * i + 2]! * x[12]!);
    const arm = [0, 1, 2].map(
      (i) => R[3 * i]! * corner[0]! + R[3 * i + 1]! * corner[1]! + R[3 * i + 2]! * corner[2]!,
    );
    const velocity = [0, 1, 2].map((i) => {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      return x[7 + i]! + w[j]! * arm[k]! - w[k]! * arm[j]!;
    });
    expect(Math.hypot(...out.y)).toBeCloseTo(Math.hypot(...velocity), 12);
  });
});

describe('systems', () => {
  it('LagrangianDS: given and difference Jacobians of N and FInt agree', () => {
    const q = draw(2);
    const v = draw(2);
    const NNL = (q: Float64Array, v: Float64Array, out: Float64Array): void => {
      out[0] = v[0]! * v[1]! * Math.sin(q[1]!);
      out[1] = v[0]! ** 2 * Math.cos(q[0]!);
    };
    const given = new LagrangianDS(q, v, {
      NNL,
      jacobianNNLq: (q, v, J) =>
        J.set([0, v[0]! * v[1]! * Math.cos(q[1]!), -(v[0]! ** 2) * Math.sin(q[0]!), 0]),
      jacobianNNLv: (q, v, J) =>
        J.set([v[1]! * Math.sin(q[1]!), v[0]! * Math.sin(q[1]!), 2 * v[0]! * Math.cos(q[0]!), 0]),
    });
    const byDifferences = new LagrangianDS(q, v, { NNL });
    expect(given.notes).toEqual([]);
    expect(byDifferences.notes).toEqual([
      'LagrangianDS: the Jacobian of NNL is taken by central differences',
    ]);
    const [a, b, c, d] = Array.from({ length: 4 }, () => new Float64Array(4)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    given.forceJacobians(0, q, v, a, b);
    byDifferences.forceJacobians(0, q, v, c, d);
    // eps^(2/3) relative.
    a.forEach((value, k) => expect(value).toBeCloseTo(c[k]!, 8));
    b.forEach((value, k) => expect(value).toBeCloseTo(d[k]!, 8));
  });

  it.each(['inertial', 'body'] as const)(
    'NewtonEulerDS: gyroscopic term and moments in the %s frame',
    (momentFrame) => {
      for (let k = 0; k < 10; k++) {
        const q = body();
        const v = draw(6);
        const inertia = Float64Array.of(3, 0.2, 0.1, 0.2, 2, 0.3, 0.1, 0.3, 1);
        const ball = new NewtonEulerDS(q, v, 2, inertia, { fExt: draw(3), mExt: draw(3), momentFrame });
        const [byQ, byV] = [new Float64Array(42), new Float64Array(36)];
        ball.forceJacobians(0, q, v, byQ, byV);
        const forces = (qq: Float64Array, vv: Float64Array): Float64Array => {
          const F = new Float64Array(6);
          ball.forces(0, qq, vv, F);
          return F;
        };
        for (let j = 0; j < 7; j++)
          derivative((at) => forces(at, v), q, j).forEach((value, i) =>
            expect(Math.abs(byQ[7 * i + j]! - value)).toBeLessThan(tolerance),
          );
        for (let j = 0; j < 6; j++)
          derivative((at) => forces(q, at), v, j).forEach((value, i) =>
            expect(Math.abs(byV[6 * i + j]! - value)).toBeLessThan(tolerance),
          );
      }
    },
  );
});
