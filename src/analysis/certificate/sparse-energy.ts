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
import type { SparseModel } from '../../circuit/sparse/sparse-model.js';
import type {
  AcceptedStep,
  Collision,
  StepObserver,
} from '../../kernel/simulation/sparse-stepping/accepted-step.js';
import {
  floatsIn,
  integersIn,
  type NumberRoom,
  plainRoom,
  type WithoutRecord,
} from '../../numerics/code/number-room.js';
import {
  addPowers,
  type BranchArrays,
  elsewhere,
  type EnergyArrays,
  hasMoved,
  lawPowers,
  moveCharges,
  powerPlaces,
  readBranches,
} from './branch-loops.js';
import { chargeOf } from './charge-energy.js';
import { type EnergyBalance, type EnergyShare, relativeBalance } from './energy-share.js';
import { SparseBranches } from './sparse-branches.js';

const { delivered, dissipated, storing, lines } = powerPlaces;

const placeOf: { readonly [Share in EnergyShare | 'law']: number } = {
  ...{ source: delivered, load: dissipated, ideal: dissipated, charge: storing, line: lines },
  ...{ storage: elsewhere, law: elsewhere },
};

/** Of what flows in a step: more that its stages do not explain is a corner, or a transient shorter than the step ... */
const transientPart = 0.01;
/** ... unless it is nothing beside what has flowed before. */
const smallPart = 1e-9;
/** Part by which a transient changes the power of the sources that it reaches. */
const reached = 0.1;

export class SparseEnergy implements StepObserver {
  readonly #arrays: EnergyArrays;
  readonly #moveCharges: WithoutRecord<typeof moveCharges>;
  readonly #addPowers: WithoutRecord<typeof addPowers>;
  readonly #hasMoved: WithoutRecord<typeof hasMoved>;
  #begun = false;
  /** The totals before the step. */
  readonly #before: Float64Array;
  /** Stored by charges of laws and of series charges since the start, and lost in jumps. */
  #inCharges = 0;
  #jumps = 0;
  /** Delivered by sources in collisions. */
  #inCollisions = 0;
  /** Sources but for those of impact laws. */
  readonly #movers: readonly number[];
  #first = 0;

  constructor(
    private readonly model: SparseModel,
    room: NumberRoom = plainRoom,
  ) {
    const branches = new SparseBranches(model, room);
    const { laws } = branches;
    const { numbering, system } = model;
    const stores = storesOf(model, branches.arrays);
    const series = seriesCharges(model);
    const weightless = new Set(
      numbering.branches.flatMap((branch) => (branch.weightless ? [numbering.node(branch.name)] : [])),
    );
    const integers = (of: ArrayLike<number>): Int32Array => integersIn(room, of);
    const arrays: EnergyArrays = {
      ...{ branches: branches.arrays, laws },
      charges: room.floats(laws.reduce((sum, { rows }) => sum + rows.length, 0)),
      last: room.floats(system.size + system.inputs.length),
      shares: integers(branches.share.map((share) => placeOf[share])),
      plus: integers(stores.map(([plus]) => plus)),
      minus: integers(stores.map(([, minus]) => minus)),
      rows: integers(stores.map(([, , row]) => row)),
      nodes: integers([...numbering.nodes.keys()].filter((n) => !weightless.has(n))),
      seriesBranch: integers(series.map(({ branch }) => branch)),
      seriesCapacitor: integers(series.map(({ capacitor }) => capacitor)),
      seriesFarads: floatsIn(
        room,
        series.map(({ capacitance }) => capacitance),
      ),
      ...{ powers: room.floats(4), totals: room.floats(5), lawPowers: room.floats(2) },
    };
    this.#arrays = arrays;
    this.#before = new Float64Array(arrays.totals.length);
    this.#movers = numbering.branches.flatMap((branch, k) => {
      const isImpact = branch.kind === 'voltage' && branch.impact !== undefined;
      return arrays.shares[k] === delivered && !isImpact ? [k] : [];
    });
    this.#moveCharges = room.bind('moveCharges', moveCharges, arrays);
    this.#addPowers = room.bind('addPowers', addPowers, arrays);
    this.#hasMoved = room.bind('hasMoved', hasMoved, arrays);
  }

  step(step: AcceptedStep): void {
    const { points, rates, weights, nodes } = step;
    const first = points[0] as Float64Array;
    const last = points[points.length - 1] as Float64Array;
    // A corner of a source moves currents and rates at once, an event everything.
    const begins = !this.#begun || step.afterEvent || this.#hasMoved(first);
    if (begins) this.#jump(first);
    const h = step.t1 - step.t0;
    const { lawPowers: powers, totals } = this.#arrays;
    const before = this.#before;
    before.set(totals);
    const { heat, stored } = lawPowers;
    const [heatBefore, storedBefore] = [powers[heat] as number, powers[stored] as number];
    const moved = this.#moveCharges(last, this.#begun);
    const [heatAfter, storedAfter] = [powers[heat] as number, powers[stored] as number];
    const end = points.length - 1;
    let byRates = 0;
    for (let j = 0; j <= end; j++) {
      const weight = h * (weights[j] as number);
      const into = storedBefore + (nodes[j] as number) * (storedAfter - storedBefore);
      byRates += weight * into;
      const known = j === 0 ? heatBefore : heatAfter;
      const [w, rate] = [points[j] as Float64Array, rates[j] as Float64Array];
      this.#addPowers(w, rate, weight, into, known, j === 0 || j === end);
    }
    // What is stored is known for ends alone: it is looked at where something was switched.
    const charged = begins ? this.#linear(last) - this.#linear(first) + moved : NaN;
    if (!this.#stagesBalance(charged + byRates)) {
      const out = totals[delivered] as number;
      totals.set(before);
      byRates = h * storedAfter;
      this.#addPowers(last, step.lastRates, h, storedAfter, heatAfter, true);
      // Sources that the transient does not reach have delivered what the stages say.
      const change = out - (totals[delivered] as number);
      if (Math.abs(change) < reached * Math.abs(out - (before[delivered] as number))) {
        totals[delivered] = out;
        totals[storing] = (totals[storing] as number) + change;
      }
      if (begins) this.#jumps += intoStorage(totals) - intoStorage(before) - charged - byRates;
    }
    this.#inCharges += moved + byRates;
    this.#keep(last);
  }

  /**
   * Whether the powers at the stages of a step balance, and explain what was stored in it, where that is known. They do not where the
   * step begins off its equations (a source has a corner there), or what an event began has died away within it; then its end
   * counts for all of it, and what is stored less behind an event is lost in a jump.
   */
  #stagesBalance(stored: number): boolean {
    const totals = this.#arrays.totals;
    const before = this.#before;
    const out = (totals[delivered] as number) - (before[delivered] as number);
    const heat = (totals[dissipated] as number) - (before[dissipated] as number);
    const into = intoStorage(totals) - intoStorage(before);
    const open = Math.abs(out - heat - into);
    const off = Number.isNaN(stored) ? open : Math.max(open, Math.abs(into - stored));
    if (off <= transientPart * (Math.abs(out) + Math.abs(heat))) return true;
    return off <= smallPart * (totals[powerPlaces.flowed] as number);
  }

  /** Sources move what is thrown back: the work of their impulses, each at its mean voltage. */
  collision({ before, within, after, length }: Collision): void {
    const { branches } = this.#arrays;
    const read = (w: Float64Array, of: (k: number) => number): number[] => {
      readBranches(branches, w);
      return this.#movers.map(of);
    };
    const current = (k: number): number => branches.i[k] as number;
    const voltage = (k: number): number => branches.v[k] as number;
    const [hit, stays] = [read(within, current), read(after, current)];
    const [first, last] = [read(before, voltage), read(after, voltage)];
    const work = hit.reduce((total, most, k) => {
      const impulse = length * (most - (stays[k] as number));
      return total - impulse * (((first[k] as number) + (last[k] as number)) / 2);
    }, 0);
    this.#inCollisions += work;
    this.#jumps += work;
  }

  /** The balance so far; `inLines`: what is on its way in lines, now and at the start, joules. */
  balance(inLines = 0): EnergyBalance {
    const { totals, last } = this.#arrays;
    const [flowing = 0, heat = 0, into = 0, intoLines = 0, through = 0] = totals;
    const out = flowing + this.#inCollisions;
    const end = this.#linear(last) + this.#inCharges;
    const stored = end - this.#first + inLines;
    // Jumps change what is stored without any power: what they take is no loss of the scheme.
    const numerical = into + intoLines + this.#inCollisions - stored - this.#jumps;
    const error = out - heat - stored - numerical - this.#jumps;
    const balance = { delivered: out, dissipated: heat, stored, numerical, jumps: this.#jumps, error };
    return relativeBalance(balance, { start: this.#first, end: Math.abs(end), flowed: through });
  }

  /** Takes the state behind a jump, or at the start. */
  #jump(w: Float64Array): void {
    const before = this.#linear(this.#arrays.last);
    const after = this.#linear(w);
    const charges = this.#moveCharges(w, this.#begun);
    if (this.#begun) {
      this.#inCharges += charges;
      this.#jumps -= after - before + charges;
    } else this.#first = after;
    this.#begun = true;
    this.#keep(w);
  }

  /** Takes a point as the last one. */
  #keep(w: Float64Array): void {
    const { last } = this.#arrays;
    for (let k = 0; k < last.length; k++) last[k] = w[k] as number;
  }

  /** Energy of linear capacitors and inductors. */
  #linear(w: Float64Array): number {
    const { numbering } = this.model;
    const { branches, currentUnknown } = numbering;
    const { a, b } = this.#arrays.branches;
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
function storesOf({ numbering }: SparseModel, { a, b }: BranchArrays): [number, number, number][] {
  const { branches, currentUnknown } = numbering;
  return branches.flatMap(({ kind }, k): [number, number, number][] => {
    const own = currentUnknown[k] as number;
    if (own < 0) return [];
    if (kind === 'inductance') return [[own, -1, own]];
    if (kind === 'capacitance') return [[a[k] as number, b[k] as number, own]];
    return kind === 'law' ? [[a[k] as number, -1, own]] : [];
  });
}

/** What has gone into all that stores, lines among it. */
function intoStorage(totals: Float64Array): number {
  return (totals[storing] as number) + (totals[lines] as number);
}

function at(w: Float64Array, unknown: number): number {
  return unknown < 0 ? 0 : (w[unknown] as number);
}
