/**
 * Coils coupled by 1 have one flux: of a leader r and the coils j that follow it
 *
 *     v_j = n_j v_r,     d/dt (L_r i_m + M_rk i_k + ...) = v_r,     i_m = i_r + sum n_j i_j,     n_j = M_jr / L_r,
 *
 * so that the magnetizing current i_m of the leader is what is stored, and their currents are not. A row of the flux of each would tell
 * v_j = n_j v_r as b (flux_j - n_j flux_r) with b the inverse of a step: in a short one the ratio of two voltages that capacitors
 * hold would be lost in the rounding of fluxes; and how they share i_m is what rates say, as in any loop of capacitors.
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

/** The magnetizing current of a leader, and of which currents it is the sum, with their ratios. */
interface Magnetizing {
  readonly unknown: number;
  readonly currents: (readonly [current: number, ratio: number])[];
}

export class PerfectCouplings {
  /** By the branch of the leader. */
  readonly magnetizing = new Map<number, Magnetizing>();
  readonly #leaders: ReadonlySet<number>;

  constructor(readonly followed: ReadonlyMap<number, FollowedCoil>) {
    this.#leaders = new Set([...followed.values()].map(({ leader }) => leader));
  }

  leads(branch: number): boolean {
    return this.#leaders.has(branch);
  }

  /** Gives a leader the unknown of its magnetizing current. */
  number(leader: number, unknown: number): void {
    this.magnetizing.set(leader, { unknown, currents: [] });
  }

  /** Completes the sums where the unknowns of all currents are known. */
  complete(currentUnknown: Int32Array): void {
    const own = (branch: number): number => currentUnknown[branch] as number;
    for (const [leader, { currents }] of this.magnetizing) currents.push([own(leader), 1]);
    for (const [branch, { leader, ratio }] of this.followed)
      this.magnetizing.get(leader)?.currents.push([own(branch), ratio]);
  }

  /** The current that the flux of a coil goes with, which has `own`. */
  currentOf(branch: number, own: number): number {
    return this.magnetizing.get(branch)?.unknown ?? own;
  }
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
