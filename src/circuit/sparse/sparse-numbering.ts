/**
 * Unknowns and rows of modified nodal analysis, for circuits of any size. Unknown k stands beside row k:
 *
 *     voltage of a node                                 Kirchhoff's current law there
 *     current of a V source, an inductor, a controlled voltage, an ideal element    law of the branch
 *     current of any other branch that some form reads, and that is no form of other unknowns       its law
 *     current of a capacitance in a group of nodes that floats (`floating-capacitances.ts`)         its law
 *     current of a small resistance in a group that only junctions tie (`loose-nodes.ts`)           its law
 *     magnetizing current of coils coupled by 1 (`perfect-couplings.ts`)    that it is the sum of theirs
 *     multiplier of an auxiliary row                    that row
 *     rate that smooth laws have (`shared-rates.ts`)    that rate is the one of its voltage
 *
 * Other resistances, current sources, capacitances and controlled currents have no unknown of their own. Cost: O(branches).
 */
import { NameNumbers } from '../../base/name-numbers.js';
import { InputTable } from '../compiler/inputs.js';
import type { SmoothBranch, FormTerm, LinearForm } from '../primitives.js';
import { branchesByElement } from '../compiler/stamper.js';
import { ground } from '../compiler/tree.js';
import { formsOf } from '../forms-of.js';
import { heldNodes, SharedRates } from './shared-rates.js';
import { displacementSuffix } from '../../netlist/node-domains.js';
import { floatingCapacitances } from './floating-capacitances.js';
import { type FollowedCoil, followedCoils, PerfectCouplings } from './perfect-couplings.js';

/** What an unknown is and what its row says. */
export interface UnknownOrigin {
  readonly quantity: 'v' | 'i' | 'auxiliary';
  /** Node, or branch. */
  readonly name: string;
  /** Unit of the unknown, and of its row. */
  readonly unit: UnknownUnit;
  readonly rowUnit: UnknownUnit;
}

/** 'm': of a displacement at rest, a rotor's in radians; '': a number, such as the share of a relay. */
export type UnknownUnit = 'V' | 'A' | 'm' | '';

export interface SparseNumbering {
  readonly branches: readonly SmoothBranch[];
  /** Indices of the few that are neither smooth laws nor resistances nor capacitances, rising. */
  readonly others: readonly number[];
  /** Branch indices of each element, and of each name. */
  readonly branchesOf: ReadonlyMap<string, readonly number[]>;
  readonly branchNamed: ReadonlyMap<string, number>;
  /** Names of nodes without ground: unknown k is the voltage of node k. */
  readonly nodes: readonly string[];
  /** Unknown of a node's voltage and row of its current law; -1 for ground. */
  readonly node: (name: string) => number;
  readonly hasNode: (name: string) => boolean;
  /** Of each branch the unknowns of a and b. */
  readonly firstNode: Int32Array;
  readonly secondNode: Int32Array;
  /** Of branch k the nodes that its law reads and has rows of, each by itself: lawNodes[lawStart[k] .. lawStart[k+1]). */
  readonly lawStart: Int32Array;
  readonly lawNodes: Int32Array;
  /** Of each branch the unknown that is its current, -1 where that is a form of others. */
  readonly currentUnknown: Int32Array;
  /** Of each branch the unknown of its first auxiliary row, -1 where it has none. */
  readonly firstAuxiliary: Int32Array;
  readonly rates: SharedRates;
  readonly origins: readonly UnknownOrigin[];
  /** Coils coupled by 1. */
  readonly couplings: PerfectCouplings;
  /** u; input 0 is always 1. */
  readonly inputs: InputTable;
}

/** What a numbering takes from another one whose first unknowns are its own. */
export interface NumberedAlike {
  /** Branches that have unknowns for their currents. */
  readonly ownCurrents: ReadonlySet<number>;
  readonly followed: ReadonlyMap<number, FollowedCoil>;
  /** Nodes that sources hold (`shared-rates.ts`). */
  readonly held: Uint8Array;
}

/** Numbers the unknowns of branches; those of `ownCurrents`, else capacitances that float, have one for their current whatever they are. */
export function numberUnknowns(branches: readonly SmoothBranch[], alike?: NumberedAlike): SparseNumbering {
  // Ground is number 0, and unknown k the voltage of node k + 1.
  const names = new NameNumbers([ground]);
  const origins: UnknownOrigin[] = [];
  const addNode = (name: string): number => {
    const k = names.add(name) - 1;
    if (k === origins.length) origins.push({ quantity: 'v', name, unit: acrossUnit(name), rowUnit: 'A' });
    return k;
  };
  const nodeOf = (name: string): number => Math.max(-1, names.find(name) - 1);
  const firstNode = new Int32Array(branches.length);
  const secondNode = new Int32Array(branches.length);
  const lawStart = new Int32Array(branches.length + 1);
  let ends = 0;
  for (const branch of branches) if (branch.kind === 'law') ends += branch.reads.length + branch.rows.length;
  const lawNodes = new Int32Array(ends);
  let end = 0;
  const others: number[] = [];
  branches.forEach((branch, index) => {
    const { kind } = branch;
    const isLaw = branch.kind === 'law';
    if (!isLaw && kind !== 'resistance' && kind !== 'capacitance') others.push(index);
    if (isLaw) {
      // Rows are numbered first.
      for (let k = 0; k < branch.rows.length; k++) addNode(branch.rows[k] as string);
      for (let k = 0; k < branch.reads.length; k++) lawNodes[end++] = addNode(branch.reads[k] as string);
      for (let k = 0; k < branch.rows.length; k++) lawNodes[end++] = addNode(branch.rows[k] as string);
    }
    lawStart[index + 1] = end;
    firstNode[index] = isLaw ? nodeOf(branch.a) : addNode(branch.a);
    secondNode[index] = isLaw ? nodeOf(branch.b) : addNode(branch.b);
  });
  const nodes = origins.map(({ name }) => name);
  const read = carriersRead(branches);
  const own = alike?.ownCurrents ?? floatingCapacitances(branches, nodes.length, firstNode, secondNode);
  const currentUnknown = new Int32Array(branches.length).fill(-1);
  const firstAuxiliary = new Int32Array(branches.length).fill(-1);
  const held = alike?.held ?? heldNodes(branches, nodes.length, firstNode, secondNode);
  const rates = new SharedRates(branches.length, held);
  const couplings = new PerfectCouplings(alike?.followed ?? followedCoils(branches));
  branches.forEach((branch, index) => {
    if (own.has(index) || hasOwnCurrent(branch, read)) {
      currentUnknown[index] = origins.length;
      origins.push({ quantity: 'i', name: branch.name, unit: 'A', rowUnit: lawUnit(branch) });
    }
    if (couplings.leads(index)) {
      const unknown = origins.length;
      origins.push({ quantity: 'auxiliary', name: `${branch.name}:magnetizing`, unit: 'A', rowUnit: 'A' });
      couplings.number(index, unknown);
    }
    if (branch.kind === 'law' && branch.law.rates) {
      const read = lawNodes.subarray(lawStart[index], lawStart[index + 1]);
      rates.number(index, branch, read, (rate) => {
        const name = `${branch.name}:${rate + 1}`;
        return origins.push({ quantity: 'auxiliary', name, unit: '', rowUnit: 'A' }) - 1;
      });
    }
    if (branch.kind !== 'controlled' || !branch.auxiliaries) return;
    firstAuxiliary[index] = origins.length;
    branch.auxiliaries.forEach((row, k) => {
      const unit = row.beginsRelay ? '' : unitOf(row.smooth ? branch.form : row.y, branch);
      // Of a relay: s in [0, 1] beside the excess p - g, then p beside 1 - s.
      const second = branch.auxiliaries?.[k - 1]?.beginsRelay === true;
      const rowUnit = row.beginsRelay ? unitOf(row.y, branch) : second ? '' : unit;
      origins.push({ quantity: 'auxiliary', name: `${branch.name}:${k + 1}`, unit, rowUnit });
    });
  });
  couplings.complete(currentUnknown);
  let byElement: ReadonlyMap<string, readonly number[]> | undefined;
  let byName: ReadonlyMap<string, number> | undefined;
  return {
    ...{ branches, others },
    // Made where a form asks: few circuits do.
    get branchesOf() {
      return (byElement ??= branchesByElement(branches));
    },
    get branchNamed() {
      return (byName ??= new Map(branches.map(({ name }, index) => [name, index])));
    },
    nodes,
    ...{ firstNode, secondNode, lawStart, lawNodes },
    node: nodeOf,
    hasNode: (name) => names.has(name),
    currentUnknown,
    firstAuxiliary,
    rates,
    origins,
    couplings,
    inputs: new InputTable(true),
  };
}

/** Adds the unknowns that the smooth law of branch `index` reads to a list: its nodes, -1 for ground, then its rates. */
export function addLawReads(numbering: SparseNumbering, index: number, list: number[]): void {
  const { branches, lawStart, lawNodes, rates } = numbering;
  const branch = branches[index];
  if (branch?.kind !== 'law') return;
  const from = lawStart[index] as number;
  for (let k = 0; k < branch.reads.length; k++) list.push(lawNodes[from + k] as number);
  const count = branch.law.rates?.between.length ?? 0;
  for (let k = 0; k < count; k++) list.push(rates.unknown(index, k));
}

/** Calls `visit` with the row of each rate that the smooth law of branch `index` reads, which of its reads its voltage is between, and its farads. */
export function visitRates(
  { branches, rates }: Pick<SparseNumbering, 'branches' | 'rates'>,
  index: number,
  visit: (row: number, between: readonly [from: number, to: number], farads: number) => void,
): void {
  const branch = branches[index];
  if (branch?.kind !== 'law' || !branch.law.rates) return;
  const { between, farads } = branch.law.rates;
  const weight = farads(branch.parameters, 0);
  between.forEach((ends, k) => {
    visit(rates.unknown(index, k), ends, weight);
  });
}

/** Adds the rows of the smooth law of branch `index` to a list: its nodes, -1 for ground. */
export function addLawRows(numbering: SparseNumbering, index: number, list: number[]): void {
  const { branches, lawStart, lawNodes } = numbering;
  const branch = branches[index];
  if (branch?.kind !== 'law') return;
  const from = (lawStart[index] as number) + branch.reads.length;
  for (let k = 0; k < branch.rows.length; k++) list.push(lawNodes[from + k] as number);
}

/** Elements whose currents some form reads. */
function carriersRead(branches: readonly SmoothBranch[]): ReadonlySet<string> {
  const read = new Set<string>();
  for (const branch of branches) {
    if (branch.kind === 'law' || branch.kind === 'resistance') continue;
    for (const form of formsOf(branch)) {
      for (const term of form.terms) if (term.quantity === 'current') read.add(term.element);
    }
  }
  return read;
}

function hasOwnCurrent(branch: SmoothBranch, read: ReadonlySet<string>): boolean {
  switch (branch.kind) {
    case 'voltage':
    case 'inductance':
    case 'unilateral':
    case 'ideal-switch':
      return true;
    case 'controlled':
      return branch.output === 'voltage' || read.has(branch.element);
    case 'capacitance':
    case 'law':
      return read.has(branch.element);
    case 'current':
      // At rest the wave of either end of a line follows from that of the other.
      return branch.delayed !== undefined;
    case 'resistance':
      return branch.carried === true;
  }
}

/** Unit of the row that says a branch's law. */
function lawUnit({ kind, ...branch }: SmoothBranch): UnknownUnit {
  if (kind === 'capacitance' || kind === 'current' || kind === 'law') return 'A';
  if ('output' in branch && branch.output === 'current') return 'A';
  return acrossUnit(branch.a === ground ? branch.b : branch.a);
}

/** Unit of what is across from a node to ground. */
function acrossUnit(node: string): UnknownUnit {
  return node.endsWith(displacementSuffix) ? 'm' : 'V';
}

/** The unit of a form: that of its first voltage or current, else that of the branch's output. */
function unitOf({ terms }: LinearForm, { kind, ...branch }: SmoothBranch): UnknownUnit {
  const known = terms.find(({ quantity }) => quantity === 'voltage' || quantity === 'current');
  if (known) return unitOfTerm(known);
  if (kind !== 'controlled' || !('output' in branch)) return '';
  return branch.output === 'voltage' ? 'V' : 'A';
}

function unitOfTerm({ quantity }: FormTerm): UnknownUnit {
  return quantity === 'voltage' ? 'V' : 'A';
}
