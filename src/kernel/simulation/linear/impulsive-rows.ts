/**
 * The rows that impulses of some inputs may reach. Over a vanishing time
 *
 *     M (x+ - x-) = B P,    y+ - y- = D P + C (x+ - x-) + E s,
 *
 * so an impulse goes from a row to all that share states with it by B, C and M, or stand beside it in D; A x and the other inputs are
 * finite and carry none. By structure, where entries may cancel too: never a row too few. Cost: O((n + m)^2).
 */
import type { Signal } from '../../modeling/signals/signal.js';
import type { LinearSystem } from './linear-model.js';

/** Returns 1 for each row that is reached from a law with one of the signals; m. */
export function impulsiveRows(
  { n, m, p, blocks, B, C, D, E, signals }: LinearSystem,
  impulsive: readonly Signal[],
): Uint8Array {
  const rows = new Uint8Array(m);
  const states = new Uint8Array(n);
  const open: number[] = [];
  const visitRow = (i: number): void => {
    if (rows[i] === 0) open.push(i);
    rows[i] = 1;
  };
  const visitState = (j: number): void => {
    if (states[j] === 0) open.push(m + j);
    states[j] = 1;
  };
  signals.forEach((signal, k) => {
    for (let i = 0; i < m && impulsive.includes(signal); i++) if (E[i * p + k] !== 0) visitRow(i);
  });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next < m) {
      for (let i = 0; i < m; i++) if (D[i * m + next] !== 0 || D[next * m + i] !== 0) visitRow(i);
      for (let j = 0; j < n; j++) if (B[j * m + next] !== 0 || C[next * n + j] !== 0) visitState(j);
      continue;
    }
    const state = next - m;
    for (let i = 0; i < m; i++) if (B[state * m + i] !== 0 || C[i * n + state] !== 0) visitRow(i);
    for (const { system, start } of blocks) {
      const { M, n: size } = system;
      const own = state - start;
      if (!M || own < 0 || own >= size) continue;
      for (let j = 0; j < size; j++)
        if (M[own * size + j] !== 0 || M[j * size + own] !== 0) visitState(start + j);
    }
  }
  return rows;
}
