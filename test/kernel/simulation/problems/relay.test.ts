/** Relays and piecewise-linear laws under time stepping on the linear path; source average throughout. */
import { describe, expect, test } from 'vitest';
import { ComplementarityConditionNSL } from '../../../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import { EqualityConditionNSL } from '../../../../src/kernel/modeling/laws/equality-condition-nsl.js';
import { FirstOrderLinearDS } from '../../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { NormalConeNSL } from '../../../../src/kernel/modeling/laws/normal-cone-nsl.js';
import type { NonSmoothLaw } from '../../../../src/kernel/modeling/laws/nonsmooth-law.js';
import { PiecewiseLinearNSL } from '../../../../src/kernel/modeling/laws/piecewise-linear-nsl.js';
import { RelayNSL } from '../../../../src/kernel/modeling/laws/relay-nsl.js';
import { Equality } from '../../../../src/kernel/simulation/problems/equality.js';
import { EulerMoreauOSI } from '../../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { LCP } from '../../../../src/kernel/simulation/problems/lcp.js';
import { MLCP } from '../../../../src/kernel/simulation/problems/mlcp.js';
import { Relay } from '../../../../src/kernel/simulation/problems/relay.js';
import { relayLaw } from '../../../../src/numerics/relay/piecewise-linear.js';
import { readReference } from '../../../data/reference.js';
import {
  colpittsOscillator,
  filippovSystem,
  oneSystem,
  relayOscillator,
  rlcdCircuit,
  simpleRelay,
} from '../../first-order-models.js';
import { record, timeStepping, worstDifference } from '../../models.js';

/** The references have 15 digits; sums over 10 000 steps differ in order. */
const referenceTolerance = 1e-10;

describe('trajectories of the reference implementation, theta = 0.5, gamma = 1', () => {
  test.each([
    ['relay-simple-h1ms.csv', simpleRelay(1), 1e-3, ['x1', 'x2'], ['lambda1', 'lambda2']],
    ['relay-oscillator-h10ms.csv', relayOscillator(100), 1e-2, ['x1', 'x2', 'x3'], ['lambda1']],
  ] as const)('%s: states and multipliers are the same', (file, system, h, states, multipliers) => {
    const reference = readReference(file);
    const run = record(timeStepping(system, h, new EulerMoreauOSI(0.5, 1), new Relay()));
    const t = reference.column('t');
    states.forEach((name, i) => {
      const off = worstDifference(run, (k) => run.x[k]![i]!, t, reference.column(name));
      expect(off, name).toBeLessThan(referenceTolerance);
    });
    multipliers.forEach((name, i) => {
      const off = worstDifference(run, (k) => run.lambda[k]![i]!, t, reference.column(name));
      expect(off, name).toBeLessThan(2 * referenceTolerance);
    });
  });

  // Siconos 4.4.0, Euler-Moreau, theta = 0.5, gamma = 1, the steps given, solver Relay (Filippov) and LCP (others).
  test.each([
    ['the Filippov system, h = 0.1 ms', filippovSystem(0.03), 1e-4, [-4.89999999999999, 14.799999999996988]],
    ['the Filippov system, h = 1 ms', filippovSystem(0.1), 1e-3, [1.3599999999999823, -16.819999999999993]],
    [
      'the Colpitts oscillator, h = 1 ms',
      colpittsOscillator(1),
      1e-3,
      [4.687381647233046, 9.96012053819888, -17.071253605031696],
    ],
    [
      'the Colpitts oscillator over 5 s, h = 1 ms',
      colpittsOscillator(5),
      1e-3,
      [5.912760269934082, 6.726046977512854, 13.33314738469906],
    ],
    ['the RLCD circuit, h = 50 ms', rlcdCircuit(5), 5e-2, [0.0037110979722768484, -0.0022112272784347155]],
  ] as const)('%s ends in the same state', (_name, system, h, expected) => {
    const simulation = timeStepping(system, h, new EulerMoreauOSI(0.5, 1));
    simulation.run();
    expected.forEach((value, i) =>
      expect(Math.abs(simulation.x[i]! - value)).toBeLessThan(referenceTolerance),
    );
  });
});

test('two relays bring x to zero in the time that their strength takes and hold it there exactly', () => {
  const run = record(timeStepping(simpleRelay(1), 1e-3, new EulerMoreauOSI(1, 1)));
  run.t.forEach((t, k) => {
    const expected = Math.max(0, 1 - 2 * t);
    // Rounding of 500 steps.
    expect(Math.abs(run.x[k]![0]! - expected)).toBeLessThan(1e-13);
    expect(Math.abs(run.x[k]![1]! + expected)).toBeLessThan(1e-13);
  });
  expect(run.lambda.at(-1)!.every((lambda) => Math.abs(lambda) < 1e-10)).toBe(true);
});

describe('one law written in several ways gives one trajectory', () => {
  const trajectory = (law: NonSmoothLaw): number[] =>
    record(timeStepping(simpleRelay(1, law), 1e-2, new EulerMoreauOSI(0.5, 0.5))).x.flat();
  const expected = trajectory(new RelayNSL(2));

  test.each([
    ['a graph with one vertical segment', new PiecewiseLinearNSL([relayLaw(-1, 1), relayLaw(-1, 1)])],
    ['a box', new NormalConeNSL([{ set: 'box', lower: [-1, -1], upper: [1, 1] }])],
    [
      'two boxes, as a relay whose dead zone has shrunk to rounding',
      PiecewiseLinearNSL.relayWithDeadZone(2, 1e-16),
    ],
  ])('a relay as %s', (_name, law) => {
    trajectory(law).forEach((x, i) => expect(Math.abs(x - expected[i]!)).toBeLessThan(1e-14));
  });

  test('complementarity as the orthant, and equations as the whole space', () => {
    const constant = (law: NonSmoothLaw): Float64Array => {
      const dynamics = new FirstOrderLinearDS(Float64Array.of(1), Float64Array.of(-1));
      const relation = new FirstOrderLinearTIR(1, Float64Array.of(1), Float64Array.of(1), {
        e: Float64Array.of(-0.5),
      });
      const simulation = timeStepping(oneSystem(2, dynamics, relation, law), 1e-2, new EulerMoreauOSI(1, 1));
      simulation.run();
      return Float64Array.of(simulation.x[0]!, simulation.lambda[0]!);
    };
    expect(constant(new NormalConeNSL([{ set: 'orthant', size: 1 }]))).toEqual(
      constant(new ComplementarityConditionNSL(1)),
    );
    expect(constant(new NormalConeNSL([{ set: 'space', size: 1 }]))).toEqual(
      constant(new EqualityConditionNSL(1)),
    );
    // Held at 1/2 against the decay -1/2.
    constant(new EqualityConditionNSL(1)).forEach((value) => expect(value).toBeCloseTo(0.5, 12));
  });
});

/** x' = -x + lambda + 2 cos t with y = x: lambda opposes x within the law. */
function driven(law: NonSmoothLaw): { readonly x: number[]; readonly lambda: number[] } {
  const dynamics = new FirstOrderLinearDS(Float64Array.of(0), Float64Array.of(-1), {
    b: (t, out) => void (out[0] = 2 * Math.cos(t)),
  });
  const relation = new FirstOrderLinearTIR(1, Float64Array.of(1), Float64Array.of(1));
  const run = record(timeStepping(oneSystem(10, dynamics, relation, law), 1e-2, new EulerMoreauOSI(1, 1)));
  return { x: run.x.map((x) => x[0]!), lambda: run.lambda.map((lambda) => lambda[0]!) };
}

describe('every point of a run lies on the graph of its law', () => {
  test('saturation: lambda = -2 y between the bounds, the bound beyond', () => {
    const { x, lambda } = driven(PiecewiseLinearNSL.saturation(1, 0.7, 2));
    x.forEach((y, k) => {
      if (k > 0) expect(lambda[k]).toBeCloseTo(Math.max(-0.7, Math.min(0.7, -2 * y)), 12);
    });
    expect(Math.max(...lambda)).toBe(0.7);
    expect(Math.min(...lambda.map(Math.abs))).toBeLessThan(0.1);
  });

  test('a relay with dead zone rests inside the zone, is on beyond, and slides at its edges', () => {
    const { x, lambda } = driven(PiecewiseLinearNSL.relayWithDeadZone(1, 0.3, 0.8));
    let sliding = 0;
    x.forEach((y, k) => {
      if (k === 0) return;
      const at = lambda[k]!;
      if (Math.abs(y) < 0.3 - 1e-12) expect(Math.abs(at)).toBeLessThan(1e-12);
      else if (Math.abs(y) > 0.3 + 1e-12) expect(at).toBeCloseTo(-0.8 * Math.sign(y), 12);
      else {
        sliding++;
        expect(at * y).toBeLessThanOrEqual(1e-12);
        expect(Math.abs(at)).toBeLessThanOrEqual(0.8 + 1e-12);
      }
    });
    expect(sliding).toBeGreaterThan(2);
  });

  test('a graph with rising rays is a nonlinear resistor: lambda = -y outside, 0 between', () => {
    const law = new PiecewiseLinearNSL([
      {
        vertices: [
          { s: -0.2, lambda: 0 },
          { s: 0.2, lambda: 0 },
        ],
        firstRay: { s: -1, lambda: -1 },
        lastRay: { s: 1, lambda: 1 },
      },
    ]);
    const { x, lambda } = driven(law);
    x.forEach((y, k) => {
      const expected = Math.abs(y) < 0.2 ? 0 : -Math.sign(y) * (Math.abs(y) - 0.2);
      if (k > 0) expect(lambda[k]).toBeCloseTo(expected, 12);
    });
  });
});

describe('a one-step problem refuses laws that it does not mean', () => {
  const hint = '; leave the problem out of TimeStepping, or take BoxVI, which solves all of them';
  test.each([
    [
      new LCP(),
      'LCP: interaction 0 bounds a multiplier by [-1, 1]; LCP means complementarity, [0, Infinity]' + hint,
    ],
    [
      new MLCP(),
      'MLCP: interaction 0 bounds a multiplier by [-1, 1]; MLCP means equations, [-Infinity, Infinity], and complementarity, [0, Infinity]' +
        hint,
    ],
    [
      new Equality(),
      'Equality: interaction 0 bounds a multiplier by [-1, 1]; Equality means equations, [-Infinity, Infinity]' +
        hint,
    ],
  ])('%#', (problem, message) => {
    expect(() => timeStepping(simpleRelay(1), 1e-2, new EulerMoreauOSI(1, 1), problem)).toThrow(message);
  });

  test('a relay problem refuses diodes', () => {
    expect(() => timeStepping(rlcdCircuit(1), 1e-2, new EulerMoreauOSI(1, 1), new Relay())).toThrow(
      'Relay: interaction 0 bounds a multiplier by [0, Infinity]; Relay means finite bounds on both sides; ' +
        'leave the problem out of TimeStepping, or take BoxVI, which solves all of them',
    );
  });
});
