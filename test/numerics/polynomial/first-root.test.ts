import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateMonomials, subdivide, toBernstein } from '../../../src/numerics/polynomial/bernstein.js';
import { RootFinder, type RootSearch } from '../../../src/numerics/polynomial/first-root.js';
import { withRoots } from './with-roots.js';

const finder = new RootFinder(20);
function find(
  a: Float64Array,
  search: Partial<RootSearch> = {},
): { kind: string; u: number; direction: number } {
  return { ...finder.find(a.length - 1, a, { error: 0, direction: 'both', ...search }) };
}

describe('Bernstein coefficients', () => {
  const coefficients = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 17 });

  it('bound the polynomial and give its ends', () => {
    fc.assert(
      fc.property(coefficients, fc.double({ min: 0, max: 1, noNaN: true }), (values, u) => {
        const a = Float64Array.from(values);
        const b = new Float64Array(a.length);
        toBernstein(a.length - 1, a, b);
        const p = evaluateMonomials(a.length - 1, a, u);
        // Sums of 17 terms of size 1.
        expect(p).toBeLessThanOrEqual(Math.max(...b) + 1e-14);
        expect(p).toBeGreaterThanOrEqual(Math.min(...b) - 1e-14);
        expect(b[0]).toBe(a[0]);
        expect(b[a.length - 1]).toBeCloseTo(evaluateMonomials(a.length - 1, a, 1), 13);
      }),
      { seed: 71, numRuns: 200 },
    );
  });

  it('split at any point into those of the two parts', () => {
    const a = Float64Array.of(1, -2, 0.5, 3);
    const b = new Float64Array(4);
    const left = new Float64Array(4);
    const right = new Float64Array(4);
    toBernstein(3, a, b);
    subdivide(3, b, 0.3, left, right);
    expect(left[3]).toBeCloseTo(evaluateMonomials(3, a, 0.3), 15);
    expect(right[0]).toBe(left[3]);
    expect(right[3]).toBe(b[3]);
  });
});

describe('the first root', () => {
  it('is the smallest of random separated roots, to rounding, with its direction', () => {
    const roots = fc
      .uniqueArray(fc.integer({ min: 1, max: 63 }), { minLength: 1, maxLength: 6 })
      .map((list) => list.map((k) => k / 64).sort((a, b) => a - b));
    fc.assert(
      fc.property(roots, fc.constantFrom(1, -1), (list, sign) => {
        const found = find(withRoots(list, sign));
        expect(found.kind).toBe('crossing');
        // Roots 1/64 apart: conditions up to 1e8 of rounding 1e-16 in the coefficients.
        expect(Math.abs(found.u - list[0]!)).toBeLessThan(1e-7);
        expect(found.direction).toBe(list.length % 2 === 1 ? sign : -sign);
      }),
      { seed: 72, numRuns: 300 },
    );
  });

  it('is exact to the last bits where it is simple', () => {
    // sqrt(1/2) of u^2 - 1/2.
    expect(Math.abs(find(Float64Array.of(-0.5, 0, 1)).u - Math.SQRT1_2)).toBeLessThanOrEqual(2 ** -53);
  });

  it('of the direction asked for skips the others', () => {
    const a = withRoots([0.2, 0.4, 0.9]);
    expect(find(a, { direction: 'falling' })).toMatchObject({ kind: 'crossing', direction: -1 });
    expect(find(a, { direction: 'falling' }).u).toBeCloseTo(0.4, 14);
    expect(find(a, { direction: 'rising', start: 0.3 }).u).toBeCloseTo(0.9, 14);
    expect(find(withRoots([0.5]), { direction: 'falling' }).kind).toBe('none');
  });

  it('finds a dip that no sample would see', () => {
    const depth = 1e-13;
    // (u - 0.637)^2 - depth: two roots 6e-7 apart.
    const a = Float64Array.of(0.637 * 0.637 - depth, -2 * 0.637, 1);
    const found = find(a);
    expect(found).toMatchObject({ kind: 'crossing', direction: -1 });
    expect(found.u).toBeCloseTo(0.637 - Math.sqrt(depth), 8);
    expect(find(Float64Array.of(0.637 * 0.637 + depth, -2 * 0.637, 1)).kind).toBe('none');
  });

  it('reports a double root as a touch, and passes over it when asked to', () => {
    const a = withRoots([0.3, 0.3, 0.8]);
    const touch = find(a);
    expect(touch.kind).toBe('touching');
    // Square root of rounding.
    expect(touch.u).toBeCloseTo(0.3, 6);
    const next = find(a, { touches: false });
    expect(next).toMatchObject({ kind: 'crossing', direction: 1 });
    expect(next.u).toBeCloseTo(0.8, 13);
  });

  it('calls a triple root a crossing', () => {
    const found = find(withRoots([0.5, 0.5, 0.5]));
    expect(found).toMatchObject({ kind: 'crossing', direction: 1 });
    // Cube root of rounding.
    expect(found.u).toBeCloseTo(0.5, 4);
  });

  it('at a point of subdivision is a crossing too', () => {
    const found = find(withRoots([0.5, 0.75, 2]));
    expect(found).toMatchObject({ kind: 'crossing', direction: 1 });
    // Coefficients of size 3 are rounded, and the slope is 3/8.
    expect(found.u).toBeCloseTo(0.5, 14);
  });

  it('at the start is skipped, judged by the sign before, or a touch', () => {
    const a = withRoots([0, 0.6]);
    expect(find(a, { startsAtRoot: true }).u).toBeCloseTo(0.6, 14);
    expect(find(a, { before: 1 })).toMatchObject({ kind: 'crossing', direction: -1 });
    expect(find(a, { before: 1 }).u).toBeLessThan(1e-14);
    expect(find(a, { before: -1 }).kind).toBe('touching');
    expect(find(withRoots([0, 0]), { startsAtRoot: true }).kind).toBe('none');
  });

  it('of a function within the error of zero all the way is flat', () => {
    expect(find(Float64Array.of(0, 0, 0)).kind).toBe('flat');
    expect(find(Float64Array.of(1e-9, -2e-9), { error: 1e-8 }).kind).toBe('flat');
    expect(find(Float64Array.of(0, 0, 0), { startsAtRoot: true }).kind).toBe('flat');
  });

  it('is not excluded where the error reaches the polynomial', () => {
    const a = Float64Array.of(1, -1.5, 1);
    expect(find(a, { error: 0.4 }).kind).toBe('none');
    expect(find(a, { error: 0.44 }).kind).toBe('touching');
  });
});
