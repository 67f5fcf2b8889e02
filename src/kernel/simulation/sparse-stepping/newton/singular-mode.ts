/** What a singular mode is left by and ends with (`newton.ts`): y + eps z = 0 in free rows, z + eps y = 0 in forced ones. */
import type { DescriptorSystem } from '../../../modeling/descriptor-system.js';
import type { ActiveRowArrays } from './pair-loops.js';

/**
 * eps of a mode that is singular, in the ratio of units (1 Ohm where z is a current): enough to tell which pair has to turn
 * over; and, where none has to, for sharing a current evenly.
 */
export const SOFT = 1e-6;
export const SHARING = 1e-12;
/** The same for impulses, against which that is much: the least that factors bear beside numbers of the size of 1. */
export const LEAST_SHARING = 1e-19;
/** What iterations with eps in J alone leave between parts that conduct, in parts of the tolerance of their row. */
export const DONE = 1e-3;
/** Part of a current by which it may change on the last stride to SHARING: what is left is a hundredth of that. */
export const SETTLED = 0.01;
/** On the way from the one to the other: what no eps balances turns over before its row is lost in rounding. */
export const STRIDE = 1e-2;
/** The same across parts that are open: 1e-12 S where z is a current. */
const LEAK = 1e-6;
/** What stays of it on the way from SOFT to SHARING: enough for parts in series to share a voltage. */
export const LEAST_LEAK = 1e-4;

/** Of each forced row its part that a singular mode lets through; nothing of guards, whose signs nobody tells. */
export function leaksOf(
  rows: Pick<ActiveRowArrays, 'count' | 'pairCount' | 'row' | 'unknown'>,
  { absolute, residual }: DescriptorSystem,
): Float64Array {
  return Float64Array.from({ length: rows.count }, (_, i) =>
    i < rows.pairCount ? (LEAK * absolute[rows.unknown[i]!]!) / residual[rows.row[i]!]! : 0,
  );
}
