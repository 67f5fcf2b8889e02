/**
 * Which constraints at the level of velocities contradict each other, where a one-step problem y = M lambda + q of joints and
 * contacts has no solution: Farkas multipliers of its rows (`numerics/lcp/conflict.ts`), named with what y' would be there
 * without reactions. Nothing is said where other laws stand beside them.
 */
import { conflictingRows } from '../../../numerics/lcp/conflict.js';
import { nameOfRow } from '../../modeling/model-layout.js';
import type { NewtonModel } from './newton-model.js';

export interface ConstraintConflict {
  readonly rows: readonly number[];
  readonly detail: string;
}

/** Names the rows; `forced` by row: -1 lambda = 0, 1 y = 0, 0 the law. Undefined where nothing is found. */
export function constraintConflict(
  { m, boxes, cones, coulomb, interactions }: NewtonModel,
  M: Float64Array,
  q: Float64Array,
  forced: Int8Array,
): ConstraintConflict | undefined {
  if (cones.length + coulomb.length > 0 || interactions.some(({ level }) => level === 0)) return undefined;
  const roles = forced.slice();
  for (let a = 0; a < boxes.row.length; a++) {
    const [low, high] = [boxes.lower[a]!, boxes.upper[a]!];
    if (high !== Infinity || (low !== 0 && low !== -Infinity)) return undefined;
    if (low === -Infinity && roles[boxes.row[a]!] === 0) roles[boxes.row[a]!] = 1;
  }
  const rows = conflictingRows(m, M, q, roles);
  if (rows.length === 0) return undefined;
  const named = rows.slice(0, 4).map((row) => `${nameOfRow(interactions, row)} (y' = ${q[row]} without it)`);
  return { rows, detail: `${named.join(', ')} contradict each other` };
}
