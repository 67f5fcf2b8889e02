/**
 * What the graph alone says about a circuit: errors (nodes without a path to ground, loops of voltage sources,
 * cutsets of current sources), and facts (capacitor-source loops, inductor-source cutsets, groups of nodes that
 * only ideal elements tie to ground: legal, their common mode is carried by multipliers).
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { Span } from '../../base/span.js';
import { listNames, plural, shortened } from '../diagnose.js';
import { inNameOrder } from '../name-order.js';
import type { Branch } from '../primitives.js';
import type { MechanicalDomain, MechanicalDomains } from '../../netlist/flat-circuit.js';
import { cutOffNodes, DisjointSets, fundamentalCutset, fundamentalLoop, ground, type Tree } from './tree.js';

export interface WellPosedness {
  /** Loops of capacitors and voltage sources, branch indices, the link first. */
  readonly capacitorLoops: readonly (readonly number[])[];
  /** Cutsets of inductors and current sources, branch indices, the tree branch first. */
  readonly inductorCutsets: readonly (readonly number[])[];
  /** Names of nodes that reach ground through ideal elements or current sources only, group by group. */
  readonly floatingGroups: readonly (readonly string[])[];
}

/** Where the element of a branch stands in the text. */
export type SpanOf = (branch: number) => Span | undefined;

/** What messages need of a circuit. */
interface Told {
  readonly spanOf: SpanOf;
  readonly diagnostics: Diagnostics;
  /** Absent where nothing is mechanical. */
  readonly domains: MechanicalDomains | undefined;
}

/** Reports errors to `diagnostics` and returns the facts. */
export function reportWellPosedness(
  tree: Tree,
  branches: readonly Branch[],
  spanOf: SpanOf,
  diagnostics: Diagnostics,
  domains?: MechanicalDomains,
): WellPosedness {
  reportImpossible(tree, branches, spanOf, diagnostics, domains);
  const capacitorLoops: number[][] = [];
  const inductorCutsets: number[][] = [];
  branches.forEach((branch, index) => {
    const taken = tree.inTree[index] === true;
    if (branch.kind === 'capacitance' && !taken) {
      capacitorLoops.push(indices(fundamentalLoop(tree, branches, index)));
    } else if (branch.kind === 'inductance' && taken) {
      inductorCutsets.push(indices(fundamentalCutset(tree, branches, index)));
    }
  });
  return { capacitorLoops, inductorCutsets, floatingGroups: floatingGroups(tree, branches) };
}

/** Reports what no values could mend. Cost: O(branches), and a loop or cutset an error. */
export function reportImpossible(
  tree: Tree,
  branches: readonly Branch[],
  spanOf: SpanOf,
  diagnostics: Diagnostics,
  domains?: MechanicalDomains,
): void {
  const told: Told = { spanOf, diagnostics, domains };
  reportUnreachable(tree, branches, told);
  branches.forEach((branch, index) => {
    const taken = tree.inTree[index] === true;
    if (branch.kind === 'voltage' && !taken) {
      reportVoltageLoop(indices(fundamentalLoop(tree, branches, index)), branches, told);
    } else if (branch.kind === 'current' && taken) {
      reportCurrentCutset(tree, index, branches, told);
    }
  });
}

function indices(oriented: readonly { readonly branch: number }[]): number[] {
  return oriented.map(({ branch }) => branch);
}

function reportVoltageLoop(
  loop: readonly number[],
  branches: readonly Branch[],
  { spanOf, diagnostics, domains }: Told,
): void {
  const [closing = 0, ...others] = loop;
  const own = branches[closing] as Branch;
  const isMotion = motionOf([own.a, own.b], domains) !== undefined;
  const source = isMotion ? 'prescribed motion' : 'voltage source';
  if (others.length === 0) {
    const message = `${source} ${own.element} has both ends at node ${own.a}`;
    diagnostics.error('voltage-loop', message, spanOf(closing), {
      hint: 'connect its ends to different nodes',
    });
    return;
  }
  const names = listNames([...loop].sort((p, q) => p - q).map((k) => (branches[k] as Branch).element));
  const message = `${source}s ${names} form a loop: their values would have to agree at all times`;
  diagnostics.error('voltage-loop', message, spanOf(closing), {
    related: relatedPlaces(others, branches, spanOf, 'is part of the loop'),
    hint: `put a ${isMotion ? 'spring or a damper' : 'resistor'} in series with ${own.element}, or remove it`,
  });
}

function reportCurrentCutset(
  tree: Tree,
  index: number,
  branches: readonly Branch[],
  { spanOf, diagnostics, domains }: Told,
): void {
  const cutset = indices(fundamentalCutset(tree, branches, index));
  const nodes = [...cutOffNodes(tree, branches, index)].map((node) => tree.nodes[node] ?? '');
  const where = `${plural(nodes.length, 'node', 'nodes')} ${listNames(shortened(nodes))}`;
  const names = listNames([...cutset].sort((p, q) => p - q).map((k) => (branches[k] as Branch).element));
  const motion = motionOf(nodes, domains);
  const through = motion ? (motion === 'rotational' ? 'torque' : 'force') : 'current';
  const source = motion ? through : 'current source';
  const message =
    cutset.length === 1
      ? `${source} ${names} alone connects ${where} to the rest: ${motion ? 'nothing takes it up' : 'its current has no way back'}`
      : `${source}s ${names} alone connect ${where} to the rest: their ${through}s would have to cancel at all times`;
  diagnostics.error('current-cutset', message, spanOf(index), {
    related: relatedPlaces(cutset.slice(1), branches, spanOf, 'is part of the cutset'),
    hint: motion
      ? massHint(nodes[0], motion)
      : `give the current a path, such as a resistor from node ${nodes[0] ?? ''} to ground`,
  });
}

/** How the first of some nodes that is mechanical moves; the hidden nodes of an element or node are named after it. */
function motionOf(
  nodes: readonly string[],
  domains: MechanicalDomains | undefined,
): MechanicalDomain | undefined {
  for (const node of nodes) {
    const motion = domains?.nodes.get(node) ?? domains?.nodes.get(node.replace(/#.*$/, ''));
    if (motion) return motion;
  }
  return undefined;
}

function massHint(node = '', motion: MechanicalDomain): string {
  const card = motion === 'rotational' ? 'an inertia (YINERTIA)' : 'a mass (YMASS)';
  return `put ${card} on node ${node}, or tie it to something by a spring or a damper`;
}

function reportUnreachable(
  tree: Tree,
  branches: readonly Branch[],
  { spanOf, diagnostics, domains }: Told,
): void {
  const groups = new Map<number, string[]>();
  tree.nodes.forEach((name, node) => {
    const root = tree.root[node] as number;
    if (root === 0) return;
    const known = groups.get(root);
    if (known) known.push(name);
    else groups.set(root, [name]);
  });
  for (const group of groups.values()) {
    const nodes = inNameOrder(group.map((name) => ({ name }))).map(({ name }) => name);
    const own = new Set(group);
    const spans = branches.flatMap(({ a }, index) => (own.has(a) ? [spanOf(index)] : []));
    const first = spans.reduce((best, span) => (best && span && span.start < best.start ? span : best));
    const where = `${plural(nodes.length, 'node', 'nodes')} ${listNames(shortened(nodes))}`;
    const verb = plural(nodes.length, 'has', 'have');
    const motion = motionOf(nodes, domains);
    const frame = motion ? 'the frame' : 'ground';
    diagnostics.error('no-ground', `${where} ${verb} no path to ${frame} (node ${ground})`, first, {
      hint: motion
        ? massHint(nodes[0], motion)
        : `connect node ${nodes[0] ?? ''} to ground, directly or through a resistor`,
    });
  }
}

function relatedPlaces(
  list: readonly number[],
  branches: readonly Branch[],
  spanOf: SpanOf,
  what: string,
): { span: Span; message: string }[] {
  return list.flatMap((index) => {
    const span = spanOf(index);
    return span === undefined ? [] : [{ span, message: `${(branches[index] as Branch).element} ${what}` }];
  });
}

function floatingGroups(tree: Tree, branches: readonly Branch[]): string[][] {
  const sets = new DisjointSets(tree.nodes.length);
  for (const { kind, a, b } of branches) {
    if (kind === 'unilateral' || kind === 'ideal-switch' || kind === 'current') continue;
    sets.join(tree.nodeIndex.get(a) ?? 0, tree.nodeIndex.get(b) ?? 0);
  }
  const groups = new Map<number, string[]>();
  tree.nodes.forEach((name, node) => {
    const set = sets.find(node);
    if (set !== sets.find(0)) groups.set(set, [...(groups.get(set) ?? []), name]);
  });
  return [...groups.values()];
}
