/**
 * Where a sparse system starts.
 *
 * Under `uic`: what capacitors and inductors store by `ic=`, else by the node voltages of `.ic`, else nothing; the first step
 * takes that over, row by row. Without: the operating point, the same branches with d/dt = 0, nodes of `.ic` and elements that
 * are held (integrals, currents of `.ic`, with Xyce's `ic=` all) fixed by sources. Those stand behind all others, so that the
 * first unknowns of the operating point are those of the transient.
 *
 * Coils that close a loop with sources and others share its current by a resistance so small that its voltage is none.
 */
import { evaluatorOf, type LocalGroup, type LocalLaw } from '../../kernel/modeling/laws/local-law.js';
import type {
  Branch,
  CapacitanceBranch,
  InductanceBranch,
  LawBranch,
  NodeVoltage,
  SmoothBranch,
} from '../primitives.js';
import { type CoilLoop, coilLoops } from './driven-coils.js';
import { buildSparseModel, type SparseModel, type SparseTolerances } from './sparse-model.js';
import { type SparseNumbering, visitRates } from './sparse-numbering.js';
import { heldNode, holdingSource, yieldingNode } from '../compiler/held-node.js';
import { DisjointSets, ground } from '../compiler/tree.js';
import { VoltageConstraints } from '../compiler/voltage-constraints.js';

/** Q z + sum q_e from the given initial values, row by row. */
export function storedAtStart(
  { numbering, system }: SparseModel,
  nodeVoltages: ReadonlyMap<string, number>,
): Float64Array {
  const stored = new Float64Array(system.size);
  const add = (row: number, value: number): void => {
    if (row >= 0) stored[row] = (stored[row] as number) + value;
  };
  const { branches, currentUnknown, branchNamed, couplings, node } = numbering;
  branches.forEach((branch, index) => {
    const own = currentUnknown[index] as number;
    if (branch.kind === 'capacitance') {
      const charge = branch.capacitance * initialVoltage(branch, nodeVoltages);
      if (own >= 0) add(own, charge);
      else {
        add(node(branch.a), charge);
        add(node(branch.b), -charge);
      }
    } else if (branch.kind === 'inductance' && !couplings.followed.has(index)) {
      add(own, branch.inductance * (branch.initial ?? 0));
      for (const { branch: name, inductance } of branch.mutual ?? []) {
        const other = branches[branchNamed.get(name) ?? -1];
        if (other?.kind === 'inductance') add(own, inductance * (other.initial ?? 0));
      }
    }
  });
  const z = givenAtStart(numbering, nodeVoltages);
  const voltageOf = (name: string): number => nodeVoltages.get(name) ?? 0;
  const lawBranches = new Map<LocalLaw, LawBranch[]>();
  branches.forEach((branch, index) => {
    if (branch.kind !== 'law') return;
    const alike = lawBranches.get(branch.law);
    if (alike) alike.push(branch);
    else lawBranches.set(branch.law, [branch]);
    const starts = branch.startsFrom?.(voltageOf) ?? voltageOf;
    const at = (read: number): number => starts(branch.reads[read] ?? ground);
    visitRates(numbering, index, (row, [from, to], farads) => {
      add(row, farads * (at(from) - at(to)));
    });
  });
  for (const group of system.groups)
    addCharges(group, { z, size: system.size, branches: lawBranches.get(group.law), voltageOf }, add);
  return stored;
}

/** Near which the first point is looked for: what `.ic` gives, and the nodes that capacitors tie to these and to ground. */
export function guessAtStart(
  { numbering }: SparseModel,
  nodeVoltages: ReadonlyMap<string, number>,
): Float64Array {
  const z = givenAtStart(numbering, nodeVoltages);
  type Held = Pick<CapacitanceBranch, 'a' | 'b' | 'initial' | 'startsFrom'>;
  const at = new Map<string, Held[]>();
  const note = (held: Held): void => {
    for (const node of [held.a, held.b]) {
      const known = at.get(node);
      if (known) known.push(held);
      else at.set(node, [held]);
    }
  };
  for (const branch of numbering.branches) {
    if (branch.kind === 'law' && branch.startsFrom) {
      const volts = branch.startsFrom((node) => nodeVoltages.get(node) ?? 0);
      const [a = ground] = branch.reads;
      for (const b of branch.reads.slice(1)) note({ a, b, initial: volts(a) - volts(b) });
    }
    if (branch.kind !== 'capacitance') continue;
    note(branch);
    if (branch.startsWith) note(branch.startsWith);
  }
  const known = new Set([ground, ...nodeVoltages.keys()]);
  for (const node of known) {
    // What is added while a set is walked is walked too.
    for (const branch of at.get(node) ?? []) {
      const [other, sign] = branch.a === node ? [branch.b, -1] : [branch.a, 1];
      if (known.has(other)) continue;
      known.add(other);
      const unknown = numbering.node(other);
      if (unknown >= 0)
        z[unknown] = (z[numbering.node(node)] ?? 0) + sign * initialVoltage(branch, nodeVoltages);
    }
  }
  return z;
}

/** The unknowns as `.ic` gives them, all others 0. */
function givenAtStart(
  { origins, node }: SparseNumbering,
  nodeVoltages: ReadonlyMap<string, number>,
): Float64Array {
  const z = new Float64Array(origins.length);
  for (const [name, value] of nodeVoltages) {
    const unknown = node(name);
    if (unknown >= 0) z[unknown] = value;
  }
  return z;
}

function initialVoltage(
  branch: Pick<CapacitanceBranch, 'a' | 'b' | 'initial' | 'startsFrom'>,
  nodeVoltages: ReadonlyMap<string, number>,
): number {
  const voltageOf = (node: string): number => nodeVoltages.get(node) ?? 0;
  const { a, b, initial, startsFrom } = branch;
  return initial ?? startsFrom?.(voltageOf) ?? voltageOf(a) - voltageOf(b);
}

/** Where laws start: at the unknowns z, or where the branch of an instance says. */
interface GivenVoltages {
  readonly z: Float64Array;
  readonly size: number;
  /** The branches of the instances; absent: they are of a smooth function. */
  readonly branches: readonly LawBranch[] | undefined;
  readonly voltageOf: NodeVoltage;
}

function addCharges(
  group: LocalGroup,
  { z, size, branches, voltageOf }: GivenVoltages,
  add: (row: number, value: number) => void,
): void {
  const { law, count, rows } = group;
  if (!law.stores.includes(1)) return;
  let starts: Float64Array | undefined;
  const valueOf = (read: number, j: number): number =>
    starts ? (starts[j] ?? 0) : read < size ? (z[read] as number) : 0;
  const { point, evaluate } = evaluatorOf(group, valueOf);
  for (let k = 0; k < count; k++) {
    const branch = branches?.[k];
    const own = branch?.startsFrom?.(voltageOf);
    starts = own && Float64Array.from(branch?.reads ?? [], own);
    evaluate(k);
    for (let i = 0; i < law.rows; i++) add(rows[k * law.rows + i] as number, point.q[i] as number);
  }
}

/** What the operating point holds beside the circuit's own sources. */
export interface HeldQuantities {
  /** `.ic` of nodes. */
  readonly nodes: ReadonlyMap<string, number>;
  /** Every `ic=` holds, as Xyce means it without `uic`. */
  readonly elements: boolean;
  /** Coils share the current of a loop in which controlled sources are too: of those the control may decide it otherwise. */
  readonly shares?: true;
}

/** Ohms by which coils that close loops share their current. */
const sharing = 1e-9;

/**
 * Returns the system of the operating point; its first unknowns are those of the branches' own system `moving`, which it is
 * where nothing is held and no branch is another one at rest.
 */
export function operatingPointModel(
  moving: SparseModel,
  { nodes, elements, shares }: HeldQuantities,
  tolerances: SparseTolerances,
  /** What lies beside the branches at rest alone. */
  leaks: readonly Branch[] = [],
): {
  readonly model: SparseModel;
  /** Nodes of `.ic` that sources fix already. */ readonly idle: readonly string[];
  /** Those that give way to controlled sources. */ readonly yielding: readonly string[];
  /** Something is held that moves once it is let go. */ readonly held: boolean;
  /** Coils that sources may drive without end. */ readonly coilLoops: readonly CoilLoop[];
} {
  const { branches } = moving.numbering;
  const isHeld = (branch: CapacitanceBranch | InductanceBranch): boolean =>
    branch.initial !== undefined && (elements || branch.held === true);
  const differs = branches.some(
    (branch) =>
      branch.kind === 'inductance' ||
      (branch.kind === 'capacitance' && isHeld(branch)) ||
      (branch.kind === 'current' && branch.delayed !== undefined),
  );
  if (nodes.size === 0 && !differs && leaks.length === 0)
    return { model: moving, idle: [], yielding: [], held: false, coilLoops: [] };
  const fixed = new FixedVoltages(branches);
  const holds: Branch[] = [];
  const idle: string[] = [];
  const held = [...nodes].filter(([name]) => fixed.join(name, ground) || void idle.push(name));
  const isKnown = (node: string): boolean => fixed.groupOf(node) === fixed.groupOf(ground);
  const isDriven = branches.some(
    (branch) =>
      branch.kind === 'controlled' && branch.output === 'voltage' && isKnown(branch.a) && isKnown(branch.b),
  );
  const holdOf = isDriven ? yieldingNode : heldNode;
  holds.push(...held.map(([name, value]) => holdOf(name, value)));
  const loops = coilsInLoops(branches, shares);
  const prescribed = new VoltageConstraints([...branches, ...holds]);
  const still = branches.map((branch, index): SmoothBranch => {
    if (branch.kind === 'ideal-switch' && branch.strikes) return { ...branch, initially: 'off' };
    if (branch.kind === 'inductance') return stillCoil(branch, elements, loops.has(index));
    if (branch.kind !== 'capacitance' || branch.initial === undefined) return branch;
    if (!(elements || branch.held === true)) return branch;
    if (prescribed.add(branch.a, branch.b))
      holds.push(holdingSource(`ic ${branch.name}`, branch, branch.initial));
    return branch;
  });
  const { currentUnknown, couplings, rates } = moving.numbering;
  const ownCurrents = new Set(
    branches.flatMap(({ kind }, index) =>
      kind === 'inductance' || (currentUnknown[index] as number) >= 0 ? [index] : [],
    ),
  );
  const alike = { ownCurrents, followed: couplings.followed, held: rates.held };
  const { logic } = moving.system;
  const coils = branches.some((branch) => branch.kind === 'inductance' && isHeld(branch));
  return {
    model: buildSparseModel([...still, ...holds, ...leaks], tolerances, alike, logic),
    ...{ idle, yielding: isDriven ? held.map(([name]) => name) : [], held: coils || holds.length > 0 },
    coilLoops: coilLoops(branches, holds, (branch) => isHeld(branch)),
  };
}

/** A coil at rest: a current that is held, a short, or where it closes a loop nearly one; its current stays an unknown. */
function stillCoil(branch: InductanceBranch, all: boolean, inLoop: boolean): Branch {
  const { name, element, a, b, initial } = branch;
  if (initial !== undefined && (all || branch.held === true)) {
    const form = { constant: initial, terms: [] };
    return { kind: 'controlled', name, element, a, b, output: 'current', form };
  }
  if (!inLoop) return branch;
  const control = { constant: 1, terms: [] };
  return {
    kind: 'ideal-switch',
    name,
    element,
    a,
    b,
    resistance: sharing,
    control,
    on: 0,
    off: 0,
    initially: 'on',
  };
}

/** Indices of coils in groups of nodes in which coils and sources close loops. */
function coilsInLoops(branches: readonly SmoothBranch[], shares = false): ReadonlySet<number> {
  const fixed = new FixedVoltages(branches);
  for (const branch of shares ? branches : [])
    if (branch.kind === 'controlled' && branch.output === 'voltage') fixed.join(branch.a, branch.b);
  const looped = new Set<string>();
  const coils = branches.flatMap((branch, index) =>
    branch.kind === 'inductance' ? [{ branch, index }] : [],
  );
  const closing = coils.filter(({ branch }) => !fixed.join(branch.a, branch.b));
  if (closing.length === 0) return new Set();
  const groupOf = (node: string): string => String(fixed.groupOf(node));
  for (const { branch } of closing) looped.add(groupOf(branch.a));
  return new Set(coils.filter(({ branch }) => looped.has(groupOf(branch.a))).map(({ index }) => index));
}

/** Nodes whose differences of voltage ideal sources fix. */
class FixedVoltages {
  readonly #index = new Map<string, number>([[ground, 0]]);
  readonly #sets: DisjointSets;

  constructor(branches: readonly SmoothBranch[]) {
    for (const { a, b } of branches)
      for (const node of [a, b]) if (!this.#index.has(node)) this.#index.set(node, this.#index.size);
    this.#sets = new DisjointSets(this.#index.size);
    for (const { kind, a, b } of branches) if (kind === 'voltage') this.join(a, b);
  }

  /** Notes that the voltage between two nodes is fixed; false where it was already. */
  join(a: string, b: string): boolean {
    const [one, other] = [this.#index.get(a), this.#index.get(b)];
    return one !== undefined && other !== undefined && this.#sets.join(one, other);
  }

  groupOf(node: string): number {
    return this.#sets.find(this.#index.get(node) ?? 0);
  }
}
