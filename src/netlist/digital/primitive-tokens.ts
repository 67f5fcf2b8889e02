/**
 * The words of a card of PSpice's digital parts. Their nodes may begin with digits or hold any sign, and the logic within braces has
 * operators of its own, so that the grammar of all other cards does not fit.
 */
import type { Span } from '../../base/span.js';
import type { LogicalCard } from '../cards.js';

export interface Token {
  readonly text: string;
  readonly span: Span;
}

/** Blanks and commas part words; brackets, "=" and the operators of logic are words of their own. */
const WORD = /[(){}=]|"[^"]*"|[^\s,(){}="]+/g;

/** What may stand within the braces of LOGICEXP: 'the constants, operators, names. */
const LOGIC = /'[01xzrf]|[()~&|^]|[^\s,(){}=&|^~']+/gi;

/** The words of a card behind its name. */
export function tokensOf({ text, span }: LogicalCard): Token[] {
  const nameEnd = /^\S+/.exec(text)?.[0].length ?? 0;
  return matches(text, nameEnd, WORD, span);
}

/** The words of a piece of logic that stands between two of the card's words. */
export function logicTokens({ text, span }: LogicalCard, begin: Token, end: Token | undefined): Token[] {
  const from = begin.span.end - span.start;
  const to = end ? end.span.start - span.start : text.length;
  return matches(text.slice(0, to), from, LOGIC, span);
}

function matches(text: string, from: number, pattern: RegExp, span: Span): Token[] {
  const found: Token[] = [];
  const search = new RegExp(pattern.source, pattern.flags);
  search.lastIndex = from;
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const start = span.start + match.index;
    found.push({ text: match[0], span: { ...span, start, end: start + match[0].length } });
  }
  return found;
}
