/**
 * Finds what expressions that are written or measured name: also what devices tell of themselves (`device-quantities.ts`), and what `.sp`
 * computes, s_2_1, by a probe of its own.
 */
import type { Expression } from '../expression/ast.js';
import { ExpressionBuilder } from '../expression/build.js';
import { mapExpression, visitExpression } from '../expression/map-expression.js';
import type { ProbeResolver } from '../expression/substitute.js';
import { MEASURE_PROBE, SCATTERING_PROBE } from './flat-cards.js';
import type { Session } from './session.js';

export function outputProbe(session: Session): ProbeResolver {
  return (probe) =>
    probe.quantity === SCATTERING_PROBE || probe.quantity === MEASURE_PROBE
      ? probe
      : session.resolveProbe(probe, session.frame, undefined, 'output');
}

/** Puts probes in the place of names such as s_2_1 that nothing else has. */
export function withScattering(expression: Expression, { scope }: Session): Expression {
  return mapExpression(expression, (node) => {
    if (node.kind !== 'name' || !/^[syz]_\d+_\d+$/.test(node.name)) return node;
    if (scope.lookup(node.name) !== undefined) return node;
    return { kind: 'probe', quantity: SCATTERING_PROBE, names: [node.name], span: node.span };
  });
}

/** Whether an expression has such a probe. */
export function namesScattering(expression: Expression): boolean {
  let found = false;
  visitExpression(expression, (node) => {
    found ||= node.kind === 'probe' && node.quantity === SCATTERING_PROBE;
  });
  return found;
}

/**
 * Puts into the place of HSPICE's `power` what turns into heat, or is on its way in lines and junctions: what sources of voltage deliver less
 * what capacitors and coils take.
 */
export function withPower(expression: Expression, { scope, elements }: Session): Expression {
  let sum: Expression | undefined;
  return mapExpression(expression, (node) => {
    if (node.kind !== 'name' || node.name !== 'power' || scope.lookup('power') !== undefined) return node;
    const { span } = node;
    const build = new ExpressionBuilder(span);
    const terms = elements
      .filter(({ letter }) => letter === 'V' || letter === 'C' || letter === 'L')
      .map(({ name }): Expression => ({ kind: 'probe', quantity: 'p', names: [name], span }));
    sum ??= balanced(terms, build);
    return build.scaled(sum ?? build.number(0), -1);
  });
}

/** A sum that is no deeper than it has to be. */
function balanced(terms: readonly Expression[], build: ExpressionBuilder): Expression | undefined {
  if (terms.length <= 1) return terms[0];
  const half = terms.length >> 1;
  const [first, second] = [balanced(terms.slice(0, half), build), balanced(terms.slice(half), build)];
  return first && second ? build.add(first, second) : (first ?? second);
}
