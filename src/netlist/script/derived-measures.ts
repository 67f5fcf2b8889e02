/** `let y = 2*rise`, `print 2*rise` behind `meas tran rise ...`: what follows from results of measures is one, as `.meas param` has it. */
import type { Span } from '../../base/span.js';
import type { Expression } from '../../expression/ast.js';
import { visitExpression } from '../../expression/map-expression.js';
import { cardKey } from '../card-key.js';
import { MEASURE_PROBE, type MeasureCard } from '../flat-cards.js';
import type { Session } from '../session.js';

/** Takes an expression of measures as a measure of that name, of the analysis of the first; false where it has none. */
export function measuresAgain(name: string, expression: Expression, span: Span, session: Session): boolean {
  const { measures, measureNames, diagnostics } = session;
  const read: string[] = [];
  visitExpression(expression, (node) => {
    if (node.kind === 'probe' && node.quantity === MEASURE_PROBE) read.push(...node.names);
  });
  const first = measures.find((card) => read.includes(card.name));
  if (!first) return false;
  const asked: MeasureCard = {
    name,
    analysis: first.analysis,
    question: { kind: 'param', expression },
    span,
  };
  if (measures.some((card) => cardKey(card) === cardKey(asked))) return true;
  if (measureNames.has(name)) {
    diagnostics.error('script-command', `"${name}" is the name of a measure already`, span, {
      hint: 'take another name',
    });
    return true;
  }
  measureNames.add(name);
  measures.push(asked);
  return true;
}
