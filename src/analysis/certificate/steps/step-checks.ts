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
  /** Rows of pairs and switches among those of `point`. */
  readonly multiplied: Int32Array;
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

/** How large multipliers are is seen at every step: a diode may carry its current where nothing is checked, and near 0 where it is. */
export function noteMultipliers({ point, multiplied }: StepChecks, w: Float64Array): void {
  const { row, multipliers } = point.rows;
  const count = multiplied.length;
  for (let n = 0; n < count; n++) {
    const k = multiplied[n] as number;
    multipliers[k] = Math.max(multipliers[k] as number, Math.abs(w[row[k] as number] as number));
  }
}
