/**
 * The typed door to the generated card parser.
 */
import { Diagnostics } from '../base/diagnostic.js';
import type { Span } from '../base/span.js';
import { NEUTRAL_RULES, type DialectRules } from '../expression/dialect.js';
import { checkTreeDepth, runGrammar, type GeneratedParser } from '../expression/run-grammar.js';
import { balanceBrackets, type Balanced } from './balance-brackets.js';
import { parse as generated } from './card-parser.gen.js';
import type { LogicalCard } from './cards.js';
import { LEFT_OUT } from './dot-cards/dot-card.js';
import { scanCard, scanItems } from './scan-card.js';
import { textOf, type CardSyntax, type Item, type ParsedCard } from './syntax.js';

/** Parses one logical card; returns undefined after reporting what is wrong with it. */
export function parseCard(
  card: LogicalCard,
  diagnostics: Diagnostics,
  rules: DialectRules = NEUTRAL_RULES,
): ParsedCard | undefined {
  const parsed = parseAs(card, diagnostics, rules);
  const at = rules.caret === '^' || !card.text.includes('^') ? -1 : card.text.search(TRANSFER_FUNCTION);
  if (!parsed || at < 0) return parsed;
  // Exclusive or of s means nothing: where it is "^" elsewhere, it is a power in transfer functions.
  const powers = parseAs(card, new Diagnostics(), { ...rules, caret: '^' });
  const isTransfer = (item: Item): boolean =>
    item.span.start >= card.span.start + at &&
    (item.kind !== 'assignment' || TRANSFER_FUNCTION.test(textOf(item.key.span)));
  return {
    ...parsed,
    items: parsed.items.map((item, k) => (isTransfer(item) ? (powers?.items[k] ?? item) : item)),
  };
}

const TRANSFER_FUNCTION = /\blaplace\b/i;

function parseAs(card: LogicalCard, diagnostics: Diagnostics, rules: DialectRules): ParsedCard | undefined {
  const { span } = card;
  const text = card.text.replace(/^(\.temp\s*)=/i, '$1 ');
  const scanned = scanCard(text, { source: span.source, base: span.start, rules });
  if (scanned) return { lead: scanned.lead, items: scanned.items, span, text };
  const balanced = LOOSE_BRACKETS.test(text) ? balanceBrackets(text) : undefined;
  if (balanced && balanced.text !== text) reportBrackets(balanced, card, diagnostics);
  const read = { ...card, text: balanced?.text ?? text };
  const syntax = parseCardByGrammar(read, diagnostics, rules);
  return syntax && { lead: syntax.lead, items: syntax.items, span, text: read.text };
}

/** Cards whose round brackets are an ornament in SPICE: models, independent sources, points of a TABLE. */
const LOOSE_BRACKETS = /^(?:\.model\b|[vi]|[eg].*\btable\b)/is;

function reportBrackets({ at, missing }: Balanced, { span }: LogicalCard, diagnostics: Diagnostics): void {
  const start = span.start + at;
  const place = { ...span, start, end: Math.min(start + 1, span.end) };
  if (missing) {
    diagnostics.warning('unbalanced-bracket', 'this bracket is never closed: the card ends it', place, {
      hint: 'add ")"',
    });
  } else {
    diagnostics.warning('unbalanced-bracket', `this bracket closes nothing: ${LEFT_OUT}`, place, {
      hint: 'remove it',
    });
  }
}

/** Parses one logical card by the grammar alone, which is the specification of the scanner too. */
export function parseCardByGrammar(
  { text, span }: LogicalCard,
  diagnostics: Diagnostics,
  rules: DialectRules = NEUTRAL_RULES,
): CardSyntax | undefined {
  const place = { source: span.source, base: span.start, rules };
  const tree = runGrammar(generated as GeneratedParser, 'Card', text, place, diagnostics);
  if (tree === undefined) return undefined;
  const syntax = tree as CardSyntax;
  return checkItems(syntax.items, diagnostics) ? syntax : undefined;
}

/** Parses a list of items without a leading word, such as the user's `--set` and `--probe`. */
export function parseItems(
  span: Span,
  diagnostics: Diagnostics,
  rules: DialectRules = NEUTRAL_RULES,
): readonly Item[] | undefined {
  const place = { source: span.source, base: span.start, rules };
  return scanItems(textOf(span), place) ?? parseItemsByGrammar(span, diagnostics, rules);
}

/** Parses a list of items by the grammar alone. */
export function parseItemsByGrammar(
  span: Span,
  diagnostics: Diagnostics,
  rules: DialectRules = NEUTRAL_RULES,
): readonly Item[] | undefined {
  const place = { source: span.source, base: span.start, rules };
  const tree = runGrammar(generated as GeneratedParser, 'ItemsOnly', textOf(span), place, diagnostics);
  if (tree === undefined) return undefined;
  const items = tree as readonly Item[];
  return checkItems(items, diagnostics) ? items : undefined;
}

/** Checks the depth of every expression; groups nest at most MAX_BRACKET_DEPTH deep. */
function checkItems(items: readonly Item[], diagnostics: Diagnostics): boolean {
  return items.every((item) => {
    const part = item.kind === 'assignment' ? item.value : item;
    if (item.kind === 'assignment' && item.key.kind === 'group' && !checkItems(item.key.items, diagnostics))
      return false;
    if (part.kind === 'group') return checkItems(part.items, diagnostics);
    return part.kind !== 'expression' || checkTreeDepth(part.expression, diagnostics);
  });
}
