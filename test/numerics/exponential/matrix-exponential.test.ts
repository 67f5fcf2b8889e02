import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { infinityNorm, matrix, multiply } from '../../../src/numerics/dense/matrix.js';
import { expm } from './matrix-exponential.js';

function exponential(n: number, A: Float64Array, h = 1): Float64Array {
  const E = new Float64Array(n * n);
  expm(n, A, h, E);
  return E;
}

function product(n: number, A: Float64Array, B: Float64Array): Float64Array {
  const C = new Float64Array(n * n);
  multiply(n, n, n, A, B, C);
  return C;
}

function expectNear(actual: Float64Array, expected: ArrayLike<number>, relative: number): void {
  const size = Math.max(...Array.from(expected, Math.abs));
  Array.from(expected).forEach((value, p) => {
    expect(Math.abs(actual[p]! - value)).toBeLessThanOrEqual(relative * size);
  });
}

const entries = (n: number, size: number): fc.Arbitrary<Float64Array> =>
  fc
    .array(
      fc.integer({ min: -999, max: 999 }).map((k) => (k * size) / 999),
      { minLength: n * n, maxLength: n * n },
    )
    .map((values) => Float64Array.from(values));
const randomMatrix = fc
  .integer({ min: 1, max: 8 })
  .chain((n) => entries(n, 3).map((A): { n: number; A: Float64Array } => ({ n, A })));

describe('the matrix exponential', () => {
  it('of zero is the identity, for every size', () => {
    for (const n of [1, 3, 60]) {
      const E = exponential(n, new Float64Array(n * n));
      E.forEach((value, p) => expect(value).toBe(p % (n + 1) === 0 ? 1 : 0));
    }
  });

  it('of a nilpotent matrix is its finite series, exactly in every unit', () => {
    for (const unit of [1, 1e-12, 1e12]) {
      const E = exponential(
        3,
        matrix([
          [0, unit, 0],
          [0, 0, 1],
          [0, 0, 0],
        ]),
        3,
      );
      expectNear(E, [1, 3 * unit, 4.5 * unit, 0, 1, 3, 0, 0, 1], 1e-15);
    }
  });

  it('of a Jordan block is exp(a h) (1, h, h^2 / 2)', () => {
    const a = -2;
    const E = exponential(
      3,
      matrix([
        [a, 1, 0],
        [0, a, 1],
        [0, 0, a],
      ]),
      2.5,
    );
    const e = Math.exp(a * 2.5);
    // Eight roundings' worth of three squarings.
    expectNear(E, [e, 2.5 * e, 3.125 * e, 0, e, 2.5 * e, 0, 0, e], 4e-15);
  });

  it('of a sum of two steps is the product of theirs', () => {
    fc.assert(
      fc.property(randomMatrix, fc.double({ min: 0, max: 1, noNaN: true }), ({ n, A }, part) => {
        const whole = exponential(n, A, 1);
        const first = exponential(n, A, part);
        const second = exponential(n, A, 1 - part);
        const parts = product(n, first, second);
        // Rounding of the factors, magnified where their product cancels.
        const size = Math.max(1, infinityNorm(n, n, first) * infinityNorm(n, n, second));
        whole.forEach((value, p) => expect(Math.abs(value - parts[p]!)).toBeLessThanOrEqual(1e-13 * size));
      }),
      { seed: 81, numRuns: 200 },
    );
  });

  it('of small and of large norms agree: every approximant in turn', () => {
    const A = matrix([
      [0.3, -1, 0.2],
      [0.7, -0.4, 0.1],
      [0, 0.5, -0.9],
    ]);
    for (const h of [0.01, 0.1, 0.3, 1, 2, 5, 20]) {
      let E = exponential(3, A, h / 64);
      for (let k = 0; k < 6; k++) E = product(3, E, E);
      // Six squarings of E itself lose 64 roundings.
      expectNear(exponential(3, A, h), E, 64 * 2 ** -52 * 8);
    }
  });

  it('keeps a mode of 1 s exact beside one of 1 ns', () => {
    const A = matrix([
      [-1e9, 1e9],
      [1, -2],
    ]);
    const trace = -1e9 - 2;
    const fast = (trace - Math.sqrt(trace * trace - 4e9)) / 2;
    const slow = 1e9 / fast;
    for (const h of [1e-9, 1e-6, 1e-3, 1, 10]) {
      const s = Math.exp(slow * h) / (slow - fast);
      const f = Math.exp(fast * h) / (slow - fast);
      const expected = [
        s * (slow + 2) - f * (fast + 2),
        (s - f) * 1e9,
        s - f,
        s * (slow + 1e9) - f * (fast + 1e9),
      ];
      // Relative in every entry: some 40 roundings of the squarings; the diagonal is a difference from 1.
      expected.forEach((value, p) => {
        const rounding = p % 3 === 0 ? 1e-15 : 0;
        const error = Math.abs(exponential(2, A, h)[p]! - value);
        expect(error).toBeLessThanOrEqual(1e-12 * Math.abs(value) + rounding);
      });
    }
  });

  it('is orthogonal for a rotation, and returns after 1e5 periods', () => {
    const A = matrix([
      [0, 2 * Math.PI],
      [-2 * Math.PI, 0],
    ]);
    const E = exponential(2, A, 1e5);
    // The phase 6e5 is known to 6e5 roundings of its factors.
    expectNear(E, [1, 0, 0, 1], 6.3e5 * 2 ** -51);
    const one = exponential(2, A, 1);
    let x = [1, 0];
    for (let k = 0; k < 1e5; k++) x = [one[0]! * x[0]! + one[1]! * x[1]!, one[2]! * x[0]! + one[3]! * x[1]!];
    // 1e5 times the rounding of one period.
    expect(Math.abs(x[0]! - 1)).toBeLessThan(1e-10);
    expect(Math.abs(x[1]!)).toBeLessThan(1e-10);
  });

  it('does not depend on the units of the states', () => {
    const A = matrix([
      [-1, 2],
      [-3, -0.5],
    ]);
    const scaled = matrix([
      [-1, 2e-9],
      [-3e9, -0.5],
    ]);
    const E = exponential(2, A, 0.7);
    const S = exponential(2, scaled, 0.7);
    expect(S[1]! * 1e9).toBeCloseTo(E[1]!, 14);
    expect(S[0]).toBeCloseTo(E[0]!, 14);
  });

  it('refuses what is not a number', () => {
    expect(() => exponential(1, Float64Array.of(NaN))).toThrow(
      new RangeError('the matrix exponential of an entry A[0] = NaN is not defined'),
    );
    expect(() => exponential(1, Float64Array.of(1), Infinity)).toThrow(
      new RangeError('the matrix exponential over a step of Infinity is not defined'),
    );
  });
});
