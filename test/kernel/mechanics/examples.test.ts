/** Larger examples of [intro] 10 and of rigid bodies, each with what must hold. */
import { describe, expect, it } from 'vitest';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { LagrangianDS } from '../../../src/kernel/modeling/systems/lagrangian-ds.js';
import { LagrangianLinearTIR } from '../../../src/kernel/modeling/relations/lagrangian-linear-tir.js';
import { LagrangianScleronomousR } from '../../../src/kernel/modeling/relations/lagrangian-r.js';
import { NewtonEuler3DR } from '../../../src/kernel/modeling/relations/newton-euler-contact-r.js';
import { NewtonEulerDS } from '../../../src/kernel/modeling/systems/newton-euler-ds.js';
import {
  NewtonImpactFrictionNSL,
  NewtonImpactNSL,
} from '../../../src/kernel/modeling/laws/newton-impact-nsl.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { MoreauJeanOSI } from '../../../src/kernel/simulation/integrators/moreau-jean-osi.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';
import { rotationMatrix } from '../../../src/numerics/quaternion.js';
import { gravity } from './models.js';

/** A box 0.4 x 0.4 x 1 m of 1 kg on a floor, eight corners with friction, tilted around y, pushed. */
function box(T: number, tilt: number, vx: number, mu: number): NonSmoothDynamicalSystem {
  const [a, b, c] = [0.2, 0.2, 0.5];
  const inertia = [b * b + c * c, a * a + c * c, a * a + b * b].map((value) => value / 3);
  const lift = a * Math.sin(Math.abs(tilt)) + c * Math.cos(tilt);
  const q0 = Float64Array.of(0, 0, lift, Math.cos(tilt / 2), 0, Math.sin(tilt / 2), 0);
  const body = new NewtonEulerDS(
    q0,
    Float64Array.of(vx, 0, 0, 0, 0, 0),
    1,
    Float64Array.of(inertia[0]!, 0, 0, 0, inertia[1]!, 0, 0, 0, inertia[2]!),
    { fExt: Float64Array.of(0, 0, -gravity) },
  );
  const model = new NonSmoothDynamicalSystem(0, T);
  model.insertDynamicalSystem(body);
  const R = new Float64Array(9);
  for (let corner = 0; corner < 8; corner++) {
    const p = [corner & 1 ? a : -a, corner & 2 ? b : -b, corner & 4 ? c : -c] as const;
    const contact = new NewtonEuler3DR(1, (q, frame) => {
      rotationMatrix(q, R, 3);
      for (let i = 0; i < 3; i++) {
        frame.point1[i] = q[i]! + R[3 * i]! * p[0] + R[3 * i + 1]! * p[1] + R[3 * i + 2]! * p[2];
      }
      frame.point2.set([frame.point1[0]!, frame.point1[1]!, 0]);
      frame.normal.set([0, 0, 1]);
      frame.gap = frame.point1[2]!;
    });
    model.link(new Interaction(new NewtonImpactFrictionNSL(0, 0, mu, 3), contact), body);
  }
  return model;
}

function simulate(model: NonSmoothDynamicalSystem, h: number): TimeStepping {
  const run = new TimeStepping(model, new TimeDiscretisation(0, h), new MoreauJeanOSI(0.5));
  run.run();
  return run;
}

/** Height of the axis z of the body in space. */
function upright(x: Float64Array): number {
  const R = new Float64Array(9);
  rotationMatrix(x, R, 3);
  return R[8]!;
}

describe('a box on a frictional floor in space', () => {
  it('that leans less than atan(0.4) falls back and stands; one that leans more tips over', () => {
    const back = simulate(box(2, 0.3, 0, 0.8), 2e-3);
    expect(upright(back.x)).toBeGreaterThan(0.999);
    expect(back.x[2]).toBeCloseTo(0.5, 2);
    const over = simulate(box(2.5, 0.45, 0, 0.8), 2e-3);
    expect(Math.abs(upright(over.x))).toBeLessThan(0.01);
    expect(over.x[2]).toBeCloseTo(0.2, 2);
    // At rest: the scheme's drift is of the order g h^2 a step.
    expect(Math.hypot(...over.x.subarray(7))).toBeLessThan(1e-2);
  });

  it('that slides stops after v^2 / (2 mu g), where friction is too small to tip it', () => {
    const mu = 0.2;
    const run = simulate(box(1.2, 0, 1, mu), 2e-3);
    expect(Math.abs(run.x[0]! - 1 / (2 * mu * gravity))).toBeLessThan(5e-3);
    expect(Math.abs(run.x[7]!)).toBeLessThan(1e-9);
    expect(upright(run.x)).toBeGreaterThan(0.9999);
  });
});

/** Three of the seven joints of the PA-10 (2, 4, 6) in the vertical plane: M(q), Coriolis terms, weight, stops, ground. */
function arm(T: number): NonSmoothDynamicalSystem {
  // Two bodies a link: mass, distance of the centre of mass along the link, inertia about it; the links' lengths.
  const bodies = [
    { m: 4.51, r: 0.2, I: 0.018144, link: 0 },
    { m: 5.64, r: 0.415, I: 0.008124, link: 0 },
    { m: 2.04, r: 0.115, I: 0.00572413, link: 1 },
    { m: 2.61, r: 0.396, I: 0.002546007, link: 1 },
    { m: 2.07, r: 0.042, I: 0.001141, link: 2 },
    { m: 1.05, r: 0.022, I: 0.0005294, link: 2 },
  ] as const;
  const lengths = [0.45, 0.48, 0];
  const motors = [0.75, 0.2125, 0.00575];
  const damping = [10, 5, 2];
  // Absolute angles a_i = q_0 + ... + q_i from the vertical; velocity of a centre: sum of l_j a_j' along each direction.
  const reach = ({ link, r }: (typeof bodies)[number], j: number): number =>
    j < link ? lengths[j]! : j === link ? r : 0;
  const angles = (q: Float64Array): number[] => [q[0]!, q[0]! + q[1]!, q[0]! + q[1]! + q[2]!];
  /** Mass matrix in absolute angles: sum of m reach reach cos(a_j - a_k). */
  const coupling = (j: number, k: number): number =>
    bodies.reduce((sum, body) => sum + body.m * reach(body, j) * reach(body, k), 0);
  const inertia = (j: number): number => bodies.reduce((sum, { link, I }) => sum + (link === j ? I : 0), 0);
  const mass = (q: Float64Array, M: Float64Array): void => {
    const a = angles(q);
    M.fill(0);
    for (let j = 0; j < 3; j++) {
      for (let k = 0; k < 3; k++) {
        const entry = coupling(j, k) * Math.cos(a[j]! - a[k]!) + (j === k ? inertia(j) : 0);
        // a = L q with L lower triangular of ones: M_q = L^T M_a L.
        for (let r = 0; r <= j; r++) for (let s = 0; s <= k; s++) M[3 * r + s]! += entry;
      }
    }
    for (let j = 0; j < 3; j++) M[4 * j]! += motors[j]!;
  };
  const NNL = (q: Float64Array, v: Float64Array, N: Float64Array): void => {
    const a = angles(q);
    const w = angles(v);
    N.fill(0);
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += coupling(j, k) * Math.sin(a[j]! - a[k]!) * w[k]! ** 2;
      const weight =
        -gravity * bodies.reduce((total, body) => total + body.m * reach(body, j), 0) * Math.sin(a[j]!);
      for (let r = 0; r <= j; r++) N[r]! += sum + weight;
    }
  };
  const FInt = (_t: number, _q: Float64Array, v: Float64Array, F: Float64Array): void =>
    damping.forEach((value, i) => (F[i] = value * v[i]!));
  const system = new LagrangianDS(Float64Array.of(0.05, 0.05, 0), new Float64Array(3), { mass, NNL, FInt });
  const model = new NonSmoothDynamicalSystem(0, T);
  model.insertDynamicalSystem(system);
  const ground = new LagrangianScleronomousR(2, 3, {
    h: (q, y) => {
      y[0] = 0.45 * Math.cos(q[0]!);
      y[1] = 0.45 * Math.cos(q[0]!) + 0.48 * Math.cos(q[0]! + q[1]!);
    },
    H: (q, H) => {
      const [s0, s1] = [-0.45 * Math.sin(q[0]!), -0.48 * Math.sin(q[0]! + q[1]!)];
      H.set([s0, 0, 0, s0 + s1, s1, 0]);
    },
  });
  model.link(new Interaction(new NewtonImpactNSL(0.9, 2), ground), system);
  const stops = Float64Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0);
  const limits = new LagrangianLinearTIR(4, stops, { e: Float64Array.of(1.6, 1.6, 3.1, 3.1) });
  model.link(new Interaction(new NewtonImpactNSL(0, 4), limits), system);
  return model;
}

describe('the PA-10 arm without its motors', () => {
  it('falls on the ground and stays above it and within its stops, to the order h', () => {
    const h = 5e-3;
    const run = new TimeStepping(arm(1.9), new TimeDiscretisation(0, h), new MoreauJeanOSI(0.5));
    let [lowest, farthest, impacts] = [Infinity, 0, 0];
    while (run.hasNextEvent()) {
      run.computeOneStep();
      run.nextStep();
      const [a, b] = [run.x[0]!, run.x[0]! + run.x[1]!];
      lowest = Math.min(lowest, 0.45 * Math.cos(a), 0.45 * Math.cos(a) + 0.48 * Math.cos(b));
      farthest = Math.max(farthest, Math.abs(a) - 1.6, Math.abs(run.x[1]!) - 3.1);
      if (run.lambda.some((impulse) => impulse > 0)) impacts++;
    }
    expect(impacts).toBeGreaterThan(2);
    // Points move with up to 5 m/s: a contact closes by at most half a step of that before it acts.
    expect(lowest).toBeGreaterThan(-5 * h);
    expect(farthest).toBeLessThan(5 * h);
  });

  it('loses energy to its dampers only, while it is free: order 2 of the scheme', () => {
    const drift = (h: number): number => {
      const T = 0.2;
      const fine = simulate(arm(T), h);
      const exact = simulate(arm(T), T / 4096);
      return Math.hypot(...fine.x.map((value, k) => value - exact.x[k]!));
    };
    expect(Math.abs(Math.log2(drift(0.02) / drift(0.01)) - 2)).toBeLessThan(0.2);
  });
});
