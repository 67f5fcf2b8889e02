import { expect, test } from 'vitest';
import { Diagnostics } from '../../../src/base/diagnostic.js';
import { followPoint } from '../../../src/analysis/operating-point/continuation.js';
import type { RestingCircuit, RestingPoint } from '../../../src/analysis/operating-point/resting-circuit.js';

/**
 * v^2 = -p below the fold at p = 0, v = 1 behind it. As Newton's method does, it also ends right behind the fold, at the point from
 * which it came, where p has gone no further than `reach` (its residual is within the tolerance there).
 */
function foldedCircuit(p: number, last: { p: number }, reach: number): RestingCircuit {
  const at = (v: number): RestingPoint => ({ unknowns: Float64Array.of(v), guards: new Uint8Array(0) });
  const here = (v: number): RestingPoint => {
    last.p = p;
    return at(v);
  };
  return {
    program: 'smooth',
    columns: [],
    nodes: ['a'],
    linear: false,
    find: () => here(p <= 0 ? -Math.sqrt(-p) : 1),
    follow: ({ unknowns: [v = 0] }) => {
      if (v > 0 || p > 0.1) return here(1);
      if (p <= 0) return here(-Math.sqrt(-p));
      return p - last.p <= reach ? here(v) : undefined;
    },
    read: () => undefined,
    states: () => [],
    residuals: () => [],
    voltages: ({ unknowns }) => unknowns,
  };
}

test('a way past a fold ends at its jump, though Newton’s method ends behind it in the shortest strides', () => {
  const last = { p: -1 };
  let solutions = 0;
  const start = { unknowns: Float64Array.of(-1), guards: new Uint8Array(0) };
  const circuitAt = ([p = NaN]: readonly number[]): RestingCircuit | undefined => {
    solutions++;
    // Whoever crawls through the whole of it needs 1e8 of them.
    return solutions > 1000 ? undefined : foldedCircuit(p, last, 2e-9);
  };
  const followed = followPoint([-1], [1], start, circuitAt, new Diagnostics());
  expect(followed?.point.unknowns[0]).toBe(1);
  expect(followed?.jumps).toHaveLength(1);
  const [jump] = followed?.jumps ?? [];
  expect(Math.abs(jump?.values[0] ?? NaN)).toBeLessThan(1e-6);
  expect(jump?.after).toBe(1);
});
