/** Which comparisons of a circuit stand at their thresholds: what they compare is within the hysteresis that they would be given. */
import { hysteresisOf } from '../../circuit/behavioural/piecewise-linear-form.js';
import { auxiliaryOf } from '../../circuit/compiler/comparisons.js';
import type { CompiledCircuit } from '../../circuit/compiler/compiled-circuit.js';

/** The first rows of their relays, at a point (x, lambda, u). */
export function comparisonsAtThreshold({ system }: CompiledCircuit, point: Float64Array): readonly number[] {
  const { n, m, p, rows, C, D, E } = system;
  return rows.flatMap(({ beginsRelay, branch, auxiliary = -1 }, row) => {
    const { whereEqual } = auxiliaryOf(system, row) ?? {};
    const second = rows.findIndex((other) => other.branch === branch && other.auxiliary === auxiliary + 1);
    if (beginsRelay !== true || !whereEqual || second < 0) return [];
    // y = p - g, with p the multiplier of the second row.
    let g = point[n + second] ?? NaN;
    for (let k = 0; k < n; k++) g -= (C[row * n + k] ?? NaN) * (point[k] ?? NaN);
    for (let k = 0; k < m; k++) g -= (D[row * m + k] ?? NaN) * (point[n + k] ?? NaN);
    for (let k = 0; k < p; k++) g -= (E[row * p + k] ?? NaN) * (point[n + m + k] ?? NaN);
    return Math.abs(g) <= hysteresisOf(whereEqual) ? row : [];
  });
}
