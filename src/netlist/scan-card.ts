/**
 * A hand scanner for nearly every card of a real netlist: words, groups, {expressions} and key=value. The
 * grammar is the specification: on every text that the scanner accepts it gives what the grammar gives (a
 * property test); strings, odd values and whatever is wrong it leaves to the grammar. Linear.
 */
import type { Span } from '../base/span.js';
import { parseNumber } from '../base/units.js';
import type { DialectRules } from '../expression/dialect.js';
import { MAX_TREE_DEPTH, type GrammarPlace } from '../expression/run-grammar.js';
import { ExpressionScanner, MAX_SCAN_DEPTH } from '../expression/scan-expression.js';
import type { AssignmentItem, CardSyntax, ExpressionItem, GroupItem, Item, WordItem } from './syntax.js';

const SIMPLE = /[-+]?[A-Za-z0-9_.\u00a1-\ufefe]+(?:[-+][0-9]+[A-Za-z\u00b5\u03bc]*)?/y;
const SIGN = /[-+]/;
/** After blanks behind a simple value, these make it an expression. */
const OPERATORS = '-+*/%^<>&|?!(';
const CONTINUERS = '-+*/%^<>&|?!=';
const COMMA = 44;
const OPEN = 40;
const CLOSE = 41;
const EQUALS = 61;

interface FullPlace extends GrammarPlace {
  readonly rules: DialectRules;
}

/** Scans a card whose text begins at `place.base`; undefined when the grammar must read it. */
export function scanCard(text: string, place: FullPlace): CardSyntax | undefined {
  const scanner = new CardScanner(text, place);
  const lead = scanner.lead();
  const items = lead && scanner.items(-1, 0);
  return items && { lead, items };
}

/** Scans a list of items without a leading word. */
export function scanItems(text: string, place: FullPlace): readonly Item[] | undefined {
  return new CardScanner(text, place).items(-1, 0);
}

class CardScanner {
  #at = 0;
  #expressions: ExpressionScanner | undefined;

  constructor(
    readonly text: string,
    readonly place: FullPlace,
  ) {}

  lead(): WordItem | undefined {
    this.#skip(false);
    return this.#word();
  }

  /** Reads items up to a closing bracket (or -1: the end), which it takes. */
  items(close: number, depth: number): Item[] | undefined {
    if (depth > MAX_SCAN_DEPTH) return undefined;
    const items: Item[] = [];
    for (;;) {
      this.#skip(true);
      if (this.#at >= this.text.length) return close < 0 ? items : undefined;
      if (this.text.charCodeAt(this.#at) === close) {
        this.#at++;
        return items;
      }
      const item = this.#item(depth);
      if (!item) return undefined;
      items.push(item);
    }
  }

  #item(depth: number): Item | undefined {
    const code = this.text.charCodeAt(this.#at);
    if (code === 123 || code === 39) {
      const braced = this.#braced();
      if (!braced) return undefined;
      const before = this.#at;
      this.#skip(false);
      if (this.text.charCodeAt(this.#at) === EQUALS) this.#at++;
      else this.#at = before;
      return braced;
    }
    const start = this.#at;
    const key = code === OPEN ? this.#group(undefined, false, start, depth) : this.#head(depth);
    if (!key) return undefined;
    const before = this.#at;
    this.#skip(false);
    if (this.text.charCodeAt(this.#at) !== EQUALS) {
      this.#at = before;
      return key;
    }
    this.#at++;
    this.#skip(false);
    const value = this.#value();
    return value && { kind: 'assignment', key, value, span: this.#span(start) };
  }

  #head(depth: number): WordItem | GroupItem | undefined {
    const start = this.#at;
    const word = this.#word();
    if (!word) return undefined;
    const before = this.#at;
    this.#skip(false);
    if (this.text.charCodeAt(this.#at) === OPEN) return this.#group(word, this.#at > before, start, depth);
    this.#at = before;
    return word;
  }

  #group(word: WordItem | undefined, spaced: boolean, start: number, depth: number): GroupItem | undefined {
    const nameSpan = word?.span ?? this.#span(start);
    this.#at++;
    const items = this.items(CLOSE, depth + 1);
    const name = word?.text.toLowerCase() ?? '';
    return items && { kind: 'group', name, nameSpan, items, spaced, span: this.#span(start) };
  }

  #braced(): ExpressionItem | undefined {
    // Deep trees are measured by the grammar's side.
    if (this.text.length > MAX_TREE_DEPTH) return undefined;
    const start = this.#at;
    const close = this.text.charCodeAt(start) === 123 ? 125 : 39;
    const { source, base, rules } = this.place;
    this.#expressions ??= new ExpressionScanner(this.text, source, base, rules);
    this.#expressions.at = start + 1;
    const expression = this.#expressions.expression();
    if (!expression) return undefined;
    this.#expressions.skipBlanks();
    this.#at = this.#expressions.at;
    if (this.text.charCodeAt(this.#at) !== close) return undefined;
    this.#at++;
    return { kind: 'expression', expression, span: this.#span(start) };
  }

  #value(): AssignmentItem['value'] | undefined {
    const code = this.text.charCodeAt(this.#at);
    if (code === 123 || code === 39) {
      const braced = this.#braced();
      return braced && !this.#goesOn() ? braced : undefined;
    }
    const start = this.#at;
    SIMPLE.lastIndex = start;
    const text = SIMPLE.exec(this.text)?.[0];
    if (text === undefined || (SIGN.test(text) && parseNumber(text) === undefined)) return undefined;
    this.#at += text.length;
    const span = this.#span(start);
    return this.#endsValue() ? { kind: 'word', text, span } : undefined;
  }

  /** Whether an operator may follow braces: the grammar decides. */
  #goesOn(): boolean {
    let next = this.#at;
    while (isBlank(this.text.charCodeAt(next))) next++;
    return next < this.text.length && CONTINUERS.includes(this.text.charAt(next));
  }

  /** Whether a value may end here: at a blank, comma, bracket or the end, with no operator behind blanks. */
  #endsValue(): boolean {
    const { text } = this;
    const end = this.#at;
    if (end >= text.length) return true;
    const code = text.charCodeAt(end);
    if (!isBlank(code)) return code === COMMA || code === CLOSE;
    let next = end;
    while (isBlank(text.charCodeAt(next))) next++;
    return next >= text.length || !OPERATORS.includes(text.charAt(next));
  }

  #word(): WordItem | undefined {
    const { text } = this;
    const start = this.#at;
    let at = start;
    while (at < text.length && !endsWord(text.charCodeAt(at))) at++;
    if (at === start) return undefined;
    this.#at = at;
    return { kind: 'word', text: text.slice(start, at), span: this.#span(start) };
  }

  #skip(commas: boolean): void {
    for (;;) {
      const code = this.text.charCodeAt(this.#at);
      if (isBlank(code) || (commas && code === COMMA)) this.#at++;
      else return;
    }
  }

  #span(start: number): Span {
    const { source, base } = this.place;
    return { source, start: base + start, end: base + this.#at };
  }
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

/** Blanks and (){}'"=, */
function endsWord(code: number): boolean {
  if (code > 125) return code === 0xa0 || code === 0xfeff;
  return code <= 13
    ? isBlank(code)
    : code === 32 ||
        code === 34 ||
        (code >= 39 && code <= 41) ||
        code === COMMA ||
        code === EQUALS ||
        code === 123 ||
        code === 125;
}
