/** The Schatzman-Paoli scheme: closed forms, and the recurrence of [notes] (10.14) by hand. */
import { describe, expect, it } from 'vitest';
import { LagrangianDS } from '../../../src/kernel/modeling/systems/lagrangian-ds.js';
import { LagrangianLinearDiagonalDS } from '../../../src/kernel/modeling/systems/lagrangian-linear-tids.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { SchatzmanPaoliOSI } from '../../../src/kernel/simulation/integrators/schatzman-paoli-osi.js';
import { MoreauJeanOSI } from '../../../src/kernel/simulation/integrators/moreau-jean-osi.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';
import type { OneStepIntegrator } from '../../../src/kernel/simulation/integrators/one-step-integrator.js';
import type { DynamicalSystem } from '../../../src/kernel/modeling/systems/dynamical-system.js';
import { record } from '../models.js';
import { measuredOrder } from '../../suites/one-step-integrator-suite.js';
import { ball, beads, gravity, woodpecker } from './models.js';

const one = (value: number): Float64Array => Float64Array.of(value);

function simulate(
  model: NonSmoothDynamicalSystem,
  h: number,
  osi: OneStepIntegrator = new SchatzmanPaoliOSI(),
): TimeStepping {
  const run = new TimeStepping(model, new TimeDiscretisation(0, h), osi);
  run.run();
  return run;
}

function free(T: number, system: DynamicalSystem): NonSmoothDynamicalSystem {
  const model = new NonSmoothDynamicalSystem(0, T);
  model.insertDynamicalSystem(system);
  return model;
}

describe('the Schatzman-Paoli scheme', () => {
  it('is its recurrence: a bouncing ball by hand', () => {
    const [e, h] = [0.5, 1e-2];
    const run = record(new TimeStepping(ball(2, e), new TimeDiscretisation(0, h), new SchatzmanPaoliOSI()));
    let [before, now] = [1, 1];
    for (let k = 1; k < run.x.length; k++) {
      const unconstrained = 2 * now - before - h * h * gravity;
      // y = (q + e q_k-1) / (1 + e) >= 0.
      const next = Math.max(unconstrained, -e * before);
      expect(Math.abs(run.x[k]![0]! - next)).toBeLessThan(1e-11);
      expect(Math.abs(run.x[k]![1]! - (next - before) / (2 * h))).toBeLessThan(1e-9);
      [before, now] = [now, next];
    }
  });

  it('follows the bounces e, e^2 of a ball to the order h', () => {
    const e = 0.5;
    const t1 = Math.sqrt(2 / gravity);
    const exact = e * gravity * t1 * (0.7 - t1) - (gravity * (0.7 - t1) ** 2) / 2;
    for (const h of [1e-3, 1e-4]) {
      // Twice the displacement of a step at impact: the rebound starts from q_k-1.
      expect(Math.abs(simulate(ball(0.7, e), h).x[0]! - exact)).toBeLessThan(2 * h * (1 + e) * gravity * t1);
    }
  });

  it('has the motion of the Moreau-Jean scheme in the limit, columns included', () => {
    const column = (osi: OneStepIntegrator): TimeStepping => simulate(beads(3, 0.8, 0.25, 1, 0), 2e-4, osi);
    const [a, b] = [column(new SchatzmanPaoliOSI()), column(new MoreauJeanOSI())];
    // Inelastic impacts: both stop within a step of 4 m/s.
    for (let i = 0; i < 3; i++) expect(Math.abs(a.x[2 * i]! - b.x[2 * i]!)).toBeLessThan(2e-3);
  });

  it('is of order 1 on smooth motions: linear, and by Newton with a mass that varies', () => {
    const damped = Math.sqrt(4 - 0.01);
    const exact = Math.exp(-0.1) * (Math.cos(damped) + (0.1 / damped) * Math.sin(damped));
    const linear = (h: number): number => {
      const options = { stiffness: one(4), damping: one(0.2) };
      const system = new LagrangianLinearDiagonalDS(one(1), one(0), one(1), options);
      return Math.abs(simulate(free(1, system), h).x[0]! - exact);
    };
    const pendulum = (): LagrangianDS =>
      new LagrangianDS(one(1), one(0), {
        mass: (q, M) => (M[0] = 2 + Math.cos(q[0]!)),
        NNL: (q, v, N) => (N[0] = (-Math.sin(q[0]!) * v[0]! ** 2) / 2),
        FInt: (_t, q, _v, F) => (F[0] = 4 * Math.sin(q[0]!)),
      });
    const fine = simulate(free(1, pendulum()), 1 / 4096, new MoreauJeanOSI()).x[0]!;
    const nonlinear = (h: number): number => Math.abs(simulate(free(1, pendulum()), h).x[0]! - fine);
    // The force stands at t_k + theta h, the difference of positions at t_k. Next terms are of relative size h.
    for (const error of [linear, nonlinear])
      expect(Math.abs(measuredOrder(error, 1 / 512) - 1)).toBeLessThan(0.1);
  });

  it('refuses friction by name', () => {
    expect(() => simulate(woodpecker(0.1), 1e-4)).toThrow(
      'SchatzmanPaoliOSI cannot step with the LagrangianLinearTIR of interaction 0 and its NewtonImpactFrictionNSL; ' +
        'it takes Lagrangian systems without prescribed velocities, and laws without friction; MoreauJeanOSI takes the others',
    );
  });

  it('and Moreau-Jean in one model: refused where they interact, side by side where not', () => {
    const model = beads(2, 0.2);
    const [lower, upper] = model.systems as [DynamicalSystem, DynamicalSystem];
    const mixed = new Map<DynamicalSystem, OneStepIntegrator>([
      [lower, new MoreauJeanOSI()],
      [upper, new SchatzmanPaoliOSI()],
    ]);
    expect(() => new TimeStepping(model, new TimeDiscretisation(0, 1e-3), mixed)).toThrow(
      'MoreauJeanOSI and SchatzmanPaoliOSI state the law of the LagrangianLinearTIR of interaction 1 at different levels or ' +
        'times; systems that interact need integrators that agree: give all of them the same',
    );
    const apart = new NonSmoothDynamicalSystem(0, 0.2);
    const falling = [1, 2].map(
      (q) => new LagrangianLinearDiagonalDS(one(q), one(0), one(1), { FExt: one(-gravity) }),
    );
    for (const system of falling) apart.insertDynamicalSystem(system);
    const each = new Map<DynamicalSystem, OneStepIntegrator>([
      [falling[0]!, new MoreauJeanOSI()],
      [falling[1]!, new SchatzmanPaoliOSI()],
    ]);
    const run = new TimeStepping(apart, new TimeDiscretisation(0, 1e-3), each);
    run.run();
    expect(run.x[0]).toBeCloseTo(1 - (gravity * 0.04) / 2, 12);
    expect(run.x[2]).toBeCloseTo(2 - (gravity * 0.04) / 2, 2);
  });
});
