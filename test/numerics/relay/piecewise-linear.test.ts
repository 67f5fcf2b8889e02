import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deadZoneRelayLaw,
  lawRamps,
  relayLaw,
  saturationLaw,
  type PiecewiseLinearLaw,
} from '../../../src/numerics/relay/piecewise-linear.js';
import { solveBox } from '../../../src/numerics/relay/solve-box.js';
import { lawDistance, reduceLaws, sumRamps } from './law-reduction.js';
import { semidefiniteMatrix } from '../lcp/random-problems.js';

/** lambda of the scalar law -y = s with M = 0. */
function answer(law: PiecewiseLinearLaw, s: number): number {
  const reduction = reduceLaws(1, Float64Array.of(0), Float64Array.of(-s), [law]);
  const ramps = new Float64Array(reduction.problem.n);
  expect(solveBox(reduction.problem, ramps, ramps.slice()).status).toBe('solved');
  const lambda = new Float64Array(1);
  sumRamps(reduction, ramps, lambda);
  return lambda[0]!;
}

describe('piecewise-linear laws', () => {
  it('saturate: -1, a ramp, 1', () => {
    const law = saturationLaw(-1, 1, -2, 2);
    expect([-5, -2, -1, 0, 1, 3].map((s) => answer(law, s))).toEqual([-1, -1, -0.5, 0, 0.5, 1]);
  });

  it('switch like a relay: one ramp without width', () => {
    expect(lawRamps(relayLaw(-1, 1))).toEqual({ constant: -1, ramps: [{ s: 0, rho: 0, lb: 0, ub: 2 }] });
    expect([-5, 0.1, 3].map((s) => answer(relayLaw(-1, 1), s))).toEqual([-1, 1, 1]);
  });

  it('switch like a relay with a dead zone: 0 between its thresholds', () => {
    const law = deadZoneRelayLaw(-1, 1, -0.5, 0.25);
    expect([-5, -0.6, -0.4, 0, 0.2, 0.3, 9].map((s) => answer(law, s))).toEqual([-1, -1, 0, 0, 0, 1, 1]);
  });

  it('follow sloped and vertical end rays', () => {
    const law = {
      vertices: [{ s: 1, lambda: 2 }],
      firstRay: { s: -2, lambda: -1 },
      lastRay: { s: 0, lambda: 1 },
    };
    expect([-5, -1, 1].map((s) => answer(law, s))).toEqual([-1, 1, 2]);
    const beyond = reduceLaws(1, Float64Array.of(1), Float64Array.of(-7), [law]);
    const ramps = new Float64Array(beyond.problem.n);
    expect(solveBox(beyond.problem, ramps, ramps.slice()).status).toBe('solved');
    const lambda = new Float64Array(1);
    sumRamps(beyond, ramps, lambda);
    // s = 7 - lambda = 1 on the vertical ray.
    expect(lambda[0]).toBe(6);
  });

  it('join collinear segments into one ramp', () => {
    const law = {
      vertices: [
        { s: 0, lambda: 0 },
        { s: 1, lambda: 1 },
        { s: 2, lambda: 2 },
      ],
      firstRay: { s: -1, lambda: -1 },
      lastRay: { s: 3, lambda: 3 },
    };
    expect(lawRamps(law).ramps).toEqual([{ s: 0, rho: 1, lb: -Infinity, ub: Infinity }]);
  });

  const step = fc.integer({ min: 0, max: 4 }).map((k) => k / 2);
  const lawOf = fc
    .tuple(step, step, fc.array(fc.tuple(step, step), { minLength: 1, maxLength: 4 }))
    .map(([s, lambda, steps]): PiecewiseLinearLaw => {
      const vertices = [{ s: s - 1, lambda: lambda - 1 }];
      for (const [ds, dl] of steps) {
        const last = vertices[vertices.length - 1]!;
        if (ds + dl > 0) vertices.push({ s: last.s + ds, lambda: last.lambda + dl });
      }
      return { vertices, firstRay: { s: -1, lambda: 0 }, lastRay: { s: 1, lambda: 0 } };
    });

  it('are met by the answer of every monotone problem, ramp by ramp in order', () => {
    const problem = semidefiniteMatrix.chain(({ n, M }) =>
      fc
        .tuple(
          fc.array(lawOf, { minLength: n, maxLength: n }),
          fc.array(fc.integer({ min: -16, max: 16 }), { minLength: n, maxLength: n }),
        )
        .map(([laws, right]) => ({ n, M, laws, q: Float64Array.from(right, (a) => a / 8) })),
    );
    fc.assert(
      fc.property(problem, ({ n, M, laws, q }) => {
        const reduction = reduceLaws(n, M, q, laws);
        const ramps = new Float64Array(reduction.problem.n);
        expect(solveBox(reduction.problem, ramps, ramps.slice()).status).toBe('solved');
        const lambda = new Float64Array(n);
        sumRamps(reduction, ramps, lambda);
        laws.forEach((law, i) => {
          let s = -q[i]!;
          for (let j = 0; j < n; j++) s -= M[i * n + j]! * lambda[j]!;
          // Residuals of 1e-9 on sums of at most 30 terms of size 10.
          expect(lawDistance(law, { s, lambda: lambda[i]! })).toBeLessThan(1e-7);
        });
      }),
      { seed: 61, numRuns: 150 },
    );
  });

  it('are refused when they decrease', () => {
    expect(() => lawRamps(saturationLaw(1, -1, 0, 1))).toThrow(
      new RangeError(
        'a piecewise-linear law must not decrease: its segment 1 goes by 1 in s and -2 in lambda',
      ),
    );
  });
});
