/**
 * Puts the state on the zeros of guards that fired, within a slow manifold (`slow-manifolds.ts`): what the guards are is read in
 * its coordinates, where they are no differences of large terms. Cost: that of `pin-guard.ts` for each guard.
 */
import type { ExactMode } from './exact-mode.js';
import { pinGuard } from './pin-guard.js';
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
  xi: Float64Array,
): void {
  const { full, constraint, dynamics, size } = mode;
  const kept = [
    { rows: constraint, count: dynamics.constraints },
    { rows: slow.off, count: slow.fast },
  ];
  for (const guard of guards) {
    let value = 0;
    for (let j = 0; j < slow.size; j++) value += slow.G[guard * slow.size + j]! * at[j]!;
    pinGuard(full.G.subarray(guard * size, (guard + 1) * size), value, kept, weight, largest, xi);
  }
}
