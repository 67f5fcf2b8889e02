/** Driven impacts: a periodic orbit in closed form, and the sections of [intro] Fig. 26. */
import { describe, expect, it, test } from 'vitest';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { LagrangianLinearTIDS } from '../../../src/kernel/modeling/systems/lagrangian-linear-tids.js';
import { LagrangianLinearTIR } from '../../../src/kernel/modeling/relations/lagrangian-linear-tir.js';
import { NewtonImpactNSL } from '../../../src/kernel/modeling/laws/newton-impact-nsl.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { EventDriven } from '../../../src/kernel/simulation/event-driven/event-driven.js';
import { LagrangianFlow } from '../../../src/kernel/simulation/event-driven/mechanics/lagrangian-flow.js';
import { MoreauJeanOSI } from '../../../src/kernel/simulation/integrators/moreau-jean-osi.js';
import { ImpactSection, StroboscopicSection } from '../../../src/kernel/simulation/poincare-sections.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';
import { camFollower } from './models.js';

/** q'' + q = cos(w t + phi) over a wall at q = 0. */
function oscillator(T: number, w: number, phi: number, e: number, v0: number): NonSmoothDynamicalSystem {
  const system = new LagrangianLinearTIDS(Float64Array.of(0), Float64Array.of(v0), Float64Array.of(1), {
    K: Float64Array.of(1),
    FExt: (t, F) => (F[0] = Math.cos(w * t + phi)),
  });
  const model = new NonSmoothDynamicalSystem(0, T);
  model.insertDynamicalSystem(system);
  const wall = new LagrangianLinearTIR(1, Float64Array.of(1));
  model.link(new Interaction(new NewtonImpactNSL(e), wall), system);
  return model;
}

function byEvents(
  model: NonSmoothDynamicalSystem,
  reltol: number,
  ...observers: readonly (StroboscopicSection | ImpactSection)[]
): LagrangianFlow {
  const flow = new LagrangianFlow(model, { evtol: 1e-12 * model.T, reltol, abstol: 1e-14 });
  new EventDriven(flow, 0, model.T).run(...observers);
  return flow;
}

describe('an impact oscillator with one impact a period', () => {
  // Between impacts q = a cos t + b sin t + g cos(w t + phi), g = 1 / (1 - w^2). q = 0 at 0 and T = 2 pi / w, v+ = -e v-:
  //     b = a tan(T / 2),   a = -g cos phi,   b (1 - e) = g w sin phi (1 + e).
  const [w, e] = [2.6, 0.7];
  const period = (2 * Math.PI) / w;
  const g = 1 / (1 - w * w);
  const phi = Math.atan((-Math.tan(period / 2) * (1 - e)) / (w * (1 + e)));
  const velocity = (angle: number): number =>
    -g * Math.cos(angle) * Math.tan(period / 2) - g * w * Math.sin(angle);
  // Of the two angles the one that leaves the wall.
  const start = velocity(phi) > 0 ? phi : phi + Math.PI;
  const v0 = velocity(start);
  const system = { n: 2, m: 1 };

  it('moves on its closed orbit: every section is one point', () => {
    const model = oscillator(20.5 * period, w, start, e, v0);
    const [strobe, impacts] = [
      new StroboscopicSection(period, period / 2, system),
      new ImpactSection([0], system),
    ];
    byEvents(model, 1e-12, strobe, impacts);
    const a = -g * Math.cos(start);
    const half = period / 2;
    const q = a * Math.cos(half) + a * Math.tan(half) * Math.sin(half) + g * Math.cos(w * half + start);
    expect(strobe.points).toHaveLength(21);
    for (const { x } of strobe.points) expect(Math.abs(x[0]! - q)).toBeLessThan(1e-9);
    expect(impacts.points).toHaveLength(20);
    impacts.points.forEach(({ t, left, right }, k) => {
      expect(Math.abs(t - (k + 1) * period)).toBeLessThan(1e-9);
      expect(Math.abs(right[1]! - v0)).toBeLessThan(1e-9);
      expect(Math.abs(left[1]! + v0 / e)).toBeLessThan(1e-9);
    });
  });

  it('attracts: two perturbed starts come to it', () => {
    for (const part of [0.97, 1.03]) {
      const strobe = new StroboscopicSection(period, 0.3, system);
      const orbit = new StroboscopicSection(period, 0.3, system);
      byEvents(oscillator(80 * period, w, start, e, part * v0), 1e-10, strobe);
      byEvents(oscillator(2 * period, w, start, e, v0), 1e-10, orbit);
      const distance = (k: number): number =>
        Math.hypot(...strobe.points[k]!.x.map((value, i) => value - orbit.points[0]!.x[i]!));
      // The map of the velocities contracts areas with e^2 a period.
      expect(distance(0)).toBeGreaterThan(1e-3);
      expect(distance(79)).toBeLessThan(1e-8);
    }
  });
});

describe('the sections of the cam follower at 660 rpm', () => {
  const system = { n: 2, m: 1 };
  const period = 60 / 660;

  test('by events: what a run that ends there would say', () => {
    const strobe = new StroboscopicSection(period, 0, system);
    const impacts = new ImpactSection([0], system);
    byEvents(camFollower(660, 3), 1e-10, strobe, impacts);
    expect(strobe.points).toHaveLength(Math.floor(3 / period) + 1);
    expect(impacts.points.length).toBeGreaterThan(20);
    for (const { left, right } of impacts.points) expect(right[1]! + 0.8 * left[1]!).toBeCloseTo(0, 12);
    const k = 3;
    const { x } = byEvents(camFollower(660, k * period), 1e-10);
    strobe.points[k]!.x.forEach((value, i) => expect(Math.abs(value - x[i]!)).toBeLessThan(1e-6));
    // An attractor, not a point: [intro] Fig. 26 calls it chaotic.
    const velocities = strobe.points.slice(8).map((point) => point.x[1]!);
    expect(Math.max(...velocities) - Math.min(...velocities)).toBeGreaterThan(1);
  });

  test('by steps: the same points while errors are small', () => {
    const [exact, steps] = [0, 1].map(() => new StroboscopicSection(period, 0, system)) as [
      StroboscopicSection,
      StroboscopicSection,
    ];
    const [exactImpacts, impacts] = [0, 1].map(() => new ImpactSection([0], system)) as [
      ImpactSection,
      ImpactSection,
    ];
    const T = 2.5 * period;
    byEvents(camFollower(660, T), 1e-10, exact, exactImpacts);
    const grid = new TimeDiscretisation(0, 1e-5);
    new TimeStepping(camFollower(660, T), grid, new MoreauJeanOSI(0.5)).run(steps, impacts);
    expect(steps.points).toHaveLength(exact.points.length);
    // Order h: velocities of 20 m/s, and the jumps of the cam's acceleration are met anywhere within their steps.
    const near = (a: number, b: number, bound: number): void => expect(Math.abs(a - b)).toBeLessThan(bound);
    steps.points.forEach(({ x }, k) => near(x[0]!, exact.points[k]!.x[0]!, 5e-3));
    near(impacts.points[0]!.t, exactImpacts.points[0]!.t, 1e-4);
  });
});

it('a period that is none is refused', () => {
  expect(() => new StroboscopicSection(0, 0, { n: 1, m: 0 })).toThrow('the period is 0 s');
});
