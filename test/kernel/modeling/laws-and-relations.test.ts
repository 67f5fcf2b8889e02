/** Laws, relations and systems: what they say of themselves, and the errors of bad input. */
import { describe, expect, test } from 'vitest';
import { EqualityConditionNSL } from '../../../src/kernel/modeling/laws/equality-condition-nsl.js';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearR } from '../../../src/kernel/modeling/relations/first-order-linear-r.js';
import { FirstOrderLinearTIR } from '../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { FirstOrderNonLinearDS } from '../../../src/kernel/modeling/systems/first-order-nonlinear-ds.js';
import { FirstOrderNonLinearR } from '../../../src/kernel/modeling/relations/first-order-nonlinear-r.js';
import { FirstOrderType1R } from '../../../src/kernel/modeling/relations/first-order-type1-r.js';
import { FirstOrderType2R } from '../../../src/kernel/modeling/relations/first-order-type2-r.js';
import { LinearInput } from '../../../src/kernel/modeling/signals/linear-input.js';
import { MixedComplementarityConditionNSL } from '../../../src/kernel/modeling/laws/mixed-complementarity-condition-nsl.js';
import { NormalConeNSL } from '../../../src/kernel/modeling/laws/normal-cone-nsl.js';
import { PiecewiseLinearNSL } from '../../../src/kernel/modeling/laws/piecewise-linear-nsl.js';
import { RelayNSL } from '../../../src/kernel/modeling/laws/relay-nsl.js';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { relationLinearization } from '../../../src/kernel/modeling/relations/relation.js';

describe('laws refuse', () => {
  test.each<[string, () => unknown, string]>([
    [
      'equal bounds',
      () => new RelayNSL(1, 1, 1),
      'RelayNSL: the bounds are [1, 1]; lb must lie below ub, both finite',
    ],
    [
      'an infinite relay',
      () => new RelayNSL(1, 0, Infinity),
      'RelayNSL: the bounds are [0, Infinity]; lb must lie below ub, both finite',
    ],
    [
      'half a row',
      () => new EqualityConditionNSL(1.5),
      'EqualityConditionNSL: the size is 1.5; it must be a whole number of rows',
    ],
    [
      'less than no row',
      () => new MixedComplementarityConditionNSL(2, -1),
      'MixedComplementarityConditionNSL: the size is -1; it must be a whole number of rows',
    ],
    [
      'a falling graph',
      () =>
        new PiecewiseLinearNSL([
          {
            vertices: [
              { s: 0, lambda: 1 },
              { s: 1, lambda: 0 },
            ],
            firstRay: { s: -1, lambda: 0 },
            lastRay: { s: 1, lambda: 0 },
          },
        ]),
      'PiecewiseLinearNSL: row 0: a piecewise-linear law must not decrease: its segment 1 goes by 1 in s and -1 in lambda; s is -y',
    ],
    [
      'an empty orthant',
      () => new NormalConeNSL([{ set: 'orthant', size: 0 }]),
      'NormalConeNSL: factor 0 has the size 0; it must be a whole number >= 1',
    ],
    [
      'bounds of two lengths',
      () => new NormalConeNSL([{ set: 'box', lower: [0], upper: [1, 2] }]),
      'NormalConeNSL: factor 0 has 1 lower and 2 upper bounds; they must agree',
    ],
    [
      'an empty interval',
      () => new NormalConeNSL([{ set: 'box', lower: [0, 2], upper: [1, 2] }]),
      'NormalConeNSL: factor 0 bounds its entry 1 by [2, 2]; the lower bound must lie below the upper',
    ],
    [
      'a cone without aperture',
      () => new NormalConeNSL([{ set: 'second-order-cone', size: 3, aperture: 0 }]),
      'NormalConeNSL: factor 0 has the aperture 0; it must be positive',
    ],
  ])('%s', (_name, make, message) => {
    expect(make).toThrow(message);
  });
});

describe('systems and relations refuse', () => {
  const zero = (): void => undefined;
  test.each<[string, () => unknown, string]>([
    [
      'a mass of another size',
      () => new FirstOrderNonLinearDS(new Float64Array(2), zero, { M: new Float64Array(3) }),
      'FirstOrderNonLinearDS: M has 3 entries; it must be 2 x 2, 4 entries row by row',
    ],
    [
      'an infinite start',
      () => new FirstOrderNonLinearDS(Float64Array.of(1, Infinity), zero),
      'FirstOrderNonLinearDS: x0(1,0) is Infinity; every entry must be a finite number',
    ],
    [
      'an input of other rows',
      () =>
        new FirstOrderNonLinearDS(new Float64Array(2), zero, {
          b: LinearInput.constant(new Float64Array(3)),
        }),
      'FirstOrderNonLinearDS: the gain of b has 3 rows; the system has 2 states',
    ],
    [
      'negative sizes',
      () => new FirstOrderNonLinearR(-1, 2, { h: zero, g: zero }),
      'FirstOrderNonLinearR: n = -1 states and m = 2 rows were given; both must be whole numbers',
    ],
    [
      'a matrix of another size',
      () => new FirstOrderLinearR(2, 1, { C: new Float64Array(3), B: new Float64Array(2) }),
      'FirstOrderLinearR: C has 3 entries; it must be 1 x 2, 2 entries row by row',
    ],
    [
      'F that does not fit z',
      () =>
        new FirstOrderLinearTIR(1, new Float64Array(2), new Float64Array(2), {
          F: new Float64Array(3),
          z: new Float64Array(2),
        }),
      'FirstOrderLinearTIR: F has 3 entries; it must be 1 x 2, 2 entries row by row',
    ],
  ])('%s', (_name, make, message) => {
    expect(make).toThrow(message);
  });

  test('a matrix callback that writes NaN, naming time and place', () => {
    const relation = new FirstOrderLinearR(1, 1, {
      C: (_t, out) => void (out[0] = NaN),
      B: new Float64Array(1),
    });
    const at = relationLinearization(1, 1);
    expect(() => relation.linearize(2, new Float64Array(1), new Float64Array(1), at)).toThrow(
      'FirstOrderLinearR: C(t, out, z) wrote NaN into entry 0 of 1 at t = 2 s; ' +
        'it must write every entry with a finite number (out is row by row)',
    );
  });

  test('A(t) that is not finite', () => {
    const system = new FirstOrderLinearDS(Float64Array.of(1), (t, out) => void (out[0] = 1 / t));
    expect(() => system.jacobian(0, system.x0, new Float64Array(1))).toThrow(
      'FirstOrderLinearDS: A(t, out, z) wrote Infinity into entry 0 of 1 at t = 0 s; ' +
        'it must write every entry with a finite number (out is row by row)',
    );
  });
});

describe('Jacobians by differences', () => {
  const h = (t: number, x: Float64Array, lambda: Float64Array, out: Float64Array): void => {
    out[0] = Math.sin(x[0]!) * lambda[0]! + t * x[1]!;
  };
  const g = (_t: number, x: Float64Array, lambda: Float64Array, out: Float64Array): void => {
    out[0] = x[0]! ** 2 * lambda[0]!;
    out[1] = Math.exp(lambda[0]!) * x[1]!;
  };
  const [x, lambda] = [Float64Array.of(0.7, -2), Float64Array.of(1.3)];

  test('of a nonlinear relation agree with the derivatives to eight digits, and notes say so', () => {
    const relation = new FirstOrderNonLinearR(2, 1, { h, g });
    const at = relationLinearization(2, 1);
    relation.linearize(3, x, lambda, at);
    const expected = {
      C: [Math.cos(0.7) * 1.3, 3],
      D: [Math.sin(0.7)],
      K: [2 * 0.7 * 1.3, 0, 0, Math.exp(1.3)],
      B: [0.49, Math.exp(1.3) * -2],
    };
    for (const what of ['C', 'D', 'K', 'B'] as const) {
      at[what].forEach((entry, k) => expect(entry, what).toBeCloseTo(expected[what][k]!, 8));
    }
    expect(relation.notes).toEqual([
      'FirstOrderNonLinearR: the Jacobians C, D, K, B are taken by central differences',
    ]);
  });

  test('name the subclass and leave out what is known', () => {
    const one = new FirstOrderType1R(2, 1, {
      h: (_t, _x, out) => void (out[0] = 0),
      g: (_t, _l, out) => void out.fill(0),
    });
    const two = new FirstOrderType2R(2, 1, { h, g: (_t, _l, out) => void out.fill(0), C: () => undefined });
    expect(one.notes).toEqual(['FirstOrderType1R: the Jacobians C, B are taken by central differences']);
    expect(two.notes).toEqual(['FirstOrderType2R: the Jacobians D, B are taken by central differences']);
    expect([one.couplesStates, two.couplesStates]).toEqual([false, false]);
  });

  test('of a system', () => {
    const system = new FirstOrderNonLinearDS(x, (_t, at, out) => {
      out[0] = at[0]! * at[1]!;
      out[1] = Math.cos(at[1]!);
    });
    const J = new Float64Array(4);
    system.jacobian(0, x, J);
    [-2, 0.7, 0, Math.sin(2)].forEach((entry, k) => expect(J[k]).toBeCloseTo(entry, 8));
    expect(system.notes).toEqual([
      'FirstOrderNonLinearDS: the Jacobian of f is taken by central differences',
    ]);
  });
});

test('parameters reach every callback and the linear relation', () => {
  const z = Float64Array.of(2);
  const relation = new FirstOrderLinearTIR(1, Float64Array.of(1), Float64Array.of(1), {
    z,
    F: Float64Array.of(3),
    e: (_t, out, parameters) => void (out[0] = parameters[0]!),
  });
  const at = relationLinearization(1, 1);
  relation.linearize(0, Float64Array.of(1), Float64Array.of(5), at);
  expect([at.y[0], at.r[0]]).toEqual([1 + 6 + 2, 5]);
  z[0] = 4;
  relation.linearize(0, Float64Array.of(1), Float64Array.of(5), at);
  expect(at.y[0]).toBe(1 + 12 + 4);
  const varying = new FirstOrderLinearR(1, 1, {
    C: (_t, out, parameters) => void (out[0] = parameters[0]!),
    B: Float64Array.of(1),
    D: matrix([[7]]),
    F: (_t, out) => void (out[0] = 1),
    z,
  });
  varying.linearize(0, Float64Array.of(1), Float64Array.of(5), at);
  expect([at.y[0], at.C[0], at.D[0]]).toEqual([4 + 35 + 4, 4, 7]);
});
