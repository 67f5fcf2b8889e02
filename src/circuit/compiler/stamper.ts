/**
 * Stamps of voltages, currents and forms into rows of the descriptor. A row lies in one of two blocks of three matrices,
 * (A, B, F) of M w' = A w + B lambda + F u or (C, D, E) of y = C w + D lambda + E u; what an unknown w, a multiplier
 * or an input carries goes into the first, second or third.
 */
import { decimalRest } from '../../numerics/dense/decimal-rest.js';
import { DoubleDoubleSum } from '../../numerics/dense/double-double.js';
import type { Triplets } from '../../numerics/sparse/sparse-matrix.js';
import type { InputTable, InputTerm } from './inputs.js';
import type { Branch, FormTerm, LinearForm, SmoothBranch } from '../primitives.js';

/** The matrices that one row lies in. */
export interface RowBlock {
  readonly w: Triplets;
  readonly lambda: Triplets;
  readonly u: Triplets;
}

/** What a stamp has to know of the numbering. */
export interface Numbering {
  readonly branches: readonly Branch[];
  /** Branch indices of each element. */
  readonly branchesOf: ReadonlyMap<string, readonly number[]>;
  /** Unknown of a node's voltage and row of its current law; -1 for ground. */
  readonly node: (name: string) => number;
  readonly currentUnknown: Int32Array;
  readonly rowOfBranch: Int32Array;
  readonly inputs: InputTable;
}

/** The ends of a branch or of a control. */
type Ends = Pick<Branch, 'a' | 'b'>;

/** Adds factor (v_a - v_b) to a row. */
export function addVoltage(
  { node }: Pick<Numbering, 'node'>,
  target: Triplets,
  row: number,
  { a, b }: Ends,
  factor: number,
): void {
  const [nodeA, nodeB] = [node(a), node(b)];
  if (row < 0 || nodeA === nodeB) return;
  if (nodeA >= 0) target.add(row, nodeA, factor);
  if (nodeB >= 0) target.add(row, nodeB, -factor);
}

/** Adds factor times column to the current laws of both ends: a current that leaves a and enters b. */
export function addLeaving(
  { node }: Pick<Numbering, 'node'>,
  target: Triplets,
  { a, b }: Ends,
  column: number,
  factor: number,
): void {
  const [nodeA, nodeB] = [node(a), node(b)];
  if (nodeA === nodeB) return;
  if (nodeA >= 0) target.add(nodeA, column, factor);
  if (nodeB >= 0) target.add(nodeB, column, -factor);
}

/** Adds factor times an input to a row. */
export function addInput(
  target: Triplets,
  row: number,
  { input, coefficient }: InputTerm,
  factor: number,
): void {
  if (row >= 0 && coefficient !== 0) target.add(row, input, factor * coefficient);
}

/** Adds factor times a form to a row; auxiliary terms are those of branch `own`. */
export function addForm(
  numbering: Numbering,
  block: RowBlock,
  row: number,
  form: LinearForm,
  own: number,
  factor: number,
): void {
  const { inputs } = numbering;
  if (form.constant !== 0) addInput(block.u, row, inputs.constant(form.constant), factor);
  for (const term of form.terms) addTerm(numbering, block, row, term, own, factor * term.gain);
}

function addTerm(
  numbering: Numbering,
  block: RowBlock,
  row: number,
  term: FormTerm,
  own: number,
  factor: number,
): void {
  switch (term.quantity) {
    case 'voltage':
      for (const part of partsOf(factor)) addVoltage(numbering, block.w, row, term, part);
      return;
    case 'signal':
      addInput(block.u, row, numbering.inputs.source(term.name, term.signal), factor);
      return;
    case 'auxiliary': {
      const { branch } = term;
      const holder = branch === undefined ? own : numbering.branches.findIndex(({ name }) => name === branch);
      block.lambda.add(row, (numbering.rowOfBranch[holder] as number) + term.index, factor);
      return;
    }
    case 'current':
      for (const index of numbering.branchesOf.get(term.element) ?? []) {
        const reversed = numbering.branches[index]?.reversed === true;
        addBranchCurrent(numbering, block, row, index, reversed ? -factor : factor);
      }
  }
}

function addBranchCurrent(
  numbering: Numbering,
  block: RowBlock,
  row: number,
  index: number,
  factor: number,
): void {
  const branch = numbering.branches[index];
  const own = numbering.currentUnknown[index] as number;
  if (own >= 0) for (const part of partsOf(factor)) block.w.add(row, own, part);
  else if (branch?.kind === 'resistance') {
    // The conductance is the number that the laws of currents have.
    const [gain = 0, rest = 0] = partsOf(factor);
    const { hi, lo } = new DoubleDoubleSum().addProduct(gain, rest, 1 / branch.resistance, 0);
    for (const part of [hi, lo]) addVoltage(numbering, block.w, row, branch, part);
  } else if (branch?.kind === 'current') {
    addInput(block.u, row, numbering.inputs.source(branch.name, branch.signal), factor);
  } else {
    block.lambda.add(row, numbering.rowOfBranch[index] as number, factor);
  }
}

/** A gain as its user wrote it: the double, and what that leaves of the decimal. */
function partsOf(gain: number): readonly number[] {
  const rest = decimalRest(gain);
  return rest ? [gain, rest] : [gain];
}

/** Returns the branch indices of each element. */
export function branchesByElement(branches: readonly SmoothBranch[]): ReadonlyMap<string, readonly number[]> {
  const map = new Map<string, number[]>();
  branches.forEach(({ element }, index) => {
    const list = map.get(element);
    if (list) list.push(index);
    else map.set(element, [index]);
  });
  return map;
}
