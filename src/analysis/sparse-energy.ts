/**
 * The energy of a run of sparse steps (`energy-share.ts`): powers at the stages of every step, integrated with the
 * weights of the method,
 *
 *     delivered = - integral of v i over sources,    dissipated = integral of v i over all that turns it into heat,
 *     stored    = C v^2 / 2 + i L i / 2 + the integral of v dq over the charges of smooth laws,
 *
 * the latter step by step as (v0 + v1) / 2 (q1 - q0), or where a law has rates of its own and no charge, as the integral of
 * its power, linear between the ends of a step. The power into charges is the sum of z ds/dt over the rows that store,
 * ds/dt as the scheme has it: what its integral differs from the change of what is stored is the scheme's own loss.
 *
 * Laws are evaluated at the ends of steps; at the stages in between their power follows from that of all others (Tellegen).
 * Cost: O(branches) a stage, an evaluation a law a step.
 */
import type { SparseModel } from '../circuit/sparse-model.js';
import type { AcceptedStep, StepObserver } from '../kernel/simulation/sparse-stepping/accepted-step.js';
import { chargeOf } from './charge-energy.js';
import { type EnergyBalance, relativeBalance } from './energy-share.js';
import { LawReader, SparseBranches } from './sparse-branches.js';

/** Powers at a point, watts. */
interface Powers {
  delivered: number;
  dissipated: number;
  /** Into what stores, as the scheme has it. */
  storing: number;
  /** Into lines. */
  lines: number;
}

/** Into smooth laws without their charges, watts: what is heat, and what laws with rates of their own store. */
interface LawPowers {
  readonly heat: number;
  readonly stored: number;
}

export class SparseEnergy implements StepObserver {
  readonly #branches: SparseBranches;
  readonly #laws: readonly LawReader[];
  /** Charges of all rows of all laws at the last point, and the row 0 of each. */
  readonly #charges: Float64Array;
  readonly #last: Float64Array;
  #begun = false;
  #totals = { delivered: 0, dissipated: 0, storing: 0, lines: 0, flowed: 0 };
  /** Stored by charges of laws and of series charges since the start, and lost in jumps. */
  #inCharges = 0;
  #jumps = 0;
  #first = 0;
  /** At the last point. */
  #lawPowers: LawPowers = { heat: 0, stored: 0 };

  constructor(private readonly model: SparseModel) {
    this.#branches = new SparseBranches(model);
    const { laws } = this.#branches;
    this.#laws = laws.map((places) => new LawReader(places));
    this.#charges = new Float64Array(laws.reduce((sum, { rows }) => sum + rows.length, 0));
    this.#last = new Float64Array(model.system.size + model.system.inputs.length);
  }

  step(step: AcceptedStep): void {
    const { points, rates, weights, nodes } = step;
    const first = points[0] as Float64Array;
    const last = points[points.length - 1] as Float64Array;
    // A corner of a source moves currents and rates at once, an event everything.
    const begins = !this.#begun || step.afterEvent || this.#last.some((value, k) => value !== first[k]);
    if (begins) this.#jump(first);
    const h = step.t1 - step.t0;
    const before: LawPowers = { ...this.#lawPowers };
    this.#inCharges += this.#moveCharges(last);
    const after = this.#lawPowers;
    points.forEach((point, j) => {
      const weight = h * (weights[j] as number);
      const heat = j === 0 ? before.heat : j === points.length - 1 ? after.heat : undefined;
      const stored = before.stored + (nodes[j] as number) * (after.stored - before.stored);
      this.#inCharges += weight * stored;
      const powers = this.#powersAt(point, rates[j] as Float64Array, { heat, stored });
      this.#totals.delivered += weight * powers.delivered;
      this.#totals.dissipated += weight * powers.dissipated;
      this.#totals.storing += weight * powers.storing;
      this.#totals.lines += weight * powers.lines;
      this.#totals.flowed += weight * Math.abs(powers.delivered);
    });
    this.#last.set(last.subarray(0, this.#last.length));
  }

  /** The balance so far; `inLines`: what is on its way in lines, now and at the start, joules. */
  balance(inLines = 0): EnergyBalance {
    const { delivered, dissipated, storing, lines, flowed } = this.#totals;
    const end = this.#linear(this.#last) + this.#inCharges;
    const stored = end - this.#first + inLines;
    // Jumps change what is stored without any power: what they take is no loss of the scheme.
    const numerical = storing + lines - stored - this.#jumps;
    const error = delivered - dissipated - stored - numerical - this.#jumps;
    const balance = { delivered, dissipated, stored, numerical, jumps: this.#jumps, error };
    return relativeBalance(balance, { start: this.#first, end: Math.abs(end), flowed });
  }

  /** Takes the state behind a jump, or at the start. */
  #jump(w: Float64Array): void {
    const before = this.#linear(this.#last);
    const after = this.#linear(w);
    const charges = this.#moveCharges(w);
    if (this.#begun) {
      this.#inCharges += charges;
      this.#jumps -= after - before + charges;
    } else this.#first = after;
    this.#begun = true;
    this.#last.set(w.subarray(0, this.#last.length));
  }

  /** Energy of linear capacitors and inductors. */
  #linear(w: Float64Array): number {
    const { numbering } = this.model;
    const { branches, currentUnknown, branchNamed } = numbering;
    const { a, b } = this.#branches;
    let energy = 0;
    branches.forEach((branch, k) => {
      if (branch.kind === 'capacitance') {
        const v = at(w, a[k] as number) - at(w, b[k] as number);
        energy += (branch.capacitance * v * v) / 2;
      } else if (branch.kind === 'inductance') {
        const i = w[currentUnknown[k] as number] as number;
        energy += (branch.inductance * i * i) / 2;
        for (const { branch: name, inductance } of branch.mutual ?? [])
          energy += (inductance * i * at(w, currentUnknown[branchNamed.get(name) ?? -1] ?? -1)) / 2;
      }
    });
    return energy;
  }

  /** Evaluates all laws at w, keeps their powers, and returns the energy that their charges took on the way there. */
  #moveCharges(w: Float64Array): number {
    const before = this.#last;
    const charges = this.#charges;
    let energy = 0;
    let heat = 0;
    let stored = 0;
    let next = 0;
    for (const reader of this.#laws) {
      const { law, rows, count } = reader.places;
      for (let k = 0, place = 0; k < count; k++) {
        const { f, q } = reader.at(k, w);
        for (let r = 0; r < law.rows; r++, place++, next++) {
          const node = rows[place] as number;
          const v = at(w, node);
          const charge = q[r] as number;
          if (this.#begun) energy += ((v + at(before, node)) / 2) * (charge - (charges[next] as number));
          charges[next] = charge;
          if (law.rates === undefined) heat += v * (f[r] as number);
          else stored += v * (f[r] as number);
        }
      }
    }
    this.#lawPowers = { heat, stored };
    const { branches, branchNamed } = this.model.numbering;
    if (!this.#begun) return energy;
    branches.forEach((branch, k) => {
      const charge = chargeOf(branch);
      if (!charge) return;
      const capacitor = branchNamed.get(charge.capacitor) ?? -1;
      const { a, b } = this.#branches;
      const across = (place: Float64Array, index: number): number =>
        at(place, a[index] ?? -1) - at(place, b[index] ?? -1);
      const own = branches[capacitor];
      if (own?.kind !== 'capacitance') return;
      const moved = own.capacitance * (across(w, capacitor) - across(before, capacitor));
      energy += ((across(w, k) + across(before, k)) / 2) * moved;
    });
    return energy;
  }

  /** Powers at a stage; where the heat of laws is not known it follows from the rest. */
  #powersAt(
    w: Float64Array,
    rates: Float64Array,
    laws: Pick<LawPowers, 'stored'> & { readonly heat: number | undefined },
  ): Powers {
    const branches = this.#branches;
    branches.read(w);
    const { v, i, share, count } = branches;
    const powers: Powers = { delivered: 0, dissipated: 0, storing: this.#storing(w, rates), lines: 0 };
    powers.storing += laws.stored;
    for (let k = 0; k < count; k++) {
      const power = (v[k] as number) * (i[k] as number);
      const kind = share[k];
      if (kind === 'source') powers.delivered -= power;
      else if (kind === 'load' || kind === 'ideal') powers.dissipated += power;
      else if (kind === 'charge') powers.storing += power;
      else if (kind === 'line') powers.lines += power;
    }
    if (branches.laws.length > 0)
      powers.dissipated += laws.heat ?? powers.delivered - powers.dissipated - powers.storing - powers.lines;
    return powers;
  }

  /** The power into charges and fluxes. */
  #storing(w: Float64Array, rates: Float64Array): number {
    const { branches, currentUnknown, nodes } = this.model.numbering;
    let power = 0;
    for (let n = 0; n < nodes.length; n++) power += (w[n] as number) * (rates[n] as number);
    for (let k = 0; k < branches.length; k++) {
      const own = currentUnknown[k] as number;
      const branch = branches[k];
      if (own < 0 || !branch) continue;
      if (branch.kind === 'inductance') power += (w[own] as number) * (rates[own] as number);
      else if (branch.kind === 'capacitance') {
        const v = at(w, this.#branches.a[k] as number) - at(w, this.#branches.b[k] as number);
        power += v * (rates[own] as number);
      } else if (branch.kind === 'law')
        power += at(w, this.#branches.a[k] as number) * (rates[own] as number);
    }
    return power;
  }
}

function at(w: Float64Array, unknown: number): number {
  return unknown < 0 ? 0 : (w[unknown] as number);
}
