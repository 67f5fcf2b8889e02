/** Accumulating events of systems with known limits (conventions: Zeno points), and runs that must not go on for ever. */
import { describe, expect, test } from 'vitest';
import { EventDriven } from '../../../src/kernel/simulation/event-driven/event-driven.js';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { RelayNSL } from '../../../src/kernel/modeling/laws/relay-nsl.js';
import { EulerMoreauOSI } from '../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { FirstOrderNonLinearDS } from '../../../src/kernel/modeling/systems/first-order-nonlinear-ds.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { Reinitialisation, type Resting } from '../../../src/kernel/modeling/reinitialisation.js';
import { OdeFlow } from '../../../src/kernel/simulation/event-driven/mechanics/ode-flow.js';
import { ZenoDetector } from '../../../src/kernel/simulation/event-driven/zeno-detector.js';
import { filippovSystem, oneSystem, relayOscillator } from '../first-order-models.js';
import { timeStepping } from '../models.js';
import { lcsFlow, runEvents, runFlow, type EventRun } from './run-events.js';

describe('the Filippov system, a spiral of relays into the origin', () => {
  // Every quarter turn shrinks |x| and its own duration by 1 - 2a = 0.98: t* = 0.02 + 0.0396 / (1 - 0.98).
  const run = runEvents(filippovSystem(4));

  test('arrives at t = 2', () => {
    const [zeno] = run.events.filter(({ kind }) => kind === 'zeno');
    expect(zeno?.time).toBeCloseTo(2, 12);
    expect(zeno?.rows).toHaveLength(1);
    expect(run.loop.counters.zeno).toBe(1);
  });

  test('slides in the origin from there on, in both rows', () => {
    const slides = run.events.flatMap(({ sliding }) => (sliding ? [sliding] : []));
    expect(slides.map(({ row }) => row)).toEqual([0, 1]);
    for (const { start, end, lower, upper } of slides) {
      expect(start).toBeCloseTo(2, 12);
      expect(end).toBe(4);
      // The equivalent control of x' = B lambda = 0.
      expect([lower, upper]).toEqual([0, 0]);
    }
    expect([...run.flow.x]).toEqual([0, 0]);
    expect(run.loop.counters.jumps).toBe(0);
  });
});

describe("the twisting controller x1' = x2, x2' = -a sgn x1 - b sgn x2: a relay of relative degree 2 beside one of degree 1", () => {
  function twisting(a: number, b: number, T: number): NonSmoothDynamicalSystem {
    const dynamics = new FirstOrderLinearDS(Float64Array.of(0, 1), Float64Array.of(0, 1, 0, 0));
    const relation = new FirstOrderLinearTIR(2, Float64Array.of(1, 0, 0, 1), Float64Array.of(0, 0, a, b));
    return oneSystem(T, dynamics, relation, new RelayNSL(2));
  }

  test.each([
    [2, 0.8],
    [1, 0.5],
    [5, 0.1],
  ])('reaches the origin in finite time and stays there, a = %d, b = %d', (a, b) => {
    // Up in v / (a + b), back to x1 = 0 with the speed r v, r = sqrt((a - b) / (a + b)), after r v / (a - b).
    const r = Math.sqrt((a - b) / (a + b));
    const limit = (1 / (a + b) + r / (a - b)) / (1 - r);
    const run = runEvents(twisting(a, b, 1.5 * limit));
    const [zeno] = run.events.filter(({ kind }) => kind === 'zeno');
    expect(Math.abs(zeno!.time - limit)).toBeLessThan(1e-9 * limit);
    for (const value of run.flow.x) expect(Math.abs(value)).toBeLessThan(1e-12);
    expect(run.loop.counters.jumps).toBe(0);
  });
});

describe('spirals of other ratios', () => {
  function spiral(a: number, T: number): NonSmoothDynamicalSystem {
    const dynamics = new FirstOrderLinearDS(Float64Array.of(10, 10), new Float64Array(4));
    const B = Float64Array.of(500 * a, 500 * (1 - a), -500 * (1 - a), 500 * a);
    const relation = new FirstOrderLinearTIR(2, Float64Array.of(1, 0, 0, 1), B);
    return oneSystem(T, dynamics, relation, new RelayNSL(2));
  }

  test.each([0.002, 0.05, 0.2, 0.3, 0.4, 0.45, 0.49])('arrive, a = %d', (a) => {
    // x = (0, 20 - 20 a) at 0.02, then quarter turns whose durations shrink by 1 - 2 a.
    const limit = 0.02 + (20 - 20 * a) / (500 * 2 * a);
    const run = runEvents(spiral(a, 1.5 * limit));
    const slides = run.events.flatMap(({ sliding }) => (sliding ? [sliding] : []));
    expect(slides).toHaveLength(2);
    for (const { start } of slides) expect(Math.abs(start - limit)).toBeLessThan(1e-9 * limit);
    // Rounding of the equivalent control, 1e-16, times 500, over up to 5 s.
    for (const value of run.flow.x) expect(Math.abs(value)).toBeLessThan(1e-12);
    expect(run.loop.counters.jumps).toBe(0);
  });
});

test('a step through what has no limit is one implicit Euler step', () => {
  const flow = lcsFlow(relayOscillator(1));
  const simulation = timeStepping(relayOscillator(1), 1e-3, new EulerMoreauOSI(1, 1));
  flow.begin(0);
  simulation.computeOneStep();
  expect(flow.stepThrough(1e-3)).toMatchObject({ status: 'ok' });
  expect(flow.t).toBe(1e-3);
  // The restart projects x1 to the 0 that it is up to rounding.
  flow.x.forEach((value, i) => expect(value).toBeCloseTo(simulation.x[i]!, 15));
});

const g = 9.81;
const height = 0.9;

function bouncingBall(
  e: number,
  T: number,
  resting: Resting | undefined,
  gravity: (t: number) => number,
): NonSmoothDynamicalSystem {
  const model = new NonSmoothDynamicalSystem(0, T);
  const ball = new FirstOrderNonLinearDS(Float64Array.of(height, 0), (t, x, out) => {
    out[0] = x[1]!;
    out[1] = gravity(t);
  });
  model.insertDynamicalSystem(ball);
  const impact = (_t: number, x: Float64Array, out: Float64Array): void => {
    out[0] = x[0]!;
    out[1] = -e * x[1]!;
  };
  model.reinitialise(new Reinitialisation((_t, x) => x[0]!, impact, undefined, resting), ball);
  return model;
}

const atRest: Resting = { field: (_t, _x, out) => out.fill(0) };
function runBall(
  e: number,
  T: number,
  resting?: Resting,
  gravity = (_t: number): number => -g,
): EventRun<OdeFlow> {
  const flow = new OdeFlow(bouncingBall(e, T, resting, gravity), {
    evtol: 1e-12 * T,
    reltol: 1e-10,
    abstol: 1e-12,
  });
  return runFlow(flow, 0, T);
}

describe('a bouncing ball as a first-order system with x+ = F(x-)', () => {
  const first = Math.sqrt((2 * height) / g);

  test('hits the floor at t_k = t_1 (1 + 2 e (1 - e^k) / (1 - e))', () => {
    const e = 0.9;
    const impacts = runBall(e, 8).times('user');
    expect(impacts.length).toBeGreaterThan(30);
    impacts.forEach((time, k) => {
      expect(time).toBeCloseTo(first * (1 + (2 * e * (1 - e ** k)) / (1 - e)), 12);
    });
  });

  test.each([0.9, 0.5, 0.1])('rests from t_1 (1 + e) / (1 - e) on, e = %d', (e) => {
    const run = runBall(e, 20, atRest);
    const [zeno, ...more] = run.times('zeno');
    // e = 0.9: 19 sqrt(1.8 / 9.81).
    expect(zeno).toBeCloseTo((first * (1 + e)) / (1 - e), 10);
    expect(more).toEqual([]);
    expect(run.flow.t).toBe(20);
    // The limit's rounding: 1e-16 of velocities of 4 m/s, amplified by 1 / (1 - e).
    for (const value of run.flow.x) expect(Math.abs(value)).toBeLessThan(1e-12);
  });

  test('stops at the limit where the model does not say how it goes on', () => {
    // sqrt(1.8 / 9.81) 1.5 / 0.5 = 1.285058810634...
    expect(() => runBall(0.5, 20)).toThrow(
      /^events accumulate, and the model does not say how it goes on from their limit at t = 1\.28505881 s$/,
    );
  });

  test('leaves the floor when it is released', () => {
    // Gravity turns round at t = 5.
    const release = (t: number): number => 5 - t;
    const run = runBall(0.5, 5.1, { ...atRest, release }, (t) => (t < 5 ? -g : g));
    expect(run.times('user').at(-1)).toBeCloseTo(5, 12);
    expect(run.flow.x[0]).toBeCloseTo((g / 2) * 0.1 ** 2, 12);
  });

  test('two balls of different heights accumulate one after the other', () => {
    const model = new NonSmoothDynamicalSystem(0, 10);
    [1, 2].forEach((start) => {
      const ball = new FirstOrderNonLinearDS(Float64Array.of(start, 0), (_t, x, out) => {
        out[0] = x[1]!;
        out[1] = -g;
      });
      model.insertDynamicalSystem(ball);
      const impact = (_t: number, x: Float64Array, out: Float64Array): void => {
        out[0] = x[0]!;
        out[1] = -0.7 * x[1]!;
      };
      model.reinitialise(new Reinitialisation((_t, x) => x[0]!, impact, undefined, atRest), ball);
    });
    const flow = new OdeFlow(model, { evtol: 1e-11, reltol: 1e-10, abstol: 1e-12 });
    const run = runFlow(flow, 0, 10);
    const limits = [1, 2].map((start) => (Math.sqrt((2 * start) / g) * 1.7) / 0.3);
    expect(run.times('zeno')).toHaveLength(2);
    run.times('zeno').forEach((time, k) => expect(time).toBeCloseTo(limits[k]!, 9));
  });
});

describe('the detector', () => {
  test('takes intervals that tend to a period for no accumulation', () => {
    const detector = new ZenoDetector(1, 1e-12, 1);
    let time = 0;
    for (let k = 0; k < 200; k++) {
      time += 1 + 0.9 ** k;
      expect(detector.note(time, 0, Float64Array.of(1))).toBeUndefined();
    }
    expect(detector.insist()).toBeUndefined();
  });

  test('needs 20 entries with one ratio', () => {
    const detector = new ZenoDetector(1, 1e-12, 100);
    let found = -1;
    for (let k = 0, time = 0; k < 40 && found < 0; k++) {
      time += 0.5 ** k;
      if (detector.note(time, 0, Float64Array.of(0.5 ** k))) found = k;
    }
    // The first interval has no ratio, the first ratio nothing to agree with.
    expect(found).toBe(22);
  });
});

test('more events than allowed within one window stop the run with an explanation', () => {
  // A clock: it ticks each time its own time since the last tick reaches 1e-7 s.
  const model = new NonSmoothDynamicalSystem(0, 1);
  const clock = new FirstOrderNonLinearDS(Float64Array.of(1), (_t, _x, out) => void (out[0] = -1e7));
  model.insertDynamicalSystem(clock);
  model.reinitialise(
    new Reinitialisation(
      (_t, x) => x[0]!,
      (_t, _x, out) => void (out[0] = 1),
    ),
    clock,
  );
  const flow = new OdeFlow(model, { evtol: 1e-12 });
  const loop = new EventDriven(flow, 0, 1, { evtol: 1e-12, eventWindow: 1e-3, maxEvents: 2000 });
  expect(() => loop.run()).toThrow(/^events follow each other without end at t = 2\d\d\.\d+ us$/);
  expect(loop.counters.events).toBe(2001);
});
