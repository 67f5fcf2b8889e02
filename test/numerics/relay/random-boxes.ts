/** Arbitraries of monotone box problems: bounded ones, and solvable ones with bounds of every kind. */
import fc from 'fast-check';
import type { BoxProblem } from '../../../src/numerics/relay/box-problem.js';
import { semidefiniteMatrix } from '../lcp/random-problems.js';

const entry = fc.integer({ min: -16, max: 16 }).map((k) => k / 8);
const width = fc.integer({ min: 0, max: 8 }).map((k) => k / 4);
const list = (n: number, of: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
  fc.array(of, { minLength: n, maxLength: n });

/** Any q, finite bounds: solvable since the box is compact and M monotone. */
export const boxProblem: fc.Arbitrary<BoxProblem> = semidefiniteMatrix.chain(({ n, M }) =>
  fc.tuple(list(n, entry), list(n, entry), list(n, width)).map(([q, lower, widths]) => ({
    n,
    M,
    q: Float64Array.from(q),
    lb: Float64Array.from(lower),
    ub: Float64Array.from(lower, (value, i) => value + widths[i]!),
  })),
);

/** q is made from a solution: each row at its lower bound, free, or at its upper bound. */
export const solvableBoxProblem: fc.Arbitrary<BoxProblem> = semidefiniteMatrix.chain(({ n, M }) =>
  fc
    .tuple(
      list(n, entry),
      list(n, width),
      list(n, entry),
      list(n, fc.integer({ min: 0, max: 3 })),
      list(n, fc.integer({ min: -1, max: 1 })),
    )
    .map(([lower, widths, sizes, kinds, states]) => {
      const lb = Float64Array.from(lower, (value, i) => ((kinds[i]! & 1) !== 0 ? -Infinity : value));
      const ub = Float64Array.from(lower, (value, i) =>
        (kinds[i]! & 2) !== 0 ? Infinity : value + widths[i]!,
      );
      const q = new Float64Array(n);
      const lambda = new Float64Array(n);
      for (let i = 0; i < n; i++) {
        const atLower = states[i]! < 0 && lb[i]! > -Infinity;
        const atUpper = states[i]! > 0 && ub[i]! < Infinity;
        lambda[i] = atUpper ? ub[i]! : lower[i]!;
        q[i] = atLower ? Math.abs(sizes[i]!) : atUpper ? -Math.abs(sizes[i]!) : 0;
      }
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) q[i]! -= M[i * n + j]! * lambda[j]!;
      return { n, M, q, lb, ub };
    }),
);
