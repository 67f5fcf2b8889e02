import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateMonomials } from '../../../src/numerics/polynomial/bernstein.js';
import { FirstNegative } from '../../../src/numerics/polynomial/first-negative.js';
import { maxDegree } from '../../../src/numerics/polynomial/proved-root.js';
import { RootFinder } from '../../../src/numerics/polynomial/first-root.js';
import { withRoots } from './with-roots.js';

const search = new FirstNegative();
const find = (a: Float64Array, tolerance = 0, resolution = 1e-12): number =>
  search.find(a, a.length - 1, tolerance, resolution);

describe('the first point at which a polynomial turns negative', () => {
  test('is its first falling root', () => {
    expect(find(withRoots([0.3], -1))).toBe(0.3);
    expect(find(withRoots([0.3], 1))).toBe(0);
    expect(find(withRoots([0.25, 0.5, 0.75], -1))).toBeCloseTo(0.25, 15);
    expect(find(withRoots([1.5], -1))).toBe(2);
  });

  test('is the first of two also where the polynomial ends positive', () => {
    expect(find(withRoots([0.4, 0.8]))).toBeCloseTo(0.4, 15);
    expect(find(withRoots([2e-8, 4e-8, 0.8], -1), 1e-18)).toBeCloseTo(2e-8, 14);
  });

  test('is next to either end, not beyond it', () => {
    expect(find(withRoots([1e-9], -1))).toBeCloseTo(1e-9, 24);
    expect(find(withRoots([1 - 1e-9], -1), 1e-12)).toBeCloseTo(1 - 1e-9, 15);
    expect(find(withRoots([1 - 1e-13], -1), 1e-12)).toBe(2);
    expect(find(withRoots([1 + 1e-9], -1))).toBe(2);
  });

  test('is that of a cosine to its rounding, by coarse and fine resolutions', () => {
    const factors = Array.from({ length: 27 }, (_, k) => k + 1);
    for (const resolution of [1e-15, 1e-9, 1e-3]) {
      for (let root = 0.05; root < 1; root += 0.05) {
        const phi = Math.PI / 2 - 2 * root;
        let factor = 1;
        const rest = factors.map((k) => (factor *= 2 / k) * Math.cos(phi + (k * Math.PI) / 2));
        const s = find(Float64Array.of(Math.cos(phi), ...rest), 1e-15, resolution);
        expect(Math.abs(s - root)).toBeLessThan(1e-15);
      }
    }
  });

  test('is found in a dip of 1e-6 between two roots', () => {
    // The coefficients' rounding over the slope 1e-6 there.
    expect(find(withRoots([0.5 - 5e-7, 0.5 + 5e-7]))).toBeCloseTo(0.5 - 5e-7, 9);
  });

  test('is not a root that it only touches, within the tolerance', () => {
    expect(find(withRoots([0.5, 0.5]), 1e-15)).toBe(2);
    expect(find(withRoots([0.3, 0.3, 0.7, 0.7]), 1e-15)).toBe(2);
  });

  test('is the fall behind a touch', () => {
    expect(find(withRoots([0.3, 0.3, 0.7], -1), 1e-15)).toBeCloseTo(0.7, 13);
  });

  test('is not a start just below zero that rises', () => {
    expect(find(Float64Array.of(-1e-16, 1, 0), 1e-15)).toBe(2);
    expect(find(Float64Array.of(0, 1, -2), 1e-15)).toBeCloseTo(0.5, 15);
  });

  test('is the start where it falls from zero at once', () => {
    // Zero itself is not negative: the fall is known no better than the resolution.
    expect(find(Float64Array.of(0, -1))).toBeLessThanOrEqual(1e-12);
  });

  test('is not there for a constant that is not negative, at 0 for one that is', () => {
    expect(find(Float64Array.of(1))).toBe(2);
    expect(find(Float64Array.of(0))).toBe(2);
    expect(find(Float64Array.of(-1))).toBe(0);
  });

  test('is found for the largest degree', () => {
    const a = new Float64Array(maxDegree + 1);
    a[0] = 0.5;
    a[maxDegree] = -1;
    expect(find(a)).toBeCloseTo(0.5 ** (1 / maxDegree), 14);
  });
});

const roots = fc.array(fc.double({ min: -0.5, max: 1.5, noNaN: true }), { minLength: 1, maxLength: 7 });

test('nothing before it is negative, something behind it is', () => {
  fc.assert(
    fc.property(roots, fc.constantFrom(-1, 1), (values, sign) => {
      const a = withRoots(values, sign);
      const degree = a.length - 1;
      const size = a.reduce((sum, value) => sum + Math.abs(value), 0);
      const tolerance = 1e-13 * size;
      const s = search.find(a, degree, tolerance, 1e-12);
      for (let k = 0; k <= 200; k++) {
        const u = (k / 200) * Math.min(1, s);
        // Just before a root the value is of the size of its rounding.
        if (s > 0) expect(evaluateMonomials(degree, a, u)).toBeGreaterThan(-2 * tolerance);
      }
    }),
    { seed: 72, numRuns: 300 },
  );
});

test('is the first falling crossing of the root finder wherever roots are simple', () => {
  const finder = new RootFinder(20);
  fc.assert(
    fc.property(roots, (values) => {
      const sorted = values.filter((r) => Math.abs(r) > 1e-3 && Math.abs(r - 1) > 1e-3).sort((p, q) => p - q);
      fc.pre(sorted.length > 0 && sorted.every((r, k) => k === 0 || r - (sorted[k - 1] ?? r) > 1e-3));
      const below = sorted.filter((r) => r < 0).length;
      // Positive at 0.
      const a = withRoots(sorted, (sorted.length - below) % 2 === 0 ? 1 : -1);
      const found = finder.find(a.length - 1, a, { error: 0, direction: 'falling' });
      const s = search.find(a, a.length - 1, 0, 1e-12);
      if (found.kind === 'none') expect(s).toBe(2);
      // Roots 1e-3 apart magnify the rounding of coefficients.
      else expect(Math.abs(s - found.u)).toBeLessThan(1e-9);
    }),
    { seed: 73, numRuns: 300 },
  );
});
