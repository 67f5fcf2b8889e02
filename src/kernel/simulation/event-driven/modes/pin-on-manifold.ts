/**
 * How the state moves onto the zeros of guards that fired, within a slow manifold (`slow-manifolds.ts`): what the guards are is read in
 * its coordinates, where they are no differences of large terms. Each change leaves the guards before it met, and what it
 * moves in those behind it is added to their values: two diodes in one path end together, and behind 1 TOhm the rounding of
 * one current is volts of the other. Cost: that of `pin-guard.ts` for each guard.
 */
import type { ExactMode } from './exact-mode.js';
import { KeptRows, pinGuard } from './pin-guard.js';
import type { SlowManifold } from './slow-manifolds.js';

export interface ManifoldPoint {
  readonly slow: SlowManifold;
  readonly mode: Pick<ExactMode, 'full' | 'constraint' | 'dynamics' | 'size'>;
  /** The point in the coordinates of the manifold. */
  readonly at: Float64Array;
  /** sqrt(M_ii) of each state, and the largest weighted state so far. */
  readonly weight: Float64Array;
  readonly largest: number;
}

export function pinOnManifold(
  { slow, mode, at, weight, largest }: ManifoldPoint,
  guards: Iterable<number>,
): Float64Array {
  const { full, constraint, dynamics, size } = mode;
  const constraints = { rows: constraint, count: dynamics.constraints };
  const kept = new KeptRows(weight, constraints, { rows: slow.off, count: slow.fast });
  const n = weight.length;
  const moved = new Float64Array(n);
  for (const guard of guards) {
    let value = 0;
    for (let j = 0; j < slow.size; j++) value += slow.G[guard * slow.size + j]! * at[j]!;
    const row = full.G.subarray(guard * size, (guard + 1) * size);
    for (let i = 0; i < n; i++) value += row[i]! * moved[i]!;
    pinGuard(row, value, kept, largest, moved);
    kept.add(row);
  }
  return moved;
}
