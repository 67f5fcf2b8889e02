/** Exact flows against closed forms and against themselves with smaller segments; index-2 modes; bounds of use. */
import { describe, expect, test } from 'vitest';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { linearDynamics } from '../../../src/kernel/modeling/systems/first-order-system.js';
import { LinearInput } from '../../../src/kernel/modeling/signals/linear-input.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { LcsFlow } from '../../../src/kernel/simulation/event-driven/lcs-flow.js';
import { assembleLinearSystem } from '../../../src/kernel/simulation/linear/linear-system.js';
import {
  bridgeSystem,
  bridgeVoltage,
  complementaritySystem,
  resonantConverter,
  timeStepping,
} from '../models.js';
import { runEvents, runFlow, squareWave, type EventRun } from './run-events.js';

describe('the bridge', () => {
  test('follows its analytic solution to 1e-13 of its amplitude', () => {
    const times = Array.from({ length: 501 }, (_, k) => k * 1e-5);
    const { samples } = runEvents(bridgeSystem(5e-3), {}, times);
    samples.forEach(([vL = NaN], k) => {
      expect(Math.abs(vL - bridgeVoltage(times[k]!))).toBeLessThan(10 * 1e-13);
    });
  });

  test('commutates at the zeros of that solution', () => {
    const w = Math.sqrt(1e8 - 25e4);
    const run = runEvents(bridgeSystem(5e-3));
    // cos(w t) = (500 / w) sin(w t)
    run.times('mode').forEach((time, k) => {
      expect(Math.abs(time - (Math.atan2(w, 500) + k * Math.PI) / w)).toBeLessThan(1e-12 * 5e-3);
    });
    expect(run.times('mode')).toHaveLength(16);
  });

  test('gives the same bits on every run', () => {
    const bits = [1, 2].map(() => {
      const run = runEvents(bridgeSystem(5e-3));
      return Buffer.from(Float64Array.from([...run.flow.x, ...run.times('mode')]).buffer).toString('hex');
    });
    expect(bits[0]).toBe(bits[1]);
  });

  test('keeps nothing of a segment: ten times the segments, the same memory', () => {
    const { gc } = globalThis;
    if (!gc) throw new Error('tests of memory use run with --expose-gc');
    const kept = [5e-3, 50e-3].map((T) => {
      const flow = new LcsFlow(assembleLinearSystem(bridgeSystem(T)), {
        ...{ evtol: 1e-12 * T, selectionStep: 1e-11, longestSegment: T, jumpTolerance: 1e-9, maxModes: 16 },
        largestAngle: 1e-3,
      });
      gc();
      const before = process.memoryUsage().heapUsed;
      const run = runFlow(flow, 0, T, { eventWindow: T });
      gc();
      expect(run.loop.counters.segments).toBeGreaterThan(4e4 * (T / 5e-3));
      return process.memoryUsage().heapUsed - before;
    });
    // The recorded events of ten times the run are some 100 kB; a byte a segment would be 400 kB more.
    expect(kept[1]! - kept[0]!).toBeLessThan(400e3);
  });
});

describe('the parallel resonant converter', () => {
  const T = 2e-3;
  const evtol = 1e-12 * T;

  /** The model of [intro] 10.2 with its source as a signal in closed form. */
  function model(): NonSmoothDynamicalSystem {
    const { systems, links } = resonantConverter(T);
    const A = systems[0] && linearDynamics(systems[0])?.A;
    const interaction = links[0]?.interaction;
    if (!A || !interaction) throw new Error('the converter is one linear system with one interaction');
    const b = new LinearInput([squareWave(1 / 150e-6, 1 / 55e3)], Float64Array.of(1, 0, 0, 0));
    const dynamics = new FirstOrderLinearDS(new Float64Array(4), A, { b });
    const converter = new NonSmoothDynamicalSystem(0, T);
    converter.insertDynamicalSystem(dynamics);
    converter.link(interaction, dynamics);
    return converter;
  }
  const converter = (largestAngle: number): EventRun => runEvents(model(), { evtol, largestAngle });
  const run = converter(2);

  test('is self-consistent to 1e-12 when every segment is halved, twice', () => {
    for (const angle of [1, 0.5]) {
      const halved = converter(angle);
      expect(halved.loop.counters.segments).toBeGreaterThan((1.2 / angle) * run.loop.counters.segments);
      // Amplitudes: 41 mA, 1.3 V, 23 mA, 0.62 V.
      [0.041, 1.3, 0.023, 0.62].forEach((amplitude, i) => {
        expect(Math.abs(halved.flow.x[i]! - run.flow.x[i]!)).toBeLessThan(1e-12 * amplitude);
      });
      const times = [run, halved].map((each) => each.times('mode'));
      expect(times[1]).toHaveLength(times[0]!.length);
      times[0]!.forEach((time, k) => expect(Math.abs(time - times[1]![k]!)).toBeLessThanOrEqual(evtol));
    }
  });

  test('ends where time stepping converges to, without a jump', () => {
    const errors = [1e-8, 1e-9].map((h) => {
      const simulation = timeStepping(model(), h);
      simulation.run();
      return Math.max(...simulation.x.map((value, i) => Math.abs(value - run.flow.x[i]!)));
    });
    // Order 1 for theta = 0.5, gamma = 1.
    expect(errors[1]! / errors[0]!).toBeLessThan(0.2);
    expect(errors[1]).toBeLessThan(2e-4);
    expect(run.loop.counters.jumps).toBe(0);
  });
});

test('a double integrator has relative degree 2: refused, with time and text', () => {
  // x1' = x2, x2' = lambda, y = x1 >= 0, met with x2 = -1 at t = 1.
  const model = complementaritySystem(2, [1, -1], [[0, 1], [0, 0]], { C: [[1, 0]], B: [[0], [1]] }); // prettier-ignore
  expect(() => runEvents(model)).toThrow(
    /^the mode has a relative degree above 1: its multipliers are not determined by one derivative at t = 1 s$/,
  );
});
