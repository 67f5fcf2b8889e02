/** Parts that elements share: parasitics of storage and sources, storage given as an expression, parasitics across the element. */
import type { Expression } from '../../../expression/ast.js';
import { mapExpression } from '../../../expression/map-expression.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import { expressionBranches } from '../../behavioural/controlled-branch.js';
import type { EmissionContext } from '../../device.js';
import type { Branch } from '../../primitives.js';
import { endsOf } from './element-parts.js';

/** A branch of an element, by name and nodes. */
export interface StoragePlace {
  readonly name: string;
  readonly a: string;
  readonly b: string;
}

/** The ends of an element inside its series resistance. */
export function insideEnds(element: FlatElement): StoragePlace {
  const { name, a, b } = endsOf(element);
  return { name, a: (element.parameters.get('rser') ?? 0) > 0 ? `${name}#r` : a, b };
}

/**
 * The branches of a part whose current or voltage is ddt(factor * stored): a charge or flux of the circuit. `x` in it is
 * the part's own voltage or current.
 */
export function storedExpression(
  element: FlatElement,
  stored: Expression,
  factor: number,
  { name, a, b }: StoragePlace,
  output: 'current' | 'voltage',
  context: EmissionContext,
): Branch[] {
  const { span } = stored;
  const own: Expression =
    output === 'current'
      ? { kind: 'probe', quantity: 'v', names: [a, b], span }
      : { kind: 'probe', quantity: 'i', names: [name], span };
  const written = mapExpression(stored, (node) => (node.kind === 'name' && node.name === 'x' ? own : node));
  const number = { kind: 'number', value: factor, span } as const;
  const scaled = { kind: 'binary', operator: '*', left: number, right: written, span } as const;
  const rate = { kind: 'call', name: 'ddt', args: [scaled], span } as const;
  return expressionBranches(element, rate, { name, element: name, a, b, output }, context);
}

/** Rpar and Cpar of `count` elements in parallel, across each; `start` holds the capacitor's initial voltage. */
export function shuntParasitics(
  element: FlatElement,
  count: number,
  start: { readonly initial?: number } = {},
): Branch[] {
  const { a, b } = endsOf(element);
  const part = (what: string): { name: string; element: string; a: string; b: string } => ({
    name: `${element.name}#${what}`,
    element: element.name,
    a,
    b,
  });
  const branches: Branch[] = [];
  // 0 is LTspice's none: its schematics write it where nothing is meant.
  const rpar = element.parameters.get('rpar') ?? 0;
  const cpar = element.parameters.get('cpar') ?? 0;
  if (rpar > 0 && rpar < Infinity)
    branches.push({ kind: 'resistance', ...part('rpar'), resistance: rpar / count });
  if (cpar > 0) branches.push({ kind: 'capacitance', ...part('cpar'), capacitance: cpar * count, ...start });
  return branches;
}
