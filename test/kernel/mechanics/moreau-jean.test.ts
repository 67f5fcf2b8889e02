/** The Moreau-Jean scheme on motions in closed form. */
import { describe, expect, it, test } from 'vitest';
import {
  fixedVelocities,
  harmonicVelocities,
} from '../../../src/kernel/modeling/systems/boundary-condition.js';
import { EqualityConditionNSL } from '../../../src/kernel/modeling/laws/equality-condition-nsl.js';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { LagrangianDS } from '../../../src/kernel/modeling/systems/lagrangian-ds.js';
import {
  LagrangianLinearDiagonalDS,
  LagrangianLinearTIDS,
} from '../../../src/kernel/modeling/systems/lagrangian-linear-tids.js';
import {
  LagrangianCompliantLinearTIR,
  LagrangianLinearTIR,
} from '../../../src/kernel/modeling/relations/lagrangian-linear-tir.js';
import { LagrangianRheonomousR } from '../../../src/kernel/modeling/relations/lagrangian-r.js';
import { ComplementarityConditionNSL } from '../../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import { NewtonEuler3DR } from '../../../src/kernel/modeling/relations/newton-euler-contact-r.js';
import { NewtonEulerDS } from '../../../src/kernel/modeling/systems/newton-euler-ds.js';
import { PivotJointR } from '../../../src/kernel/modeling/relations/newton-euler-joints.js';
import {
  NewtonImpactFrictionNSL,
  NewtonImpactNSL,
} from '../../../src/kernel/modeling/laws/newton-impact-nsl.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import type { DynamicalSystem } from '../../../src/kernel/modeling/systems/dynamical-system.js';
import { RelayNSL } from '../../../src/kernel/modeling/laws/relay-nsl.js';
import { MoreauJeanOSI } from '../../../src/kernel/simulation/integrators/moreau-jean-osi.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';
import { rotationMatrix } from '../../../src/numerics/quaternion.js';
import { measuredOrder } from '../../suites/one-step-integrator-suite.js';
import { ball, gravity } from './models.js';

const one = (value: number): Float64Array => Float64Array.of(value);

function modelOf(T: number, ...systems: readonly DynamicalSystem[]): NonSmoothDynamicalSystem {
  const model = new NonSmoothDynamicalSystem(0, T);
  for (const system of systems) model.insertDynamicalSystem(system);
  return model;
}

function simulate(model: NonSmoothDynamicalSystem, h: number, osi = new MoreauJeanOSI(0.5)): TimeStepping {
  const run = new TimeStepping(model, new TimeDiscretisation(0, h), osi);
  run.run();
  return run;
}

describe('orders', () => {
  const pendulum = (): NonSmoothDynamicalSystem =>
    modelOf(
      1,
      new LagrangianDS(one(1), one(0), {
        mass: (q, M) => (M[0] = 2 + Math.cos(q[0]!)),
        NNL: (q, v, N) => (N[0] = (-Math.sin(q[0]!) * v[0]! ** 2) / 2),
        FInt: (_t, q, _v, F) => (F[0] = 4 * Math.sin(q[0]!)),
      }),
    );
  const exact = simulate(pendulum(), 1 / 16384).x[0]!;

  test.each([
    ['nearly-implicit', 0.5, 2],
    ['implicit', 0.5, 2],
    ['nearly-implicit', 1, 1],
    ['semi-explicit', 0.5, 1],
  ] as const)('%s, theta = %d: order %d on a pendulum with variable mass', (form, theta, order) => {
    const error = (h: number): number =>
      Math.abs(simulate(pendulum(), h, new MoreauJeanOSI(theta, { form })).x[0]! - exact);
    // A logarithm of a ratio of errors, whose next terms are of relative size h.
    expect(Math.abs(measuredOrder(error, 1 / 256) - order)).toBeLessThan(0.15);
  });

  it('is of order 1 across an impact', () => {
    const t1 = Math.sqrt(2 / gravity);
    const after = 0.9 * gravity * t1 * (0.6 - t1) - (gravity * (0.6 - t1) ** 2) / 2;
    const error = (h: number): number => Math.abs(simulate(ball(0.6), h).x[0]! - after);
    // The impact falls anywhere within its step: the error is below h times the change of velocity, not smooth in h.
    for (const h of [1e-2, 1e-3, 1e-4]) expect(error(h)).toBeLessThan(h * 1.9 * gravity * t1);
  });
});

describe('bodies in space', () => {
  const inertia = Float64Array.of(1, 0, 0, 0, 2, 0, 0, 0, 3);
  const spin = Float64Array.of(0, 0, 0, 0.1, 3, 0.1);

  it('a tumbling body keeps its energy, its angular momentum and |p| in the implicit form', () => {
    const body = new NewtonEulerDS(Float64Array.of(0, 0, 0, 1, 0, 0, 0), spin, 1, inertia);
    const run = simulate(modelOf(20, body), 0.02, new MoreauJeanOSI(0.5, { form: 'implicit' }));
    const momentum = (x: Float64Array): number[] => {
      const R = new Float64Array(9);
      rotationMatrix(x, R, 3);
      const L = [inertia[0]! * x[10]!, inertia[4]! * x[11]!, inertia[8]! * x[12]!];
      return [0, 1, 2].map((i) => R[3 * i]! * L[0]! + R[3 * i + 1]! * L[1]! + R[3 * i + 2]! * L[2]!);
    };
    const energy = (x: Float64Array): number => (x[10]! ** 2 + 2 * x[11]! ** 2 + 3 * x[12]! ** 2) / 2;
    const [before, after] = [Float64Array.from([...body.x0]), run.x];
    // Quadratic invariants of the mid-point rule: kept to the tolerance of Newton's method, 1e-12 a step.
    expect(Math.abs(energy(after) / energy(before) - 1)).toBeLessThan(1e-9);
    expect(Math.hypot(...after.subarray(3, 7))).toBeCloseTo(1, 13);
    const [L0, L1] = [momentum(before), momentum(after)];
    expect(Math.abs(Math.hypot(...L1) / Math.hypot(...L0) - 1)).toBeLessThan(1e-9);
    // In space the momentum turns with the error of the rotation, h^2.
    L0.forEach((value, i) => expect(Math.abs(L1[i]! - value)).toBeLessThan(0.05));
  });

  it('a fast top precesses with m g l / (I3 spin)', () => {
    const [mass, arm, rate] = [1, 0.1, 300];
    const top = Float64Array.of(0.02, 0, 0, 0, 0.02, 0, 0, 0, 0.01);
    // The axis of the top, e3, points along y: turned by -90 degrees around x.
    const q0 = Float64Array.of(0, arm, 0, Math.SQRT1_2, -Math.SQRT1_2, 0, 0);
    const expected = (mass * gravity * arm) / (0.01 * rate);
    // Steady precession around z: omega = spin e3 + expected z, in the body frame; z is -e2 there.
    const v0 = Float64Array.of(-expected * arm, 0, 0, 0, -expected, rate);
    const body = new NewtonEulerDS(q0, v0, mass, top, { fExt: Float64Array.of(0, 0, -mass * gravity) });
    const T = 0.5;
    const model = modelOf(T, body);
    const pivot = new PivotJointR(1, Float64Array.of(0, 0, -arm), new Float64Array(3));
    model.link(new Interaction(new EqualityConditionNSL(3), pivot), body);
    const run = simulate(model, 2.5e-4);
    const angle = Math.atan2(-run.x[0]!, run.x[1]!);
    // The gyroscopic approximation leaves (I1 + m l^2) expected / (I3 spin) relative, 1 %.
    expect(Math.abs(angle / (expected * T) - 1)).toBeLessThan(0.02);
    expect(Math.abs(run.x[2]!)).toBeLessThan(2e-3);
    // The joint is held at the level of velocities: its drift is of the order of the scheme.
    expect(Math.abs(Math.hypot(...run.x.subarray(0, 3)) - arm)).toBeLessThan(1e-4);
  });

  it('a ball thrown on a floor with friction rolls at 5/7 of its speed', () => {
    const R = 0.1;
    const I = 0.4 * R * R;
    const rolling = new NewtonEulerDS(
      Float64Array.of(0, 0, R, 1, 0, 0, 0),
      Float64Array.of(1, 0, 0, 0, 0, 0),
      1,
      Float64Array.of(I, 0, 0, 0, I, 0, 0, 0, I),
      { fExt: Float64Array.of(0, 0, -gravity) },
    );
    const model = modelOf(1, rolling);
    const contact = new NewtonEuler3DR(1, (q, frame) => {
      frame.gap = q[2]! - R;
      frame.normal.set([0, 0, 1]);
      frame.point1.set([q[0]!, q[1]!, q[2]! - R]);
      frame.point2.set([q[0]!, q[1]!, 0]);
    });
    model.link(new Interaction(new NewtonImpactFrictionNSL(0, 0, 0.3, 3), contact), rolling);
    const run = simulate(model, 1e-3);
    // Coulomb friction brakes the slip in 2 / 7 v / (mu g) = 0.097 s; momentum about the point of contact is kept.
    expect(run.x[7]).toBeCloseTo(5 / 7, 9);
    expect(run.x[11]).toBeCloseTo(5 / 7 / R, 8);
  });
});

describe('laws', () => {
  it('a mass braked by Coulomb friction stops at v0 / (mu g), after v0^2 / (2 mu g)', () => {
    const mass = new LagrangianLinearTIDS(
      Float64Array.of(0, 0),
      Float64Array.of(0, 1),
      Float64Array.of(2, 0, 0, 2),
      {
        FExt: Float64Array.of(-2 * gravity, 0),
      },
    );
    const model = modelOf(1, mass);
    const relation = new LagrangianLinearTIR(2, Float64Array.of(1, 0, 0, 1));
    model.link(new Interaction(new NewtonImpactFrictionNSL(0, 0, 0.25, 2), relation), mass);
    const h = 1e-3;
    const run = new TimeStepping(model, new TimeDiscretisation(0, h), new MoreauJeanOSI(0.5));
    let stop = 0;
    while (run.hasNextEvent()) {
      run.computeOneStep();
      run.nextStep();
      if (run.x[3]! > 1e-12) stop = run.t;
    }
    expect(Math.abs(stop - 1 / (0.25 * gravity))).toBeLessThan(h);
    expect(Math.abs(run.x[1]! - 1 / (2 * 0.25 * gravity))).toBeLessThan(h);
    // Where rounding leaves the contact open by a hair, the forecast lets it fall for one step.
    expect(Math.abs(run.x[0]!)).toBeLessThan(1.01 * gravity * h * h);
  });

  it('dry friction without impact is a relay on the velocity', () => {
    const mass = new LagrangianLinearDiagonalDS(one(0), one(1), one(2));
    const model = modelOf(2, mass);
    model.link(new Interaction(new RelayNSL(1, -3, 3), new LagrangianLinearTIR(1, one(1))), mass);
    const run = simulate(model, 1e-3);
    // a = 3 / 2: stops at 2/3 s after 1/3 m; the step in which it stops adds at most v h / 2.
    expect(run.x[1]).toBe(0);
    expect(run.x[0]).toBeCloseTo(1 / 3, 6);
  });

  it('a compliant contact is a spring that only pushes', () => {
    // y = q + lambda / k, 0 <= y _|_ lambda: lambda = k max(0, -q).
    const stiffness = 1e4;
    const mass = new LagrangianLinearDiagonalDS(one(0), one(-1), one(1));
    const model = modelOf(0.02, mass);
    const relation = new LagrangianCompliantLinearTIR(1, one(1), one(1 / stiffness));
    model.link(new Interaction(new ComplementarityConditionNSL(1), relation), mass);
    const run = simulate(model, 1e-6);
    // -sin(100 t) / 100; lambda acts at the end of the step: error of the order h.
    expect(run.x[0]).toBeCloseTo(-Math.sin(2) / 100, 6);
  });

  it('two masses with a bilateral constraint move as one; a rheonomous constraint drives', () => {
    const [left, right] = [1, 3].map((m) => new LagrangianLinearDiagonalDS(one(0), one(1), one(m)));
    const model = modelOf(1, left!, right!);
    const tie = new LagrangianLinearTIR(1, Float64Array.of(1, -1), { coordinates: [1, 1] });
    model.link(new Interaction(new EqualityConditionNSL(1), tie), left!, right!);
    const drive = new LagrangianRheonomousR(1, 1, {
      h: (t, q, y) => (y[0] = q[0]! - Math.sin(t)),
      H: (_t, _q, H) => (H[0] = 1),
      hDot: (t, _q, y) => (y[0] = -Math.cos(t)),
    });
    model.link(new Interaction(new EqualityConditionNSL(1), drive), left!);
    const run = simulate(model, 1e-3);
    expect(run.x[1]).toBeCloseTo(Math.cos(1), 12);
    expect(run.x[3]).toBeCloseTo(Math.cos(1), 12);
    // Trapezoidal rule of cos over 1000 steps.
    expect(run.x[0]).toBeCloseTo(Math.sin(1), 6);
    // The tie carries what the other mass needs: 3 v'.
    expect(run.lambda[0]).toBeCloseTo(3 * Math.sin(1), 2);
  });

  it('boundary conditions hold and move a support', () => {
    const pair = (boundary: ReturnType<typeof fixedVelocities>): LagrangianLinearTIDS =>
      new LagrangianLinearTIDS(Float64Array.of(0, 0), Float64Array.of(0, 0), Float64Array.of(1, 0, 0, 1), {
        K: Float64Array.of(100, -100, -100, 100),
        FExt: Float64Array.of(5, 1),
        boundary,
      });
    // Oscillation about F / k = 0.01 of frequency 10.
    const held = simulate(modelOf(1, pair(fixedVelocities([0]))), 1e-3);
    expect(held.x[0]).toBe(0);
    expect(held.x[1]).toBeCloseTo(0.01 * (1 - Math.cos(10)), 5);
    const moved = simulate(
      modelOf(1, pair(harmonicVelocities([0], [{ mean: 0.5, amplitude: 0, frequency: 0, phase: 0 }]))),
      1e-3,
    );
    expect(moved.x[2]).toBe(0.5);
    expect(moved.x[0]).toBeCloseTo(0.5, 3);
  });

  it('a ball comes to rest and the floor then carries its weight', () => {
    const run = simulate(ball(5, 0.5), 1e-3);
    expect(run.x[1]).toBe(0);
    expect(run.lambda[0]).toBeCloseTo(gravity * 1e-3, 12);
    expect(Math.abs(run.x[0]!)).toBeLessThan(5e-3);
  });

  it('an inelastic law stops what an elastic one returns', () => {
    const [thrown] = [new LagrangianLinearDiagonalDS(one(0.5), one(-1), one(1))];
    for (const e of [0, 1]) {
      const model = modelOf(1, thrown);
      model.link(new Interaction(new NewtonImpactNSL(e), new LagrangianLinearTIR(1, one(1))), thrown);
      expect(simulate(model, 1e-2).x[1]).toBe(e === 0 ? 0 : 1);
    }
  });
});
