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
import type { SparseModel } from '../../../circuit/sparse/sparse-model.js';
import type {
  AcceptedStep,
  Collision,
  StepObserver,
} from '../../../kernel/simulation/sparse-stepping/stages/accepted-step.js';
import {
  floatsIn,
  integersIn,
  type NumberRoom,
  plainRoom,
  type WithoutRecord,
} from '../../../numerics/code/number-room.js';
import { type BranchArrays, readBranches } from './branch-loops.js';
import { chargeOf } from '../energy/charge-energy.js';
import {
  balanceStep,
  elsewhere,
  type EnergyArrays,
  linearEnergy,
  powerPlaces,
  squared,
  type StepEnergy,
  sumPlaces,
} from './energy-loop.js';
import { type EnergyBalance, type EnergyShare, relativeBalance } from '../energy/energy-share.js';
import { energyShares, SparseBranches } from './sparse-branches.js';

const { delivered, dissipated, storing, lines } = powerPlaces;

const placeOf: { readonly [Share in EnergyShare | 'law']: number } = {
  ...{ source: delivered, load: dissipated, ideal: dissipated, charge: storing, line: lines },
  ...{ storage: elsewhere, law: elsewhere },
};

export class SparseEnergy implements StepObserver {
  readonly #arrays: EnergyArrays;
  /** `balanceStep` over the points of the run, and those. */
  #balanceStep: WithoutRecord<typeof balanceStep> | undefined;
  #points: readonly Float64Array[] | undefined;
  /** Delivered by sources in collisions and jumps. */
  #inJumps = 0;
  /** Sources but for those of impact laws. */
  readonly #movers: readonly number[];

  constructor(
    model: SparseModel,
    private readonly room: NumberRoom = plainRoom,
  ) {
    const branches = new SparseBranches(model, room);
    const { numbering, system } = model;
    const stores = storesOf(model, branches.arrays);
    const series = seriesCharges(model);
    const weightless = new Set(
      numbering.branches.flatMap((branch) => (branch.weightless ? [numbering.node(branch.name)] : [])),
    );
    // Rows at nodes that are no places in the circuit count as those of ground.
    const weighed = (node: number): number => (weightless.has(node) ? -1 : node);
    const laws =
      weightless.size === 0
        ? branches.laws
        : branches.laws.map((law) => ({ ...law, rows: integersIn(room, Array.from(law.rows, weighed)) }));
    const linear = linearTerms(model, branches.arrays);
    const integers = (of: ArrayLike<number>): Int32Array => integersIn(room, of);
    const arrays: EnergyArrays = {
      ...{ branches: branches.arrays, laws },
      charges: room.floats(laws.reduce((sum, { rows }) => sum + rows.length, 0)),
      last: room.floats(system.size + system.inputs.length),
      shares: integers(energyShares(model).map((share) => placeOf[share])),
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
      linearPlus: integers(linear.map(([plus]) => plus)),
      linearMinus: integers(linear.map(([, minus]) => minus)),
      linearOther: integers(linear.map(([, , other]) => other)),
      linearGain: floatsIn(
        room,
        linear.map(([, , , gain]) => gain),
      ),
      ...{ powers: room.floats(4), totals: room.floats(5), before: room.floats(5) },
      ...{ lawPowers: room.floats(2), sums: room.floats(sumPlaces.count) },
    };
    this.#arrays = arrays;
    this.#movers = numbering.branches.flatMap((branch, k) => {
      const isImpact = branch.kind === 'voltage' && branch.impact !== undefined;
      return arrays.shares[k] === delivered && !isImpact ? [k] : [];
    });
  }

  step(step: AcceptedStep): void {
    this.#loopOver(step)(step.t1 - step.t0, step.afterEvent);
  }

  /** The points of a run stay where they are. */
  #loopOver({ points, rates, weights, nodes }: AcceptedStep): WithoutRecord<typeof balanceStep> {
    if (this.#balanceStep && this.#points === points) return this.#balanceStep;
    this.#points = points;
    const record = this.recordOf({ points, rates, weights, nodes });
    return (this.#balanceStep = this.room.bind('balanceStep', balanceStep, record));
  }

  /** What `balanceStep` computes with where it looks at the points of a run by itself. */
  recordOf({ points, rates, weights, nodes }: Omit<StepEnergy, 'energy'>): StepEnergy {
    const { room } = this;
    const own = { weights: floatsIn(room, weights), nodes: floatsIn(room, nodes) };
    return { energy: this.#arrays, points, rates, ...own };
  }

  /** Sources move what is thrown back: the work of their impulses, each at its mean voltage; a motion that jumps there, as in `jump`. */
  collision(collision: Collision): void {
    const { i, v } = this.#arrays.branches;
    const [, hit, stays] = this.#read(collision, i);
    const voltages = this.#read(collision, v);
    const [first, , last] = voltages;
    const work = this.#movers.reduce((total, _, k) => {
      const moved = (hit[k] as number) - (stays[k] as number);
      const mean = ((first[k] as number) + (last[k] as number)) / 2;
      return total - moved * mean - impulse(voltages, k) * (stays[k] as number);
    }, 0);
    this.#deliver(collision.length * work);
  }

  /**
   * Impulses draw charge and flux from sources at their right limits, as by exact events: the limit of an implicit step. What is no
   * more than what follows is none. Behind the start alone: what is stored there is so behind its jump.
   */
  jump(jump: Collision): void {
    const { branches, sums } = this.#arrays;
    if ((sums[sumPlaces.begun] as number) === 0) return;
    const [currents, voltages] = [this.#read(jump, branches.i), this.#read(jump, branches.v)];
    const [iAfter, vAfter] = [currents[2], voltages[2]];
    const work = this.#movers.reduce(
      (total, _, k) =>
        total - impulse(currents, k) * (vAfter[k] as number) - impulse(voltages, k) * (iAfter[k] as number),
      0,
    );
    this.#deliver(jump.length * work);
  }

  /** Voltages or currents of sources before, within and behind a jump. */
  #read({ before, within, after }: Collision, of: Float64Array): [number[], number[], number[]] {
    const at = (w: Float64Array): number[] => {
      readBranches(this.#arrays.branches, w);
      return this.#movers.map((k) => of[k] as number);
    };
    return [at(before), at(within), at(after)];
  }

  #deliver(work: number): void {
    const { sums } = this.#arrays;
    this.#inJumps += work;
    sums[sumPlaces.jumps] = (sums[sumPlaces.jumps] as number) + work;
  }

  /** The balance so far; `inLines`: what is on its way in lines, now and at the start, joules. */
  balance(inLines = 0): EnergyBalance {
    const { totals, last, sums } = this.#arrays;
    const [flowing = 0, heat = 0, into = 0, intoLines = 0, through = 0] = totals;
    const [first = 0, inCharges = 0, jumps = 0] = sums;
    const out = flowing + this.#inJumps;
    const end = linearEnergy(this.#arrays, last) + inCharges;
    const stored = end - first + inLines;
    // Jumps change what is stored without any power: what they take is no loss of the scheme.
    const numerical = into + intoLines + this.#inJumps - stored - jumps;
    const error = out - heat - stored - numerical - jumps;
    const balance = { delivered: out, dissipated: heat, stored, numerical, jumps, error };
    return relativeBalance(balance, { start: first, end: Math.abs(end), flowed: through });
  }
}

/** How much larger than before and behind it what carries an impulse is within a jump. */
const LARGER = 1e3;

/** Of what is before, within and behind a jump the part that belongs to an impulse; 0 where there is none. */
function impulse(values: readonly (readonly number[])[], k: number): number {
  const [before = 0, within = 0, after = 0] = values.map((of) => of[k]);
  return Math.abs(within) > LARGER * Math.max(Math.abs(before), Math.abs(after)) ? within - after : 0;
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
  const { branches, currentUnknown, couplings } = numbering;
  return branches.flatMap(({ kind, weightless }, k): [number, number, number][] => {
    const own = currentUnknown[k] as number;
    if (own < 0 || weightless) return [];
    if (kind === 'inductance')
      return couplings.followed.has(k) ? [] : [[couplings.currentOf(k, own), -1, own]];
    if (kind === 'capacitance') return [[a[k] as number, b[k] as number, own]];
    return kind === 'law' ? [[a[k] as number, -1, own]] : [];
  });
}

/** Terms of the energy of linear storage: a voltage, or a current alone, times itself or another current, and the gain. */
function linearTerms({ numbering }: SparseModel, { a, b }: BranchArrays): [number, number, number, number][] {
  const { branches, branchNamed, currentUnknown } = numbering;
  return branches.flatMap((branch, k): [number, number, number, number][] => {
    if (branch.weightless) return [];
    if (branch.kind === 'capacitance') return [[a[k] as number, b[k] as number, squared, branch.capacitance]];
    if (branch.kind !== 'inductance') return [];
    const own = currentUnknown[k] as number;
    return [
      [own, -1, squared, branch.inductance],
      ...(branch.mutual ?? []).map(({ branch: name, inductance }): [number, number, number, number] => [
        ...([own, -1, currentUnknown[branchNamed.get(name) ?? -1] ?? -1] as const),
        inductance,
      ]),
    ];
  });
}
