/**
 * Looks for a second solution of y = M lambda + q, 0 <= lambda _|_ y >= 0. Two solutions 1 and 2 satisfy
 *
 *     (lambda1 - lambda2) M (lambda1 - lambda2) = -(lambda1 y2 + lambda2 y1) <= 0.
 *
 * Where the right side is 0 every point between them is a solution too: the multipliers that the model leaves
 * open, and all there is where M is positive semidefinite. Where it is not, the two exclude each other: some row
 * carries lambda > 0 in one and y > 0 in the other. Only these count here, and only where the second one holds
 * strictly: a solution that is just ending (the fold of a hysteresis) is none that could be followed.
 *
 * Tried are exchanges of violated pairs from every row inactive, every row active, and all of the first solution's
 * rows exchanged; then from the solutions of problems with one q_i pushed up or down by more than its terms, which
 * leave an unstable first solution. Finding nothing proves nothing, so that pushed problems are pivoted only, never searched
 * exactly. Cost of some 16 new problems by pivoting.
 */
import { exchangeRows } from './mode-key.js';
import type { Mode } from './mode.js';
import type { ModeSolver } from './mode-solver.js';

/** Tested values this small beside their terms count as 0. */
const STRICT = 1e-9;
/** Rows whose q is pushed, and how far beside its terms. */
const PUSHED_ROWS = 8;
const PUSH = 4;
/** Nodes of the exact search of a pushed problem, which is exponential in its rows. */
const PUSHED_NODES = 1;

/** The rows in which another solution excludes that of `mode`; empty where none is found. */
export function rowsOfOtherSolution(
  solver: ModeSolver,
  mode: Mode,
  q: Float64Array,
  forced: Int8Array,
  magnitude?: Float64Array,
): readonly number[] {
  const free = [...forced.keys()].filter((i) => forced[i] === 0);
  const seen = new Set([mode.key]);
  for (const start of startKeys(solver, mode, q, forced, free, magnitude)) {
    const other = solver.answerFrom(start, q, forced, magnitude);
    if (!other || seen.has(other.key)) continue;
    seen.add(other.key);
    const positive = (of: Mode, i: number): boolean => solver.margin(of, i, q, magnitude) > STRICT;
    if (!free.every((i) => other.idle[i] === 1 || positive(other, i))) continue;
    const rows = free.filter(
      (i) => isActive(mode, i) !== isActive(other, i) && positive(mode, i) && positive(other, i),
    );
    if (rows.length > 0) return rows;
  }
  return [];
}

function* startKeys(
  solver: ModeSolver,
  mode: Mode,
  q: Float64Array,
  forced: Int8Array,
  free: readonly number[],
  magnitude: Float64Array = q.map(Math.abs),
): Iterable<string> {
  yield '0'.repeat(solver.m);
  yield '1'.repeat(solver.m);
  yield exchangeRows(mode.key, free);
  for (const i of free.slice(0, PUSHED_ROWS)) {
    for (const push of [PUSH * magnitude[i]!, -PUSH * magnitude[i]!]) {
      const pushed = q.slice();
      const terms = magnitude.slice();
      pushed[i]! += push;
      terms[i]! += Math.abs(push);
      const found = solver.solve(pushed, forced, mode, terms, PUSHED_NODES);
      if (found.status === 'solved' && found.mode.key !== mode.key) yield found.mode.key;
    }
  }
}

function isActive({ key }: Mode, i: number): boolean {
  return key[i] !== '0';
}
