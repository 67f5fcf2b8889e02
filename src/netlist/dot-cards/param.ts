/**
 * `.param name=expression ...`: defines parameters, in any order.
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { Session } from '../session.js';
import type { ParsedCard } from '../syntax.js';
import { textOf } from '../syntax.js';
import { expressionOf } from '../values.js';
import type { DotCard } from './dot-card.js';

export const PARAM: DotCard<Session> = {
  name: '.param',
  aliases: ['.params', '.parameters'],
  usage: '.param name=expression ...',
  doc: 'Defines parameters. They may depend on each other in any order.',
  phase: 'parameters',
  read: readParameters,
};

function readParameters(card: ParsedCard, { scope, diagnostics }: Session): void {
  const items = card.items.filter((item) => !(item.kind === 'word' && item.text.toLowerCase() === 'params:'));
  if (items.length === 0) reportEmpty(card, diagnostics);
  for (const item of items) {
    if (item.kind !== 'assignment' || item.key.kind !== 'word') {
      diagnostics.error(
        'not-an-assignment',
        `${textOf(item.span)} is not of the form name=expression`,
        item.span,
        {
          cure: `write: ${PARAM.usage}`,
        },
      );
      continue;
    }
    const { key, value } = item;
    const name = key.text.toLowerCase();
    const earlier = scope.definitions.get(name);
    if (earlier) {
      diagnostics.error('duplicate-parameter', `parameter "${name}" is defined twice`, key.span, {
        related: [{ span: earlier.span, message: 'defined here first' }],
        cure: 'remove or rename one of them',
      });
      continue;
    }
    scope.definitions.set(name, { name, expression: expressionOf(value, diagnostics), span: key.span });
  }
}

function reportEmpty({ span }: ParsedCard, diagnostics: Diagnostics): void {
  diagnostics.error('too-few-arguments', '.param defines nothing', span, { cure: `write: ${PARAM.usage}` });
}
