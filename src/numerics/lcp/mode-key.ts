/**
 * Keys of modes, a character a row: '1' active (y = 0, lambda free), '0' inactive (lambda = 0), '2' both
 * held at 0. Forced rows: 0 complementary, 1 active, -1 inactive.
 */
import type { ReducedProblem } from './forced-problem.js';
import { RESIDUAL_TOLERANCE } from './linear-complementarity.js';
import type { Mode } from './mode.js';

/** The key with the forced active rows alone. */
export function startKey(forced: Int8Array): string {
  return Array.from(forced, (role) => (role > 0 ? '1' : '0')).join('');
}

/** The key with forced rows put where they belong. */
export function adaptKey(key: string, forced: Int8Array): string {
  return Array.from(forced, (role, i) => (role > 0 ? '1' : role < 0 ? '0' : key.charAt(i))).join('');
}

/** The key with these rows moved to the other side. */
export function exchangeRows(key: string, rows: readonly number[]): string {
  const roles = Array.from(key);
  for (const i of rows) roles[i] = roles[i] === '0' ? '1' : '0';
  return roles.join('');
}

/** Rows free to move whose tested quantity vanishes for every q in range. */
export function idleRows(mode: Mode, forced: Int8Array): number[] {
  const rows: number[] = [];
  for (let i = 0; i < mode.idle.length; i++) {
    if (mode.idle[i] === 1 && forced[i] === 0 && mode.key.charAt(i) !== '2') rows.push(i);
  }
  return rows;
}

/**
 * The modes that may carry a solution z of the reduced problem: rows with z > 0 active; rows with w = 0
 * active; and, where their least norms violate a sign, the same with lambda held at 0 where z is.
 */
export function candidateKeys(
  { n, M, q, origin }: ReducedProblem,
  forced: Int8Array,
  z: Float64Array,
): string[] {
  const basic = Array.from(startKey(forced));
  const touching = [...basic];
  const held = [...basic];
  origin.forEach((i, p) => {
    if (forced[i] !== 0) return;
    let w = q[p]!;
    let terms = Math.abs(w);
    for (let j = 0; j < n; j++) {
      w += M[p * n + j]! * z[j]!;
      terms += Math.abs(M[p * n + j]! * z[j]!);
    }
    if (z[p]! > 0) basic[i] = touching[i] = held[i] = '1';
    else if (Math.abs(w) <= RESIDUAL_TOLERANCE * terms) {
      touching[i] = '1';
      held[i] = '2';
    }
  });
  return [...new Set([basic, touching, held].map((roles) => roles.join('')))];
}
