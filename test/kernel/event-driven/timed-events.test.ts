/** Sensors, actuators and user events in runs by events, [intro] 5.2. */
import { expect, test } from 'vitest';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/first-order-linear-ds.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { EventsManager } from '../../../src/kernel/simulation/events-manager.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-discretisation.js';
import { runEvents } from './run-events.js';

/** x' = -x from 1. */
function decay(T: number): NonSmoothDynamicalSystem {
  const model = new NonSmoothDynamicalSystem(0, T);
  model.insertDynamicalSystem(new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1)));
  return model;
}

test('a sensor reads the exact state at the times of its own clock', () => {
  const read: [number, number][] = [];
  const events = new EventsManager(1e-12);
  events.insert({
    kind: 'sensor',
    clock: new TimeDiscretisation(0, 0.25),
    process: ({ t, x }) => void read.push([t, x[0]!]),
  });
  runEvents(decay(1), { events });
  expect(read.map(([t]) => t)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  for (const [t, x] of read) expect(x).toBeCloseTo(Math.exp(-t), 14);
});

test('a user event replaces the state, once', () => {
  const events = new EventsManager(1e-12);
  const double = (_t: number, x: Float64Array, out: Float64Array): void => void (out[0] = 2 * x[0]!);
  events.schedule('user', 0.3, ({ reinitialise }) => reinitialise(double));
  const run = runEvents(decay(1), { events });
  expect(run.times('user')).toEqual([0.3]);
  const [event] = run.events.filter(({ kind }) => kind === 'user');
  expect(event?.left[0]).toBeCloseTo(Math.exp(-0.3), 14);
  expect(event?.right[0]).toBeCloseTo(2 * Math.exp(-0.3), 14);
  expect(run.flow.x[0]).toBeCloseTo(2 * Math.exp(-1), 14);
});
