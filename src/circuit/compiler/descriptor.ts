/**
 * Modified nodal analysis into a descriptor system in triplets:
 *
 *     M w' = A w + B lambda + F u,      y = C w + D lambda + E u
 *
 * w: node voltages without ground, then the currents of V sources, capacitors, inductors, controlled branches and ideal
 * elements whose multiplier is a voltage. Rows, in this order:
 *
 *     node n:            0 = sum of currents that leave n (resistances as conductances)
 *     V source:          0 = v_a - v_b - s
 *     capacitor:         v_a' - v_b' = i_C / C
 *     inductor:          i_L' = (v_a - v_b) / L
 *     coupled, regular:  i_k' = sum_j inv(L)_kj v_j,   singular: sum_j L_kj / L_kk i_j' = v_k / L_kk
 *     coupled by 1:      sum_j n_j i_j' = v_k / (n_k L_00),   L_jk = n_j n_k L_00
 *     controlled:        0 = v_a - v_b - form,  or  0 = i - form
 *     tree ideal:        0 = v_a - v_b - r i - V0 + lambda,   y = i
 *
 * A link ideal element adds lambda to the node rows, and y = -(v_a - v_b) + V0 + r lambda. Storage rows are divided by
 * C and L, so that M holds 0 and +-1 only (and ratios of turns) and its rank does not depend on units. Of coils coupled by 1 these
 * rows are the same to the bit, and 1 / n_k is written with twice the digits: voltages and currents have one ratio, and what cancels
 * by it leaves nothing.
 * Cost: O(branches). Source: [Ho-Ruehli-Brennan 1975], [Vlach-Singhal 1994].
 */
import { DoubleDoubleSum } from '../../numerics/dense/double-double.js';
import { Triplets } from '../../numerics/sparse/sparse-matrix.js';
import type { Descriptor, MultiplierRow, Origin, StorageRow } from './compiled-circuit.js';
import { type InductorGroup, inductorGroups } from './couple.js';
import { entry } from './dense-rows.js';
import { InputTable } from './inputs.js';
import type {
  Branch,
  IdealSwitchBranch,
  ControlledBranch,
  InductanceBranch,
  LinearForm,
  UnilateralBranch,
} from '../primitives.js';
import {
  addForm,
  addInput,
  addLeaving,
  addVoltage,
  branchesByElement,
  type Numbering,
  type RowBlock,
} from './stamper.js';
import type { Tree } from './tree.js';

/** The multiplier of every ideal branch; undefined for other branches. */
export type MultiplierChoice = readonly ('voltage' | 'current' | undefined)[];

/** Builds the descriptor of branches with a tree chosen for them; the multipliers are those of the tree unless given. */
export function buildDescriptor(
  branches: readonly Branch[],
  tree: Tree,
  multipliers: MultiplierChoice = treeMultipliers(branches, tree),
): Descriptor {
  return new DescriptorBuilder(branches, tree, multipliers).build();
}

/** Returns the choice of conventions: tree rule: -v in the tree, i outside. */
export function treeMultipliers(branches: readonly Branch[], tree: Tree): MultiplierChoice {
  return branches.map(({ kind }, index) => {
    if (kind !== 'unilateral' && kind !== 'ideal-switch') return undefined;
    return tree.inTree[index] === true ? 'voltage' : 'current';
  });
}

/** A constant input is needed only where a constant other than 0 occurs. */
function needsConstant(branch: Branch): boolean {
  switch (branch.kind) {
    case 'unilateral':
      return branch.threshold !== 0;
    case 'voltage':
    case 'current':
      return branch.signal.constant && branch.signal.value(0) !== 0;
    case 'controlled':
      return [branch.form, ...(branch.auxiliaries ?? []).map(({ y }) => y)].some(hasConstant);
    default:
      return false;
  }
}

function hasConstant({ constant, terms }: LinearForm): boolean {
  return constant !== 0 || terms.some((term) => term.quantity === 'signal' && term.signal.constant);
}

class DescriptorBuilder {
  readonly #branches: readonly Branch[];
  readonly #tree: Tree;
  readonly #multipliers: MultiplierChoice;
  readonly #groups: ReadonlyMap<number, InductorGroup>;
  readonly #numbering: Numbering;
  readonly #unknowns: Origin[];
  readonly #equations: Origin[];
  readonly #rows: MultiplierRow[] = [];
  readonly #storage: StorageRow[] = [];
  readonly #M = new Triplets();
  readonly #state: RowBlock = { w: new Triplets(), lambda: new Triplets(), u: new Triplets() };
  readonly #output: RowBlock = { w: new Triplets(), lambda: new Triplets(), u: new Triplets() };

  constructor(branches: readonly Branch[], tree: Tree, multipliers: MultiplierChoice) {
    this.#branches = branches;
    this.#tree = tree;
    this.#multipliers = multipliers;
    this.#groups = new Map(
      inductorGroups(branches).flatMap((group) => group.members.map((index) => [index, group] as const)),
    );
    this.#unknowns = tree.nodes.slice(1).map((name) => ({ quantity: 'v', name }));
    this.#equations = [...this.#unknowns.map(({ name }) => ({ quantity: 'i' as const, name }))];
    this.#numbering = {
      branches,
      branchesOf: branchesByElement(branches),
      node: (name) => (tree.nodeIndex.get(name) ?? 0) - 1,
      currentUnknown: new Int32Array(branches.length).fill(-1),
      rowOfBranch: new Int32Array(branches.length).fill(-1),
      inputs: new InputTable(branches.some(needsConstant)),
    };
  }

  build(): Descriptor {
    this.#numberUnknowns();
    this.#branches.forEach((branch, index) => this.#numberRows(branch, index));
    this.#branches.forEach((branch, index) => this.#stamp(branch, index));
    // Rows of capacitors stand before those of inductors: so do the states.
    this.#storage.sort((first, second) => first.row - second.row);
    const { currentUnknown, rowOfBranch, inputs } = this.#numbering;
    return {
      branches: this.#branches,
      tree: this.#tree,
      unknowns: this.#unknowns,
      equations: this.#equations,
      rows: this.#rows,
      storage: this.#storage,
      currentUnknown,
      multipliers: this.#multipliers,
      rowOfBranch,
      inputs,
      M: this.#M,
      A: this.#state.w,
      B: this.#state.lambda,
      F: this.#state.u,
      C: this.#output.w,
      D: this.#output.lambda,
      E: this.#output.u,
    };
  }

  /** Gives each branch with a current of its own an unknown and an equation of the same index. */
  #numberUnknowns(): void {
    const groups: ((branch: Branch, index: number) => boolean)[] = [
      ({ kind }) => kind === 'voltage',
      ({ kind }) => kind === 'capacitance',
      ({ kind }) => kind === 'inductance',
      ({ kind }) => kind === 'controlled',
      (_, index) => this.#multipliers[index] === 'voltage',
    ];
    for (const belongs of groups) {
      this.#branches.forEach((branch, index) => {
        if (!belongs(branch, index)) return;
        this.#numbering.currentUnknown[index] = this.#unknowns.length;
        this.#unknowns.push({ quantity: 'i', name: branch.name });
        this.#equations.push({ quantity: 'v', name: branch.name });
      });
    }
  }

  #numberRows(branch: Branch, index: number): void {
    const { name } = branch;
    if (branch.kind === 'unilateral' || branch.kind === 'ideal-switch') {
      this.#numbering.rowOfBranch[index] = this.#rows.length;
      const multiplier = this.#multipliers[index] ?? 'current';
      this.#rows.push({ branch: index, name, multiplier, law: branch.kind });
    } else if (branch.kind === 'controlled' && branch.auxiliaries) {
      this.#numbering.rowOfBranch[index] = this.#rows.length;
      branch.auxiliaries.forEach(({ guard, smooth, beginsRelay }, auxiliary) => {
        this.#rows.push({
          branch: index,
          name: `${name}:${auxiliary + 1}`,
          multiplier: 'form',
          auxiliary,
          law: guard ? 'ideal-switch' : smooth ? 'smooth' : 'unilateral',
          ...(beginsRelay && { beginsRelay }),
        });
      });
    }
  }

  #stamp(branch: Branch, index: number): void {
    const own = this.#numbering.currentUnknown[index] as number;
    const { w: A, u: F } = this.#state;
    if (own >= 0) addLeaving(this.#numbering, A, branch, own, 1);
    switch (branch.kind) {
      case 'resistance':
        addVoltage(this.#numbering, A, this.#numbering.node(branch.a), branch, 1 / branch.resistance);
        addVoltage(this.#numbering, A, this.#numbering.node(branch.b), branch, -1 / branch.resistance);
        return;
      case 'voltage':
        addVoltage(this.#numbering, A, own, branch, 1);
        addInput(F, own, this.#numbering.inputs.source(branch.name, branch.signal), -1);
        return;
      case 'current': {
        const term = this.#numbering.inputs.source(branch.name, branch.signal);
        addInput(F, this.#numbering.node(branch.a), term, 1);
        addInput(F, this.#numbering.node(branch.b), term, -1);
        return;
      }
      case 'capacitance':
        addVoltage(this.#numbering, this.#M, own, branch, 1);
        A.add(own, own, 1 / branch.capacitance);
        this.#storage.push({ branch: index, row: own, coefficient: branch.capacitance, quantity: 'v' });
        return;
      case 'inductance':
        this.#stampInductance(branch, index, own);
        return;
      case 'controlled':
        this.#stampControlled(branch, index, own);
        return;
      case 'unilateral':
      case 'ideal-switch':
        this.#stampIdeal(branch, index, own);
    }
  }

  #stampInductance(branch: InductanceBranch, index: number, own: number): void {
    const { w: A } = this.#state;
    const group = this.#groups.get(index);
    const row: StorageRow = { branch: index, row: own, coefficient: branch.inductance, quantity: 'i' };
    if (!group) {
      this.#M.add(own, own, 1);
      addVoltage(this.#numbering, A, own, branch, 1 / branch.inductance);
      this.#storage.push(row);
      return;
    }
    const { members, L, inverse, turns } = group;
    const k = members.indexOf(index);
    if (inverse) {
      this.#M.add(own, own, 1);
      members.forEach((member, j) => {
        const other = this.#branches[member] as Branch;
        addVoltage(this.#numbering, A, own, other, entry(inverse, members.length, k, j));
      });
      this.#storage.push(row);
      return;
    }
    if (turns) {
      members.forEach((member, j) => {
        this.#M.add(own, this.#numbering.currentUnknown[member] as number, turns[j] as number);
      });
      const first = entry(L, members.length, 0, 0);
      const turn = turns[k] as number;
      const { hi, lo } = new DoubleDoubleSum().add(1 / first, 0).divide(turn, 0);
      addVoltage(this.#numbering, A, own, branch, hi);
      addVoltage(this.#numbering, A, own, branch, lo);
      const combined = { inductance: turn * first, branch: members[0] as number, isOfTurns: true };
      this.#storage.push({ ...row, combined });
      return;
    }
    members.forEach((member, j) => {
      const ratio = entry(L, members.length, k, j) / branch.inductance;
      if (ratio !== 0) this.#M.add(own, this.#numbering.currentUnknown[member] as number, ratio);
    });
    addVoltage(this.#numbering, A, own, branch, 1 / branch.inductance);
    this.#storage.push({
      ...row,
      combined: { inductance: branch.inductance, branch: index, isOfTurns: false },
    });
  }

  #stampControlled(branch: ControlledBranch, index: number, own: number): void {
    if (branch.output === 'voltage') addVoltage(this.#numbering, this.#state.w, own, branch, 1);
    else this.#state.w.add(own, own, 1);
    addForm(this.#numbering, this.#state, own, branch.form, index, -1);
    branch.auxiliaries?.forEach(({ y, guard, smooth }, k) => {
      this.#nameInputs([...(guard ? [guard.control] : []), ...(smooth?.arguments ?? [])]);
      addForm(this.#numbering, this.#output, (this.#numbering.rowOfBranch[index] as number) + k, y, index, 1);
    });
  }

  /** Controls and arguments of functions may need inputs that drive nothing. */
  #nameInputs(forms: readonly LinearForm[]): void {
    for (const term of forms.flatMap(({ terms }) => terms)) {
      if (term.quantity === 'signal' && !term.signal.constant) {
        this.#numbering.inputs.source(term.name, term.signal);
      }
    }
  }

  #stampIdeal(branch: UnilateralBranch | IdealSwitchBranch, index: number, own: number): void {
    const row = this.#numbering.rowOfBranch[index] as number;
    if (branch.kind === 'ideal-switch') this.#nameInputs([branch.control]);
    const threshold = this.#numbering.inputs.constant(branch.kind === 'unilateral' ? branch.threshold : 0);
    if (own >= 0) {
      addVoltage(this.#numbering, this.#state.w, own, branch, 1);
      if (branch.resistance !== 0) this.#state.w.add(own, own, -branch.resistance);
      addInput(this.#state.u, own, threshold, -1);
      this.#state.lambda.add(own, row, 1);
      this.#output.w.add(row, own, 1);
      return;
    }
    addLeaving(this.#numbering, this.#state.lambda, branch, row, 1);
    addVoltage(this.#numbering, this.#output.w, row, branch, -1);
    if (branch.resistance !== 0) this.#output.lambda.add(row, row, branch.resistance);
    addInput(this.#output.u, row, threshold, 1);
  }
}
