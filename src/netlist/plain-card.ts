/**
 * A hand scanner for the plain shape of a card - words, and `key=word` without blanks around "=" - which
 * is nearly every card of a large netlist. The grammar is the specification: on every text that the
 * scanner accepts it gives what the grammar gives (a property test), and it leaves all others alone.
 */
import type { SourceText } from '../base/span.js';
import type { AssignmentItem, CardSyntax, Item, WordItem } from './syntax.js';

const NEEDS_GRAMMAR = /[(){}'"\u00a0\ufeff]/;
const COMMA = 44;
/** A name or a number: what the grammar keeps as a word after "=", unless an operator follows. */
const PLAIN_VALUE = /^(?:[a-z_][a-z0-9_.]*|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?[a-z]*)$/i;
const OPERATOR = /^[-+*/%^<>&|?!]/;

/** Scans the card whose text begins at `base` in `source`; undefined when the grammar must read it. */
export function scanPlainCard(text: string, source: SourceText, base: number): CardSyntax | undefined {
  if (NEEDS_GRAMMAR.test(text)) return undefined;
  const items: Item[] = [];
  let lead: WordItem | undefined;
  let afterValue = false;
  for (let at = 0; at < text.length;) {
    const from = at;
    while (at < text.length && !isSeparator(text.charCodeAt(at))) at++;
    const token = text.slice(from, at);
    while (at < text.length && isSeparator(text.charCodeAt(at))) at++;
    if (token === '' || (afterValue && OPERATOR.test(token))) return undefined;
    const item = readToken(token, source, base + from);
    if (!item) return undefined;
    afterValue = item.kind === 'assignment';
    if (lead) items.push(item);
    else if (item.kind === 'word') lead = item;
    else return undefined;
  }
  return lead && { lead, items };
}

/** Blanks and commas, as in the grammar; the two that are not ASCII need the grammar. */
function isSeparator(code: number): boolean {
  return code === 32 || code === COMMA || (code >= 9 && code <= 13);
}

function readToken(token: string, source: SourceText, start: number): WordItem | AssignmentItem | undefined {
  const equals = token.indexOf('=');
  if (equals < 0) return wordAt(source, start, token);
  const value = token.slice(equals + 1);
  if (equals === 0 || !PLAIN_VALUE.test(value)) return undefined;
  return {
    kind: 'assignment',
    key: wordAt(source, start, token.slice(0, equals)),
    value: wordAt(source, start + equals + 1, value),
    span: { source, start, end: start + token.length },
  };
}

function wordAt(source: SourceText, start: number, text: string): WordItem {
  return { kind: 'word', text, span: { source, start, end: start + text.length } };
}
