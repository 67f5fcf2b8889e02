/** The nodes whose voltages an element reads without being connected to them. */
import type { Expression } from '../expression/ast.js';
import { visitExpression } from '../expression/map-expression.js';
import type { FlatControl, FlatElement, FlatLaw } from './flat-circuit.js';

export function sensedNodes({ law, expressions }: FlatElement): string[] {
  return [...(expressions?.values() ?? []), ...inputsOf(law)]
    .flatMap(nodesIn)
    .concat(controlsOf(law).flatMap(ends));
}

function controlsOf(law: FlatLaw | undefined): readonly FlatControl[] {
  if (law?.kind === 'linear') return [law.control];
  return law?.kind === 'poly' ? law.controls : [];
}

function inputsOf(law: FlatLaw | undefined): readonly Expression[] {
  if (law?.kind === 'expression') return [law.expression];
  return law && 'input' in law ? [law.input] : [];
}

function ends(control: FlatControl): string[] {
  return control.quantity === 'v' ? [control.plus, control.minus] : [];
}

function nodesIn(expression: Expression): string[] {
  const nodes: string[] = [];
  visitExpression(expression, (node) => {
    if (node.kind === 'probe' && node.quantity === 'v') nodes.push(...node.names);
  });
  return nodes;
}
