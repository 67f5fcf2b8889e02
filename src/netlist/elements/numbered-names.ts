/**
 * LTspice's names in braces: `Q1 c b e {k}` has the model, and `X1 a b {k}` calls the subcircuit, whose name is the number k, so
 * that a sweep of k goes through them.
 */
import { evaluate } from '../../expression/evaluate.js';
import type { Session } from '../session.js';
import type { Item } from '../syntax.js';
import { hasModel } from './model-reference.js';

/** The items of a card, with the name in braces that ends those without an equals sign as a word. */
export function withNumberedName(items: readonly Item[], session: Session, isCall: boolean): readonly Item[] {
  const at = items.findLastIndex(({ kind }) => kind !== 'assignment');
  const item = items[at];
  if (item?.kind !== 'expression') return items;
  // Behind a model it is a number, such as an area.
  const before = items[at - 1];
  if (!isCall && (before?.kind !== 'word' || hasModel(before.text, session))) return items;
  const value = evaluate(item.expression, session.frame.scope, session.diagnostics);
  if (value === undefined || !Number.isInteger(value)) return items;
  const text = String(value);
  if (!isCall && !hasModel(text, session)) return items;
  return items.map((other) => (other === item ? { kind: 'word', text, span: item.span } : other));
}
