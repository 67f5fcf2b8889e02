/** Xyce's `r1:r`, `x1:l1:l` and `dmod:is` in expressions and outputs: a parameter of an element, its value or expression, or of a model. */
import type { Expression } from '../../expression/ast.js';
import { mapExpression } from '../../expression/map-expression.js';
import { numberAt } from '../../expression/simplify.js';
import { findElement } from '../resolve-names.js';
import { parameterOf } from './parameter-value.js';
import type { Session } from '../session.js';

/** The value of a name with a colon; undefined where it is no parameter of an element or model. All elements are known. */
export function elementParameter(text: string, session: Session): number | Expression | undefined {
  const [, path = '', parameter = ''] = /^(.+):([^:]+)$/.exec(text.toLowerCase()) ?? [];
  const name = path === '' ? undefined : findElement(path, session.frame, session);
  const element = name === undefined ? undefined : session.elements.find((other) => other.name === name);
  if (element) return parameterOf(element, parameter, session);
  // Of a model the value that its card gives.
  const model = session.elements.find((other) => other.model?.name === path)?.model;
  return path === '' ? undefined : model?.parameters.get(parameter);
}

/** Puts the values of elements' parameters where an expression names them. */
export function withElementParameters(expression: Expression, session: Session): Expression {
  return mapExpression(expression, (node) => {
    if (node.kind !== 'name' || !node.name.includes(':')) return node;
    const value = elementParameter(node.name, session);
    return typeof value === 'number' ? numberAt(value, node.span) : (value ?? node);
  });
}
