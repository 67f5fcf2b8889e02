/**
 * Switches that follow comparisons of inputs at once, as the inverted gate of a leg does that a comparison makes: their controls read
 * multipliers alone of rows on which no state acts, directly or through others,
 *
 *     y = D lambda + E u,
 *
 * so that they are known before anything jumps. Cost: O(m^2) a round of the search, once.
 */
import type { LinearSystem } from '../linear/linear-model.js';

/** Returns them by numbers of guards; those that inputs alone control are none, for they are known anyway. */
export function logicFollowers({
  n,
  m,
  C,
  D,
  guards,
}: Pick<LinearSystem, 'n' | 'm' | 'C' | 'D' | 'guards'>): ReadonlySet<number> {
  const isLogic = Uint8Array.from({ length: m }, (_, i) => Number(isZero(C.subarray(i * n, (i + 1) * n))));
  const readsOthers = (row: Float64Array): boolean => row.some((value, j) => value !== 0 && isLogic[j] === 0);
  for (let changed = true; changed;) {
    changed = false;
    for (let i = 0; i < m; i++) {
      if (isLogic[i] === 0 || !readsOthers(D.subarray(i * m, (i + 1) * m))) continue;
      isLogic[i] = 0;
      changed = true;
    }
  }
  return new Set(
    guards.flatMap(({ kx, kl }, g) => (isZero(kx) && !isZero(kl) && !readsOthers(kl) ? [g] : [])),
  );
}

function isZero(values: Float64Array): boolean {
  return values.every((value) => value === 0);
}
