import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { prepareProblem, type ModeProblem } from '../../../src/numerics/lcp/mode-problem.js';
import { buildMode, type Mode } from '../../../src/numerics/lcp/mode.js';
import { SparseRows } from '../../../src/numerics/lcp/sparse-rows.js';
import { ModeSolver } from '../../../src/numerics/lcp/mode-solver.js';
import { ModeTableau, neighbouringMode } from '../../../src/numerics/lcp/neighbouring-mode.js';

function problem(m: number, M: Float64Array): ModeProblem {
  return prepareProblem(m, M, new Int8Array(m), undefined);
}

/** E transpose(E) of a ladder of diodes over two columns of capacitors, as in a voltage multiplier. */
function ladder(m: number): Float64Array {
  const node = (k: number): number[] =>
    Array.from({ length: m }, (_, j) => (j % 2 !== k % 2 && j < k ? 1 : 0));
  const E = Array.from({ length: m }, (_, i) => node(i + 1).map((entry, j) => entry - node(i)[j]!));
  const product = (a: number[], b: number[]): number => a.reduce((sum, entry, j) => sum + entry * b[j]!, 0);
  return matrix(E.map((a) => E.map((b) => product(a, b))));
}

function distance(a: Float64Array, b: Float64Array): number {
  const largest = Math.max(...a.map(Math.abs));
  return Math.max(...a.map((value, k) => Math.abs(value - b[k]!))) / largest;
}

function dense({ idle, tested }: Mode): Float64Array {
  const out = new Float64Array(idle.length ** 2);
  tested.scatter(idle.length, out);
  return out;
}

function mustExist(mode: Mode | undefined): Mode {
  if (!mode) throw new Error('pivots give no mode');
  return mode;
}

describe('a mode by pivots from one near it', () => {
  test('is the mode from scratch, over walks of exchanges', () => {
    const given = problem(8, ladder(8));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 60 }), (walk) => {
        let mode = buildMode(given, '00000000', 0);
        for (const row of walk) {
          const roles = Array.from(mode.key);
          roles[row] = roles[row] === '0' ? '1' : '0';
          mode = mustExist(neighbouringMode(new ModeTableau(given), mode, roles.join(''), 0));
        }
        const scratch = buildMode(given, mode.key, 0);
        expect(mode.active).toEqual(scratch.active);
        expect(mode.idle).toEqual(scratch.idle);
        expect(distance(dense(scratch), dense(mode))).toBeLessThan(1e-12);
      }),
    );
  });

  test('exchanges several rows at once', () => {
    const given = problem(8, ladder(8));
    const mode = mustExist(
      neighbouringMode(new ModeTableau(given), buildMode(given, '11000011', 0), '10010001', 3),
    );
    const scratch = buildMode(given, '10010001', 3);
    expect(distance(dense(scratch), dense(mode))).toBeLessThan(1e-14);
    expect({ ...mode, tested: 0 }).toEqual({ ...scratch, tested: 0 });
  });

  test('is left to a decision from scratch where its rows are dependent, or nearly so', () => {
    const entering = (last: number): ModeProblem =>
      problem(
        4,
        matrix([
          [1, 1, 0, 0],
          [1, last, 0, 0],
          [0, 0, 1, 0],
          [0, 0, 0, 1],
        ]),
      );
    for (const last of [1, 1 + 1e-15, 1 + 1e-9]) {
      const given = entering(last);
      expect(
        neighbouringMode(new ModeTableau(given), buildMode(given, '1000', 0), '1100', 1),
      ).toBeUndefined();
    }
    const given = entering(1.5);
    expect(
      mustExist(neighbouringMode(new ModeTableau(given), buildMode(given, '1000', 0), '1100', 1)).key,
    ).toBe('1100');
  });

  test('is left to a decision from scratch where a row cannot leave alone', () => {
    const given = problem(
      4,
      matrix([
        [0, -1, 0, 0],
        [1, 0, 0, 0],
        [0, 0, 1, 0],
        [0, 0, 0, 1],
      ]),
    );
    const both = buildMode(given, '1100', 0);
    expect(neighbouringMode(new ModeTableau(given), both, '0100', 1)).toBeUndefined();
    expect(mustExist(neighbouringMode(new ModeTableau(given), both, '1110', 1)).key).toBe('1110');
  });

  test('is left to a decision from scratch where pivots would multiply the rounding', () => {
    const given = problem(4, ladder(4));
    const from = buildMode(given, '1100', 0);
    const { start, column, value } = from.tested;
    const off = value.map((entry) => entry * (1 + 1e-11));
    const spoilt = { ...from, tested: new SparseRows(start, column, off) };
    expect(neighbouringMode(new ModeTableau(given), spoilt, '1110', 1)).toBeUndefined();
  });
});

test('a ladder whose diodes open one after the other needs no search', () => {
  const m = 20;
  const M = ladder(m);
  const solver = new ModeSolver(m, M, { kind: new Int8Array(m) });
  const from = '10101010101010111111';
  const to = '00000000000000000111';
  // y = 1 outside the active rows of the answer, lambda falls along them.
  const lambda = Float64Array.from(to, (role, i) => (role === '1' ? 1 + i : 0));
  const q = Float64Array.from(to, (role, i) => {
    let y = role === '1' ? 0 : 1 + i;
    for (let j = 0; j < m; j++) y -= M[i * m + j]! * lambda[j]!;
    return y;
  });
  const none = new Int8Array(m);
  const first = solver.solve(
    Float64Array.from(from, (role) => (role === '1' ? -1 : 1)),
    none,
  );
  const found = solver.solve(q, none, first.mode);
  expect(found.mode?.key).toBe(to);
  expect(found.fallback).toBe(false);
});
