/** What a `.meas` card is made of: its expressions, whatever it asks. */
import type { Expression } from '../expression/ast.js';
import { visitExpression } from '../expression/map-expression.js';
import { MEASURE_PROBE, type MeasureCard, type MeasurePoint, type MeasureQuestion } from './flat-cards.js';
import { partOfComplex } from './output-item.js';

/** The expressions of a question. */
export function expressionsOfQuestion(question: MeasureQuestion): readonly Expression[] {
  const ofPoint = (point: MeasurePoint): readonly (Expression | undefined)[] =>
    point.kind === 'at' ? [point.at] : [point.left, point.right, point.least, point.delay];
  const all = (): readonly (Expression | undefined)[] => {
    switch (question.kind) {
      case 'left-out':
        return [];
      case 'param':
        return [question.expression];
      case 'trig':
        return [...ofPoint(question.trig), ...ofPoint(question.targ)];
      case 'find':
      case 'deriv':
        return [question.of, ...ofPoint(question.point)];
      case 'error':
        return [question.of];
      case 'four':
        return [question.of, question.frequency];
      default:
        return [question.of, question.on, question.off, question.where];
    }
  };
  return all().filter((expression) => expression !== undefined);
}

/** The measures that an expression reads, each once. */
export function measuresIn(expression: Expression): readonly string[] {
  const names = new Set<string>();
  visitExpression(expression, (node) => {
    if (node.kind === 'probe' && node.quantity === MEASURE_PROBE) names.add(node.names[0] ?? '');
  });
  return [...names];
}

/** The names of measures that only `.ac` has: they read parts of complex quantities, or such a measure. */
export function measuresOfResponses(cards: readonly MeasureCard[]): ReadonlySet<string> {
  const found = new Set<string>();
  const isOfResponse = ({ question, from, to }: MeasureCard): boolean => {
    let reads = false;
    const expressions = [...expressionsOfQuestion(question), from, to];
    for (const expression of expressions) {
      if (!expression) continue;
      reads ||= measuresIn(expression).some((name) => found.has(name));
      visitExpression(expression, (node) => {
        reads ||= node.kind === 'probe' && partOfComplex(node.quantity) !== undefined;
      });
    }
    return reads;
  };
  let known = -1;
  while (found.size > known) {
    known = found.size;
    for (const card of cards) if (isOfResponse(card)) found.add(card.name);
  }
  return found;
}
