/** The search, by both back ends, against closed forms, a search without guesses, and wrong ideas of where the root is. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flowMemory } from '../../../src/kernel/simulation/event-driven/motion/flow-memory.js';
import { generateSearchCode } from '../../../src/kernel/simulation/event-driven/motion/search-code.js';
import { maxTerms } from '../../../src/kernel/simulation/event-driven/motion/series-terms.js';
import { evaluateMonomials } from '../../../src/numerics/polynomial/bernstein.js';
import { FirstNegative } from '../../../src/numerics/polynomial/first-negative.js';
import { search } from '../../../src/numerics/polynomial/polynomial-programs.gen.js';
import { withRoots } from '../../numerics/polynomial/with-roots.js';

const guard = 1;
const at = guard * (maxTerms + 1);
const plain = new FirstNegative();

/** One back end of the search, with a memory of its own. */
interface BackEnd {
  readonly coefficients: Float64Array;
  readonly bernstein: Float64Array;
  readonly proved: Float64Array;
  readonly find: (terms: number, tolerance: number, resolution: number, guess: number) => number;
  opened: number;
}

function backEnd(code: 'compiled' | 'plain'): BackEnd {
  const memory = flowMemory({ size: 3, order: 1, guards: 2 });
  const [coefficients, bernstein, proved] = (['coefficients', 'bernstein', 'proved'] as const).map((region) =>
    memory.array(region),
  ) as [Float64Array, Float64Array, Float64Array];
  const other = (place: number, terms: number, rounding: number, resolution: number): number => {
    end.opened++;
    return plain.subdivide(coefficients, terms, rounding, resolution, place);
  };
  const compiled = generateSearchCode(memory, other);
  const arrays = { coefficients, bernstein, proved, other };
  const end: BackEnd = {
    ...{ coefficients, bernstein, proved, opened: 0 },
    find: (...question) =>
      code === 'plain' ? search(arrays, {}, at, ...question) : (compiled?.(8 * at, ...question) ?? NaN),
  };
  return end;
}

const ends = [backEnd('compiled'), backEnd('plain')] as const;
let opened = 0;
/** Part at which the root is remembered. */
let remembered = 0;

interface Question {
  readonly tolerance?: number;
  readonly resolution?: number;
  /** Where the search before found a root. */
  readonly last?: number;
}

/** By machine code and by the plain function, whose answers, and all that they leave behind, are equal to the bit. */
function find(a: Float64Array, { tolerance = 0, resolution = 1e-9, last = 0 }: Question = {}): number {
  const [compiled, script] = ends.map((end) => {
    const { coefficients, bernstein, proved } = end;
    // What segments before left behind the last term.
    coefficients.fill(7);
    coefficients.set(a, at);
    bernstein.fill(0);
    end.opened = 0;
    const root = end.find(a.length - 1, tolerance, resolution, last);
    return { root, opened: end.opened, proved: proved[0] ?? NaN, left: [...coefficients, ...bernstein] };
  });
  if (!compiled) throw new Error('no code');
  expect(script).toEqual(compiled);
  opened = compiled.opened;
  remembered = compiled.proved;
  return compiled.root;
}

/** cos(w s + phi) as far as the rounding of its terms, w <= 2.5. */
const cosine = (w: number, phi: number): Float64Array => {
  let factor = 1;
  return Float64Array.from({ length: 28 }, (_, k) => {
    if (k > 0) factor *= w / k;
    return factor * Math.cos(phi + (k * Math.PI) / 2);
  });
};

const guesses = fc.oneof(
  fc.constantFrom(0, 1e-300, 1e-9, 0.5, 1, 1.5, 1e300),
  fc.double({ min: 0, max: 2.5, noNaN: true }),
);

describe('the search with a guess', () => {
  test('finds where a cosine falls through zero, wherever it begins, and remembers it', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 2.5, noNaN: true }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        guesses,
        (w, root, last) => {
          const phi = Math.PI / 2 - w * root;
          const s = find(cosine(w, phi), { last });
          expect(Math.abs(s - root)).toBeLessThan(1e-15 + 4e-15 / w);
          expect(opened).toBe(0);
          expect(remembered).toBeCloseTo(s, 15);
        },
      ),
      { seed: 91, numRuns: 500 },
    );
  });

  test('finds the first of two roots where p has risen again at the end', () => {
    for (const last of [0, 0.2, 0.4, 0.6, 0.8, 1.9]) {
      expect(find(withRoots([0.4, 0.8]), { last })).toBeCloseTo(0.4, 15);
    }
    expect(opened).toBe(0);
  });

  test('is not misled to a later root', () => {
    for (const last of [0.7, 0.7 + 1e-12, 0.69]) {
      expect(find(withRoots([0.3, 0.5, 0.7], -1), { last })).toBeCloseTo(0.3, 14);
      expect(find(withRoots([0.7 - 2e-4, 0.7 - 1e-4, 0.7], -1), { last })).toBeCloseTo(0.7 - 2e-4, 7);
    }
  });

  test('finds a dip of 1e-6 from either side of it', () => {
    for (const last of [0, 0.49, 0.5 - 5e-7, 0.5, 0.5 + 5e-7, 0.51, 1]) {
      expect(find(withRoots([0.5 - 5e-7, 0.5 + 5e-7]), { last })).toBeCloseTo(0.5 - 5e-7, 9);
    }
  });

  test('finds a dip that is less deep than p where it looked for the root', () => {
    const a = withRoots([2e-8, 4e-8, 0.8], -1);
    for (const last of [0, 0.8, 0.8 + 1.5e-7, 0.8 - 1.5e-7]) {
      expect(find(a, { tolerance: 1e-18, resolution: 1e-12, last })).toBeCloseTo(2e-8, 14);
    }
  });

  test('does not take a touch within the tolerance for a root', () => {
    for (const last of [0, 0.3, 0.5, 0.5 - 1e-9, 0.5 + 1e-9, 0.7]) {
      expect(find(withRoots([0.5, 0.5]), { tolerance: 1e-15, last })).toBe(2);
      expect(find(withRoots([0.3, 0.3, 0.7], -1), { tolerance: 1e-15, last })).toBeCloseTo(0.7, 13);
    }
  });

  test('does not take a root for one that lies beyond the end, or at it within the tolerance', () => {
    for (const last of [0, 0.9, 1, 1 + 1e-9, 1.5]) {
      expect(find(withRoots([1 + 1e-9], -1), { last })).toBe(2);
      expect(find(withRoots([1 - 1e-13], -1), { tolerance: 1e-12, last })).toBe(2);
      expect(find(withRoots([1 - 1e-9], -1), { tolerance: 1e-12, last })).toBeCloseTo(1 - 1e-9, 15);
      expect(find(withRoots([1e-9], -1), { last })).toBeCloseTo(1e-9, 24);
    }
  });

  test('begins anew where p is 0 or just below 0 at the start', () => {
    for (const last of [0, 0.5, 0.75]) {
      expect(find(Float64Array.of(0, 1, -2), { last })).toBeCloseTo(0.5, 15);
      expect(find(Float64Array.of(0, 1, -0.5), { last })).toBe(2);
      expect(find(Float64Array.of(-1e-16, 1, 0), { tolerance: 1e-15, last })).toBe(2);
      expect(find(Float64Array.of(-1e-10, 1, 0), { resolution: 1e-9, last })).toBe(2);
      expect(find(Float64Array.of(0, -1), { last })).toBeLessThanOrEqual(1e-9);
    }
  });

  test('forgets the root where there is none', () => {
    expect(find(Float64Array.of(1, 1), { last: 0.5 })).toBe(2);
    expect(remembered).toBe(0);
    expect(find(withRoots([0.25], -1), { last: 0.5 })).toBe(0.25);
    expect(remembered).toBeCloseTo(0.25, 15);
  });

  const roots = fc.array(fc.double({ min: -0.5, max: 1.5, noNaN: true }), { minLength: 1, maxLength: 7 });
  const close = fc.array(fc.constantFrom(0, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3), { maxLength: 3 });

  test('nothing before its answer is negative, whatever it remembers, close roots and ends included', () => {
    fc.assert(
      fc.property(
        roots,
        close,
        fc.constantFrom(-1, 1),
        fc.constantFrom(1e-12, 1e-6),
        guesses,
        (values, gaps, sign, resolution, guess) => {
          const first = values[0] ?? 0;
          const all = [...values, ...gaps.map((gap) => first + gap)];
          const a = withRoots(all, sign);
          const tolerance = 1e-13 * a.reduce((sum, value) => sum + Math.abs(value), 0);
          for (const last of [0, guess, ...all.filter((r) => r > 0)]) {
            const s = find(a, { tolerance, resolution, last });
            const end = Math.min(1, s);
            const isBefore = (u: number): boolean => u > 0 && u < end - resolution;
            const points = Array.from({ length: 201 }, (_, k) => (k / 200) * end);
            // The deepest points between two roots.
            const between = all.flatMap((r) => all.map((q) => 0.5 * (r + q)));
            const values = [...points, ...between]
              .filter(isBefore)
              .map((u) => evaluateMonomials(a.length - 1, a, u));
            expect(Math.min(...values)).toBeGreaterThan(-2 * tolerance);
          }
        },
      ),
      { seed: 92, numRuns: 300 },
    );
  });

  test('agrees with a search without a guess on simple roots, whatever it remembers', () => {
    fc.assert(
      fc.property(roots, guesses, (values, last) => {
        const sorted = values
          .filter((r) => Math.abs(r) > 1e-2 && Math.abs(r - 1) > 1e-2)
          .sort((p, q) => p - q);
        fc.pre(sorted.length > 0 && sorted.every((r, k) => k === 0 || r - (sorted[k - 1] ?? r) > 1e-2));
        const below = sorted.filter((r) => r < 0).length;
        const a = withRoots(sorted, (sorted.length - below) % 2 === 0 ? 1 : -1);
        const size = a.reduce((sum, value) => sum + Math.abs(value), 0);
        const expected = plain.find(a, a.length - 1, 0, 1e-9);
        const s = find(a, { last });
        if (expected === 2) expect(s).toBe(2);
        else {
          const slope = a.reduce((sum, value, k) => (k === 0 ? 0 : sum + k * value * expected ** (k - 1)), 0);
          expect(Math.abs(s - expected)).toBeLessThan(
            4 * Number.EPSILON * (expected + size / Math.abs(slope)),
          );
        }
      }),
      { seed: 93, numRuns: 500 },
    );
  });
});
