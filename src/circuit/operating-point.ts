/**
 * The operating point: the same circuit with capacitors open, inductors short and delays 0, compiled in the same way to
 *
 *     y = D lambda + E u,      z = Zl lambda + Zu u
 *
 * (one LCP, which the caller solves) with z the capacitor voltages and inductor currents from which the transient starts.
 *
 * Tree order: V sources, nodes held by `.ic`, L (0 V), controlled voltages, ideal elements, R, controlled currents, C,
 * I sources: a controlled source may settle the current of an L or the voltage of a C by feedback. Where that leaves the
 * circuit undetermined, L comes behind controlled voltages: in a loop of a source, an L and a voltage that is 0 at rest
 * (a winding's) it is the current of L that nothing settles. Where that does not help either, each node leaks to ground,
 * and a note says so. An L that closes a loop takes 0 A at first, a C in the tree 0 V; then `selectLeastNorm` shares
 * currents of such loops and voltages of such cutsets by least norm (conventions: undetermined quantities). A loop of L with a V source, and a
 * cutset of C with an I source, have no operating point: errors.
 */
import { type Diagnostic, Diagnostics } from '../base/diagnostic.js';
import type { FlatCircuit } from '../netlist/flat-circuit.js';
import { type CircuitOptions, circuitOptionsFrom } from './circuit-options.js';
import type { CompileContext } from './compile.js';
import type { IdealSwitchGuard, ReducedSystem, SmoothRow } from './compiler/compiled-circuit.js';
import { listNames } from './diagnose.js';
import { deviceTable } from './devices/device-table.js';
import { reportDrivenCoil } from './driven-coil.js';
import { drivingSources } from './driving-sources.js';
import { emitBranches, type EmittedCircuit } from './emission.js';
import { decideComparisons } from './compiler/comparisons.js';
import { smoothRows } from './compiler/guards.js';
import { givesWay, heldNode, yieldingNode } from './compiler/held-node.js';
import { selectLeastNorm } from './compiler/min-norm-point.js';
import { reduceBranches } from './compiler/multiplier-choice.js';
import { scaled } from './behavioural/form-arithmetic.js';
import type { Branch } from './primitives.js';
import { constantSignal } from '../kernel/modeling/signals/constant-signal.js';
import {
  chooseTree,
  DisjointSets,
  fundamentalCutset,
  fundamentalLoop,
  ground,
  normalTreeOrder,
  type Oriented,
  type Tree,
} from './compiler/tree.js';
import { VoltageConstraints } from './compiler/voltage-constraints.js';

export interface OperatingPointSystem {
  /** n = 0; branches keep the indices of the transient circuit, held nodes follow behind them. */
  readonly system: ReducedSystem;
  readonly tree: Tree;
  readonly guards: readonly IdealSwitchGuard[];
  readonly smooth: readonly SmoothRow[];
  /** Branches that stand for a capacitor or an inductor: at rest the current of one is 0 and the voltage of the other, whichever source it is. */
  readonly resting: ReadonlyMap<number, 'capacitance' | 'inductance'>;
  /** Where a branch is written. */
  readonly spanOf?: EmittedCircuit['spanOf'];
  /** K: capacitors and inductors of the transient circuit. */
  readonly storageCount: number;
  /** z in the order of the transient circuit's `system.storage`: K x m and K x p, row-major. */
  readonly storageLambda: Float64Array;
  readonly storageU: Float64Array;
}

export interface OperatingPointCompilation {
  readonly compiled?: OperatingPointSystem;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles the operating point of a circuit that `compileCircuit` accepts. */
export function compileOperatingPoint(
  flat: FlatCircuit,
  options: CircuitOptions = circuitOptionsFrom(flat.options),
  { devices = deviceTable, ...sources }: Omit<CompileContext, 't0'> = {},
): OperatingPointCompilation {
  const diagnostics = new Diagnostics();
  // What devices have to say they said when the transient circuit was compiled, but for what a sweep makes of them.
  const emission = new Diagnostics();
  const emitted = emitBranches(flat, devices, options, emission, sources);
  if (emission.hasErrors) return { diagnostics: emission.items };
  const holds = heldNodes(flat, emitted, diagnostics);
  const original = [...emitted.branches, ...holds];
  const settled = heldElements(original, flat.dialect === 'xyce');
  const named = new Set(flat.elements.flatMap(({ nodes }) => nodes));
  const floating = nodesBetweenGraphs(settled).filter((node) => named.has(node));
  const held = [...settled, ...leaks(floating, leakages[0])];
  const leaking = leakages.map((siemens) => [...settled, ...leaks(nodesOf(settled), siemens)]);
  // What controlled sources drive as well cannot be held as it stands.
  const yielding = [
    ...heldElements(
      [
        ...emitted.branches,
        ...holds.map(({ a }) => yieldingNode(a, flat.initialVoltages.get(a)?.value ?? 0)),
      ],
      flat.dialect === 'xyce',
    ),
    ...leaks(floating, leakages[0]),
  ];
  const attempts: readonly (readonly [readonly Branch[], number])[] = [
    [held, beforeControlled],
    [held, behindControlled],
    ...(holds.length > 0 ? [[yielding, beforeControlled] as const] : []),
    ...leaking.map((branches) => [branches, beforeControlled] as const),
  ];
  let withHeld: readonly Branch[] = held;
  let tree: Tree | undefined;
  let reduced: ReturnType<typeof reduceBranches> | undefined;
  for (const [branches, inductors] of attempts) {
    const otherTree = chooseTree(branches, (branch, index) =>
      staticOrder(
        branch,
        branches !== yielding && index >= emitted.branches.length && index < settled.length,
        inductors,
      ),
    );
    const other = reduceBranches(
      branches.map((branch, index) => staticBranch(branch, otherTree.inTree[index] === true)),
      otherTree,
    );
    if (tree && 'failure' in other) continue;
    [withHeld, tree, reduced] = [branches, otherTree, other];
    if (!('failure' in other)) break;
  }
  if (!tree || !reduced) return { diagnostics: diagnostics.items };
  reportEndless(tree, withHeld, emitted, diagnostics);
  if (diagnostics.hasErrors) return { diagnostics: diagnostics.items };
  if ('failure' in reduced) {
    diagnostics.error('singular-circuit', `operating point: ${reduced.failure}`, flat.elements[0]?.span);
    return { diagnostics: diagnostics.items };
  }
  if (withHeld === yielding) {
    const nodes = holds.map(({ a }) => a);
    const span = flat.initialVoltages.get(nodes[0] ?? '')?.span;
    diagnostics.warning('ic-gives-way', givesWay(nodes), span);
  }
  const fromEach = leakages[leaking.findIndex((branches) => branches === withHeld)];
  if (fromEach !== undefined || floating.length > 0) {
    const from = fromEach === undefined ? listNames(floating) : 'each node';
    const what = fromEach === undefined ? 'voltages' : 'some voltages';
    const message = `nothing but ${fromEach ?? leakages[0]} S from ${from} to ground settles ${what} of the operating point`;
    diagnostics.note('leaking-operating-point', message, flat.elements[0]?.span);
  }
  const selected = selectLeastNorm(reduced.system, tree, withHeld);
  const { system, guards } = decideComparisons(reduced.descriptor, selected);
  const smooth = smoothRows(reduced.descriptor, system);
  return {
    compiled: {
      system,
      tree,
      guards,
      smooth,
      resting: restingStorage(settled),
      spanOf: emitted.spanOf,
      ...storageForms(system, original),
    },
    diagnostics: diagnostics.items,
  };
}

/**
 * Siemens from each node to ground where nothing else settles its voltage: the least that is no rounding beside an ohm, and beside a
 * milliohm in series with what blocks.
 */
const leakages = [1e-12, 1e-9] as const;

/**
 * Resistances to ground. Of a node between junctions that block the charges leave nothing but their currents, which are 0
 * whatever its voltage: as with blocking diodes without charges it takes the least one.
 */
function leaks(nodes: readonly string[], siemens: number): Branch[] {
  return nodes.map((node) => {
    const name = `leak of ${node}`;
    return { kind: 'resistance', name, element: name, a: node, b: ground, resistance: 1 / siemens };
  });
}

function nodesOf(branches: readonly Branch[]): string[] {
  return [...new Set(branches.flatMap(({ a, b }) => [a, b]))].filter((node) => node !== ground);
}

/**
 * Nodes that only blocking parts tie to ground, graphs with knees among them: anywhere between two knees nothing flows,
 * and complementarity alone would take one knee or the other, a breakdown among them.
 */
function nodesBetweenGraphs(branches: readonly Branch[]): string[] {
  const nodes = nodesOf(branches);
  const numberOf = new Map([ground, ...nodes].map((node, k) => [node, k]));
  const find = (node: string): number => numberOf.get(node) ?? 0;
  const sets = new DisjointSets(numberOf.size);
  for (const branch of branches) if (conductsAtRest(branch)) sets.join(find(branch.a), find(branch.b));
  const withKnees = new Set(
    branches.flatMap((branch) =>
      branch.kind === 'unilateral' && branch.threshold !== 0
        ? [sets.find(find(branch.a)), sets.find(find(branch.b))]
        : [],
    ),
  );
  withKnees.delete(sets.find(0));
  return nodes.filter((node) => withKnees.has(sets.find(find(node))));
}

function conductsAtRest(branch: Branch): boolean {
  if (branch.kind === 'controlled') return branch.output === 'voltage';
  return ['resistance', 'inductance', 'voltage'].includes(branch.kind);
}

/** One voltage source from ground for each `.ic` node that voltage sources leave free. */
function heldNodes(flat: FlatCircuit, { branches }: EmittedCircuit, diagnostics: Diagnostics): Branch[] {
  const sources = branches.filter(({ kind }) => kind === 'voltage');
  const held: Branch[] = [];
  for (const [node, { value, span }] of flat.initialVoltages) {
    const hold = heldNode(node, value);
    const trial = [...sources, ...held, hold];
    if (chooseTree(trial).inTree.every(Boolean)) held.push(hold);
    else {
      const message = `.ic of node ${node} has no effect: sources or other .ic values fix its voltage`;
      diagnostics.warning('ic-without-effect', message, span);
    }
  }
  return held;
}

/** Integrals, currents of `.ic`, and with Xyce's `ic=` without uic all elements, start from their initial value where sources leave them free. */
function heldElements(branches: readonly Branch[], all: boolean): Branch[] {
  const prescribed = new VoltageConstraints(branches);
  return branches.map((branch): Branch => {
    if (branch.kind !== 'capacitance' && branch.kind !== 'inductance') return branch;
    const { name, element, a, b, initial } = branch;
    const holds = all || branch.held === true;
    if (initial === undefined || !holds) return branch;
    const signal = constantSignal(initial);
    if (branch.kind === 'inductance') return { kind: 'current', name, element, a, b, signal };
    return prescribed.add(a, b) ? { kind: 'voltage', name, element, a, b, signal } : branch;
  });
}

/** Places of inductors in the tree's order. */
const beforeControlled = 0.5;
const behindControlled = 0.8;

function staticOrder(branch: Branch, held: boolean, inductors: number): number {
  if (held) return 0.25;
  if (branch.kind === 'inductance') return inductors;
  if (branch.kind === 'capacitance') return 4;
  if (branch.kind === 'controlled') return branch.output === 'voltage' ? 0.75 : 3.5;
  return normalTreeOrder(branch);
}

/**
 * A capacitor as a source of 0 A, an inductor as one of 0 V, the other way round where that has no tree; what comes a delay
 * later as what it is now.
 */
function staticBranch(branch: Branch, inTree: boolean): Branch {
  const { name, element, a, b } = branch;
  if (branch.kind === 'current' && branch.delayed) {
    const form = scaled(branch.delayed.restGain ?? 1, branch.delayed.form);
    return { kind: 'controlled', name, element, a, b, output: 'current', form };
  }
  if (branch.kind === 'ideal-switch' && branch.strikes) return { ...branch, initially: 'off' };
  if (branch.kind !== 'capacitance' && branch.kind !== 'inductance') return branch;
  return { kind: inTree ? 'voltage' : 'current', name, element, a, b, signal: constantSignal(0) };
}

function reportEndless(
  tree: Tree,
  branches: readonly Branch[],
  { spanOf }: EmittedCircuit,
  diagnostics: Diagnostics,
): void {
  branches.forEach((branch, index) => {
    const inTree = tree.inTree[index] === true;
    const loop = branch.kind === 'inductance' && !inTree;
    const cutset = branch.kind === 'capacitance' && inTree;
    if (!loop && !cutset) return;
    const path = loop ? fundamentalLoop(tree, branches, index) : fundamentalCutset(tree, branches, index);
    const driving = drivers(path, branches, loop ? 'voltage' : 'current');
    if (driving.length === 0) return;
    const { element } = branch;
    if (loop) reportDrivenCoil(element, listNames(driving), spanOf(index), diagnostics);
    else {
      const message = `${listNames(driving)} would charge ${element} without end: there is no operating point`;
      const hint = `put a resistor across ${element}, or start with uic`;
      diagnostics.error('no-operating-point', message, spanOf(index), { hint });
    }
  });
}

/** Names of the sources of this kind on a loop or cut that do not cancel each other. */
function drivers(
  path: readonly Oriented[],
  branches: readonly Branch[],
  kind: 'voltage' | 'current',
): readonly string[] {
  return drivingSources(
    path.flatMap(({ branch: index, sign }) => {
      const branch = branches[index];
      return branch?.kind === kind ? [{ branch, sign }] : [];
    }),
  );
}

/** By their places among the branches. */
function restingStorage(branches: readonly Branch[]): OperatingPointSystem['resting'] {
  return new Map(
    branches.flatMap(({ kind }, index) =>
      kind === 'capacitance' || kind === 'inductance' ? [[index, kind] as const] : [],
    ),
  );
}

function storageForms(
  system: ReducedSystem,
  original: readonly Branch[],
): Pick<OperatingPointSystem, 'storageCount' | 'storageLambda' | 'storageU'> {
  const { m, p } = system;
  // Capacitors come first in the descriptor's storage, then inductors, as in the transient circuit.
  const forms = (['capacitance', 'inductance'] as const).flatMap((wanted) =>
    original.flatMap(({ kind }, index) => {
      const form = system.forms[index];
      return kind === wanted && form ? [kind === 'capacitance' ? form.v : form.i] : [];
    }),
  );
  const storageLambda = new Float64Array(forms.length * m);
  const storageU = new Float64Array(forms.length * p);
  forms.forEach((form, k) => {
    storageLambda.set(form.subarray(0, m), k * m);
    storageU.set(form.subarray(m, m + p), k * p);
  });
  return { storageCount: forms.length, storageLambda, storageU };
}
