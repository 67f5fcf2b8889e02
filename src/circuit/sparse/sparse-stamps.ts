/**
 * Stamps of modified nodal analysis into d/dt (Q z + ...) + K z + ... + S u = 0, row by row (`sparse-numbering.ts`):
 *
 *     resistance         node rows: +- (v_a - v_b) / R;  with a current of its own: node rows +- i,  v_a - v_b - R i = 0
 *     capacitance        node rows: +- d/dt C (v_a - v_b);  with a current of its own: node rows +- i,  d/dt C (v_a - v_b) - i = 0
 *     inductance         node rows +- i,  d/dt (L i + sum M_j i_j) - (v_a - v_b) = 0
 *                        coupled by 1 (`perfect-couplings.ts`): node rows +- i,  of a follower ratio v_leader - (v_a - v_b) = 0
 *     V source           node rows +- i,  v_a - v_b - s = 0
 *     I source           node rows +- s;  of a line: node rows +- i,  i - s = 0, at rest i - form = 0
 *     controlled         node rows +- i,  v_a - v_b - form = 0;  a current: node rows +- form
 *     unilateral         node rows +- i,  0 <= V0 + r i - (v_a - v_b)  _|_  i >= 0
 *     ideal switch       node rows +- i,  on: v_a - v_b - r i = 0,  off: i = 0
 *     law                node rows + f_k + dq_k/dt
 *     auxiliary          its y with its multiplier as a pair, forced by its guard, or y - f = 0 with a local law;
 *                        a comparison that cannot slide is a guard (`decided-comparisons.ts`)
 *
 * No conductance is added anywhere. With `atRest` the system is that of the operating point: what a delay returns is what
 * is sent; all else follows from d/dt = 0. Cost: O(branches). Source: [Ho-Ruehli-Brennan 1975].
 */
import type {
  ComplementarityPair,
  DescriptorDelay,
  DescriptorGuard,
  DescriptorImpact,
  SparseForm,
} from '../../kernel/modeling/descriptor-system.js';
import { type LocalGroup, type LocalLaw, rateUnit } from '../../kernel/modeling/laws/local-law.js';
import { Triplets } from '../../numerics/sparse/sparse-matrix.js';
import type {
  AuxiliaryRow,
  Branch,
  SmoothBranch,
  ControlledBranch,
  InductanceBranch,
  LawBranch,
} from '../primitives.js';
import { DecidedComparisons } from './decided-comparisons.js';
import { smoothFunctionGroup } from '../smooth-function-law.js';
import { FormSum, formOver } from './sparse-forms.js';
import { addLawReads, addLawRows, type SparseNumbering, visitRates } from './sparse-numbering.js';

export interface SparseStamps {
  readonly K: Triplets;
  readonly Q: Triplets;
  readonly S: Triplets;
  readonly pairs: readonly ComplementarityPair[];
  readonly guards: readonly DescriptorGuard[];
  readonly delays: readonly DescriptorDelay[];
  readonly impacts: readonly DescriptorImpact[];
  readonly groups: readonly LocalGroup[];
}

/** Stamps all branches. */
export function stampBranches(numbering: SparseNumbering, atRest = false): SparseStamps {
  const stamper = new Stamper(numbering, atRest);
  numbering.branches.forEach((branch, index) => {
    stamper.stamp(branch, index);
  });
  stamper.stampCouplings();
  return stamper;
}

/** Instances of one law so far. */
interface LawInstances {
  readonly reads: number[];
  readonly rows: number[];
  /** Of each instance, as many as the law has: those of a model and size are one array. */
  readonly parameters: Float64Array[];
  readonly names: string[];
}

class Stamper implements SparseStamps {
  readonly K = new Triplets();
  readonly Q = new Triplets();
  readonly S = new Triplets();
  readonly pairs: ComplementarityPair[] = [];
  readonly guards: DescriptorGuard[] = [];
  readonly delays: DescriptorDelay[] = [];
  readonly #first: Int32Array;
  readonly #second: Int32Array;
  readonly impacts: DescriptorImpact[] = [];
  readonly #functions: LocalGroup[] = [];
  readonly #laws = new Map<LocalLaw, LawInstances>();
  readonly #decided: DecidedComparisons;

  constructor(
    private readonly numbering: SparseNumbering,
    private readonly atRest: boolean,
  ) {
    this.#first = numbering.firstNode;
    this.#second = numbering.secondNode;
    this.#decided = new DecidedComparisons(numbering.branches);
  }

  /** One group a law, and one a smooth function. */
  get groups(): LocalGroup[] {
    const laws = [...this.#laws].map(([law, { reads, rows, parameters, names }]) => {
      const values = new Float64Array(names.length * law.parameterCount);
      for (let k = 0; k < names.length; k++)
        values.set(parameters[k] as Float64Array, k * law.parameterCount);
      return {
        ...{ law, names, count: names.length },
        reads: new Int32Array(reads),
        rows: new Int32Array(rows),
        parameters: values,
      };
    });
    return [...laws, ...this.#functions];
  }

  stamp(branch: SmoothBranch, index: number): void {
    const own = this.numbering.currentUnknown[index] as number;
    if (branch.kind === 'law') {
      this.#stampLaw(branch, index, own);
      return;
    }
    if (own >= 0) this.#leaving(index, this.K, own, 1);
    switch (branch.kind) {
      case 'resistance':
        if (own < 0) this.#across(index, this.K, 1 / branch.resistance);
        else {
          this.#voltage(index, this.K, own, 1);
          this.K.add(own, own, -branch.resistance);
        }
        return;
      case 'capacitance':
        if (own < 0) this.#across(index, this.Q, branch.capacitance);
        else {
          this.#voltage(index, this.Q, own, branch.capacitance);
          this.K.add(own, own, -1);
        }
        return;
      case 'inductance':
        this.#stampInductance(branch, index, own);
        return;
      case 'voltage': {
        this.#voltage(index, this.K, own, 1);
        const { input, coefficient } = this.numbering.inputs.source(branch.name, branch.signal);
        const { impact } = branch;
        if (impact) {
          const velocity = this.#form(impact.velocity, index);
          const { branchNamed, currentUnknown } = this.numbering;
          const closing = currentUnknown[branchNamed.get(impact.contact) ?? -1] ?? -1;
          this.impacts.push({ name: branch.name, signal: impact.signal, velocity, source: own, closing });
        }
        if (coefficient !== 0) this.S.add(own, input, -coefficient);
        return;
      }
      case 'current':
        this.#stampCurrent(branch, index, own);
        return;
      case 'unilateral':
        this.#voltage(index, this.K, own, -1);
        if (branch.resistance !== 0) this.K.add(own, own, branch.resistance);
        if (branch.threshold !== 0) this.S.add(own, 0, branch.threshold);
        this.pairs.push({
          ...{ row: own, unknown: own, ...(branch.met && { met: true }) },
          ...(branch.beginsHeld && { beginsHeld: true }),
        });
        return;
      case 'ideal-switch':
        this.#voltage(index, this.K, own, 1);
        if (branch.resistance !== 0) this.K.add(own, own, -branch.resistance);
        this.#guard(own, branch, index);
        return;
      case 'controlled':
        this.#stampControlled(branch, index, own);
    }
  }

  /** Of coils coupled by 1: i_m - sum of ratio i = 0. */
  stampCouplings(): void {
    for (const { unknown, currents } of this.numbering.couplings.magnetizing.values()) {
      this.K.add(unknown, unknown, 1);
      for (const [current, ratio] of currents) this.K.add(unknown, current, -ratio);
    }
  }

  #stampInductance(branch: InductanceBranch, index: number, own: number): void {
    this.#voltage(index, this.K, own, -1);
    if (this.atRest) return;
    const { couplings, branchNamed, currentUnknown } = this.numbering;
    const followed = couplings.followed.get(index);
    if (followed) {
      this.#voltage(followed.leader, this.K, own, followed.ratio);
      return;
    }
    this.Q.add(own, couplings.currentOf(index, own), branch.inductance);
    for (const { branch: name, inductance } of branch.mutual ?? []) {
      const other = branchNamed.get(name) ?? -1;
      const current = currentUnknown[other] ?? -1;
      if (current >= 0 && inductance !== 0 && !couplings.followed.has(other))
        this.Q.add(own, couplings.currentOf(other, current), inductance);
    }
  }

  #stampCurrent(branch: Extract<Branch, { kind: 'current' }>, index: number, own: number): void {
    const { inputs } = this.numbering;
    const { delayed } = branch;
    if (own >= 0) this.K.add(own, own, 1);
    if (delayed && this.atRest) {
      new FormSum(this.numbering)
        .add(delayed.form, index)
        .stamp(own, -(delayed.restGain ?? 1), this.K, this.S);
      return;
    }
    const { input, coefficient } = inputs.source(branch.name, branch.signal);
    if (delayed) {
      this.S.add(own, input, -coefficient);
      this.delays.push({ input, form: this.#form(delayed.form, index), signal: delayed.signal });
      return;
    }
    const a = this.#first[index] as number;
    const b = this.#second[index] as number;
    if (a === b || coefficient === 0) return;
    if (a >= 0) this.S.add(a, input, coefficient);
    if (b >= 0) this.S.add(b, input, -coefficient);
  }

  #stampControlled(branch: ControlledBranch, index: number, own: number): void {
    const form = new FormSum(this.numbering).add(branch.form, index);
    if (own < 0) this.#leavingForm(index, form);
    else {
      if (branch.output === 'voltage') this.#voltage(index, this.K, own, 1);
      else this.K.add(own, own, 1);
      form.stamp(own, -1, this.K, this.S);
    }
    const first = this.numbering.firstAuxiliary[index] as number;
    branch.auxiliaries?.forEach((row, k, rows) => {
      const lower = rows[k - 1];
      const relay = row.beginsRelay ? 'lower' : lower?.beginsRelay ? 'upper' : undefined;
      if (!relay || !this.#decided.has(row.beginsRelay ? row : lower, branch))
        this.#stampAuxiliary(row, branch, relay, first + k, index);
      else if (row.beginsRelay) this.#stampComparison(row, first + k, k, index);
    });
  }

  /** A relay that does not slide: s - 1 = 0 where it is on, s = 0 where it is off, and p = 0. */
  #stampComparison(relay: AuxiliaryRow, row: number, k: number, index: number): void {
    this.K.add(row, row, 1);
    this.S.add(row, 0, -1);
    this.K.add(row + 1, row + 1, 1);
    this.#guard(row, { ...this.#decided.levelsOf(relay, k), initially: 'off', compares: true }, index);
  }

  /** A current that is read takes the place of the first row: node row + i, f + dq/dt - i = 0. */
  #stampLaw({ law, parameters, element }: LawBranch, index: number, own: number): void {
    let instances = this.#laws.get(law);
    if (!instances) {
      instances = { reads: [], rows: [], parameters: [], names: [] };
      this.#laws.set(law, instances);
    }
    addLawReads(this.numbering, index, instances.reads);
    const first = instances.rows.length;
    addLawRows(this.numbering, index, instances.rows);
    if (own >= 0) {
      const row = instances.rows[first] as number;
      instances.rows[first] = own;
      this.K.add(own, own, -1);
      if (row >= 0) this.K.add(row, own, 1);
    }
    instances.parameters.push(parameters);
    instances.names.push(element);
    // farads (d(va - vb)/dt - rateUnit r) = 0.
    const { lawStart, lawNodes } = this.numbering;
    const nodes = lawStart[index] as number;
    visitRates(this.numbering, index, (row, [from, to], farads) => {
      const [a, b] = [lawNodes[nodes + from] as number, lawNodes[nodes + to] as number];
      this.K.add(row, row, -farads * rateUnit);
      if (a >= 0) this.Q.add(row, a, farads);
      if (b >= 0) this.Q.add(row, b, -farads);
    });
  }

  #stampAuxiliary(
    auxiliary: AuxiliaryRow,
    branch: ControlledBranch,
    relay: ComplementarityPair['relay'],
    row: number,
    index: number,
  ): void {
    const { y, guard, smooth } = auxiliary;
    new FormSum(this.numbering).add(y, index).stamp(row, 1, this.K, this.S);
    if (guard) this.#guard(row, this.#decided.guardOf(guard, auxiliary, branch), index);
    else if (smooth) {
      const forms = smooth.arguments.map((argument) => this.#form(argument, index));
      const name = this.numbering.branches[index]?.element ?? '';
      this.#functions.push(smoothFunctionGroup(smooth, forms, row, name));
    } else this.pairs.push({ row, unknown: row, ...(relay && { relay }) });
  }

  #guard(
    row: number,
    {
      control,
      on,
      off,
      initially,
      probe,
      compares,
      measured,
    }: Pick<DescriptorGuard, 'on' | 'off' | 'initially' | 'probe' | 'compares'> & {
      readonly control: ControlledBranch['form'];
      readonly measured?: ControlledBranch['form'];
    },
    index: number,
  ): void {
    // The constant is taken to the other side, where it costs no digits.
    const { constant, terms } = control;
    const form = this.#form({ constant: 0, terms }, index);
    const levels = { on: on - constant, off: off - constant };
    const told = {
      ...(probe && { probe }),
      ...(compares && { compares }),
      ...(measured && { measured: this.#form(measured, index) }),
    };
    this.guards.push({ row, unknown: row, control: form, ...levels, initially, onMeans: 'y=0', ...told });
  }

  #form(form: ControlledBranch['form'], index: number): SparseForm {
    return formOver(this.numbering, form, index);
  }

  /** Adds factor (v_a - v_b) of a branch to a row. */
  #voltage(branch: number, target: Triplets, row: number, factor: number): void {
    const nodeA = this.#first[branch] as number;
    const nodeB = this.#second[branch] as number;
    if (nodeA === nodeB) return;
    if (nodeA >= 0) target.add(row, nodeA, factor);
    if (nodeB >= 0) target.add(row, nodeB, -factor);
  }

  /** Adds factor times an unknown to the current laws of both ends: a current that leaves a and enters b. */
  #leaving(branch: number, target: Triplets, unknown: number, factor: number): void {
    const nodeA = this.#first[branch] as number;
    const nodeB = this.#second[branch] as number;
    if (nodeA === nodeB) return;
    if (nodeA >= 0) target.add(nodeA, unknown, factor);
    if (nodeB >= 0) target.add(nodeB, unknown, -factor);
  }

  #leavingForm(branch: number, form: FormSum): void {
    const nodeA = this.#first[branch] as number;
    const nodeB = this.#second[branch] as number;
    if (nodeA === nodeB) return;
    if (nodeA >= 0) form.stamp(nodeA, 1, this.K, this.S);
    if (nodeB >= 0) form.stamp(nodeB, -1, this.K, this.S);
  }

  /** Adds a conductance or capacitance between both ends. */
  #across(branch: number, target: Triplets, value: number): void {
    const nodeA = this.#first[branch] as number;
    const nodeB = this.#second[branch] as number;
    if (nodeA === nodeB) return;
    if (nodeA >= 0) target.add(nodeA, nodeA, value);
    if (nodeB >= 0) target.add(nodeB, nodeB, value);
    if (nodeA < 0 || nodeB < 0) return;
    target.add(nodeA, nodeB, -value);
    target.add(nodeB, nodeA, -value);
  }
}
