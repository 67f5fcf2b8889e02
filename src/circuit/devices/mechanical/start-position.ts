/** Where mechanical nodes stand at t = 0: states of position begin there, and springs and gaps with what follows from it. */
import { mapExpression, visitExpression } from '../../../expression/map-expression.js';
import { compileExpression } from '../../../expression/program.js';
import { numberAt, simplify } from '../../../expression/simplify.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { ParameterSpec } from '../../../netlist/language.js';
import type { EmissionContext } from '../../device.js';
import { sourceSignal } from '../../sources/source-table.js';
import { ground } from '../../compiler/tree.js';
import { mechanicalEnds } from './mechanical-parts.js';

/**
 * Where a node stands at t = 0: as a mass on it says, or a prescribed position does from a node that stands somewhere, else at 0;
 * about an equilibrium, there.
 */
export function startPosition(node: string, context: EmissionContext): number {
  return (placeOf(node, context, new Set()) ?? 0) + (context.moved?.get(node) ?? 0);
}

/** Where a node is said to be; `passed` are nodes on the way here. */
function placeOf(node: string, context: EmissionContext, passed: Set<string>): number | undefined {
  if (node === ground) return 0;
  // What depends on itself is told by its own card.
  if (passed.has(node)) return undefined;
  passed.add(node);
  const prescribed: FlatElement[] = [];
  for (const element of context.elements().values()) {
    const start = element.nodes[0] === node ? element.parameters.get('x0') : undefined;
    if (start !== undefined) return start;
    if (element.letter === 'YPOSITION' && element.nodes.includes(node)) prescribed.push(element);
  }
  for (const element of prescribed) {
    const { a, b } = mechanicalEnds(element);
    const other = a === node ? b : a;
    if (passed.has(other)) continue;
    const distance = prescribedDistance(element, context, passed);
    return (placeOf(other, context, passed) ?? 0) + (a === node ? distance : -distance);
  }
  return undefined;
}

/** x+ - x- of a YPOSITION card at t = 0; positions that its expression reads are those at t = 0, all else there is 0. */
function prescribedDistance(
  element: FlatElement,
  context: EmissionContext,
  passed: ReadonlySet<string>,
): number {
  const written = element.expressions?.get('x');
  if (!written) return element.parameters.get('x') ?? sourceSignal(element, context).value(0);
  const place = (name: string): number => {
    const node = name.replace(/#x$/, '');
    return node === name ? 0 : (placeOf(node, context, new Set(passed)) ?? 0);
  };
  const atStart = mapExpression(written, (node) => {
    if (node.kind !== 'probe') return node;
    const [at = ground, against = ground] = node.names;
    return numberAt(place(at) - place(against), node.span);
  });
  return compileExpression(simplify(atStart), ['time'])?.evaluate(new Float64Array(1)) ?? 0;
}

/** The node through which a YPOSITION card is to stand where its own position says, which it then does not determine. */
export function dependsOnItself(element: FlatElement, { elements }: EmissionContext): string | undefined {
  const positions = [...elements().values()].filter(({ letter }) => letter === 'YPOSITION');
  const passed = new Set<FlatElement>();
  const leads = (card: FlatElement): string | undefined => {
    if (passed.has(card)) return undefined;
    passed.add(card);
    for (const node of positionsIn(card)) {
      const next = positions.filter(({ nodes }) => nodes.includes(node));
      if (next.includes(element) || next.some((each) => leads(each) !== undefined)) return node;
    }
    return undefined;
  };
  return leads(element);
}

/** The nodes whose positions stand in the expression of a YPOSITION card. */
function positionsIn({ expressions }: FlatElement): readonly string[] {
  const written = expressions?.get('x');
  const found = new Set<string>();
  if (written)
    visitExpression(written, (node) => {
      if (node.kind !== 'probe') return;
      for (const name of node.names) if (name.endsWith('#x')) found.add(name.replace(/#x$/, ''));
    });
  return [...found];
}

/** How far a stands from b at t = 0. */
export function startDistance(a: string, b: string, context: EmissionContext): number {
  return startPosition(a, context) - startPosition(b, context);
}

/** Where a node starts; read by `startPosition`. */
export const positionParameter: ParameterSpec = {
  name: 'x0',
  unit: 'm or rad',
  default: 0,
  range: 'finite',
  doc: 'position at the start',
  aliases: ['phi0'],
};
