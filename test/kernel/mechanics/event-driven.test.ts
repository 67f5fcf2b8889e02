/** Mechanics by events: closed forms, Zeno points, coupled contacts, and the cam at the speeds of the literature. */
import { describe, expect, it, test } from 'vitest';
import { EqualityConditionNSL } from '../../../src/kernel/modeling/laws/equality-condition-nsl.js';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { LagrangianLinearTIDS } from '../../../src/kernel/modeling/systems/lagrangian-linear-tids.js';
import { LagrangianLinearTIR } from '../../../src/kernel/modeling/relations/lagrangian-linear-tir.js';
import { LagrangianScleronomousR } from '../../../src/kernel/modeling/relations/lagrangian-r.js';
import { NewtonImpactNSL } from '../../../src/kernel/modeling/laws/newton-impact-nsl.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { EventDriven } from '../../../src/kernel/simulation/event-driven/event-driven.js';
import { LagrangianFlow } from '../../../src/kernel/simulation/event-driven/mechanics/lagrangian-flow.js';
import { MoreauJeanOSI } from '../../../src/kernel/simulation/integrators/moreau-jean-osi.js';
import type { SimulationEvent } from '../../../src/kernel/simulation/stream.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';
import { ball, camFollower, gravity } from './models.js';

interface Run {
  readonly flow: LagrangianFlow;
  readonly events: readonly Pick<SimulationEvent, 'time' | 'kind' | 'rows'>[];
}

function run(model: NonSmoothDynamicalSystem, T: number, reltol = 1e-12): Run {
  const flow = new LagrangianFlow(model, { evtol: 1e-12 * T, reltol, abstol: 1e-14 });
  const events: Pick<SimulationEvent, 'time' | 'kind' | 'rows'>[] = [];
  new EventDriven(flow, 0, T).run({
    event: ({ time, kind, rows }) => void events.push({ time, kind, rows }),
  });
  return { flow, events };
}

describe('a bouncing ball', () => {
  const fall = Math.sqrt(2 / gravity);

  test.each([0.5, 0.8])('comes to rest at t1 (1 + e) / (1 - e), e = %d', (e) => {
    const { flow, events } = run(ball(10, e), 10);
    const zeno = events.find(({ kind }) => kind === 'zeno');
    expect(Math.abs((zeno?.time ?? NaN) - (fall * (1 + e)) / (1 - e))).toBeLessThan(1e-9);
    // And the floor carries it from there on.
    expect(flow.t).toBe(10);
    expect(Math.abs(flow.x[0]!)).toBeLessThan(1e-9);
    expect(Math.abs(flow.x[1]!)).toBeLessThan(1e-15);
    expect(flow.lambda[0]).toBeCloseTo(gravity, 12);
  });

  it('meets the floor at t1, then after 2 e^k t1 each', () => {
    const e = 0.9;
    const { events } = run(ball(4, e), 4);
    const impacts = events.filter(({ kind }) => kind === 'jump').map(({ time }) => time);
    let expected = fall;
    impacts.slice(0, 6).forEach((time, k) => {
      expect(Math.abs(time - expected)).toBeLessThan(1e-10);
      expected += 2 * e ** (k + 1) * fall;
    });
  });
});

it('coupled contacts are one problem: of two closed ones the force, not its sign alone, says which opens', () => {
  // W = [[1, c], [c, 1]], v' without contacts (-1, 0.5): contact 0 is pressed, contact 1 pulled open. c = 0.9: the force of
  // contact 0 opens contact 1 further. c = -0.9: it presses contact 1 shut, against the sign of its own acceleration.
  for (const c of [0.9, -0.9]) {
    const det = 1 - c * c;
    const M = Float64Array.of(1 / det, -c / det, -c / det, 1 / det);
    // M^-1 F = (-1, 0.5).
    const FExt = Float64Array.of((-1 - 0.5 * c) / det, (c + 0.5) / det);
    const system = new LagrangianLinearTIDS(new Float64Array(2), new Float64Array(2), M, { FExt });
    const model = new NonSmoothDynamicalSystem(0, 1);
    model.insertDynamicalSystem(system);
    for (const H of [Float64Array.of(1, 0), Float64Array.of(0, 1)]) {
      model.link(new Interaction(new NewtonImpactNSL(0), new LagrangianLinearTIR(1, H)), system);
    }
    const { flow } = run(model, 1);
    if (c > 0) {
      expect(flow.lambda[0]).toBeCloseTo(1, 12);
      expect(flow.lambda[1]).toBe(0);
      expect(flow.x[1]).toBeCloseTo(1.4 / 2, 10);
    } else {
      // (lambda) = -W^-1 (-1, 0.5).
      expect(flow.lambda[0]).toBeCloseTo((1 + 0.5 * c) / det, 10);
      expect(flow.lambda[1]).toBeCloseTo((-0.5 - c) / det, 10);
      expect(Math.abs(flow.x[1]!)).toBeLessThan(1e-15);
    }
  }
});

it('a contact opens where its force falls to zero', () => {
  // F = cos t - 0.5 presses down after t = pi / 3; before, it lifts.
  const system = new LagrangianLinearTIDS(Float64Array.of(0), Float64Array.of(0), Float64Array.of(1), {
    FExt: (t, F) => (F[0] = -Math.cos(t)),
  });
  const model = new NonSmoothDynamicalSystem(0, 2);
  model.insertDynamicalSystem(system);
  model.link(
    new Interaction(new NewtonImpactNSL(0.5), new LagrangianLinearTIR(1, Float64Array.of(1))),
    system,
  );
  const { flow, events } = run(model, 2);
  const opening = events.filter(({ kind, time }) => kind === 'mode' && time > 0);
  expect(opening[0]?.time).toBeCloseTo(Math.PI / 2, 9);
  // q'' = -cos t from rest at pi / 2: q = cos t + t - pi / 2.
  expect(flow.x[0]).toBeCloseTo(Math.cos(2) + 2 - Math.PI / 2, 9);
});

it('a pendulum in Cartesian coordinates hangs on its joint', () => {
  const system = new LagrangianLinearTIDS(
    Float64Array.of(1, 0),
    new Float64Array(2),
    Float64Array.of(1, 0, 0, 1),
    {
      FExt: Float64Array.of(0, -gravity),
    },
  );
  const model = new NonSmoothDynamicalSystem(0, 1);
  model.insertDynamicalSystem(system);
  const rod = new LagrangianScleronomousR(1, 2, {
    h: (q, y) => (y[0] = Math.hypot(q[0]!, q[1]!) - 1),
    H: (q, H) => H.set([q[0]! / Math.hypot(q[0]!, q[1]!), q[1]! / Math.hypot(q[0]!, q[1]!)]),
  });
  model.link(new Interaction(new EqualityConditionNSL(1), rod), system);
  const { flow } = run(model, 1, 1e-10);
  const [x, y, vx, vy] = flow.x as unknown as [number, number, number, number];
  // Energy, and the length, drift with the integrator's tolerance and the difference of the curvature.
  expect(Math.abs((vx * vx + vy * vy) / 2 + gravity * y)).toBeLessThan(1e-7);
  expect(Math.abs(Math.hypot(x, y) - 1)).toBeLessThan(1e-7);
  // The rod carries v^2 / l + g sin.
  expect(flow.lambda[0]).toBeCloseTo(-(vx * vx + vy * vy) + gravity * y, 5);
});

describe('the cam follower', () => {
  test.each([358, 660, 700])('runs its 5 s at %d rpm', (rpm) => {
    const { flow, events } = run(camFollower(rpm, 5), 5, 1e-8);
    expect(flow.t).toBe(5);
    expect(flow.x[0]!).toBeGreaterThan(-1e-9);
    expect(events.filter(({ kind }) => kind === 'jump').length).toBeGreaterThan(10);
  });

  it('is the limit of time stepping, while impacts are few', () => {
    const { flow } = run(camFollower(358, 0.1), 0.1, 1e-10);
    const error = (h: number): number => {
      const stepping = new TimeStepping(
        camFollower(358, 0.1),
        new TimeDiscretisation(0, h),
        new MoreauJeanOSI(),
      );
      stepping.run();
      return Math.abs(stepping.x[0]! - flow.x[0]!);
    };
    // Impacts and jumps of the cam's acceleration are taken anywhere within their steps: order 1, with velocities of 20 m/s.
    expect(error(1e-4)).toBeLessThan(2e-2);
    expect(error(1e-6)).toBeLessThan(2e-4);
  });
});
