/** Modes of many ideal diodes: exchanges follow a ladder diode by diode, and only what is kept is made a mode. */
import { describe, expect, it } from 'vitest';
import { ModeSolver } from '../../../src/numerics/lcp/mode-solver.js';
import { addMultipliers } from '../../../src/numerics/lcp/mode.js';

/**
 * A source v behind k resistors r in series, a diode from each node to ground: lambda_k the current of diode k,
 * y_k = -(v_k), v_k = v - r sum_j min(j, k) lambda_j: M_jk = r min(j, k), q = -v.
 */
function shuntLadder(count: number, r: number): Float64Array {
  const M = new Float64Array(count * count);
  for (let j = 0; j < count; j++) for (let k = 0; k < count; k++) M[j * count + k] = r * (1 + Math.min(j, k));
  return M;
}

/** A diode in series to each node, a resistor r from it to ground: M the inverse of the one above where all conduct. */
function seriesLadder(count: number, r: number): Float64Array {
  const M = new Float64Array(count * count);
  for (let k = 0; k < count; k++) {
    // lambda_k the voltage that diode k blocks, y_k its current: the drops so far lower all nodes behind them.
    for (let j = 0; j < count; j++) M[j * count + k] = (count - Math.max(j, k)) / r;
  }
  return M;
}

describe('a ladder of 300 ideal diodes', () => {
  const count = 300;
  const kind = new Int8Array(count);
  const range = { Q: new Float64Array(count).fill(-1), cols: 1 };

  it('with shunt diodes: the first carries all, from few modes made from scratch', () => {
    const solver = new ModeSolver(count, shuntLadder(count, 10), { kind, range });
    const found = solver.solve(new Float64Array(count).fill(-5), new Int8Array(count));
    expect(found.status).toBe('solved');
    if (found.status !== 'solved') return;
    // The condition of M is 4 n^2 / pi^2, some 4e4; sums of 300 terms.
    expect(found.residual).toBeLessThan(1e-9);
    // y_k = 10 lambda_0 - 5 for every k
    const lambda = new Float64Array(count);
    addMultipliers(found.mode, new Float64Array(count).fill(-5), lambda);
    expect(lambda[0]).toBeCloseTo(0.5, 9);
    expect(found.mode.idle.reduce((sum, flag) => sum + flag, 0)).toBe(count - 1);
    expect(solver.built).toBeLessThan(20);
  });

  it('with series diodes: they all conduct or the first blocks, from few modes made from scratch', () => {
    const M = seriesLadder(count, 1e3);
    const solver = new ModeSolver(count, M, { kind: kind.map(() => 1) });
    // Currents with all diodes closed: what the nodes behind draw.
    const q = Float64Array.from({ length: count }, (_, j) => (5 * (count - j)) / 1e3);
    const on = solver.solve(q, new Int8Array(count));
    const off = solver.solve(
      q.map((value) => -value),
      new Int8Array(count),
      on.mode,
    );
    expect([on.status, off.status]).toEqual(['solved', 'solved']);
    // The first blocks all of the 5 V: lambda_0 M_j0 = |q_j|.
    const blocked = new Float64Array(count);
    if (off.mode) addMultipliers(off.mode, q.map((value) => -value), blocked); // prettier-ignore
    expect(blocked[0]).toBeCloseTo(5, 9);
    expect(solver.built).toBeLessThan(20);
  });
});
