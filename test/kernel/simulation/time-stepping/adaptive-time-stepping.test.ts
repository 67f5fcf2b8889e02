/** Step-size control: errors follow the tolerance, steps gather at events, failures are told. */
import { describe, expect, test } from 'vitest';
import { ComplementarityConditionNSL } from '../../../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import { FirstOrderLinearDS } from '../../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { FirstOrderNonLinearDS } from '../../../../src/kernel/modeling/systems/first-order-nonlinear-ds.js';
import { NonSmoothDynamicalSystem } from '../../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { AdaptiveTimeStepping } from '../../../../src/kernel/simulation/time-stepping/adaptive-time-stepping.js';
import { EulerMoreauOSI } from '../../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { oneSystem, relayOscillator, simpleRelay } from '../../first-order-models.js';
import { bridgeSystem, bridgeVoltage } from '../../models.js';

const worstOnBridge = (reltol: number): { readonly error: number; readonly steps: number } => {
  const simulation = new AdaptiveTimeStepping(bridgeSystem(1e-3), new EulerMoreauOSI(0.5, 0.5), {
    reltol,
    abstol: reltol * 1e-3,
  });
  let error = 0;
  const [x, lambda] = [new Float64Array(2), new Float64Array(4)];
  simulation.run({
    segment: (segment) => {
      segment.gridPoint(segment.gridCount, x, lambda);
      error = Math.max(error, Math.abs(x[0]! - bridgeVoltage(segment.t1)));
    },
  });
  expect(simulation.t).toBe(1e-3);
  return { error, steps: simulation.accepted };
};

test('the error on the bridge goes down with the tolerance, for more steps', () => {
  const [coarse, fine] = [worstOnBridge(1e-3), worstOnBridge(1e-5)];
  expect(coarse.error).toBeLessThan(0.1);
  expect(fine.error).toBeLessThan(coarse.error / 8);
  expect(fine.steps).toBeGreaterThan(3 * coarse.steps);
});

test('a relay begins to slide within the largest step: whole and halves land on the same point', () => {
  const simulation = new AdaptiveTimeStepping(simpleRelay(1.03), new EulerMoreauOSI(1, 1), {
    reltol: 1e-6,
    abstol: 1e-6,
  });
  simulation.run();
  expect([simulation.accepted, simulation.rejected]).toEqual([100, 0]);
  expect(Math.abs(simulation.x[0]!)).toBeLessThan(1e-13);
  expect(simulation.lambda).toHaveLength(2);
});

test('steps are shortened where a diode begins to conduct, and lengthened again', () => {
  // x' = -x + lambda, y = x - 1/2 + lambda / 1000 >= 0: a kink of x at t = log 2.
  const dynamics = new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1));
  const relation = new FirstOrderLinearTIR(1, Float64Array.of(1), Float64Array.of(1), {
    e: Float64Array.of(-0.5),
    D: Float64Array.of(1e-3),
  });
  const system = oneSystem(4, dynamics, relation, new ComplementarityConditionNSL(1));
  const simulation = new AdaptiveTimeStepping(system, new EulerMoreauOSI(0.5, 0.5), {
    reltol: 1e-5,
    largestStep: 0.1,
  });
  const steps: { t1: number; h: number }[] = [];
  simulation.run({ segment: ({ t0, t1 }) => void steps.push({ t1, h: t1 - t0 }) });
  const shortest = steps.reduce((a, b) => (b.h < 0.99 * a.h ? b : a));
  expect(Math.abs(shortest.t1 - Math.log(2))).toBeLessThan(0.05);
  expect(steps[0]!.h / shortest.h).toBeGreaterThan(4);
  expect(steps.at(-1)!.h).toBeGreaterThan(4 * shortest.h);
});

test('a nonlinear model is followed as its linear form', () => {
  const [a, b] = (['linear', 'f(x)'] as const).map((kind) => {
    const simulation = new AdaptiveTimeStepping(relayOscillator(2, kind), new EulerMoreauOSI(0.5, 1), {
      reltol: 1e-5,
    });
    simulation.run();
    return simulation;
  });
  expect(b!.accepted).toBe(a!.accepted);
  a!.x.forEach((value, i) => expect(Math.abs(b!.x[i]! - value)).toBeLessThan(1e-8));
});

test('points are multiples of a dyadic part of the interval and end at T exactly', () => {
  const system = new NonSmoothDynamicalSystem(0, 3);
  system.insertDynamicalSystem(new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1)));
  const simulation = new AdaptiveTimeStepping(system, new EulerMoreauOSI(0.5, 1), {
    reltol: 1e-5,
    largestStep: 0.7,
  });
  simulation.run({
    segment: ({ t1 }) => {
      const ticks = (t1 / (3 / 5)) * 2 ** 20;
      expect(Math.abs(ticks - Math.round(ticks))).toBeLessThan(1e-6);
    },
  });
  expect(simulation.t).toBe(3);
  expect(simulation.x[0]).toBeCloseTo(Math.exp(-3), 5);
});

describe('told instead of repaired', () => {
  test('a solution that leaves every bound makes the step too small', () => {
    // x' = x^2 from 1 is infinite at t = 1; the explicit scheme gets there a little late.
    const system = new NonSmoothDynamicalSystem(0, 2);
    system.insertDynamicalSystem(
      new FirstOrderNonLinearDS(Float64Array.of(1), (_t, x, out) => void (out[0] = x[0]! ** 2), {
        jacobian: (_t, x, out) => void (out[0] = 2 * x[0]!),
      }),
    );
    const simulation = new AdaptiveTimeStepping(system, new EulerMoreauOSI(0, 1), { smallestPart: 2 ** -12 });
    expect(() => simulation.run()).toThrow(
      /^the error estimate asks for a step below the smallest one allowed in the step from t = 1\.0\d* s/,
    );
    expect(Number.isFinite(simulation.x[0])).toBe(true);
  });

  test('bad options', () => {
    const make = (options: object) => () =>
      new AdaptiveTimeStepping(simpleRelay(1), new EulerMoreauOSI(1, 1), options);
    expect(make({ rtol: 1 })).toThrow(
      'AdaptiveTimeStepping: there is no option rtol; the options are reltol, abstol, largestStep, smallestPart',
    );
    expect(make({ reltol: 0 })).toThrow('AdaptiveTimeStepping: reltol is 0; it must be positive');
    expect(make({ smallestPart: 0.5 })).toThrow(
      'AdaptiveTimeStepping: smallestPart is 0.5; it must be 1/4 or less',
    );
  });
});
