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
import { type EnergyBalance, type EnergyShare, relativeBalance } from './energy-share.js';
import { LawReader, SparseBranches } from './sparse-branches.js';

/** Places of powers and of their integrals: from sources, into heat, into what stores as the scheme has it, into lines. */
const delivered = 0;
const dissipated = 1;
const storing = 2;
const lines = 3;
/** The magnitude of what is delivered. */
const flowed = 4;
/** Of branches whose power follows otherwise. */
const elsewhere = -1;

const placeOf: { readonly [Share in EnergyShare | 'law']: number } = {
  ...{ source: delivered, load: dissipated, ideal: dissipated, charge: storing, line: lines },
  ...{ storage: elsewhere, law: elsewhere },
};

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
  /** By branch the place of its power. */
  readonly #shares: Int8Array;
  /** Powers into currents that store: voltage between two unknowns (-1 for ground) times the rate of a row. */
  readonly #plus: Int32Array;
  readonly #minus: Int32Array;
  readonly #rows: Int32Array;
  readonly #series: readonly SeriesCharge[];
  /** Nodes whose charge is energy. */
  readonly #nodes: Int32Array;
  readonly #powers = new Float64Array(4);
  readonly #totals = new Float64Array(5);
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
    this.#shares = Int8Array.from(this.#branches.share, (share) => placeOf[share]);
    const stores = storesOf(model, this.#branches);
    this.#plus = Int32Array.from(stores, ([plus]) => plus);
    this.#minus = Int32Array.from(stores, ([, minus]) => minus);
    this.#rows = Int32Array.from(stores, ([, , row]) => row);
    this.#series = seriesCharges(model);
    const { numbering } = model;
    const weightless = new Set(
      numbering.branches.flatMap((branch) => (branch.weightless ? [numbering.node(branch.name)] : [])),
    );
    this.#nodes = Int32Array.from(numbering.nodes.keys()).filter((n) => !weightless.has(n));
  }

  step(step: AcceptedStep): void {
    const { points, rates, weights, nodes } = step;
    const first = points[0] as Float64Array;
    const last = points[points.length - 1] as Float64Array;
    // A corner of a source moves currents and rates at once, an event everything.
    const begins = !this.#begun || step.afterEvent || differ(this.#last, first);
    if (begins) this.#jump(first);
    const h = step.t1 - step.t0;
    const before = this.#lawPowers;
    this.#inCharges += this.#moveCharges(last);
    const after = this.#lawPowers;
    const totals = this.#totals;
    const powers = this.#powers;
    for (let j = 0; j < points.length; j++) {
      const weight = h * (weights[j] as number);
      const heat = j === 0 ? before.heat : j === points.length - 1 ? after.heat : undefined;
      const stored = before.stored + (nodes[j] as number) * (after.stored - before.stored);
      this.#inCharges += weight * stored;
      this.#readPowers(points[j] as Float64Array, rates[j] as Float64Array, stored, heat);
      for (let k = 0; k < powers.length; k++)
        totals[k] = (totals[k] as number) + weight * (powers[k] as number);
      totals[flowed] = (totals[flowed] as number) + weight * Math.abs(powers[delivered] as number);
    }
    for (let k = 0; k < this.#last.length; k++) this.#last[k] = last[k] as number;
  }

  /** The balance so far; `inLines`: what is on its way in lines, now and at the start, joules. */
  balance(inLines = 0): EnergyBalance {
    const [out = 0, heat = 0, into = 0, intoLines = 0, through = 0] = this.#totals;
    const end = this.#linear(this.#last) + this.#inCharges;
    const stored = end - this.#first + inLines;
    // Jumps change what is stored without any power: what they take is no loss of the scheme.
    const numerical = into + intoLines - stored - this.#jumps;
    const error = out - heat - stored - numerical - this.#jumps;
    const balance = { delivered: out, dissipated: heat, stored, numerical, jumps: this.#jumps, error };
    return relativeBalance(balance, { start: this.#first, end: Math.abs(end), flowed: through });
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
    const { branches, currentUnknown } = numbering;
    const { a, b } = this.#branches;
    let energy = 0;
    branches.forEach((branch, k) => {
      if (branch.weightless) return;
      if (branch.kind === 'capacitance') {
        const v = at(w, a[k] as number) - at(w, b[k] as number);
        energy += (branch.capacitance * v * v) / 2;
      } else if (branch.kind === 'inductance') {
        const i = w[currentUnknown[k] as number] as number;
        energy += (branch.inductance * i * i) / 2;
        for (const { branch: name, inductance } of branch.mutual ?? [])
          energy += (inductance * i * at(w, currentUnknown[numbering.branchNamed.get(name) ?? -1] ?? -1)) / 2;
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
    if (!this.#begun) return energy;
    const { a, b } = this.#branches;
    const across = (place: Float64Array, index: number): number =>
      at(place, a[index] ?? -1) - at(place, b[index] ?? -1);
    for (const { branch, capacitor, capacitance } of this.#series) {
      const moved = capacitance * (across(w, capacitor) - across(before, capacitor));
      energy += ((across(w, branch) + across(before, branch)) / 2) * moved;
    }
    return energy;
  }

  /** Reads powers at a stage; where the heat of laws is not known it follows from the rest. */
  #readPowers(w: Float64Array, rates: Float64Array, stored: number, heat: number | undefined): void {
    const branches = this.#branches;
    branches.read(w);
    const { v, i, count } = branches;
    const shares = this.#shares;
    const powers = this.#powers.fill(0);
    powers[storing] = this.#storing(w, rates) + stored;
    for (let k = 0; k < count; k++) {
      const place = shares[k] as number;
      if (place === elsewhere) continue;
      const power = (v[k] as number) * (i[k] as number);
      powers[place] = (powers[place] as number) + (place === delivered ? -power : power);
    }
    if (branches.laws.length === 0) return;
    const [out = 0, rest = 0, into = 0, intoLines = 0] = powers;
    powers[dissipated] = rest + (heat ?? out - rest - into - intoLines);
  }

  /** The power into charges and fluxes. */
  #storing(w: Float64Array, rates: Float64Array): number {
    const places = this.#nodes;
    let power = 0;
    for (let k = 0; k < places.length; k++) {
      const n = places[k] as number;
      power += (w[n] as number) * (rates[n] as number);
    }
    const rows = this.#rows;
    for (let k = 0; k < rows.length; k++) {
      const v = at(w, this.#plus[k] as number) - at(w, this.#minus[k] as number);
      power += v * (rates[rows[k] as number] as number);
    }
    return power;
  }
}

/** A charge in series with a capacitor, whose current it has. */
interface SeriesCharge {
  readonly branch: number;
  readonly capacitor: number;
  readonly capacitance: number;
}

function seriesCharges({ numbering }: SparseModel): SeriesCharge[] {
  const { branches } = numbering;
  return branches.flatMap((one, branch) => {
    const charge = chargeOf(one);
    const capacitor = charge ? (numbering.branchNamed.get(charge.capacitor) ?? -1) : -1;
    const own = branches[capacitor];
    return own?.kind === 'capacitance' ? [{ branch, capacitor, capacitance: own.capacitance }] : [];
  });
}

/** Unknowns of a voltage (or of a current, alone) and the row of the rate that it is multiplied with, by current that stores. */
function storesOf({ numbering }: SparseModel, { a, b }: SparseBranches): [number, number, number][] {
  const { branches, currentUnknown } = numbering;
  return branches.flatMap(({ kind }, k): [number, number, number][] => {
    const own = currentUnknown[k] as number;
    if (own < 0) return [];
    if (kind === 'inductance') return [[own, -1, own]];
    if (kind === 'capacitance') return [[a[k] as number, b[k] as number, own]];
    return kind === 'law' ? [[a[k] as number, -1, own]] : [];
  });
}

function differ(some: Float64Array, others: Float64Array): boolean {
  for (let k = 0; k < some.length; k++) if (some[k] !== others[k]) return true;
  return false;
}

function at(w: Float64Array, unknown: number): number {
  return unknown < 0 ? 0 : (w[unknown] as number);
}
