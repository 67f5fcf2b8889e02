/**
 * `R1 a b 1k`, `R1 a b {expression}`, `R1 a b r=1k`: one number after the nodes.
 */
import type { Session } from '../session.js';
import { readValue } from '../values.js';
import { takeAssignment, usageOf, type ElementDraft } from './element-draft.js';

export function readNumberValue(draft: ElementDraft, session: Session): boolean {
  const { element, indexed, rest, nameSpan } = draft;
  const { value: kind } = indexed.syntax;
  if (kind.kind !== 'number') return false;
  const { parameter } = kind;
  const named = takeAssignment(draft, [parameter.name, ...(parameter.aliases ?? [])]);
  const flags = indexed.syntax.flags ?? [];
  const first = rest[0];
  const positional = first?.kind === 'word' && flags.includes(first.text.toLowerCase()) ? undefined : first;
  if (positional) rest.shift();
  if (positional && named) {
    session.diagnostics.error(
      'duplicate-parameter',
      `${element.name}: ${parameter.name} is given twice`,
      named.span,
      {
        related: [{ span: positional.span, message: 'given here first' }],
        cure: 'remove one of them',
      },
    );
    return false;
  }
  const item = positional ?? named?.value;
  if (!item) {
    session.diagnostics.error('missing-value', `${element.name} has no ${parameter.name}`, nameSpan, {
      cure: `write: ${usageOf(element.name, indexed.syntax)}`,
    });
    return false;
  }
  const value = readValue(item, parameter, element.name, session, positional ? 'positional' : 'named');
  if (value === undefined) return false;
  element.value = value;
  element.valueSpan = item.span;
  return true;
}
