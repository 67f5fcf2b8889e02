/**
 * Which term of the energy balance a branch belongs to, and what the balance is relative to; the same for all methods.
 *
 *     delivered by sources = dissipated by loads + change of what storage holds + lost in jumps + numerical,
 *     relative error       = |error| / max(|delivered|, dissipated, stored at the start, stored at the end, flowed)
 *
 * Over whole periods a source takes back from a coil all that it gave: what is left of it is rounding, and no scale.
 * "Flowed" is what sources have carried in either direction: the sum of their apparent energies, which bound the integrals of
 * |v i| (Cauchy-Schwarz):  sqrt(integral of v^2 dt  integral of i^2 dt) over each mode.
 *
 * The capacitor of a state that is no energy, and the source of its rate, count as storage that holds nothing.
 *
 * A controlled branch is a source, unless its device says that it dissipates (a channel, a resistance that is written as
 * an expression) or stores (the charge of a junction).
 */
import type { Branch } from '../../../circuit/primitives.js';

export type EnergyShare = 'source' | 'load' | 'ideal' | 'storage' | 'charge' | 'line';

export interface EnergyBalance {
  /** Joules. */
  readonly delivered: number;
  readonly dissipated: number;
  readonly stored: number;
  /** Loss of the scheme itself (negative: gain). */
  readonly numerical: number;
  /** Lost in jumps of the state (event-driven runs). */
  readonly jumps: number;
  /** delivered - dissipated - stored - numerical - jumps. */
  readonly error: number;
  /** Error over the largest of the energies that occur; of none at all, over what counts as none. */
  readonly relativeError: number;
  /** That energy, joules. */
  readonly scale?: number;
}

/** Of a run whose energies nobody followed. */
export const unbalanced: EnergyBalance = Object.freeze({
  ...{ delivered: NaN, dissipated: NaN, stored: NaN, numerical: NaN, jumps: NaN },
  ...{ error: NaN, relativeError: NaN },
});

/** What of a run the balance is relative to, joules. */
export interface EnergyScale {
  /** Stored at the start and at the end. */
  readonly start: number;
  readonly end: number;
  readonly flowed: number;
}

/** Returns the term of the balance in which the power of a branch counts. */
export function energyShare(branch: Branch): EnergyShare {
  if (branch.inLine) return 'line';
  if (branch.weightless) return 'storage';
  switch (branch.kind) {
    case 'capacitance':
    case 'inductance':
      return 'storage';
    case 'resistance':
      return 'load';
    case 'unilateral':
    case 'ideal-switch':
      return 'ideal';
    case 'voltage':
    case 'current':
      return 'source';
    case 'controlled':
      if (branch.charge) return 'charge';
      return branch.dissipates === true ? 'load' : 'source';
  }
}

/** Joules that are none: 1 uV times 1 pA, below which nothing counts, over a picosecond. What rounding flows is less. */
const minEnergy = 1e-30;

/** Completes a balance by its error relative to what has flowed. */
export function relativeBalance(
  balance: Omit<EnergyBalance, 'relativeError'>,
  { start, end, flowed }: EnergyScale,
): EnergyBalance {
  const { delivered, dissipated, error } = balance;
  const scale = Math.max(Math.abs(delivered), Math.abs(dissipated), start, end, flowed, minEnergy);
  return { ...balance, relativeError: Math.abs(error) / scale, scale };
}

/** sqrt(a b) of two integrals of squares, whose rounding may be negative. */
export function apparentEnergy(a: number, b: number): number {
  return Math.sqrt(Math.max(0, a) * Math.max(0, b));
}
