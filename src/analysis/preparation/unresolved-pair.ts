/**
 * Two states of a fixed grid that swing against each other so fast within a step that a number of 53 bits does not tell what they
 * do: the step multiplies their rounding by
 *
 *     (omega h / 2)^2,     omega^2 = - a_ij a_ji / (m_ii m_jj)        of M x' = A x.
 *
 * Up to there the trapezoidal rule turns them over from point to point, right in the mean.
 */
import type { ReducedSystem } from '../../circuit/compiler/compiled-circuit.js';

/** From here on a thousandth and more of what they are is rounding; where the scheme damps them, beyond all digits. */
const swings = 1e13;
const damped = 1e25;

export interface UnresolvedPair {
  /** Elements whose states these are. */
  readonly elements: readonly [string, string];
  /** Of their swing, seconds. */
  readonly period: number;
}

export function unresolvedPair(
  { n, A, M, states }: ReducedSystem,
  h: number,
  theta: number,
): UnresolvedPair | undefined {
  const limit = (4 * (theta < 1 ? swings : damped)) / (h * h);
  let fastest = limit;
  let found: readonly [number, number] | undefined;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) {
      const masses = (M[i * n + i] ?? 0) * (M[j * n + j] ?? 0);
      const square = (-(A[i * n + j] ?? 0) * (A[j * n + i] ?? 0)) / masses;
      if (!(square > fastest)) continue;
      // What is damped beyond that does not swing.
      const rates = (A[i * n + i] ?? 0) / (M[i * n + i] ?? 0) - (A[j * n + j] ?? 0) / (M[j * n + j] ?? 0);
      if (rates * rates > 4 * square) continue;
      [fastest, found] = [square, [j, i]];
    }
  if (!found) return undefined;
  const nameOf = (k: number): string => /\(([^#)]*)/.exec(states[k]?.name ?? '')?.[1] ?? '';
  return {
    elements: [nameOf(found[0]), nameOf(found[1])],
    period: (2 * Math.PI) / Math.sqrt(fastest),
  };
}
