/** What a `.meas` card reads: other measures, before its pass or behind it, and quantities of the circuit. */
import type { Expression } from '../../expression/ast.js';
import { mapExpression } from '../../expression/map-expression.js';
import { MEASURE_PROBE, type MeasureCard } from '../../netlist/flat-cards.js';
import { expressionsOfQuestion, measuresIn } from '../../netlist/measure-expressions.js';

/** The other measures that a card needs before its pass, or behind it. */
export function namesIn(
  { question, from, to, until }: MeasureCard,
  when: 'before' | 'after',
): readonly string[] {
  if (question.kind === 'param' && when === 'after') return measuresIn(question.expression);
  if (when === 'after') return [];
  const own = question.kind === 'param' ? [] : expressionsOfQuestion(question);
  return [...own, from, to, until].flatMap((expression) => (expression ? measuresIn(expression) : []));
}

/**
 * Xyce's PARAM up to a place: what it reads of other such measures is their value there, not at the end of the run. So they stand
 * in it as what they are computed from.
 */
export function endedEarly(card: MeasureCard, cards: readonly MeasureCard[]): MeasureCard {
  const { question, to } = card;
  if (question.kind !== 'param' || !to) return card;
  const opened = (expression: Expression, within: readonly string[]): Expression =>
    mapExpression(expression, (node) => {
      if (node.kind !== 'probe' || node.quantity !== MEASURE_PROBE) return node;
      const inner = cards.find(({ name }) => name === node.names[0]);
      if (inner?.question.kind !== 'param' || within.includes(inner.name)) return node;
      const otherwise = opened(inner.question.expression, [...within, inner.name]);
      if (!inner.to) return otherwise;
      const { span } = node;
      const time: Expression = { kind: 'name', name: 'time', span };
      const test: Expression = { kind: 'binary', operator: '>', left: time, right: inner.to, span };
      return { kind: 'conditional', test, then: node, otherwise, span };
    });
  return { ...card, question: { kind: 'param', expression: opened(question.expression, [card.name]) } };
}
