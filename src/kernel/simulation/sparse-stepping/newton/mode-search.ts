/**
 * All modes of few pairs one by one, those next to the present one first: what is left where pivoting goes round, because two
 * pairs stand at 0 to their rounding or the matrix is no P-matrix (positive feedback, coils coupled by 1). The mode whose worst
 * sign is best is taken where that is rounding. Cost: one solution a mode, 2^pairs of them.
 */
import type { ActiveRows } from './active-rows.js';
import type { PairSigns } from './pair-signs.js';

/** Of more pairs there are too many modes. */
export const MAX_SEARCHED = 6;
/** A wrong sign below this part of the largest value of its kind is rounding, where no mode has better ones. */
const ROUGH = 1e-7;

/**
 * Leaves the rows in the mode found, and the point of `solve` there; false where no mode is admissible. `solve` finds the point
 * of the mode that the rows are in from where all began, and says whether there is one.
 */
export function searchModes(
  rows: ActiveRows,
  signs: PairSigns,
  w: Float64Array,
  solve: () => boolean,
): boolean {
  const first = rows.forced.slice();
  const masks = Array.from({ length: 2 ** rows.pairCount }, (_, mask) => mask);
  masks.sort((a, b) => bits(a) - bits(b) || a - b);
  let best = 0;
  let least = Infinity;
  const found = (mask: number): boolean => {
    rows.restore(first.map((force, i) => force ^ (i < rows.pairCount ? (mask >> i) & 1 : 0)));
    return solve();
  };
  for (const mask of masks) {
    if (!found(mask)) continue;
    const wrong = signs.worst(w);
    if (wrong < least) [least, best] = [wrong, mask];
    if (least === 0) return true;
  }
  if (least <= ROUGH && found(best)) return true;
  rows.restore(first);
  return false;
}

function bits(mask: number): number {
  return mask === 0 ? 0 : (mask & 1) + bits(mask >> 1);
}
