/** What a callback does wrong is named with its object and time, and t and x stay at the last accepted point. */
import { describe, expect, test } from 'vitest';
import { ComplementarityConditionNSL } from '../../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { FirstOrderNonLinearDS } from '../../../src/kernel/modeling/systems/first-order-nonlinear-ds.js';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { LinearInput } from '../../../src/kernel/modeling/signals/linear-input.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { Reinitialisation } from '../../../src/kernel/modeling/reinitialisation.js';
import type { Signal } from '../../../src/kernel/modeling/signals/signal.js';
import { AdaptiveTimeStepping } from '../../../src/kernel/simulation/time-stepping/adaptive-time-stepping.js';
import { EulerMoreauOSI } from '../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { EventsManager } from '../../../src/kernel/simulation/time-stepping/events-manager.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';

const implicit = new EulerMoreauOSI(1, 1);
const h = 1 / 64;

function alone(system: FirstOrderLinearDS | FirstOrderNonLinearDS, T = 1): NonSmoothDynamicalSystem {
  const nsds = new NonSmoothDynamicalSystem(0, T);
  nsds.insertDynamicalSystem(system);
  return nsds;
}

const stepping = (nsds: NonSmoothDynamicalSystem, events?: EventsManager): TimeStepping =>
  new TimeStepping(nsds, new TimeDiscretisation(0, h), implicit, undefined, events ? { events } : {});

/** x' = -x by a callback that fails behind t = 1/2. */
const failing = (): FirstOrderNonLinearDS =>
  new FirstOrderNonLinearDS(Float64Array.of(1), (t, x, out) => {
    if (t > 0.5) throw new Error('the table ends at 0.5');
    out[0] = -x[0]!;
  });

describe('t and x stay together at the last accepted point', () => {
  test('of a run of Newton steps whose callback throws', () => {
    const run = stepping(alone(failing()));
    const segments: number[] = [];
    expect(() => {
      run.run({ segment: ({ t1 }) => void segments.push(t1) });
    }).toThrow('the table ends at 0.5');
    expect(run.t).toBe(0.5);
    expect(segments.at(-1)).toBe(0.5);
    // Implicit Euler of x' = -x.
    expect(run.x[0]).toBeCloseTo((1 + h) ** -32, 12);
  });

  test('of single steps', () => {
    const run = stepping(alone(failing()));
    expect(() => {
      for (;;) {
        run.computeOneStep();
        run.nextStep();
      }
    }).toThrow('the table ends at 0.5');
    expect([run.t, run.x[0]!.toFixed(12)]).toEqual([0.5, ((1 + h) ** -32).toFixed(12)]);
  });

  test('of a run whose input turns NaN in the middle of a block', () => {
    const b = (t: number, out: Float64Array): void => void (out[0] = t > 0.5 ? NaN : 0);
    const run = stepping(alone(new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1), { b })));
    expect(() => {
      run.run();
    }).toThrow(
      /^FirstOrderLinearDS: b\(t, out, z\) wrote NaN into entry 0 of 1 at t = 0\.50\d+ s; it must write/,
    );
    expect(run.t).toBe(0.5);
    expect(run.x[0]).toBeCloseTo((1 + h) ** -32, 12);
  });

  test('of steps with error control', () => {
    const run = new AdaptiveTimeStepping(alone(failing()), implicit);
    expect(() => {
      run.run();
    }).toThrow('the table ends at 0.5');
    expect(run.t).toBeLessThanOrEqual(0.5);
    expect(run.x[0]).toBeCloseTo(Math.exp(-run.t), 2);
    const before = run.x.slice();
    expect(() => {
      run.run();
    }).toThrow('the table ends at 0.5');
    expect(run.x).toEqual(before);
  });

  test('of a map that fails half-way through', () => {
    const events = new EventsManager();
    events.schedule('user', 0.5, (point) => {
      point.reinitialise((_t, _x, out) => void (out[1] = NaN));
    });
    const system = new FirstOrderLinearDS(Float64Array.of(1, 1), Float64Array.of(-1, 0, 0, -1));
    const run = stepping(alone(system), events);
    expect(() => {
      run.run();
    }).toThrow(
      /^EventsManager: the map of reinitialise wrote NaN into entry 1 of 2 at t = 0\.5 s; it must write every entry/,
    );
    expect(run.t).toBe(0.5);
    expect(run.x[0]).toBeCloseTo((1 + h) ** -32, 12);
  });
});

describe('named with object and time', () => {
  test.each([
    ['NaN', NaN],
    ['-Infinity', -Infinity],
  ])('%s in e', (name, value) => {
    const system = new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1));
    const nsds = alone(system);
    const relation = new FirstOrderLinearTIR(1, Float64Array.of(1), Float64Array.of(1), {
      e: (t, out) => void (out[0] = t >= 0.25 ? value : 0),
    });
    nsds.link(new Interaction(new ComplementarityConditionNSL(1), relation), system);
    const run = stepping(nsds);
    expect(() => {
      run.run();
    }).toThrow(
      `FirstOrderLinearTIR: e(t, out, z) wrote ${name} into entry 0 of 1 at t = 0.25 s; it must write`,
    );
    expect(run.t).toBe(0.25 - h);
  });

  test('a signal that is no number', () => {
    const bad: Signal = {
      constant: false,
      value: (t) => (t > 0.5 ? NaN : 1),
      valueLeft: () => 1,
      integral: (t0, t1) => (t1 > 0.5 ? NaN : t1 - t0),
      nextBreakpoint: () => Infinity,
    };
    const b = new LinearInput([bad], Float64Array.of(1));
    const run = stepping(alone(new FirstOrderLinearDS(Float64Array.of(0), Float64Array.of(-1), { b })));
    expect(() => {
      run.run();
    }).toThrow(
      `FirstOrderLinearDS: signal 0 of b is NaN in the step from t = 0.5 s to ${0.5 + h} s; it must be finite`,
    );
    expect(run.t).toBe(0.5);
  });

  test('the guard of a reinitialisation', () => {
    const system = new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1));
    const nsds = alone(system);
    nsds.reinitialise(
      new Reinitialisation(
        (t) => (t > 0.5 ? NaN : 1),
        () => undefined,
      ),
      system,
    );
    expect(() => {
      stepping(nsds).run();
    }).toThrow(
      `Reinitialisation: the guard g(t, x, z) is NaN at t = ${0.5 + h} s; it must be a finite number`,
    );
  });
});

describe('buffers of callbacks are cleared before every call', () => {
  const pulse = (t: number, out: Float64Array): void => {
    if (t <= 0.25) out[0] = 1;
  };

  test('those of b: what it does not write is 0', () => {
    const b = new LinearInput(LinearInput.callback(2, pulse).signals, Float64Array.of(1, 0, 0, 1));
    expect(b.signals[0]?.value(0.1)).toBe(1);
    expect(b.signals[0]?.value(0.5)).toBe(0);
    expect(b.signals[0]?.integral(0.5, 0.75)).toBe(0);
    const out = new Float64Array(3);
    b.signals[0]?.sample?.(Float64Array.of(0, 0.2, 0.4), 3, out, 0, 1);
    expect([...out]).toEqual([1, 1, 0]);
    LinearInput.callback(1, pulse).signals[0]?.sample?.(Float64Array.of(0, 0.2, 0.4), 3, out, 0, 1);
    expect([...out]).toEqual([1, 1, 0]);
  });

  test('in a run: x is the area of the pulse', () => {
    const system = new FirstOrderLinearDS(Float64Array.of(0), Float64Array.of(0), { b: pulse });
    const run = new TimeStepping(
      alone(system),
      new TimeDiscretisation(0, h),
      new EulerMoreauOSI(1, 1, { source: 'sample' }),
    );
    run.run();
    expect(run.x[0]).toBeCloseTo(0.25, 12);
  });
});
