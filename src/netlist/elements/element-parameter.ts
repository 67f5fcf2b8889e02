/** Xyce's `r1:r` and `x1:l1:l` in expressions and outputs: a parameter of an element, its value or expression. */
import type { Expression } from '../../expression/ast.js';
import { mapExpression } from '../../expression/map-expression.js';
import { numberAt } from '../../expression/simplify.js';
import type { FlatElement } from '../flat-circuit.js';
import { findElement } from '../resolve-names.js';
import type { Session } from '../session.js';

/** Celsius. */
const usualTemperature = 27;

/** The value of a name with a colon; undefined where it is no element's parameter. All elements are known. */
export function elementParameter(text: string, session: Session): number | Expression | undefined {
  const [, path = '', parameter = ''] = /^(.+):([^:]+)$/.exec(text.toLowerCase()) ?? [];
  const name = path === '' ? undefined : findElement(path, session.frame, session);
  const element = name === undefined ? undefined : session.elements.find((other) => other.name === name);
  if (!element) return undefined;
  const { value } = session.index.element(element.letter)?.syntax ?? {};
  const flat = element.expressions?.get(parameter);
  const factor = temperatureFactor(element, session);
  if (flat && factor !== undefined) return factor === 1 ? flat : product(factor, flat);
  // The written value is not the one at the element's temperature.
  if (factor !== 1) return undefined;
  const own =
    value?.kind === 'number' &&
    [value.parameter.name, ...(value.parameter.aliases ?? [])].includes(parameter);
  return own ? element.value : element.parameters.get(parameter);
}

/** Puts the values of elements' parameters where an expression names them. */
export function withElementParameters(expression: Expression, session: Session): Expression {
  return mapExpression(expression, (node) => {
    if (node.kind !== 'name' || !node.name.includes(':')) return node;
    const value = elementParameter(node.name, session);
    return typeof value === 'number' ? numberAt(value, node.span) : (value ?? node);
  });
}

/** How much more than written the value at the element's own temperature is; undefined where that is the circuit's. */
function temperatureFactor({ parameters }: FlatElement, { options }: Session): number | undefined {
  if (!parameters.has('tc1') && !parameters.has('tc2')) return 1;
  const celsius = parameters.get('temp');
  const nominal = options.get('tnom')?.value ?? usualTemperature;
  if (celsius === undefined || typeof nominal !== 'number') return undefined;
  const rise = celsius - nominal;
  return 1 + (parameters.get('tc1') ?? 0) * rise + (parameters.get('tc2') ?? 0) * rise ** 2;
}

function product(factor: number, right: Expression): Expression {
  const { span } = right;
  return { kind: 'binary', operator: '*', left: numberAt(factor, span), right, span };
}
