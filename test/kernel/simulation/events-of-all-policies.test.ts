/** Events of clocks, reinitialisations and switches are those of time stepping, whoever chooses the steps. */
import { describe, expect, test } from 'vitest';
import {
  ComplementarityConditionNSL,
  SwitchedComplementarityNSL,
} from '../../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { Reinitialisation } from '../../../src/kernel/modeling/reinitialisation.js';
import { AdaptiveTimeStepping } from '../../../src/kernel/simulation/time-stepping/adaptive-time-stepping.js';
import { EulerMoreauOSI } from '../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { EventDriven } from '../../../src/kernel/simulation/event-driven/event-driven.js';
import { HeldSignal } from '../../../src/kernel/modeling/signals/held-signal.js';
import { LinearInput } from '../../../src/kernel/modeling/signals/linear-input.js';
import { linearEventFlow } from '../../../src/kernel/simulation/event-driven/linear-event-flow.js';
import { EventsManager } from '../../../src/kernel/simulation/time-stepping/events-manager.js';
import { TimeDiscretisation } from '../../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../../src/kernel/simulation/time-stepping/time-stepping.js';
import { OneCoordinate, PositionScheme } from '../mechanical-fixture.js';

const midpoint = new EulerMoreauOSI(0.5, 0.5);
const g = 10;

/** q'' = -g from 1 m, v+ = -v-/2 on the floor, as a user's rule. */
function bouncingBall(T: number): NonSmoothDynamicalSystem {
  const nsds = new NonSmoothDynamicalSystem(0, T);
  const ball = new FirstOrderLinearDS(Float64Array.of(1, 0), Float64Array.of(0, 1, 0, 0), {
    b: Float64Array.of(0, -g),
  });
  nsds.insertDynamicalSystem(ball);
  const bounce = new Reinitialisation(
    (_t, x) => x[0]!,
    (_t, x, out) => {
      out[0] = 0;
      out[1] = -x[1]! / 2;
    },
  );
  nsds.reinitialise(bounce, ball);
  return nsds;
}

describe('with error control', () => {
  test('a ball bounces: its height after the first impact is that of the closed form, to the tolerance', () => {
    const t1 = Math.sqrt(2 / g);
    const height = (t: number): number => ((g * t1) / 2) * (t - t1) - (g * (t - t1) ** 2) / 2;
    const error = (reltol: number): number => {
      const run = new AdaptiveTimeStepping(bouncingBall(0.7), midpoint, { reltol });
      run.run();
      return Math.abs(run.x[0]! - height(0.7));
    };
    expect(error(1e-4)).toBeLessThan(1e-3);
    expect(error(1e-6)).toBeLessThan(1e-5);
  });

  test('a ball comes to rest on the floor, within what the guard is allowed to fall', () => {
    const run = new AdaptiveTimeStepping(bouncingBall(3), midpoint, { reltol: 1e-4 });
    const jumps: number[] = [];
    run.run({ event: ({ kind, time }) => void (kind === 'jump' && jumps.push(time)) });
    expect(Math.abs(run.x[0]!)).toBeLessThan(2e-4);
    expect(jumps.length).toBeGreaterThan(5);
  });

  test('a sensor reads at its times exactly, an actuator acts', () => {
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    nsds.insertDynamicalSystem(new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1)));
    const events = new EventsManager();
    const times: number[] = [];
    const times0 = [0.123456789, 1 / 3, 0.75];
    events.insert({
      kind: 'sensor',
      clock: { time: (k) => times0[k] ?? Infinity },
      process: ({ t, x }) => {
        times.push(t);
        expect(x[0]).toBeCloseTo(Math.exp(-t), 4);
      },
    });
    events.schedule('user', 0.8, (point) => {
      point.reinitialise((_t, _x, out) => void (out[0] = 2));
    });
    const run = new AdaptiveTimeStepping(nsds, midpoint, { reltol: 1e-5 }, undefined, undefined, { events });
    run.run();
    expect(times).toEqual(times0);
    expect(run.t).toBe(1);
    expect(run.x[0]).toBeCloseTo(2 * Math.exp(-0.2), 4);
  });

  test('a switch that turns is told once, where it turned', () => {
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    const x = new FirstOrderLinearDS(Float64Array.of(0), Float64Array.of(0), { b: Float64Array.of(1) });
    nsds.insertDynamicalSystem(x);
    const relation = new FirstOrderLinearTIR(1, Float64Array.of(0), Float64Array.of(1), {
      D: Float64Array.of(1),
      e: Float64Array.of(3),
    });
    const law = new SwitchedComplementarityNSL(1, [
      {
        row: 0,
        controlX: Float64Array.of(1),
        controlLambda: Float64Array.of(0),
        on: 0.5,
        off: -1,
        initially: 'off',
        sourceOnly: false,
        onMeans: 'y=0',
      },
    ]);
    nsds.link(new Interaction(law, relation), x);
    const run = new AdaptiveTimeStepping(nsds, midpoint, { reltol: 1e-6 });
    const turned: number[] = [];
    run.run({ event: ({ kind, time }) => void (kind === 'switch' && turned.push(time)) });
    // x = t until 1/2; then y = lambda + 3 = 0, so that x' = -2.
    expect(turned).toHaveLength(1);
    expect(Math.abs(turned[0]! - 0.5)).toBeLessThan(0.011);
    expect(run.x[0]).toBeCloseTo(turned[0]! - 2 * (1 - turned[0]!), 3);
  });

  test('an integrator that needs steps of one size is refused by name', () => {
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    nsds.insertDynamicalSystem(new OneCoordinate(1, 0, () => [-g, 0, 0]));
    expect(() => new AdaptiveTimeStepping(nsds, new PositionScheme())).toThrow(
      'AdaptiveTimeStepping cannot vary the step of PositionScheme, which needs steps of one size; use TimeStepping',
    );
    const events = new EventsManager();
    events.schedule('user', 0.33);
    const run = new TimeStepping(nsds, new TimeDiscretisation(0, 0.1), new PositionScheme(), undefined, {
      events,
    });
    expect(() => {
      run.run();
    }).toThrow(
      /^PositionScheme needs steps of one size, 0\.1 s; the step from t = 0\.30* ?\d*e?-?\d* s would have/,
    );
  });
});

describe('the exact flow of a linear model refuses by name', () => {
  const system = (): FirstOrderLinearDS => new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1));

  test('reinitialisations', () => {
    expect(() => linearEventFlow(bouncingBall(1))).toThrow(
      'linearEventFlow cannot take the reinitialisation 0 of the model; use OdeFlow, which takes them where there are no ' +
        'interactions, or TimeStepping',
    );
  });

  test('parameters, whose changes it would not see', () => {
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    const ds = system();
    nsds.insertDynamicalSystem(ds);
    const relation = new FirstOrderLinearTIR(1, Float64Array.of(1), Float64Array.of(1), {
      F: Float64Array.of(1),
      z: Float64Array.of(2),
    });
    nsds.link(new Interaction(new ComplementarityConditionNSL(1), relation), ds);
    expect(() => linearEventFlow(nsds)).toThrow(
      'linearEventFlow cannot take the parameters z of FirstOrderLinearTIR, whose changes it would not see; use TimeStepping',
    );
  });

  test('those of a system, which a controller may sample', () => {
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    const z = Float64Array.of(2);
    nsds.insertDynamicalSystem(
      new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1), {
        z,
        b: (_t, out, parameters) => void (out[0] = parameters[0]!),
      }),
    );
    expect(() => linearEventFlow(nsds)).toThrow(
      'linearEventFlow cannot take the parameters z of FirstOrderLinearDS, whose changes it would not see; use TimeStepping',
    );
  });

  test('a signal that is held from outside', () => {
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    const b = new LinearInput([new HeldSignal(1)], Float64Array.of(1));
    nsds.insertDynamicalSystem(new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1), { b }));
    expect(() => linearEventFlow(nsds)).toThrow(
      'linearEventFlow cannot take FirstOrderLinearDS: signal 0 of b, which has no closed form; use TimeStepping',
    );
  });

  test('signals without closed form', () => {
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    nsds.insertDynamicalSystem(
      new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1), { b: (t, out) => void (out[0] = t) }),
    );
    expect(() => linearEventFlow(nsds)).toThrow(
      'linearEventFlow cannot take FirstOrderLinearDS: signal 0 of b, which has no closed form; use TimeStepping',
    );
  });

  test('what is not linear, and mechanical systems', () => {
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    nsds.insertDynamicalSystem(new OneCoordinate(1, 0, () => [-g, 0, 0]));
    expect(() => linearEventFlow(nsds)).toThrow(
      'linearEventFlow cannot take OneCoordinate (system 0 of the model), which is not linear with constant matrices; use TimeStepping',
    );
  });
});

describe('an interaction', () => {
  const model = (): { nsds: NonSmoothDynamicalSystem; ds: FirstOrderLinearDS; interaction: Interaction } => {
    const nsds = new NonSmoothDynamicalSystem(0, 1);
    const ds = new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(0), { b: Float64Array.of(-1) });
    nsds.insertDynamicalSystem(ds);
    const relation = new FirstOrderLinearTIR(1, Float64Array.of(1), Float64Array.of(1), {
      e: Float64Array.of(-0.5),
    });
    const interaction = new Interaction(new ComplementarityConditionNSL(1), relation);
    nsds.link(interaction, ds);
    return { nsds, ds, interaction };
  };

  test('lets y and lambda be read at the present point', () => {
    const { nsds, interaction } = model();
    expect(() => interaction.y).toThrow(
      "Interaction (FirstOrderLinearTIR): y and lambda are those of a simulation's present point; there is none of its model yet",
    );
    const run = new TimeStepping(nsds, new TimeDiscretisation(0, 1 / 64), new EulerMoreauOSI(1, 1));
    expect([...interaction.y]).toEqual([0.5]);
    run.run();
    // x slides along its bound 1/2: lambda is the reaction 1.
    expect(interaction.y[0]).toBeCloseTo(0, 14);
    expect(interaction.lambda[0]).toBeCloseTo(1, 12);
  });

  test('is read in a run by events, too', () => {
    const { nsds, interaction } = model();
    const flow = linearEventFlow(nsds);
    new EventDriven(flow, 0, 1).run();
    expect(interaction.y[0]).toBeCloseTo(0, 12);
    expect(interaction.lambda[0]).toBeCloseTo(1, 12);
  });

  test('can be unlinked; its system then goes, too, and the simulation made before says so', () => {
    const { nsds, ds, interaction } = model();
    const run = new TimeStepping(nsds, new TimeDiscretisation(0, 1 / 64), new EulerMoreauOSI(1, 1));
    expect(() => {
      nsds.removeDynamicalSystem(ds);
    }).toThrow(
      'this dynamical system (FirstOrderLinearDS) is linked by an interaction (FirstOrderLinearTIR); unlink it first',
    );
    nsds.unlink(interaction);
    expect(() => {
      run.run();
    }).toThrow('TimeStepping: the model was changed after this simulation was made; make a new one for it');
    const free = new TimeStepping(nsds, new TimeDiscretisation(0, 1 / 64), new EulerMoreauOSI(1, 1));
    free.run();
    expect(free.x[0]).toBeCloseTo(0, 12);
    expect(() => {
      nsds.unlink(interaction);
    }).toThrow('this interaction (FirstOrderLinearTIR) is not linked, so that it cannot be unlinked');
    nsds.removeDynamicalSystem(ds);
    expect(nsds.systems).toHaveLength(0);
  });
});
