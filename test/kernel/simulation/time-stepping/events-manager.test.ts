/** Sensors, actuators, user events and reinitialisations in time stepping. */
import { describe, expect, test } from 'vitest';
import { FirstOrderLinearDS } from '../../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderNonLinearDS } from '../../../../src/kernel/modeling/systems/first-order-nonlinear-ds.js';
import { NonSmoothDynamicalSystem } from '../../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { Reinitialisation } from '../../../../src/kernel/modeling/reinitialisation.js';
import { EulerMoreauOSI } from '../../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { EventsManager } from '../../../../src/kernel/simulation/time-stepping/events-manager.js';
import type { SimulationEvent } from '../../../../src/kernel/simulation/stream.js';
import { TimeDiscretisation } from '../../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { record, timeStepping } from '../../models.js';

/** x' = z, a ramp whose slope is a parameter. */
function ramp(T: number, z: Float64Array, kind: 'linear' | 'nonlinear'): NonSmoothDynamicalSystem {
  const system = new NonSmoothDynamicalSystem(0, T);
  system.insertDynamicalSystem(
    kind === 'linear'
      ? new FirstOrderLinearDS(Float64Array.of(0), Float64Array.of(0), {
          z,
          b: (_t, out, parameters) => void (out[0] = parameters[0]!),
        })
      : new FirstOrderNonLinearDS(
          Float64Array.of(0),
          (_t, _x, out, parameters) => void (out[0] = parameters[0]!),
          { z, jacobian: () => undefined },
        ),
  );
  return system;
}

describe.each(['linear', 'nonlinear'] as const)('a sampled controller of a %s plant', (kind) => {
  test('reads and acts on a clock of its own, between the grid points of the integration', () => {
    const z = Float64Array.of(1);
    const events = new EventsManager();
    const read: [number, number][] = [];
    let seen = 0;
    // Inserted first, yet the sensor of the same instant comes before the actuator.
    events.insert({
      kind: 'actuator',
      clock: new TimeDiscretisation(0, 0.25),
      process: () => void (z[0] = 1 - seen),
    });
    events.insert({
      kind: 'sensor',
      clock: new TimeDiscretisation(0, 0.25),
      process: ({ t, x }) => {
        seen = x[0]!;
        read.push([t, seen]);
      },
    });
    const run = record(timeStepping(ramp(1, z, kind), 0.1, new EulerMoreauOSI(1, 1), undefined, { events }));
    expect(run.t.map((t) => Number(t.toFixed(12)))).toEqual([
      0, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1,
    ]);
    // x_k+1 = x_k + (1 - x_k)/4 at the samples.
    read.forEach(([t, x], k) => {
      expect(t).toBeCloseTo(k / 4, 12);
      expect(x).toBeCloseTo(1 - 0.75 ** k, 12);
    });
    expect(read).toHaveLength(5);
  });

  test('gives the same points step by step', () => {
    const run = (whole: boolean): number[] => {
      const events = new EventsManager();
      const z = Float64Array.of(1);
      events.insert({
        kind: 'user',
        clock: new TimeDiscretisation(0.05, 0.33),
        process: () => void (z[0]! += 1),
      });
      const simulation = timeStepping(ramp(1, z, kind), 0.1, new EulerMoreauOSI(1, 1), undefined, { events });
      if (whole) simulation.run();
      else {
        while (simulation.hasNextEvent()) {
          simulation.computeOneStep();
          simulation.nextStep();
        }
      }
      return [simulation.t, simulation.x[0]!];
    };
    expect(run(false)).toEqual(run(true));
  });
});

test('a user event sets the state anew: x+ = F(x-), told with both sides', () => {
  const events = new EventsManager();
  events.schedule('user', 0.55, ({ reinitialise }) => reinitialise((_t, x, out) => void (out[0] = -x[0]!)));
  const seen: { kind: string; time: number; left: number; right: number }[] = [];
  const simulation = timeStepping(
    ramp(1, Float64Array.of(1), 'linear'),
    0.1,
    new EulerMoreauOSI(0.5, 1),
    undefined,
    { events },
  );
  simulation.run({
    event: ({ kind, time, left, right }: SimulationEvent) =>
      void seen.push({ kind, time, left: left[0]!, right: right[0]! }),
  });
  expect(seen.map(({ kind, time }) => [kind, time])).toEqual([
    ['user', 0.55],
    ['jump', 0.55],
  ]);
  expect(seen[1]!.left).toBeCloseTo(0.55, 12);
  expect(seen[1]!.right).toBeCloseTo(-0.55, 12);
  expect(simulation.x[0]).toBeCloseTo(-0.1, 12);
});

test('a reinitialisation map acts at the first grid point behind its guard', () => {
  const system = ramp(1, Float64Array.of(1), 'linear');
  system.reinitialise(
    new Reinitialisation(
      (_t, x) => 0.35 - x[0]!,
      (_t, x, out) => void (out[0] = x[0]! - 0.4),
    ),
    system.systems[0]!,
  );
  const run = record(timeStepping(system, 0.1, new EulerMoreauOSI(1, 1)));
  // 0.4 is set to 0 and so on: a sawtooth.
  const tenths = run.x.map(([x = NaN]) => Math.round(10 * x) + 0);
  expect(tenths).toEqual([0, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2]);
});

describe('the manager', () => {
  test('orders instants, removes sources and schedules single events', () => {
    const events = new EventsManager();
    const tick = { kind: 'user', clock: new TimeDiscretisation(1, 1) } as const;
    events.insert(tick, 3.5);
    expect(events.nextTime()).toBe(4);
    const once = events.schedule('nonsmooth', 2);
    expect(events.nextTime()).toBe(2);
    const point = {
      t: 4,
      x: new Float64Array(0),
      lambda: new Float64Array(0),
      reinitialise: () => undefined,
    };
    expect(events.process(point)).toEqual(['nonsmooth', 'user']);
    expect(events.nextTime()).toBe(5);
    events.remove(tick);
    events.remove(once);
    expect(events.nextTime()).toBe(Infinity);
    expect(() => events.remove(tick)).toThrow('EventsManager: this user event is not there to be removed');
  });

  test('refuses a source twice and a negative tolerance', () => {
    const events = new EventsManager();
    const tick = { kind: 'sensor', clock: new TimeDiscretisation(0, 1) } as const;
    events.insert(tick);
    expect(() => events.insert(tick)).toThrow('EventsManager: this sensor event was inserted before');
    expect(() => new EventsManager(-1)).toThrow(
      'EventsManager: the tolerance is -1 s; it must be 0 or positive',
    );
  });
});
