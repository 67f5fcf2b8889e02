import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix, multiplyVector } from '../../../src/numerics/dense/matrix.js';
import { exactSearch } from '../../../src/numerics/lcp/exact-search.js';
import { ModeSolver, type Mode, type ModeResult } from '../../../src/numerics/lcp/mode-solver.js';
import { addMultipliers } from '../../../src/numerics/lcp/mode.js';
import { solveLcp } from '../../../src/numerics/lcp/solve-lcp.js';
import { bridgeStep } from './bridge.js';
import { anyMonotoneProblem, monotoneProblem, type Problem } from './random-problems.js';
import { leastHeapGrowth } from '../../suites/heap-growth.js';

const none = (m: number): Int8Array => new Int8Array(m);

function solved(result: ModeResult): Mode {
  expect(result.status).toBe('solved');
  if (result.status !== 'solved') throw new Error('unreachable');
  return result.mode;
}

function multipliers(mode: Mode, q: Float64Array): Float64Array {
  const lambda = new Float64Array(q.length);
  addMultipliers(mode, q, lambda);
  return lambda;
}

/**
 * Full-wave bridge with filter capacitor: va across C1 (a, 0), vf across Cf (p, n), D1 a-p in the tree,
 * D2 0-p, D3 n-a, D4 n-0 links; lambda = (-v1, i2, i3, i4), y = (i1, -v2, -v3, -v4):
 * i1 = -i2 + i3 + i4, vp = va + lambda1, vn = vp - vf.
 */
const filterBridge = {
  M: matrix([
    [0, -1, 1, 1],
    [1, 0, 0, 0],
    [-1, 0, 0, 0],
    [-1, 0, 0, 0],
  ]),
  kind: Int8Array.of(1, 0, 0, 0),
  /** zeta = (va, vf). */
  range: {
    Q: matrix([
      [0, 0],
      [1, 0],
      [0, 1],
      [-1, 1],
    ]),
    cols: 2,
  },
  q: (va: number, vf: number) => Float64Array.of(0, va, vf, vf - va),
};

describe('ModeSolver on the diode bridge', () => {
  function simulate(steps: number, limit: number): { x: Float64Array; keys: string[]; built: number } {
    const { M, Q, X, G } = bridgeStep(1e-6);
    const solver = new ModeSolver(4, M, { kind: Int8Array.of(1, 1, 0, 0), limit, range: { Q, cols: 2 } });
    let x = Float64Array.of(10, 0);
    const next = new Float64Array(2);
    const q = new Float64Array(4);
    const keys: string[] = [];
    let mode: Mode | undefined;
    for (let k = 0; k < steps; k++) {
      multiplyVector(4, 2, Q, x, q);
      const found = solved(solver.solve(q, none(4), mode));
      if (found !== mode) keys.push(found.key);
      mode = found;
      const lambda = multipliers(mode, q);
      for (let i = 0; i < 2; i++) {
        next[i] = X[2 * i]! * x[0]! + X[2 * i + 1]! * x[1]!;
        for (let j = 0; j < 4; j++) next[i]! += G[4 * i + j]! * lambda[j]!;
      }
      x = next.slice();
    }
    return { x, keys, built: solver.built };
  }

  it('reaches the known state at 5 ms (theta = 0.5, gamma = 1, h = 1 us)', () => {
    const { x, built } = simulate(5000, 4096);
    // The reference is printed with ten digits.
    expect(x[0]).toBeCloseTo(0.7883868726, 10);
    expect(x[1]).toBeCloseTo(-2.751979515e-3, 12);
    expect(built).toBeLessThan(16);
  });

  it('gives the same bits with a cache of two modes, building modes again', () => {
    const small = simulate(5000, 2);
    const large = simulate(5000, 4096);
    expect(Array.from(small.x)).toEqual(Array.from(large.x));
    expect(small.keys).toEqual(large.keys);
    expect(small.built).toBeGreaterThanOrEqual(large.built);
  });
});

describe('what the model does not determine', () => {
  it('puts the floating output of a bridge whose diodes are all off midway: vp = (va + vf) / 2', () => {
    const { M, kind, range, q } = filterBridge;
    const solver = new ModeSolver(4, M, { kind, range });
    for (const [va, vf] of [
      [3, 10],
      [-7, 8],
      [0, 1],
    ] as const) {
      const mode = solved(solver.solve(q(va, vf), none(4)));
      expect(mode).toMatchObject({ key: '1000', conditions: 0, mixesUnits: false });
      expect(Array.from(mode.undetermined)).toEqual([0, 1, 2, 3]);
      const vp = va + multipliers(mode, q(va, vf))[0]!;
      // One rounding of a sum of four terms of size 10.
      expect(vp).toBeCloseTo((va + vf) / 2, 13);
      expect(vp - vf).toBeCloseTo((va - vf) / 2, 13);
    }
  });

  it('leaves a diode closed where only that is known: without the range of q, zero current is an accident', () => {
    const { M, kind, q } = filterBridge;
    expect(solved(new ModeSolver(4, M, { kind }).solve(q(3, 10), none(4))).key).toBe('0000');
  });

  it('closes the conducting pair of the bridge when |va| reaches vf', () => {
    const { M, kind, range, q } = filterBridge;
    const solver = new ModeSolver(4, M, { kind, range });
    const off = solved(solver.solve(q(3, 10), none(4)));
    // A jump of va above vf has no admissible current without a source impedance.
    expect(solver.solve(q(11, 10), none(4), off)).toMatchObject({ status: 'infeasible', residual: Infinity });
    const on = solved(solver.solve(q(10, 10), none(4), off));
    expect(10 + multipliers(on, q(10, 10))[0]!).toBe(10);
  });

  /** A current source I into two parallel elements: lambda = (-v1, i2), y = (i1, -v2), i1 = I - i2. */
  const parallel = {
    M: matrix([
      [0, -1],
      [1, 0],
    ]),
    kind: Int8Array.of(1, 0),
  };

  it('shares the current of parallel ideal diodes equally', () => {
    const solver = new ModeSolver(2, parallel.M, {
      ...parallel,
      range: { Q: Float64Array.of(1, 0), cols: 1 },
    });
    const q = Float64Array.of(3, 0);
    const mode = solved(solver.solve(q, none(2)));
    expect(mode).toMatchObject({ key: '01', conditions: 0, mixesUnits: false });
    expect(multipliers(mode, q)[1]).toBeCloseTo(1.5, 14);
  });

  it('shares the current of parallel closed switches equally, whatever its sign', () => {
    const solver = new ModeSolver(2, parallel.M, parallel);
    const q = Float64Array.of(-3, 0);
    const mode = solved(solver.solve(q, Int8Array.of(-1, 1)));
    expect(multipliers(mode, q)[1]).toBeCloseTo(-1.5, 14);
  });

  it('reports a null space that mixes volts and amperes', () => {
    const M = matrix([
      [0, 0],
      [1, 0],
    ]);
    const solver = new ModeSolver(2, M, { kind: Int8Array.of(0, 0) });
    // lambda1 (a current, active) moves y2 (a voltage of an open element).
    const mode = solved(solver.solve(Float64Array.of(0, 1), Int8Array.of(1, -1)));
    expect(mode.mixesUnits).toBe(true);
    expect(multipliers(mode, Float64Array.of(0, 1))[0]).toBeCloseTo(-0.5, 14);
  });
});

describe('ModeSolver in general', () => {
  it('solves the ray example, in a mode that says it holds for q2 = 0 only', () => {
    const solver = new ModeSolver(
      2,
      matrix([
        [0, 1],
        [0, 0],
      ]),
      { kind: Int8Array.of(2, 2) },
    );
    const q = Float64Array.of(-1, 0);
    const result = solver.solve(q, none(2));
    expect(result).toMatchObject({ status: 'solved', method: 'exact-search', fallback: true, residual: 0 });
    const mode = solved(result);
    expect(mode.conditions).toBe(1);
    expect(Array.from(multipliers(mode, q))).toEqual([0, 1]);
    expect(solver.holds(mode, Float64Array.of(-1, 1e-6), none(2))).toBe(false);
  });

  it('keeps the present mode while its signs hold and flips the violated pair when they do not', () => {
    const solver = new ModeSolver(
      2,
      matrix([
        [2, 1],
        [1, 2],
      ]),
      { kind: Int8Array.of(0, 0) },
    );
    const first = solver.solve(Float64Array.of(1, 1), none(2));
    expect(first).toMatchObject({ status: 'solved', method: 'flip', iterations: 0 });
    const second = solver.solve(Float64Array.of(-5, 1), none(2), first.mode);
    expect(second).toMatchObject({ status: 'solved', method: 'flip', iterations: 1, fallback: false });
    expect(solver.solve(Float64Array.of(-6, 1), none(2), second.mode)).toMatchObject({
      method: 'current',
      mode: second.mode,
    });
  });

  it('takes rounding for zero only beside the magnitude that the caller states', () => {
    const solver = new ModeSolver(1, matrix([[1]]), { kind: Int8Array.of(0) });
    const q = Float64Array.of(-1e-17);
    expect(solved(solver.solve(q, none(1))).key).toBe('1');
    expect(solved(solver.solve(q, none(1), undefined, Float64Array.of(1))).key).toBe('0');
  });

  it('keeps at most `limit` modes', () => {
    const solver = new ModeSolver(
      3,
      matrix([
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]),
      { kind: none(3), limit: 3 },
    );
    for (let k = 0; k < 8; k++) {
      solved(solver.solve(Float64Array.of(k & 1 ? -1 : 1, k & 2 ? -1 : 1, k & 4 ? -1 : 1), none(3)));
    }
    expect(solver.cached).toBe(3);
    expect(solver.built).toBeGreaterThanOrEqual(8);
  });

  it('solves the problem without rows', () => {
    const mode = solved(
      new ModeSolver(0, new Float64Array(0), { kind: none(0) }).solve(new Float64Array(0), none(0)),
    );
    expect(mode).toMatchObject({ key: '', conditions: 0 });
  });

  const withForced = (problems: fc.Arbitrary<Problem>): fc.Arbitrary<[Problem, Int8Array]> =>
    problems.chain((problem) =>
      fc
        .array(fc.constantFrom(0, 0, 0, 1, -1), { minLength: problem.n, maxLength: problem.n })
        .map((roles): [Problem, Int8Array] => [problem, Int8Array.from(roles)]),
    );

  it('agrees with the front on feasible monotone problems without forced rows', () => {
    fc.assert(
      fc.property(monotoneProblem, ({ n, M, q }) => {
        const solver = new ModeSolver(n, M, { kind: none(n) });
        const front = solveLcp(n, M, q, new Float64Array(n), new Float64Array(n));
        expect(solver.solve(q, none(n)).status).toBe(front.status);
      }),
      { seed: 21, numRuns: 300 },
    );
  });

  it('agrees with exact search of the doubled problem on forced rows', () => {
    fc.assert(
      fc.property(withForced(anyMonotoneProblem), ([{ n, M, q }, forced]) => {
        const result = new ModeSolver(n, M, { kind: none(n) }).solve(q, forced);
        const doubled = doubledProblem({ n, M, q }, forced);
        const z = new Float64Array(doubled.n);
        expect(result.status).toBe(exactSearch(doubled.n, doubled.M, doubled.q, z, z.slice()).status);
      }),
      { seed: 22, numRuns: 300 },
    );
  });

  it('allocates nothing while a mode holds', () => {
    const { M, kind, range, q } = filterBridge;
    const solver = new ModeSolver(4, M, { kind, range });
    const at = q(3, 10);
    const forced = none(4);
    const mode = solved(solver.solve(at, forced));
    let held = 0;
    const work = (): void => {
      for (let k = 0; k < 5000; k++) if (solver.holds(mode, at, forced)) held++;
    };
    for (let warm = 0; warm < 20; warm++) work();
    // One small object a call would be 80 kB.
    expect(leastHeapGrowth(5, work)).toBeLessThan(40_000);
    expect(held).toBe(125_000);
  });
});

/** Forced rows as pairs of inequalities: an independent statement of the same problem. */
function doubledProblem({ n, M, q }: Problem, forced: Int8Array): Problem {
  const columns: { row: number; sign: number }[] = [];
  for (let i = 0; i < n; i++) {
    if (forced[i]! >= 0) columns.push({ row: i, sign: 1 });
    if (forced[i]! > 0) columns.push({ row: i, sign: -1 });
  }
  return {
    n: columns.length,
    M: Float64Array.from(columns.flatMap((a) => columns.map((b) => a.sign * b.sign * M[a.row * n + b.row]!))),
    q: Float64Array.from(columns, ({ row, sign }) => sign * q[row]!),
  };
}
