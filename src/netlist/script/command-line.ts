/** The line of a command: its words, and variables ($name, $&vector) put in their place. */
import type { LogicalCard } from '../cards.js';
import { firstWord } from '../cards.js';
import type { Script } from './script.js';

export interface CommandWord {
  readonly text: string;
  /** Place in the line. */
  readonly at: number;
}

/** Words between blanks and commas outside of brackets and quotes, without the command's own. */
export function wordsOf({ text }: LogicalCard): readonly CommandWord[] {
  const words: CommandWord[] = [];
  let depth = 0;
  let quote = '';
  let start = -1;
  for (let at = firstWord(text).length; at <= text.length; at++) {
    const char = text.charAt(at);
    const isGap = at === text.length || (depth === 0 && quote === '' && /[\s,]/.test(char));
    if (isGap) {
      if (start >= 0) words.push({ text: text.slice(start, at), at: start });
      start = -1;
      continue;
    }
    if (start < 0) start = at;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth = Math.max(0, depth - 1);
  }
  return words;
}

/** The text behind the command's own word. */
export function restOf({ text }: LogicalCard): string {
  return text.slice(firstWord(text).length).trim();
}

/** The place of a part of the line. */
export function spanOf({ span }: LogicalCard, { text, at }: CommandWord): LogicalCard['span'] {
  return { ...span, start: span.start + at, end: span.start + at + text.length };
}

const VARIABLE = /\$(&?)(?:\{([\w.]+)\}|([a-z_][\w.]*))/gi;

/**
 * Puts variables and vectors that are numbers in their place; what is not known stays. A line that changes is a text of its
 * own, with the name of the netlist.
 */
export function withVariables(card: LogicalCard, script: Script): LogicalCard {
  if (!card.text.includes('$')) return card;
  const text = card.text.replaceAll(VARIABLE, (written, ampersand: string, braced = '', bare = '') => {
    const name = String(braced === '' ? bare : braced).toLowerCase();
    if (ampersand === '') return script.variables.get(name) ?? written;
    const value = script.numberOf(name);
    return value === undefined ? written : String(value);
  });
  if (text === card.text) return card;
  const source = { name: card.span.source.name, text };
  return { text, span: { source, start: 0, end: text.length } };
}
