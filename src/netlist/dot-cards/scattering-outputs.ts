/** Items of `.print sp`: s_2_1, db(s_2_1) and other expressions of what `.sp` computes. */
import { parseExpressionText } from '../../expression/parse.js';
import { flatExpression } from '../elements/element-draft.js';
import type { OutputItem } from '../output-item.js';
import { outputProbe, withScattering } from '../output-probe.js';
import type { Session } from '../session.js';
import { type Item, textOf } from '../syntax.js';
import { withComplexParts } from './complex-parts.js';

/** Reads one; undefined after reporting. */
export function scatteringOutput(item: Item, session: Session): OutputItem | undefined {
  const { span } = item;
  const place = { source: span.source, base: span.start, rules: session.rules };
  const written =
    item.kind === 'expression'
      ? item.expression
      : parseExpressionText(textOf(span), place, session.diagnostics);
  const named = written && withScattering(withComplexParts(written, session), session);
  const expression = named && flatExpression(named, session, session.scope, outputProbe(session));
  const text = textOf(span).toLowerCase().replaceAll(/\s/g, '');
  return expression && { text, quantity: 'expression', names: [], expression, analyses: ['sp'], span };
}
