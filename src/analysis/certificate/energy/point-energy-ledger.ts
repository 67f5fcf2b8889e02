/**
 * The energy balance of a run that is known at points: powers of all branches at every point, integrated by
 * the trapezoidal rule.
 *
 *     delivered = - integral of v i over sources,     dissipated = integral of v i over everything else but
 *     capacitors and inductors,     error = integral of the sum of all v i (0 by Tellegen's theorem)
 *
 * What capacitors, inductors and lines absorbed by that rule and do not store is the numerical part: the scheme's
 * and the quadrature's.
 */
import type { ReducedSystem } from '../../../circuit/compiler/compiled-circuit.js';
import { dot, storedEnergy } from './energy-ledger.js';
import { type EnergyBalance, energyShare, relativeBalance } from './energy-share.js';

type Share = 'source' | 'storage' | 'load' | 'line';

export class PointEnergyLedger {
  readonly #shares: readonly Share[];
  readonly #total: Record<Share, number> = { source: 0, storage: 0, load: 0, line: 0 };
  readonly #last: Record<Share, number> = { source: 0, storage: 0, load: 0, line: 0 };
  #jumps = 0;
  /** Integral of the magnitudes of what sources give or take, and its last integrand. */
  #flowed = 0;
  #carried = 0;
  #time = NaN;

  constructor(private readonly system: ReducedSystem) {
    this.#shares = system.branches.map((branch) => {
      const share = energyShare(branch);
      if (share === 'charge') return 'storage';
      return share === 'ideal' ? 'load' : share;
    });
  }

  /** Adds the segment from the last point to this one; a point of equal time starts a new segment. */
  add(t: number, zeta: Float64Array): void {
    const power: Record<Share, number> = { source: 0, storage: 0, load: 0, line: 0 };
    let carried = 0;
    this.#shares.forEach((share, k) => {
      const form = this.system.forms[k];
      const own = form ? dot(form.v, zeta) * dot(form.i, zeta) : 0;
      power[share] += own;
      if (share === 'source') carried += Math.abs(own);
    });
    const half = t > this.#time ? (t - this.#time) / 2 : 0;
    for (const share of ['source', 'storage', 'load', 'line'] as const) {
      this.#total[share] += half * (this.#last[share] + power[share]);
      this.#last[share] = power[share];
    }
    this.#flowed += half * (this.#carried + carried);
    this.#carried = carried;
    this.#time = t;
  }

  /** Counts what the stored energy loses where inputs make capacitors and inductors jump. */
  addJump(left: Float64Array, right: Float64Array): void {
    this.#jumps += storedEnergy(this.system, left) - storedEnergy(this.system, right);
  }

  /** The balance between two points, between which `inFlight` joules came into the lines. */
  balance(first: Float64Array, last: Float64Array, inFlight: number): EnergyBalance {
    const { source, storage, load, line } = this.#total;
    const [start, end] = [storedEnergy(this.system, first), storedEnergy(this.system, last)];
    const stored = end - start + inFlight;
    return relativeBalance(
      {
        delivered: -source,
        dissipated: load,
        stored,
        numerical: storage + line - stored - this.#jumps,
        jumps: this.#jumps,
        error: -(source + storage + load + line),
      },
      { start, end, flowed: this.#flowed },
    );
  }
}
