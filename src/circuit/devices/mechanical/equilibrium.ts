/**
 * Mechanics at rest, for `.op` and `.dc`: a node that springs, stops or prescribed positions tie to the frame stands still, and its
 * displacement s from the start is the voltage of a node of its own, where forces balance (`stillNodes`):
 *
 *     v = 0,    sum of forces on the node = 0
 *     F = F_0 + k s          springs                 0 <= F _|_ g_0 + s >= 0     stops
 *     |F| <= b               friction, from where it stands at the start
 *     s_1 = r s_2            levers, gears, racks
 *
 * All else pushes the node whose velocity is 0, which hands its force on. Nodes that nothing ties, and those that a velocity
 * drives, have no equilibrium: they are as they start.
 */
import { nodePlace } from '../../../netlist/element-places.js';
import { Diagnostics } from '../../../base/diagnostic.js';
import type { Span } from '../../../base/span.js';
import type { Expression } from '../../../expression/ast.js';
import { numberAt } from '../../../expression/simplify.js';
import { constantSignal } from '../../../kernel/modeling/signals/constant-signal.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import { displacementSuffix as moved, positionPrefix } from '../../../netlist/node-domains.js';
import { termForm } from '../../behavioural/form-arithmetic.js';
import type { EmissionContext } from '../../device.js';
import type { Branch } from '../../primitives.js';
import { DisjointSets, ground } from '../../compiler/tree.js';
import { integralState, mechanicalEnds, velocity } from './mechanical-parts.js';
import { motionSignal } from './motion-signal.js';
import { startPosition } from './start-position.js';

/** Ties of positions that leave no play; those of levers hold only what holds their other node. */
const firmTies = ['YSPRING', 'YPOSITION', 'YVELOCITY', 'YPIEZO', 'YLEVER', 'YGEAR', 'YRACK'];
const ties = [...firmTies, 'YSTOP', 'YBACKLASH'];

/** Nodes that have an equilibrium, each with the first element at it, which emits its balance. */
export function stillNodes(
  elements: Iterable<FlatElement>,
  context: EmissionContext,
  by: readonly string[] = ties,
): ReadonlyMap<string, string> {
  const tied: { readonly nodes: readonly string[]; readonly drives: boolean }[] = [];
  const firstAt = new Map<string, string>();
  const quiet = { ...context, diagnostics: new Diagnostics() };
  for (const element of elements) {
    if (element.letter === 'YX' || !by.includes(element.letter)) continue;
    const nodes = tiedNodes(element);
    tied.push({ nodes, drives: element.letter === 'YVELOCITY' && drivesAtStart(element, quiet) });
    for (const node of nodes) if (!firstAt.has(node)) firstAt.set(node, element.name);
  }
  firstAt.delete(ground);
  const names = [...firstAt.keys()];
  const numberOf = new Map(names.map((node, k) => [node, k]));
  const sets = new DisjointSets(names.length);
  const numbersOf = (nodes: readonly string[]): number[] => nodes.flatMap((node) => numberOf.get(node) ?? []);
  for (const { nodes } of tied) {
    const [first, ...others] = numbersOf(nodes);
    if (first !== undefined) for (const other of others) sets.join(first, other);
  }
  const held = new Set<number>();
  const driven = new Set<number>();
  for (const { nodes, drives } of tied)
    for (const node of numbersOf(nodes)) {
      if (drives) driven.add(sets.find(node));
      else if (nodes.includes(ground)) held.add(sets.find(node));
    }
  return new Map(
    [...firstAt].filter(([node]) => {
      const root = sets.find(numberOf.get(node) ?? 0);
      return held.has(root) && !driven.has(root);
    }),
  );
}

/** Those of them that stops or plays alone hold: where no force presses, they are as they start. */
export function looseNodes(elements: Iterable<FlatElement>, context: EmissionContext): ReadonlySet<string> {
  const all = [...elements];
  const firm = stillNodes(all, context, firmTies);
  return new Set([...stillNodes(all, context).keys()].filter((node) => !firm.has(node)));
}

/** Warns of the masses that are as they start, and notes those that may be, for analyses that ask for an equilibrium. */
export function warnOfUnheldMasses(elements: readonly FlatElement[], context: EmissionContext): void {
  const still = stillNodes(elements, context);
  const loose = looseNodes(elements, context);
  for (const element of elements) {
    const { name, letter, parameters } = element;
    const [node = ''] = element.nodes;
    if (letter !== 'YMASS' && letter !== 'YINERTIA') continue;
    const what = letter === 'YMASS' ? 'mass' : 'rotor';
    // Its weight presses.
    if (loose.has(node) && !parameters.get('gravity')) {
      const told = `nothing but stops holds ${what} ${name}: where no force presses it against one, .op and .dc leave it as it starts`;
      context.diagnostics.note('loose-equilibrium', told, nodePlace(element, 0));
    }
    if (still.has(node)) continue;
    const message = `${what} ${name} has no path that fixes its position: .op and .dc leave node ${node} as it starts`;
    context.diagnostics.warning('no-equilibrium', message, nodePlace(element, 0), {
      hint: 'tie it to the frame by a spring, a stop or a prescribed position',
    });
  }
}

function tiedNodes(element: FlatElement): readonly string[] {
  if (element.letter === 'YPIEZO')
    return element.parameters.has('k') ? [element.nodes[2] ?? ground, ground] : [];
  const { a, b } = mechanicalEnds(element);
  return [a, b];
}

function drivesAtStart(element: FlatElement, context: EmissionContext): boolean {
  if (element.expressions?.has('v')) return true;
  return motionSignal(element, 'v', context).valueLeft(0) !== 0;
}

/**
 * Newtons a meter beside curved springs that have no stiffness where Newton's method begins, and towards the start where stops alone
 * hold a body; 1e-12 of any that matters.
 */
const slack = 1e-12;

/** What `slack` puts at a node. */
function slackBranch(node: string): Branch {
  const name = `${node}#slack`;
  const ends = { name, element: name, a: displacement(node), b: ground };
  return { kind: 'resistance', ...ends, resistance: 1 / slack, weightless: true };
}

/** The balances that an element emits, each with the position of its node. */
export function balances({ name, nodes }: FlatElement, context: EmissionContext, isSmooth = false): Branch[] {
  const { still, loose, elements } = context;
  if (!still) return [];
  return [...new Set(nodes)].flatMap((node): Branch[] => {
    if (still.get(node) !== name) return [];
    const [rest, force] = [`${node}#still`, `${node}#balance`];
    const isAsked = elements().has(positionPrefix + node);
    return [
      { kind: 'voltage', name: rest, element: rest, a: node, b: ground, signal: constantSignal(0) },
      {
        ...{ kind: 'controlled', name: force, element: force, a: displacement(node), b: ground },
        ...{ output: 'current', weightless: true },
        form: termForm({ gain: -1, quantity: 'current', element: rest }),
      },
      ...(isSmooth || loose?.has(node) ? [slackBranch(node)] : []),
      ...(isAsked ? [] : distanceState(`${node}#x`, node, ground, startPosition(node, context), context)),
    ];
  });
}

/** Where displacements of both nodes stand, at an equilibrium that they have. */
export function displacedEnds(
  a: string,
  b: string,
  { still }: EmissionContext,
): { readonly a: string; readonly b: string } | undefined {
  if (!still || ![a, b].every((node) => node === ground || still.has(node))) return undefined;
  return a === ground && b === ground ? undefined : { a: displacement(a), b: displacement(b) };
}

/** The hidden node of a displacement. */
export function displacement(node: string): string {
  return node === ground ? ground : node + moved;
}

/** The node whose displacement stands at a hidden one; undefined for any other. */
export function nodeOfDisplacement(node: string): string | undefined {
  return node.endsWith(moved) ? node.slice(0, -moved.length) : undefined;
}

/** The same for the hidden node of a position; any other node is what it is. */
export function displacementOfPosition(node: string): string {
  return node.replace(/#x$/, moved);
}

/** How far nodes have moved, out of what stands at the nodes of a circuit at its equilibrium: `EmissionContext.moved`. */
export function displacementsAt(nodes: readonly string[], values: Float64Array): ReadonlyMap<string, number> {
  return new Map(
    nodes.flatMap((node, k) =>
      node.endsWith(moved) ? [[node.slice(0, -moved.length), values[k] ?? 0]] : [],
    ),
  );
}

/** A state that is x(a) - x(b) but for a constant, and `initial` at the start. */
export function distanceState(
  node: string,
  a: string,
  b: string,
  initial: number,
  context: EmissionContext,
): Branch[] {
  const ends = displacedEnds(a, b, context);
  if (!ends) return integralState(node, velocity(a, b), initial);
  const form = { ...velocity(ends.a, ends.b), constant: initial };
  return [
    {
      ...{ kind: 'controlled', name: node, element: node, a: node, b: ground, output: 'voltage' },
      ...{ form, weightless: true },
    },
  ];
}

/**
 * The same as an expression: at an equilibrium of the displacements themselves, so that Newton's method begins at the start and
 * not where the distance is 0, which may be beyond a pull-in or where a gap is closed.
 */
export function distanceExpression(
  node: string,
  a: string,
  b: string,
  initial: number,
  context: EmissionContext,
  span: Span,
): Expression {
  const ends = displacedEnds(a, b, context);
  if (!ends) return { kind: 'probe', quantity: 'v', names: [node], span };
  const left = { kind: 'probe', quantity: 'v', names: [ends.a, ends.b], span } as const;
  return { kind: 'binary', operator: '+', left, right: numberAt(initial, span), span };
}

/** A spring, whose force at the start is `initial`. */
export function springBranches(
  {
    a,
    b,
    ...names
  }: { readonly name: string; readonly element: string; readonly a: string; readonly b: string },
  stiffness: number,
  initial: number,
  context: EmissionContext,
): Branch[] {
  const ends = displacedEnds(a, b, context);
  if (!ends) return [{ kind: 'inductance', ...names, a, b, inductance: 1 / stiffness, initial, held: true }];
  const name = `${names.name}#start`;
  return [
    { kind: 'resistance', ...names, ...ends, resistance: 1 / stiffness },
    { kind: 'current', ...names, name, ...ends, signal: constantSignal(initial) },
  ];
}
