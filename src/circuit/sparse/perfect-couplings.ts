/**
 * Coils coupled by 1 carry one flux: of a leader r and a coil j that follows it
 *
 *     flux_j = (M_jr / L_r) flux_r,     so that v_j = (M_jr / L_r) v_r,
 *
 * and only the flux of the leader is stored. Two rows of one flux would tell this as b (flux_j - ratio flux_r) with b the inverse of a
 * step: in a short one the ratio of two voltages that capacitors hold would be lost in the rounding of fluxes.
 */
import type { SmoothBranch } from '../primitives.js';

/** Of coupling coefficients that count as 1. */
const ROUNDING = 8 * Number.EPSILON;

export interface FollowedCoil {
  /** Branch of the coil whose flux is stored. */
  readonly leader: number;
  /** Flux and voltage by those of the leader. */
  readonly ratio: number;
}

/** Returns the coils that follow others, by their branches. */
export function followedCoils(branches: readonly SmoothBranch[]): ReadonlyMap<number, FollowedCoil> {
  const followed = new Map<number, FollowedCoil>();
  const coils = new Map<string, number>();
  branches.forEach((branch, index) => {
    if (branch.kind === 'inductance' && branch.mutual) coils.set(branch.name, index);
  });
  for (const leader of coils.values()) {
    const one = branches[leader];
    if (one?.kind !== 'inductance' || followed.has(leader) || !(one.inductance > 0)) continue;
    for (const { branch: name, inductance } of one.mutual ?? []) {
      const index = coils.get(name) ?? -1;
      const other = branches[index];
      if (other?.kind !== 'inductance' || followed.has(index) || index < leader) continue;
      const most = one.inductance * other.inductance;
      if (most > 0 && inductance ** 2 >= (1 - ROUNDING) * most)
        followed.set(index, { leader, ratio: inductance / one.inductance });
    }
  }
  return followed;
}
