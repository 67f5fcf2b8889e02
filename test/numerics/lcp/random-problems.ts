/**
 * Arbitraries of LCPs by matrix class. Entries are small multiples of 1/8, so that ties and exact
 * zeros (degeneracy) occur often.
 */
import fc from 'fast-check';

export interface Problem {
  readonly n: number;
  readonly M: Float64Array;
  readonly q: Float64Array;
}

const entry = fc.integer({ min: -16, max: 16 }).map((k) => k / 8);
const size = fc.integer({ min: 1, max: 7 });
const entries = (count: number): fc.Arbitrary<number[]> =>
  fc.array(entry, { minLength: count, maxLength: count });

/** A skew-symmetric plus B B' of rank r (0 <= r <= n): positive semidefinite. */
export const semidefiniteMatrix = size.chain((n) =>
  fc.tuple(entries(n * n), fc.integer({ min: 0, max: n }), entries(n * n)).map(([skew, rank, B]) => {
    const M = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        let sum = skew[i * n + j]! - skew[j * n + i]!;
        for (let r = 0; r < rank; r++) sum += B[i * n + r]! * B[j * n + r]!;
        M[i * n + j] = sum;
      }
    }
    return { n, M };
  }),
);

/** A P-matrix: positive diagonal rows and columns scaled around a positive definite matrix. */
export const pProblem: fc.Arbitrary<Problem> = semidefiniteMatrix.chain(({ n, M }) =>
  fc
    .tuple(entries(n), fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 2 * n, maxLength: 2 * n }))
    .map(([right, exponents]) => {
      const scaled = M.map((a, p) => {
        const i = Math.floor(p / n);
        const j = p % n;
        return (a + (i === j ? 0.25 : 0)) * 4 ** (exponents[i]! + exponents[n + j]!);
      });
      return { n, M: scaled, q: Float64Array.from(right, (a, i) => a * 4 ** exponents[i]!) };
    }),
);

/** A feasible monotone problem: q = w - M z with w, z >= 0, many of them zero together. */
export const monotoneProblem: fc.Arbitrary<Problem> = semidefiniteMatrix.chain(({ n, M }) =>
  fc.tuple(entries(n), entries(n)).map(([a, b]) => {
    const q = Float64Array.from(a, (value) => Math.max(0, value));
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) q[i]! -= M[i * n + j]! * Math.max(0, b[j]!);
    return { n, M, q };
  }),
);

/** A monotone problem with any q: feasible or not. */
export const anyMonotoneProblem: fc.Arbitrary<Problem> = semidefiniteMatrix.chain(({ n, M }) =>
  entries(n).map((right) => ({ n, M, q: Float64Array.from(right) })),
);

/** Non-negative with a positive diagonal: strictly copositive, hence solvable for every q. */
export const copositivePlusProblem: fc.Arbitrary<Problem> = size.chain((n) =>
  fc.tuple(entries(n * n), entries(n)).map(([a, right]) => {
    const M = Float64Array.from(a, (value, p) => Math.abs(value) + (p % (n + 1) === 0 ? 0.125 : 0));
    return { n, M, q: Float64Array.from(right) };
  }),
);
