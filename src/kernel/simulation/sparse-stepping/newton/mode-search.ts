/**
 * Modes one by one, those next to the present one first: what is left where pivoting goes round, because two
 * pairs stand at 0 to their rounding or the matrix is no P-matrix (positive feedback, coils coupled by 1). The mode whose worst
 * sign is best is taken where that is rounding. Of few pairs all modes are tried, of more those nearby: a comparison that turns over
 * is two pairs, and two of them that turn over together are four. Cost: one solution a mode.
 */
import type { ActiveRows } from './active-rows.js';
import type { PairSigns } from './pair-signs.js';

/** Of more pairs there are too many modes to try all. */
export const FEW_PAIRS = 6;
/** So many modes are tried of more pairs, of as many pairs as an integer has bits. */
const MOST_MODES = 1024;
const MOST_PAIRS = 30;
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
  let best = 0;
  let least = Infinity;
  const found = (mask: number): boolean => {
    rows.restore(first.map((force, i) => force ^ (i < rows.pairCount ? (mask >> i) & 1 : 0)));
    return solve();
  };
  for (const mask of masksNearby(rows.pairCount)) {
    if (!found(mask)) continue;
    const wrong = signs.worst(w);
    if (wrong < least) [least, best] = [wrong, mask];
    if (least === 0) return true;
  }
  if (least <= ROUGH && found(best)) return true;
  rows.restore(first);
  return false;
}

/** Pairs that turn over, as bits: none, one after the other, two of them, ... */
function* masksNearby(pairs: number): Generator<number> {
  if (pairs > MOST_PAIRS) return;
  const most = pairs > FEW_PAIRS ? MOST_MODES : Infinity;
  let count = 0;
  for (let turned = 0; turned <= pairs; turned++)
    for (const mask of masksOf(turned, pairs)) {
      if (++count > most) return;
      yield mask;
    }
}

/** Those with so many bits among the lowest `width`, in rising order. */
function* masksOf(bits: number, width: number): Generator<number> {
  if (bits === 0) yield 0;
  else
    for (let highest = bits - 1; highest < width; highest++)
      for (const rest of masksOf(bits - 1, highest)) yield rest | (1 << highest);
}
