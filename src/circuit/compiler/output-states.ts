/**
 * Written expressions of the past: ddt, idt and sdt in `.print` have no value at a point of the trajectory, they need a
 * state. Each becomes a hidden B source whose voltage it is, so that the trajectory carries it:
 *
 *     {v(1) - sdt(v(2))}   becomes   {v(1) - v(output#1)}   with   B output#1 0 V={sdt(v(2))}
 */
import type { Expression } from '../../expression/ast.js';
import { mapExpression } from '../../expression/map-expression.js';
import { printExpression } from '../../expression/print.js';
import type { FlatCircuit, FlatElement } from '../../netlist/flat-circuit.js';
import type { OutputItem } from '../../netlist/output-item.js';
import { ground } from './tree.js';

/** What a helper of the circuit can compute (`controlled-branch.ts`). */
const functionsOfPast: ReadonlySet<string> = new Set(['ddt', 'idt', 'sdt']);

/** The circuit with a source for each such call, equal ones sharing one; the same circuit where there is none. */
export function withOutputStates(flat: FlatCircuit): FlatCircuit {
  const elements = new Map<string, FlatElement>();
  const outputs = flat.outputs.map((item): OutputItem => {
    if (!item.expression) return item;
    const expression = mapExpression(item.expression, (node): Expression => {
      if (node.kind !== 'call' || !functionsOfPast.has(node.name)) return node;
      const key = printExpression(node);
      const source = elements.get(key) ?? sourceOf(node, `output#${elements.size + 1}`, item);
      elements.set(key, source);
      return { kind: 'probe', quantity: 'v', names: [source.name], span: node.span };
    });
    return { ...item, expression };
  });
  return elements.size === 0
    ? flat
    : { ...flat, elements: [...flat.elements, ...elements.values()], outputs };
}

function sourceOf(expression: Expression, name: string, { span }: Pick<OutputItem, 'span'>): FlatElement {
  return {
    name,
    letter: 'B',
    nodes: [name, ground],
    law: { kind: 'expression', output: 'v', expression },
    // It is written as it is, without the lag of option smoothbsrc.
    parameters: new Map([['smoothbsrc', 0]]),
    flags: new Set(),
    span,
    nodeSpans: [span, span],
  };
}
