/** Newton steps, [notes] 9.3-9.4: against the cached linear maps, closed forms and algebra; source sample or none. */
import { describe, expect, test } from 'vitest';
import { ComplementarityConditionNSL } from '../../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import { EqualityConditionNSL } from '../../../src/kernel/modeling/laws/equality-condition-nsl.js';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearR } from '../../../src/kernel/modeling/relations/first-order-linear-r.js';
import { FirstOrderLinearTIR } from '../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { FirstOrderNonLinearDS } from '../../../src/kernel/modeling/systems/first-order-nonlinear-ds.js';
import { FirstOrderNonLinearR } from '../../../src/kernel/modeling/relations/first-order-nonlinear-r.js';
import { FirstOrderType2R } from '../../../src/kernel/modeling/relations/first-order-type2-r.js';
import { Interaction } from '../../../src/kernel/modeling/interaction.js';
import { LinearInput } from '../../../src/kernel/modeling/signals/linear-input.js';
import { MixedComplementarityConditionNSL } from '../../../src/kernel/modeling/laws/mixed-complementarity-condition-nsl.js';
import { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { EulerMoreauOSI } from '../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { MLCP } from '../../../src/kernel/simulation/problems/mlcp.js';
import type { SimulationFailure } from '../../../src/kernel/simulation/simulation-failure.js';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import {
  nonlinearForm,
  oneSystem,
  relationKinds,
  relayOscillator,
  systemKinds,
} from '../first-order-models.js';
import { record, timeStepping } from '../models.js';

const schemes = [
  new EulerMoreauOSI(1, 1),
  new EulerMoreauOSI(0.5, 1),
  new EulerMoreauOSI(0.5, 0.5),
  new EulerMoreauOSI(0.7, 0.6),
  new EulerMoreauOSI(0, 1),
  new EulerMoreauOSI(0.5, 0.5, { relation: 'gamma' }),
  new EulerMoreauOSI(0.3, 0.8, { relation: 'gamma' }),
  new EulerMoreauOSI(0.5, 0.5, { relation: 'gamma', field: 'midpoint' }),
];

describe('the relay oscillator written with any system and relation steps as its linear form, h = 10 ms', () => {
  const name = (osi: EulerMoreauOSI): string =>
    `theta = ${osi.theta}, gamma = ${osi.gamma}, relation ${osi.relation}, field ${osi.field}`;
  const cases = schemes.flatMap((osi) => [
    ...systemKinds.map((kind) => [name(osi), kind, kind === 'linear' ? 'R' : 'TIR', osi] as const),
    ...relationKinds.slice(1).map((kind) => [name(osi), 'linear', kind, osi] as const),
  ]);
  test.each(cases)('%s: %s, %s', (_name, kind, relation, osi) => {
    const expected = record(timeStepping(relayOscillator(3), 1e-2, osi));
    const run = record(timeStepping(relayOscillator(3, kind, relation), 1e-2, osi));
    // 300 steps accepted at 1e-12 each, amplified by gains up to 100 of this system.
    run.x.forEach((x, k) => {
      x.forEach((value, i) => expect(Math.abs(value - expected.x[k]![i]!)).toBeLessThan(1e-8));
    });
  });
});

test('a logistic equation with theta = 1/2 is followed with order 2', () => {
  const error = (h: number): number => {
    const logistic = new FirstOrderNonLinearDS(Float64Array.of(0.1), (_t, x, out) => {
      out[0] = x[0]! * (1 - x[0]!);
    });
    const system = new NonSmoothDynamicalSystem(0, 4);
    system.insertDynamicalSystem(logistic);
    const simulation = timeStepping(system, h, new EulerMoreauOSI(0.5, 1));
    simulation.run();
    return Math.abs(simulation.x[0]! - 1 / (1 + 9 * Math.exp(-4)));
  };
  expect(Math.log2(error(0.1) / error(0.05))).toBeCloseTo(2, 1);
});

test('the mid-point form differs from the ends for a nonlinear field and is of order 2 for theta = 1/2', () => {
  const final = (h: number, field: 'ends' | 'midpoint'): number => {
    const system = new NonSmoothDynamicalSystem(0, 2);
    const square = (_t: number, x: Float64Array, out: Float64Array): void => void (out[0] = -x[0]! * x[0]!);
    system.insertDynamicalSystem(new FirstOrderNonLinearDS(Float64Array.of(1), square));
    const simulation = timeStepping(system, h, new EulerMoreauOSI(0.5, 0.5, { relation: 'gamma', field }));
    simulation.run();
    return simulation.x[0]!;
  };
  expect(Math.abs(final(0.1, 'ends') - final(0.1, 'midpoint'))).toBeGreaterThan(1e-5);
  const error = (h: number): number => Math.abs(final(h, 'midpoint') - 1 / 3);
  expect(Math.log2(error(0.1) / error(0.05))).toBeCloseTo(2, 1);
});

test('M x with a mass and an input b is stepped as the system divided by the mass', () => {
  const input = (gain: number): LinearInput =>
    LinearInput.callback(1, (t, out) => void (out[0] = gain * Math.sin(t)));
  const make = (M: number): NonSmoothDynamicalSystem => {
    const f = (_t: number, x: Float64Array, out: Float64Array): void => void (out[0] = -M * x[0]!);
    const system = new NonSmoothDynamicalSystem(0, 5);
    system.insertDynamicalSystem(
      new FirstOrderNonLinearDS(Float64Array.of(1), f, { M: Float64Array.of(M), b: input(M) }),
    );
    return system;
  };
  for (const source of ['average', 'sample'] as const) {
    const osi = new EulerMoreauOSI(0.5, 1, { source });
    const [plain, heavy] = [record(timeStepping(make(1), 0.1, osi)), record(timeStepping(make(7), 0.1, osi))];
    heavy.x.forEach((x, k) => expect(Math.abs(x[0]! - plain.x[k]![0]!)).toBeLessThan(1e-12));
  }
});

/** A capacitor charged from sin(wt) through a switch that the source itself closes: R1 for sin > 0, else R2. */
test('an ideal switch (Maffezzoni) in mixed complementarity with products of multipliers is R1 or R2', () => {
  const [R1, R2, C, w] = [1e-3, 1000, 1e-3, 100];
  const relation = new FirstOrderType2R(1, 4, {
    h: (t, x, lambda, out) => {
      const [source = 0, current = 0, minus = 0, extra = 0] = lambda;
      out[0] = Math.sin(w * t) - source;
      out[1] = x[0]! - source + (extra + R1) * current;
      out[2] = R2 - R1 - extra;
      out[3] = source + minus;
    },
    g: (_t, lambda, out) => void (out[0] = lambda[1]! / C),
  });
  const still = new FirstOrderNonLinearDS(Float64Array.of(0), (_t, _x, out) => void out.fill(0));
  const system = oneSystem(0.1, still, relation, new MixedComplementarityConditionNSL(2, 2));
  const simulation = timeStepping(system, 1e-4, new EulerMoreauOSI(0.5, 1), new MLCP());
  expect(simulation.notes).toHaveLength(2);
  const run = record(simulation);
  let x = 0;
  for (let k = 1; k < run.t.length; k++) {
    const source = Math.sin(w * run.t[k]!);
    const resistance = source > 0 ? R1 : R2;
    const h = run.t[k]! - run.t[k - 1]!;
    x = (x + (h * source) / (resistance * C)) / (1 + h / (resistance * C));
    expect(Math.abs(run.x[k]![0]! - x)).toBeLessThan(1e-9);
    if (Math.abs(source) > 1e-9) expect(run.lambda[k]![3]! + R1).toBeCloseTo(resistance, 6);
  }
});

test('an input r that depends on the states of two systems couples them exactly, as one matrix would', () => {
  // x1' = -x1 + r1, x2' = -2 x2 + r2, r = K x + B lambda, y = x1 + x2 - 1 held at 0 by an equation.
  const K = matrix([[-1, 3], [2, -4]]); // prettier-ignore
  const two = new NonSmoothDynamicalSystem(0, 1);
  const a = new FirstOrderLinearDS(Float64Array.of(0.5), Float64Array.of(-1));
  const b = new FirstOrderLinearDS(Float64Array.of(0.5), Float64Array.of(-2));
  two.insertDynamicalSystem(a);
  two.insertDynamicalSystem(b);
  const coupling = new FirstOrderNonLinearR(2, 1, {
    h: (_t, x, _lambda, out) => void (out[0] = x[0]! + x[1]! - 1),
    g: (_t, x, lambda, out) => {
      out[0] = K[0]! * x[0]! + K[1]! * x[1]! + lambda[0]!;
      out[1] = K[2]! * x[0]! + K[3]! * x[1]!;
    },
  });
  two.link(new Interaction(new EqualityConditionNSL(1), coupling), a, b);
  const A = matrix([[-1 + K[0]!, K[1]!], [K[2]!, -2 + K[3]!]]); // prettier-ignore
  const relation = new FirstOrderLinearTIR(1, Float64Array.of(1, 1), Float64Array.of(1, 0), {
    e: Float64Array.of(-1),
  });
  const one = oneSystem(
    1,
    new FirstOrderLinearDS(Float64Array.of(0.5, 0.5), A),
    relation,
    new EqualityConditionNSL(1),
  );
  // With theta = gamma = 1 both treat K x alike; otherwise r is weighted by gamma, A x by theta.
  const [coupled, whole] = [two, one].map((system) =>
    record(timeStepping(system, 0.05, new EulerMoreauOSI(1, 1))),
  );
  coupled!.x.forEach((x, k) => {
    x.forEach((value, i) => expect(Math.abs(value - whole!.x[k]![i]!)).toBeLessThan(1e-11));
    expect(Math.abs(x[0]! + x[1]! - 1)).toBeLessThan(1e-12);
  });
});

test('a relation whose matrices vary with time is followed: y = c(t) x with c a sine', () => {
  // x' = -x + lambda / 10, y = x - 1/2 - sin(t) / 4 >= 0: x rides on the moving bound once it has fallen to it.
  const relation = new FirstOrderLinearR(1, 1, {
    C: (t, out) => void (out[0] = 1 + t / 100),
    B: Float64Array.of(0.1),
    e: (t, out) => void (out[0] = -(0.5 + Math.sin(t) / 4) * (1 + t / 100)),
  });
  const dynamics = new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1));
  const run = record(
    timeStepping(
      oneSystem(8, dynamics, relation, new ComplementarityConditionNSL(1)),
      1e-2,
      new EulerMoreauOSI(1, 1),
    ),
  );
  let riding = 0;
  run.x.forEach(([x = NaN], k) => {
    const bound = 0.5 + Math.sin(run.t[k]!) / 4;
    expect(x).toBeGreaterThan(bound - 1e-12);
    if (Math.abs(x - bound) < 1e-12) riding++;
  });
  expect(riding).toBeGreaterThan(300);
});

test('a complementary relation solved by Newton has the trajectory of its linear form, D included', () => {
  const [C, B, D] = [Float64Array.of(-1, 0), Float64Array.of(-2, 0), Float64Array.of(3)];
  const A = matrix([[0, -2], [1, 0]]); // prettier-ignore
  const make = (linear: boolean): NonSmoothDynamicalSystem =>
    oneSystem(
      5,
      new FirstOrderLinearDS(Float64Array.of(1, 0), A),
      linear ? new FirstOrderLinearTIR(1, C, B, { D }) : nonlinearForm(1, C, B, D),
      new ComplementarityConditionNSL(1),
    );
  for (const osi of schemes) {
    const [expected, run] = [true, false].map((linear) => record(timeStepping(make(linear), 0.05, osi)));
    run!.x.forEach((x, k) => {
      x.forEach((value, i) => expect(Math.abs(value - expected!.x[k]![i]!)).toBeLessThan(1e-10));
    });
  }
});

describe('failures are told', () => {
  test('an equation without a solution does not converge, and says so with the step', () => {
    // y = lambda^2 + 1 = 0 has no real solution.
    const relation = new FirstOrderType2R(1, 1, {
      h: (_t, _x, lambda, out) => void (out[0] = lambda[0]! ** 2 + 1),
      g: (_t, _lambda, out) => void (out[0] = 0),
    });
    const dynamics = new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(0));
    const simulation = timeStepping(oneSystem(1, dynamics, relation, new EqualityConditionNSL(1)), 0.1);
    simulation.state.lambda[0] = 0.3;
    expect(() => simulation.run()).toThrow(
      expect.objectContaining({ name: 'SimulationFailure', time: 0, step: 0 }) as SimulationFailure,
    );
    expect(simulation.x[0]).toBe(1);
  });

  test('a callback that turns NaN during a run names itself, the entry and the time', () => {
    const dynamics = new FirstOrderNonLinearDS(
      Float64Array.of(1),
      (t, _x, out) => void (out[0] = t > 0.45 ? NaN : 0),
      { jacobian: () => undefined },
    );
    const system = new NonSmoothDynamicalSystem(0, 1);
    system.insertDynamicalSystem(dynamics);
    expect(() => timeStepping(system, 0.1, new EulerMoreauOSI(1, 1)).run()).toThrow(
      'FirstOrderNonLinearDS: f(t, x, out, z) wrote NaN into entry 0 of 1 at t = 0.5 s; ' +
        'it must write every entry with a finite number (out is row by row)',
    );
  });

  test('an entry that a callback forgets to write is found out', () => {
    const dynamics = new FirstOrderNonLinearDS(Float64Array.of(1, 2), (_t, _x, out) => void (out[0] = 0));
    const system = new NonSmoothDynamicalSystem(0, 1);
    system.insertDynamicalSystem(dynamics);
    expect(() => timeStepping(system, 0.1, new EulerMoreauOSI(0.5, 1)).run()).toThrow(
      'FirstOrderNonLinearDS: f(t, x, out, z) wrote NaN into entry 1 of 2 at t = 0 s; ' +
        'it must write every entry with a finite number (out is row by row)',
    );
  });

  test('a singular W names state, step and hint', () => {
    const dynamics = new FirstOrderNonLinearDS(
      Float64Array.of(1),
      (_t, x, out) => void (out[0] = 10 * x[0]!),
      {
        jacobian: (_t, _x, out) => void (out[0] = 10),
      },
    );
    const system = new NonSmoothDynamicalSystem(0, 1);
    system.insertDynamicalSystem(dynamics);
    expect(() => timeStepping(system, 0.1, new EulerMoreauOSI(1, 1)).run()).toThrow(
      'EulerMoreauOSI: W of FirstOrderNonLinearDS (system 0 of the model) is singular at its equation 0 for h = 0.1 s; ' +
        'its mass matrix must be regular and h small enough',
    );
  });

  test('an unknown Newton option is refused with the list', () => {
    const options = { newton: { tolerances: 1 } as object };
    expect(() =>
      timeStepping(relayOscillator(1, 'f(x)'), 0.1, new EulerMoreauOSI(1, 1), undefined, options),
    ).toThrow('NewtonOptions: there is no option tolerances; the options are tolerance, maxIterations');
  });
});
