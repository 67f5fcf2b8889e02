/**
 * Modified nodal analysis into a descriptor system in triplets:
 *
 *     M w' = A w + B lambda + F u,      y = C w + D lambda + E u
 *
 * w: node voltages without ground, then the currents of V sources, capacitors, inductors and tree ideal elements.
 * Rows, in this order:
 *
 *     node n:            0 = sum of currents that leave n (resistances as conductances)
 *     V source:          0 = v_a - v_b - s
 *     capacitor:         v_a' - v_b' = i_C / C
 *     inductor:          i_L' = (v_a - v_b) / L
 *     tree ideal:        0 = v_a - v_b - r i - V0 + lambda,   y = i
 *
 * A link ideal element adds lambda to the node rows, and y = -(v_a - v_b) + V0 + r lambda. Storage rows are divided by
 * C and L, so that M holds 0 and +-1 only and its rank does not depend on units.
 * Cost: O(branches). Source: [Ho-Ruehli-Brennan 1975], [Vlach-Singhal 1994].
 */
import { Triplets } from '../numerics/sparse/sparse-matrix.js';
import type { Descriptor, MultiplierRow, Origin, StorageRow } from './compiled-circuit.js';
import { InputTable, type InputTerm } from './inputs.js';
import type { Branch, ContactBranch, UnilateralBranch } from './primitives.js';
import type { Tree } from './tree.js';

/** Builds the descriptor of branches with a tree chosen for them. */
export function buildDescriptor(branches: readonly Branch[], tree: Tree): Descriptor {
  return new DescriptorBuilder(branches, tree).build();
}

/** A constant input is needed only where a constant other than 0 occurs. */
function needsConstant(branch: Branch): boolean {
  if (branch.kind === 'unilateral') return branch.threshold !== 0;
  if (branch.kind !== 'voltage' && branch.kind !== 'current') return false;
  return branch.signal.constant && branch.signal.value(0) !== 0;
}

class DescriptorBuilder {
  readonly #branches: readonly Branch[];
  readonly #tree: Tree;
  readonly #unknowns: Origin[];
  readonly #equations: Origin[];
  readonly #rows: MultiplierRow[] = [];
  readonly #storage: StorageRow[] = [];
  readonly #currentUnknown: Int32Array;
  readonly #rowOfBranch: Int32Array;
  readonly #inputs: InputTable;
  readonly #M = new Triplets();
  readonly #A = new Triplets();
  readonly #B = new Triplets();
  readonly #F = new Triplets();
  readonly #C = new Triplets();
  readonly #D = new Triplets();
  readonly #E = new Triplets();

  constructor(branches: readonly Branch[], tree: Tree) {
    this.#branches = branches;
    this.#tree = tree;
    this.#unknowns = tree.nodes.slice(1).map((name) => ({ quantity: 'v', name }));
    this.#equations = [...this.#unknowns.map(({ name }) => ({ quantity: 'i' as const, name }))];
    this.#currentUnknown = new Int32Array(branches.length).fill(-1);
    this.#rowOfBranch = new Int32Array(branches.length).fill(-1);
    this.#inputs = new InputTable(branches.some(needsConstant));
  }

  build(): Descriptor {
    this.#numberUnknowns();
    this.#branches.forEach((branch, index) => this.#stamp(branch, index));
    // Rows of capacitors stand before those of inductors: so do the states.
    this.#storage.sort((first, second) => first.row - second.row);
    return {
      branches: this.#branches,
      tree: this.#tree,
      unknowns: this.#unknowns,
      equations: this.#equations,
      rows: this.#rows,
      storage: this.#storage,
      currentUnknown: this.#currentUnknown,
      rowOfBranch: this.#rowOfBranch,
      inputs: this.#inputs,
      M: this.#M,
      A: this.#A,
      B: this.#B,
      F: this.#F,
      C: this.#C,
      D: this.#D,
      E: this.#E,
    };
  }

  /** Gives each branch with a current of its own an unknown and an equation of the same index. */
  #numberUnknowns(): void {
    const groups: ((branch: Branch, index: number) => boolean)[] = [
      ({ kind }) => kind === 'voltage',
      ({ kind }) => kind === 'capacitance',
      ({ kind }) => kind === 'inductance',
      ({ kind }, k) => (kind === 'unilateral' || kind === 'contact') && this.#tree.inTree[k] === true,
    ];
    for (const belongs of groups) {
      this.#branches.forEach((branch, index) => {
        if (!belongs(branch, index)) return;
        this.#currentUnknown[index] = this.#unknowns.length;
        this.#unknowns.push({ quantity: 'i', name: branch.name });
        this.#equations.push({ quantity: 'v', name: branch.name });
      });
    }
  }

  #stamp(branch: Branch, index: number): void {
    const own = this.#currentUnknown[index] as number;
    switch (branch.kind) {
      case 'resistance':
        this.#addVoltage(this.#A, this.#node(branch.a), branch, 1 / branch.resistance);
        this.#addVoltage(this.#A, this.#node(branch.b), branch, -1 / branch.resistance);
        return;
      case 'voltage':
        this.#addCurrent(this.#A, branch, own, 1);
        this.#addVoltage(this.#A, own, branch, 1);
        this.#addInput(this.#F, own, this.#inputs.source(branch.name, branch.signal), -1);
        return;
      case 'current': {
        const term = this.#inputs.source(branch.name, branch.signal);
        this.#addInput(this.#F, this.#node(branch.a), term, 1);
        this.#addInput(this.#F, this.#node(branch.b), term, -1);
        return;
      }
      case 'capacitance':
        this.#addCurrent(this.#A, branch, own, 1);
        this.#addVoltage(this.#M, own, branch, 1);
        this.#A.add(own, own, 1 / branch.capacitance);
        this.#storage.push({ branch: index, row: own, coefficient: branch.capacitance, quantity: 'v' });
        return;
      case 'inductance':
        this.#addCurrent(this.#A, branch, own, 1);
        this.#M.add(own, own, 1);
        this.#addVoltage(this.#A, own, branch, 1 / branch.inductance);
        this.#storage.push({ branch: index, row: own, coefficient: branch.inductance, quantity: 'i' });
        return;
      case 'unilateral':
      case 'contact':
        this.#stampIdeal(branch, index, own);
    }
  }

  #stampIdeal(branch: UnilateralBranch | ContactBranch, index: number, own: number): void {
    const row = this.#rows.length;
    const threshold = this.#inputs.constant(branch.kind === 'unilateral' ? branch.threshold : 0);
    const inTree = this.#tree.inTree[index] === true;
    this.#rowOfBranch[index] = row;
    this.#rows.push({
      branch: index,
      name: branch.name,
      multiplier: inTree ? 'voltage' : 'current',
      law: branch.kind,
    });
    if (inTree) {
      this.#addCurrent(this.#A, branch, own, 1);
      this.#addVoltage(this.#A, own, branch, 1);
      if (branch.resistance !== 0) this.#A.add(own, own, -branch.resistance);
      this.#addInput(this.#F, own, threshold, -1);
      this.#B.add(own, row, 1);
      this.#C.add(row, own, 1);
      return;
    }
    this.#addCurrent(this.#B, branch, row, 1);
    this.#addVoltage(this.#C, row, branch, -1);
    if (branch.resistance !== 0) this.#D.add(row, row, branch.resistance);
    this.#addInput(this.#E, row, threshold, 1);
  }

  /** Unknown of a node's voltage and row of its current law; -1 for ground. */
  #node(name: string): number {
    return (this.#tree.nodeIndex.get(name) ?? 0) - 1;
  }

  /** Adds factor (v_a - v_b) to a row. */
  #addVoltage(target: Triplets, row: number, { a, b }: Branch, factor: number): void {
    if (row < 0) return;
    const [nodeA, nodeB] = [this.#node(a), this.#node(b)];
    if (nodeA === nodeB) return;
    if (nodeA >= 0) target.add(row, nodeA, factor);
    if (nodeB >= 0) target.add(row, nodeB, -factor);
  }

  /** Adds factor times column to the current laws of both ends: a current that leaves a and enters b. */
  #addCurrent(target: Triplets, { a, b }: Branch, column: number, factor: number): void {
    const [nodeA, nodeB] = [this.#node(a), this.#node(b)];
    if (nodeA === nodeB) return;
    if (nodeA >= 0) target.add(nodeA, column, factor);
    if (nodeB >= 0) target.add(nodeB, column, -factor);
  }

  #addInput(target: Triplets, row: number, { input, coefficient }: InputTerm, factor: number): void {
    if (row >= 0 && coefficient !== 0) target.add(row, input, factor * coefficient);
  }
}
