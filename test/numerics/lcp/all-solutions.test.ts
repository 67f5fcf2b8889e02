import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allSolutions } from '../../../src/numerics/lcp/all-solutions.js';

/** Solutions of w = M z + q with n = 2 by the four modes; undefined where one lies on the border of two. */
function byModes([a, b, c, d]: number[], [p, q]: number[]): number[][] | undefined {
  const det = a! * d! - b! * c!;
  const modes = [
    [0, 0],
    [-p! / a!, 0],
    [0, -q! / d!],
    [(-p! * d! + q! * b!) / det, (-q! * a! + p! * c!) / det],
  ];
  const tested = modes.map((z, k) => {
    const w = [a! * z[0]! + b! * z[1]! + p!, c! * z[0]! + d! * z[1]! + q!];
    return [0, 1].map((i) => ((k >> i) & 1 ? z[i]! : w[i]!));
  });
  if (tested.flat().some((value) => Math.abs(value) < 1e-6)) return undefined;
  return modes.filter((_, k) => tested[k]!.every((value) => value > 0));
}

it('finds the solutions that the modes have, all of them, for random matrices', () => {
  // Entries and determinants away from 0: every mode has one point.
  const entry = fc.integer({ min: -9, max: 9 }).map((value) => (value >= 0 ? value + 1 : value) + 0.25);
  fc.assert(
    fc.property(fc.tuple(entry, entry, entry, entry), fc.tuple(entry, entry), (M, q) => {
      fc.pre(Math.abs(M[0] * M[3] - M[1] * M[2]) > 0.1);
      const expected = byModes(M, q);
      fc.pre(expected !== undefined);
      const { solutions, complete } = allSolutions(2, Float64Array.from(M), Float64Array.from(q));
      expect(complete).toBe(true);
      const sorted = (list: readonly (readonly number[])[]): number[] =>
        list
          .map((z) => [...z])
          .sort((x, y) => x[0]! - y[0]! || x[1]! - y[1]!)
          .flat();
      const found = sorted(solutions.map(({ z }) => [...z]));
      expect(found).toHaveLength(2 * expected.length);
      sorted(expected).forEach((value, k) => expect(found[k]).toBeCloseTo(value, 9));
    }),
    { numRuns: 300, seed: 3 },
  );
});

it('n pairs that each have two states have 2^n solutions; of a continuum one is told; a bound is told', () => {
  // w = 1 - z: z = 0 or z = 1
  const n = 5;
  const M = Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? -1 : 0));
  expect(allSolutions(n, M, new Float64Array(n).fill(1)).solutions).toHaveLength(2 ** n);
  expect(allSolutions(n, M, new Float64Array(n).fill(1), { nodeLimit: 20 })).toMatchObject({
    complete: false,
    nodes: 20,
  });
  // z1 + z2 = 1, shared in any way
  const { solutions, complete } = allSolutions(2, Float64Array.of(1, 1, 1, 1), Float64Array.of(-1, -1));
  expect([solutions.length, complete]).toEqual([1, true]);
  expect(allSolutions(1, Float64Array.of(-1), Float64Array.of(-1))).toMatchObject({
    solutions: [],
    complete: true,
  });
});
