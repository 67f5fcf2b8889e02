/** Which steps of a run are checked (`sparse-laws.ts`): the first ones one by one, then at gaps that grow with their number. */
import type { PointChecks } from './point-check.js';

/** Steps checked one by one; from then on the gaps between checked ones grow by this part of the steps so far. */
const CHECKED_FIRST = 200;
const GAP_GROWTH = 0.02;

/** Steps so far, the next one that is checked, and how many were. */
export const checkPlaces = Object.freeze({ steps: 0, next: 1, checked: 2, count: 3 });

export interface StepChecks {
  /** All are checked. */
  readonly all: boolean;
  /** At the places of `checkPlaces`. */
  readonly counts: Float64Array;
  readonly point: PointChecks;
}

/** Counts the next step; whether it is checked. */
export function isDue(of: StepChecks): boolean {
  const { counts } = of;
  const steps = (counts[checkPlaces.steps] as number) + 1;
  counts[checkPlaces.steps] = steps;
  if (!of.all && steps <= (counts[checkPlaces.next] as number)) return false;
  const skipped = steps <= CHECKED_FIRST ? 1 : Math.floor(GAP_GROWTH * steps);
  counts[checkPlaces.next] = steps - 1 + Math.max(1, skipped);
  counts[checkPlaces.checked] = (counts[checkPlaces.checked] as number) + 1;
  return true;
}
