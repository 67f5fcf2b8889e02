/**
 * Measures among what is written: their value so far, as Xyce prints it. FIND, DERIV and WHEN have DEFAULT_VAL, else 0, until
 * they are met, and keep what they found; PARAM is its expression within its interval and keeps the value at its end.
 * What they take on is known after a pass over the run; so rows are written in a last pass, in which a measure is an
 * expression of time and of quantities of the circuit. That pass is the same run, to the last bit.
 */
import type { Expression } from '../../expression/ast.js';
import { mapExpression } from '../../expression/map-expression.js';
import { numberAt } from '../../expression/simplify.js';
import { MEASURE_PROBE, type MeasureCard } from '../../netlist/flat-cards.js';
import type { OutputItem } from '../../netlist/output-item.js';
import type { MeasurePlan } from './measure-plan.js';
import { measuresIn } from '../../netlist/measure-expressions.js';

/** Whether an item reads a measure. */
export function readsMeasure({ expression }: OutputItem): boolean {
  return expression !== undefined && measuresIn(expression).length > 0;
}

/** The measures that items read, and those that these read in turn. */
export function measuresRead(
  items: readonly OutputItem[],
  cards: readonly MeasureCard[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (expression: Expression): void => {
    for (const name of measuresIn(expression)) {
      if (found.has(name)) continue;
      found.add(name);
      const question = cards.find((card) => card.name === name)?.question;
      if (question?.kind === 'param') follow(question.expression);
    }
  };
  for (const { expression } of items) if (expression) follow(expression);
  return found;
}

/** The items with what their measures have turned out to be in the place of these. */
export function withRunningMeasures(items: readonly OutputItem[], plan: MeasurePlan): OutputItem[] {
  const values = new Map<string, Expression>();
  const put = (expression: Expression): Expression =>
    mapExpression(expression, (node) => {
      if (node.kind !== 'probe' || node.quantity !== MEASURE_PROBE) return node;
      const [name = ''] = node.names;
      let value = values.get(name);
      if (!value) {
        value = valueSoFar(name, plan, put);
        values.set(name, value);
      }
      return value;
    });
  return items.map((item) => (item.expression ? { ...item, expression: put(item.expression) } : item));
}

function valueSoFar(
  name: string,
  plan: MeasurePlan,
  put: (expression: Expression) => Expression,
): Expression {
  const card = plan.cards.find((each) => each.name === name);
  if (!card) throw new Error(`${name} is written, and no measure of this analysis`);
  const { span, question, from, to } = card;
  const before = card.before ? plan.number(card.before) : 0;
  const time: Expression = { kind: 'name', name: 'time', span };
  if (question.kind !== 'param') {
    const steps = plan.history(name);
    let last = before;
    const points = steps.flatMap(({ at, value }) => {
      const step = [at, last, at, value];
      last = value;
      return step;
    });
    if (points.length === 0) return numberAt(before, span);
    return { kind: 'call', name: 'table', args: [time, ...points.map((x) => numberAt(x, span))], span };
  }
  let value = put(question.expression);
  const when = (operator: '<' | '>', limit: number, then: Expression): void => {
    const test: Expression = { kind: 'binary', operator, left: time, right: numberAt(limit, span), span };
    value = { kind: 'conditional', test, then, otherwise: value, span };
  };
  if (to) when('>', plan.number(to), numberAt(plan.result(name)?.value ?? before, span));
  if (from) when('<', plan.number(from), numberAt(before, span));
  return value;
}
