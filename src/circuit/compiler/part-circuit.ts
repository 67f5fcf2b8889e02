/**
 * Parts of a circuit that share nothing but ground and ideal voltage sources to it: what happens in one of them has no
 * effect on another, so that each is compiled and simulated by itself. Elements belong together where they share a node
 * whose voltage no source fixes, or where one reads what another has (controls, currents, windings). A source whose
 * current is read holds its part together; any other is in every part that it feeds, and its current is the sum.
 * What stands between sources alone goes with the first part. Cost: linear in the elements.
 */
import { NameNumbers } from '../../base/name-numbers.js';
import { visitExpression } from '../../expression/map-expression.js';
import type { Expression } from '../../expression/ast.js';
import type { FlatCircuit, FlatControl, FlatElement, FlatLaw } from '../../netlist/flat-circuit.js';
import { inNameOrder } from '../name-order.js';
import { ground } from './tree.js';

/** The parts, in the order of the first names in them; the circuit itself where it has only one. */
export function partCircuit(flat: FlatCircuit): readonly FlatCircuit[] {
  const reads = flat.elements.map(readBy);
  const sensed = new Set(reads.flatMap(({ elements }) => elements));
  const held = heldNodes(flat.elements, sensed);
  const names = new MemberNumbers();
  const anchors = flat.elements.map((element, k) => {
    const { nodes = [], elements = [] } = reads[k] ?? {};
    let anchor = -1;
    const tie = (member: number): void => {
      if (anchor < 0) anchor = member;
      else names.join(anchor, member);
    };
    for (const node of element.nodes) if (!held.has(node)) tie(names.ofNode(node));
    for (const node of nodes) if (!held.has(node)) tie(names.ofNode(node));
    for (const name of elements) tie(names.ofCurrent(name));
    if (sensed.has(element.name)) tie(names.ofCurrent(element.name));
    return anchor;
  });
  const partOf = anchors.map((anchor) => (anchor < 0 ? -1 : names.root(anchor)));
  const first = partOf.find((root) => root >= 0);
  if (partOf.every((root) => root < 0 || root === first)) return [flat];
  const numbered = flat.elements.map(({ name }, k) => ({ name, k }));
  const parts = new Map<number, number[]>();
  for (const { k } of inNameOrder(numbered))
    if ((partOf[k] as number) >= 0) parts.set(partOf[k] as number, []);
  partOf.forEach((root, k) => parts.get(root)?.push(k));
  const placeOf = new Map(flat.elements.map((element, k) => [element, k]));
  const elementsAt = (places: readonly number[]): FlatElement[] =>
    places.map((k) => flat.elements[k]).filter((element) => element !== undefined);
  const withFeeders = (places: readonly number[]): number[] => [
    ...places,
    ...Array.from(feedersOf(elementsAt(places), held), (source) => placeOf.get(source) ?? -1),
  ];
  const own = Array.from(parts.values(), withFeeders);
  const taken = new Set(own.flat());
  const between = flat.elements.flatMap((_, k) => ((partOf[k] as number) < 0 && !taken.has(k) ? [k] : []));
  return own.map((places, part) => {
    const all = part === 0 ? [...places, ...withFeeders(between)] : places;
    const inOrder = [...new Set(all)].sort((p, q) => p - q);
    return withElements(flat, elementsAt(inOrder));
  });
}

/** Ground, and nodes that sources fix: the source, and the node that it stands on. */
type HeldNodes = ReadonlyMap<string, { readonly source: FlatElement; readonly from: string } | undefined>;

/** Follows sources whose currents nobody reads from ground on. */
function heldNodes(elements: readonly FlatElement[], sensed: ReadonlySet<string>): HeldNodes {
  const atNode = new Map<string, FlatElement[]>();
  for (const element of elements) {
    const isIdeal = element.letter === 'V' && !(element.parameters.get('rser') ?? 0);
    if (!isIdeal || sensed.has(element.name)) continue;
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

function withElements(flat: FlatCircuit, elements: FlatElement[]): FlatCircuit {
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
  return law && 'input' in law ? [law.input] : [];
}

/** Nodes and currents of elements by numbers, in disjoint sets: node k is member 2 k, current k member 2 k + 1. */
class MemberNumbers {
  readonly #nodes = new NameNumbers();
  readonly #currents = new NameNumbers();
  readonly #parent: number[] = [];

  ofNode(name: string): number {
    return this.#member(2 * this.#nodes.add(name));
  }

  ofCurrent(name: string): number {
    return this.#member(2 * this.#currents.add(name) + 1);
  }

  /** The number that stands for the set of a member; paths are halved. */
  root(member: number): number {
    const parent = this.#parent;
    let at = member;
    for (;;) {
      const up = parent[at] as number;
      if (up === at) return at;
      const above = parent[up] as number;
      parent[at] = above;
      at = above;
    }
  }

  join(one: number, other: number): void {
    const [a, b] = [this.root(one), this.root(other)];
    if (a !== b) this.#parent[b] = a;
  }

  #member(number: number): number {
    for (let next = this.#parent.length; next <= number; next++) this.#parent.push(next);
    return number;
  }
}
