/** Sensors, actuators and user events in runs by events, [intro] 5.2. */
import { expect, test } from 'vitest';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { LinearInput } from '../../../src/kernel/modeling/signals/linear-input.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { EventDriven } from '../../../src/kernel/simulation/event-driven/event-driven.js';
import { EventsManager } from '../../../src/kernel/simulation/time-stepping/events-manager.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { lcsFlow, runEvents, squareWave } from './run-events.js';

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

test('a breakpoint of an input at the time of a sensor is not lost where nobody is told of segments', () => {
  // x' = -x + u, u a square wave: from one of its jumps to the next x - u shrinks by e^-h.
  const [h, count] = [0.25, 400];
  const model = new NonSmoothDynamicalSystem(0, h * count);
  const b = new LinearInput([squareWave(1, 2 * h)], Float64Array.of(1));
  model.insertDynamicalSystem(new FirstOrderLinearDS(Float64Array.of(0), Float64Array.of(-1), { b }));
  const events = new EventsManager(1e-12);
  const read: number[] = [];
  events.insert({
    kind: 'sensor',
    clock: new TimeDiscretisation(0, h),
    process: ({ x }) => void read.push(x[0]!),
  });
  new EventDriven(lcsFlow(model), 0, model.T, { events }).run();
  let x = 0;
  const exact = Array.from({ length: count + 1 }, (_, k) => {
    if (k > 0) x = (x - (k % 2 === 1 ? 1 : -1)) * Math.exp(-h) + (k % 2 === 1 ? 1 : -1);
    return x;
  });
  expect(read).toHaveLength(count + 1);
  read.forEach((value, k) => expect(value).toBeCloseTo(exact[k]!, 12));
});
