/**
 * Parts of a circuit that share nothing but ground and ideal voltage sources to it: what happens in one of them has no
 * effect on another, so that each is compiled and simulated by itself. Elements belong together where they share a node
 * whose voltage no source fixes, or where one reads what another has (controls, currents, windings). A source whose
 * current is read holds its part together; any other is in every part that it feeds, and its current is the sum.
 * What stands between sources alone goes with the first part. Cost: linear in the elements.
 */
import { visitExpression } from '../expression/map-expression.js';
import type { Expression } from '../expression/ast.js';
import type { FlatCircuit, FlatControl, FlatElement, FlatLaw } from '../netlist/flat-circuit.js';
import { inNameOrder } from './name-order.js';
import { ground } from './tree.js';

/** The parts, in the order of the first names in them; the circuit itself where it has only one. */
export function partCircuit(flat: FlatCircuit): readonly FlatCircuit[] {
  const reads = flat.elements.map(readBy);
  const sensed = new Set(reads.flatMap(({ elements }) => elements));
  const held = heldNodes(flat.elements, sensed);
  const groups = new Groups();
  const anchors = flat.elements.map((element, k) => {
    const { nodes = [], elements = [] } = reads[k] ?? {};
    const free = [...element.nodes, ...nodes].filter((node) => !held.has(node));
    const members = [...free.map((node) => `v(${node})`), ...elements.map((name) => `i(${name})`)];
    if (sensed.has(element.name)) members.push(`i(${element.name})`);
    members.forEach((member) => {
      groups.join(members[0] ?? member, member);
    });
    return members[0];
  });
  const partOf = anchors.map((anchor) => (anchor === undefined ? undefined : groups.of(anchor)));
  const rootOf = new Map(flat.elements.map((element, k) => [element, partOf[k]]));
  const named = inNameOrder(flat.elements).map((element) => rootOf.get(element));
  const roots = [...new Set(named.filter((root) => root !== undefined))];
  if (roots.length < 2) return [flat];
  const elementsOf = new Map(roots.map((root) => [root, [] as FlatElement[]]));
  flat.elements.forEach((element, k) => elementsOf.get(partOf[k] ?? '')?.push(element));
  const parts = [...elementsOf.values()];
  const feeders = parts.map((own) => feedersOf(own, held));
  const feeding = new Set(feeders.flatMap((sources) => [...sources]));
  const between = flat.elements.filter((element, k) => partOf[k] === undefined && !feeding.has(element));
  return parts.map((own, k) => {
    const sources = feeders[k] ?? [];
    const rest = k === 0 ? [...between, ...feedersOf(between, held)] : [];
    return withElements(flat, new Set([...own, ...sources, ...rest]));
  });
}

/** Ground, and nodes that sources fix: the source, and the node that it stands on. */
type HeldNodes = ReadonlyMap<string, { readonly source: FlatElement; readonly from: string } | undefined>;

/** Follows sources whose currents nobody reads from ground on. */
function heldNodes(elements: readonly FlatElement[], sensed: ReadonlySet<string>): HeldNodes {
  const atNode = new Map<string, FlatElement[]>();
  for (const element of elements) {
    if (element.letter !== 'V' || sensed.has(element.name)) continue;
    for (const node of element.nodes.slice(0, 2)) {
      const there = atNode.get(node);
      if (there) there.push(element);
      else atNode.set(node, [element]);
    }
  }
  const held = new Map<string, { readonly source: FlatElement; readonly from: string } | undefined>([
    [ground, undefined],
  ]);
  for (const from of held.keys()) {
    for (const source of atNode.get(from) ?? []) {
      for (const end of source.nodes.slice(0, 2)) if (!held.has(end)) held.set(end, { source, from });
    }
  }
  return held;
}

/** The sources that fix what some elements are connected to or read, those between these and ground included. */
function feedersOf(own: readonly FlatElement[], held: HeldNodes): ReadonlySet<FlatElement> {
  const feeders = new Set<FlatElement>();
  for (const element of own) {
    for (const node of [...element.nodes, ...readBy(element).nodes]) {
      for (let at = held.get(node); at && !feeders.has(at.source); at = held.get(at.from))
        feeders.add(at.source);
    }
  }
  return feeders;
}

function withElements(flat: FlatCircuit, kept: ReadonlySet<FlatElement>): FlatCircuit {
  const elements = flat.elements.filter((element) => kept.has(element));
  const names = new Set(elements.map(({ name }) => name));
  const nodes = new Set(elements.flatMap((element) => element.nodes));
  const ofNodes = <Value>(map: ReadonlyMap<string, Value>): Map<string, Value> =>
    new Map([...map].filter(([node]) => nodes.has(node)));
  const initialCurrents = new Map([...flat.initialCurrents].filter(([name]) => names.has(name)));
  const initialVoltages = ofNodes(flat.initialVoltages);
  return {
    ...flat,
    elements,
    initialVoltages,
    initialCurrents,
    nodesets: ofNodes(flat.nodesets),
    outputs: [],
  };
}

interface ReadNames {
  readonly nodes: readonly string[];
  readonly elements: readonly string[];
}

const nothingRead: ReadNames = Object.freeze({ nodes: [], elements: [] });

/** Nodes and elements that an element reads without being connected to them. */
function readBy({ law, expressions, controls = [] }: FlatElement): ReadNames {
  if (!law && !expressions && controls.length === 0) return nothingRead;
  const nodes: string[] = [];
  const elements: string[] = [...controls];
  const control = (read: FlatControl): void => {
    if (read.quantity === 'v') nodes.push(read.plus, read.minus);
    else elements.push(read.element);
  };
  if (law?.kind === 'linear') control(law.control);
  if (law?.kind === 'poly') law.controls.forEach(control);
  for (const expression of [...(expressions?.values() ?? []), ...inputsOf(law)]) {
    visitExpression(expression, (node) => {
      if (node.kind !== 'probe') return;
      if (node.quantity === 'v') nodes.push(...node.names);
      else elements.push(...node.names);
    });
  }
  return { nodes, elements };
}

function inputsOf(law: FlatLaw | undefined): readonly Expression[] {
  if (law?.kind === 'expression') return [law.expression];
  return law?.kind === 'table' || law?.kind === 'laplace' ? [law.input] : [];
}

/** Disjoint sets of names, by union with path halving. */
class Groups {
  readonly #parent = new Map<string, string>();

  of(name: string): string {
    let at = name;
    for (;;) {
      const up = this.#parent.get(at) ?? at;
      if (up === at) return at;
      const above = this.#parent.get(up) ?? up;
      this.#parent.set(at, above);
      at = above;
    }
  }

  join(one: string, other: string): void {
    const [a, b] = [this.of(one), this.of(other)];
    if (a !== b) this.#parent.set(b, a);
  }
}
