/**
 * Whether a linear system may go on in several modes from one state, as one with positive feedback does within its hysteresis. It may where
 * multipliers act on each other's rows in a circle and the part of D that belongs to them is not positive semidefinite, and where a guard
 * acts on its own control. Multipliers of rows that follow others in one direction alone are as those say.
 * Cost: O(m^2), and the cube of the largest circle.
 */
import { classifyMatrix } from '../../../numerics/lcp/matrix-class.js';
import { strongComponents } from '../../../numerics/sparse/strong-components.js';
import type { LinearSystem } from '../linear/linear-model.js';

/** Entries below this part of the largest in their row are rounding of the reduction. */
const ROUNDING = 1e-12;

export function mayHaveSeveralModes({ m, D, guards }: Pick<LinearSystem, 'm' | 'D' | 'guards'>): boolean {
  const actsOn = Array.from({ length: m }, (): number[] => []);
  const note = (row: number, entries: Float64Array): void => {
    let largest = 0;
    for (const entry of entries) largest = Math.max(largest, Math.abs(entry));
    entries.forEach((entry, j) => Math.abs(entry) > ROUNDING * largest && actsOn[j]!.push(row));
  };
  for (let i = 0; i < m; i++) note(i, D.subarray(i * m, (i + 1) * m));
  for (const { row, kl } of guards) note(row, kl);
  const start = new Int32Array(m + 1);
  actsOn.forEach((rows, j) => (start[j + 1] = start[j]! + rows.length));
  const { count, componentOf } = strongComponents(start, actsOn.flat());
  const members = Array.from({ length: count }, (): number[] => []);
  componentOf.forEach((component, row) => members[component]!.push(row));
  const isControlled = ({ row, kl }: LinearSystem['guards'][number]): boolean =>
    kl.some((k, j) => k !== 0 && componentOf[j] === componentOf[row]);
  if (guards.some(isControlled)) return true;
  return members.some((rows) => {
    const block = Float64Array.from(rows.flatMap((i) => rows.map((j) => D[i * m + j]!)));
    const { class: name } = classifyMatrix(rows.length, block, { minorLimit: 0 });
    return name !== 'positive-definite' && name !== 'positive-semidefinite';
  });
}
