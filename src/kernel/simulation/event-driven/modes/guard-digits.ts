/**
 * Whether the guards of a mode keep their digits over xi itself. A row behind a gain (the last segments of a fitted diode, GOhm)
 * may be the difference of terms of which the rounding is more than what is let pass: a mode like that is followed over what xi
 * is off its slow manifold (`slow-manifolds.ts`), however long the run, though its time constant be no small part of it.
 * Cost: O(guards size), once a mode.
 */
import { guardRounding } from '../motion/rounding.js';
import type { ExactMode } from './exact-mode.js';

/** `rowLargest`: largest |y| and |lambda| of each row so far, side by side. */
export function keepsDigits(
  { full: { G, size }, guardCount, guardIsSwitch, guardRow, active }: ExactMode,
  xi: Float64Array,
  rowLargest: Float64Array,
): boolean {
  for (let g = 0; g < guardCount; g++) {
    if (guardIsSwitch[g] === 1) continue;
    let value = 0;
    let terms = 0;
    for (let j = 0; j < size; j++) {
      const term = G[g * size + j]! * xi[j]!;
      value += term;
      terms += Math.abs(term);
    }
    const row = guardRow[g]!;
    const largest = Math.max(rowLargest[2 * row + active[row]!]!, Math.abs(value));
    if (terms * Number.EPSILON > guardRounding * largest) return false;
  }
  return true;
}
