/** Relays, saturations, equations and sliding by exact events. */
import { describe, expect, test } from 'vitest';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { MixedComplementarityConditionNSL } from '../../../src/kernel/modeling/laws/mixed-complementarity-condition-nsl.js';
import { PiecewiseLinearNSL } from '../../../src/kernel/modeling/laws/piecewise-linear-nsl.js';
import { EulerMoreauOSI } from '../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { saturationLaw } from '../../../src/numerics/relay/piecewise-linear.js';
import { oneSystem, relayOscillator, simpleRelay } from '../first-order-models.js';
import { timeStepping } from '../models.js';
import { runEvents } from './run-events.js';

describe('two relays that drive x = (1, -1) to the origin', () => {
  const run = runEvents(simpleRelay(1));

  test('arrive at t = 1/2 exactly and stay', () => {
    expect(run.times('mode')).toEqual([0.5]);
    expect([...run.flow.x]).toEqual([0, 0]);
    expect([...run.flow.lambda]).toEqual([0, 0]);
  });

  test('slide from then on, each row with the equivalent control 0', () => {
    const slides = run.events.filter(({ kind }) => kind === 'sliding').map(({ sliding }) => sliding);
    const slide = { start: 0.5, end: 1, lower: 0, upper: 0, mean: 0 };
    expect(slides).toEqual([{ row: 0, ...slide }, { row: 1, ...slide }]); // prettier-ignore
  });
});

describe('the relay oscillator with sliding', () => {
  const run = runEvents(relayOscillator(30));
  const slides = run.events.flatMap(({ sliding }) => (sliding ? [sliding] : []));

  test('leaves its first sliding interval where (1 + t) exp(t) = 2', () => {
    // Sliding, x2 = (1 + t) exp(t) / 2 and lambda = -x2, until lambda meets its bound -1.
    const [first] = slides;
    const end = first?.end ?? NaN;
    expect(first?.start).toBe(0);
    expect(first?.row).toBe(0);
    // Twenty operations of size 1.
    expect(Math.abs((1 + end) * Math.exp(end) - 2)).toBeLessThan(1e-14);
    expect(first?.lower).toBeCloseTo(-1, 14);
    expect(first?.upper).toBeCloseTo(-0.5, 14);
    // The integral of (1 + t) exp(t) is t exp(t). Simpson's rule is off by (end / 16)^4 / 180 times half the fourth
    // derivative, (5 + t) exp(t): 6e-9.
    expect(first?.mean).toBeCloseTo(-Math.exp(end) / 2, 7);
  });

  test('slides only strictly between the bounds of its relay, with y = 0', () => {
    expect(slides.length).toBeGreaterThan(20);
    for (const { lower, upper } of slides) {
      expect(lower).toBeGreaterThanOrEqual(-1 - 1e-12);
      expect(upper).toBeLessThanOrEqual(1 + 1e-12);
      expect(lower).toBeLessThan(upper);
    }
    for (const { right } of run.events.filter(({ kind }) => kind === 'sliding')) {
      expect(Math.abs(right[0] ?? NaN)).toBeLessThan(1e-15);
    }
  });

  test('is where time stepping with steps that shrink ends', () => {
    const T = 10;
    const end = runEvents(relayOscillator(T)).flow.x;
    const errors = [1e-3, 1e-4, 1e-5].map((h) => {
      const simulation = timeStepping(relayOscillator(T), h, new EulerMoreauOSI(1, 1));
      simulation.run();
      return Math.max(...simulation.x.map((value, i) => Math.abs(value - end[i]!)));
    });
    // Implicit Euler has order 1 on sliding solutions: a tenth of the step, a tenth of the error.
    expect(errors[1]! / errors[0]!).toBeLessThan(0.2);
    expect(errors[2]! / errors[1]!).toBeLessThan(0.2);
    expect(errors[2]).toBeLessThan(2e-3);
  });
});

test('a saturation is linear between its bounds, and no sliding', () => {
  // x' = 2 lambda, lambda = -x between -1 and 1: from 3 a ramp until x = 1 at t = 1, then exp(-2 (t - 1)).
  const dynamics = new FirstOrderLinearDS(Float64Array.of(3), Float64Array.of(0));
  const relation = new FirstOrderLinearTIR(1, Float64Array.of(1), Float64Array.of(2));
  const law = new PiecewiseLinearNSL([saturationLaw(-1, 1, -1, 1)]);
  const run = runEvents(oneSystem(3, dynamics, relation, law));
  expect(run.times('mode')).toHaveLength(1);
  expect(run.times('mode')[0]).toBeCloseTo(1, 14);
  expect(run.flow.x[0]).toBeCloseTo(Math.exp(-4), 15);
  expect(run.flow.lambda[0]).toBeCloseTo(-Math.exp(-4), 15);
  expect(run.times('sliding')).toEqual([]);
});

test('an equation and a complementarity together: a jump onto the first, an event of the second', () => {
  // x1' = l1, x2' = -l1 - 1 + l2, x1 = x2, 0 <= x2 _|_ l2 >= 0, from (1, 0): to (1/2, 1/2), then down to 0 at t = 1.
  const dynamics = new FirstOrderLinearDS(Float64Array.of(1, 0), new Float64Array(4), {
    b: Float64Array.of(0, -1),
  });
  const relation = new FirstOrderLinearTIR(2, matrix([[1, -1], [0, 1]]), matrix([[1, 0], [-1, 1]])); // prettier-ignore
  const run = runEvents(oneSystem(2, dynamics, relation, new MixedComplementarityConditionNSL(1, 1)));
  const [jump] = run.events.filter(({ kind }) => kind === 'jump');
  expect(jump?.time).toBe(0);
  expect(jump?.left).toEqual([1, 0]);
  expect(jump?.right).toEqual([0.5, 0.5]);
  expect(jump?.impulse).toEqual([-0.5, 0]);
  expect(run.times('mode')).toHaveLength(1);
  expect(run.times('mode')[0]).toBeCloseTo(1, 14);
  expect([...run.flow.x]).toEqual([0, 0]);
  expect([...run.flow.lambda]).toEqual([0, 1]);
});
