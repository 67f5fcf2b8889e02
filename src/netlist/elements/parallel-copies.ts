/**
 * What the `m=` of the calls above makes of an element: m of them in parallel. An element with a parameter `m` has it multiplied;
 * of any other one the parameters that say how they add up (`ParameterSpec.copies`), and the rest is the same m times; so is what
 * sets a voltage.
 */
import { mapExpression } from '../../expression/map-expression.js';
import type { Expression } from '../../expression/ast.js';
import { numberAt } from '../../expression/simplify.js';
import type { FlatElement } from '../flat-circuit.js';
import type { ElementSyntax, ParameterSpec } from '../language.js';
import type { Indexed } from '../language-index.js';
import type { Session } from '../session.js';

interface Copied {
  readonly element: Pick<FlatElement, 'name'> & {
    parameters: ReadonlyMap<string, number>;
    value?: number;
    law?: FlatElement['law'];
  };
  readonly indexed: Indexed<ElementSyntax>;
}

/** Multiplies what is a number. */
export function multiply({ element, indexed }: Copied, { frame: { multiplier } }: Session): void {
  if (multiplier === 1) return;
  const { law } = element;
  if (indexed.parameters.has('m')) {
    if (law && 'output' in law && law.output === 'v') return;
    const own = element.parameters.get('m') ?? 1;
    element.parameters = new Map(element.parameters).set('m', own * multiplier);
    return;
  }
  const { value } = indexed.syntax;
  for (const spec of specsOf(indexed.syntax)) {
    const factor = factorOf(spec, multiplier);
    const given = element.parameters.get(spec.name);
    if (given !== undefined && factor !== 1)
      element.parameters = new Map(element.parameters).set(spec.name, factor * given);
    if (value.kind === 'number' && spec === value.parameter && element.value !== undefined)
      element.value *= factor;
  }
}

/** The same for a parameter that is an expression of the circuit. */
export function multiplied(
  expression: Expression,
  name: string,
  { element, indexed }: Copied,
  { frame: { multiplier }, diagnostics }: Session,
): Expression {
  if (multiplier === 1) return expression;
  const { syntax } = indexed;
  if (isMechanical(syntax) && readsFlow(expression)) {
    const message = `${element.name} is ${multiplier} times in parallel (m= of its call) and reads a force or a current, of which one copy has a part`;
    diagnostics.error('copies-of-forces', message, expression.span, {
      hint: 'write the calls one by one, without m=',
    });
  }
  const spec = specsOf(syntax).find((each) => each.name === name);
  const factor = spec ? factorOf(spec, multiplier) : 1;
  if (factor === 1) return expression;
  const { span } = expression;
  return { kind: 'binary', operator: '*', left: numberAt(factor, span), right: expression, span };
}

function specsOf({ value, parameters }: ElementSyntax): readonly ParameterSpec[] {
  if (value.kind !== 'number') return parameters;
  return [value.parameter, ...(value.alternatives ?? []), ...parameters];
}

function factorOf({ copies }: ParameterSpec, multiplier: number): number {
  if (copies === undefined) return 1;
  return copies === 'add' ? multiplier : 1 / multiplier;
}

function isMechanical({ domains }: ElementSyntax): boolean {
  return domains?.some((domain) => domain !== 'electrical' && domain !== 'any') === true;
}

function readsFlow(expression: Expression): boolean {
  let reads = false;
  mapExpression(expression, (node) => {
    if (node.kind === 'probe' && /^[ip]/.test(node.quantity)) reads = true;
    return node;
  });
  return reads;
}
