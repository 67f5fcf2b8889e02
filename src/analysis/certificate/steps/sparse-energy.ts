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
  /** Delivered by sources in collisions. */
  #inCollisions = 0;
  /** Sources but for those of impact laws. */
  readonly #movers: readonly number[];

  constructor(
    model: SparseModel,
    private readonly room: NumberRoom = plainRoom,
  ) {
    const branches = new SparseBranches(model, room);
    const { laws } = branches;
    const { numbering, system } = model;
    const stores = storesOf(model, branches.arrays);
    const series = seriesCharges(model);
    const weightless = new Set(
      numbering.branches.flatMap((branch) => (branch.weightless ? [numbering.node(branch.name)] : [])),
    );
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
    const { sums } = this.#arrays;
    sums[sumPlaces.jumps] = (sums[sumPlaces.jumps] as number) + work;
  }

  /** The balance so far; `inLines`: what is on its way in lines, now and at the start, joules. */
  balance(inLines = 0): EnergyBalance {
    const { totals, last, sums } = this.#arrays;
    const [flowing = 0, heat = 0, into = 0, intoLines = 0, through = 0] = totals;
    const [first = 0, inCharges = 0, jumps = 0] = sums;
    const out = flowing + this.#inCollisions;
    const end = linearEnergy(this.#arrays, last) + inCharges;
    const stored = end - first + inLines;
    // Jumps change what is stored without any power: what they take is no loss of the scheme.
    const numerical = into + intoLines + this.#inCollisions - stored - jumps;
    const error = out - heat - stored - numerical - jumps;
    const balance = { delivered: out, dissipated: heat, stored, numerical, jumps, error };
    return relativeBalance(balance, { start: first, end: Math.abs(end), flowed: through });
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
