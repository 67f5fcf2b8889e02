/**
 * Physical lines -> logical cards. The first line of a netlist is its title, which may include a file; `*` begins a comment line;
 * `;`, `//` and `$` behind a blank begin trailing comments outside double quotes; `+` continues the last card, also
 * across comments and blank lines, and so does a line that begins with ")". Ctrl-Z, with which DOS ended files, ends
 * the text.
 *
 * A logical card's text has the length of the text it came from: comments, line ends and the `+` are
 * blanks in it. So an offset in the card plus the card's start is the offset in the source, and no
 * table of places is needed. Linear in the length of the text.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { SourceText, Span } from '../base/span.js';

export interface LogicalCard {
  readonly span: Span;
  /** What the grammar reads; `text[i]` stands at `span.start + i` in the source. */
  readonly text: string;
}

export interface CardSplit {
  /** The title line without its comment sign; empty when there is none. */
  readonly title: string;
  readonly cards: readonly LogicalCard[];
}

/** Splits a text; an included file has no title line. Reports a "+" that continues nothing. */
export function splitCards(source: SourceText, hasTitle: boolean, diagnostics: Diagnostics): CardSplit {
  const { text } = source;
  const textEnd = text.indexOf('\u001a') < 0 ? text.length : text.indexOf('\u001a');
  const cards: LogicalCard[] = [];
  let open: CardBuilder | undefined;
  let title = '';
  let position = 0;
  let inScript = false;
  if (hasTitle) {
    const end = endOfLine(text, 0);
    const line = text.slice(0, end);
    title = line.replace(/^\ufeff?\s*\*?\s*/, '').trimEnd();
    // ngspice reads the file that a title names so, and who writes no title relies on it.
    if (!INCLUDING_TITLE.test(line)) position = end + 1;
  }
  while (position < textEnd) {
    const lineEnd = Math.min(endOfLine(text, position), textEnd);
    const start = skipBlanks(text, position, lineEnd);
    if (text[start] === '.') inScript = scriptAfter(text, start, inScript);
    const end = contentEnd(text, start, lineEnd, inScript);
    position = lineEnd + 1;
    if (start === end || text[start] === '*') continue;
    const isBracket = text[start] === ')';
    if (text[start] !== '+' && !(isBracket && open)) {
      if (open) cards.push(open.finish());
      open = new CardBuilder(source, start, end);
    } else if (open) {
      open.append(isBracket ? start : start + 1, end);
    } else {
      diagnostics.error('stray-continuation', '"+" continues a card, but none stands before it', {
        source,
        start,
        end: start + 1,
      });
    }
  }
  if (open) cards.push(open.finish());
  return { title, cards: CONTROL.test(text) ? cards.map(withoutControlsBehind) : cards };
}

const INCLUDING_TITLE = /^\ufeff?[ \t]*\.incl?(?:ude)?[ \t]+\S/i;

/** Whether the line at a place stands in a script, where "$" asks for the value of a variable. */
function scriptAfter(text: string, start: number, inScript: boolean): boolean {
  const word = text.slice(start, start + 8).toLowerCase();
  return word === '.control' || (inScript && !word.startsWith('.endc'));
}

/** Returns the first word of a card's text in lower case; of a dot card without stars behind it: `.ends*****`. */
export function firstWord(text: string): string {
  const match = /^(?:\.[^\s(){}'"=,*]*|[^\s(){}'"=,]*)/.exec(text);
  return (match?.[0] ?? '').toLowerCase();
}

/** Returns the name that a definition gives, in lower case. */
export function secondWord({ text }: LogicalCard): string {
  return firstWord(text.slice(firstWord(text).length).trimStart());
}

/** Some programs leave control characters behind words; within one they are part of a name. */
const CONTROL_BEHIND = /[^\P{Cc}\t\n\v\f\r]+(?=\s|$)/gu;
const CONTROL = /[^\P{Cc}\t\n\v\f\r]/u;

function withoutControlsBehind({ span, text }: LogicalCard): LogicalCard {
  return { span, text: text.replace(CONTROL_BEHIND, (codes) => ' '.repeat(codes.length)) };
}

/** A card that later lines may go on with. */
class CardBuilder {
  #segments: string[] | undefined;
  #end: number;

  constructor(
    readonly source: SourceText,
    readonly start: number,
    end: number,
  ) {
    this.#end = end;
  }

  append(start: number, end: number): void {
    const { text } = this.source;
    this.#segments ??= [text.slice(this.start, this.#end)];
    this.#segments.push(' '.repeat(start - this.#end), text.slice(start, end));
    this.#end = end;
  }

  finish(): LogicalCard {
    const { source, start } = this;
    const text = this.#segments ? this.#segments.join('') : source.text.slice(start, this.#end);
    return { span: { source, start, end: this.#end }, text };
  }
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

function isBlank(code: number): boolean {
  return (code <= 32 && code !== 10) || code === 127 || code === 0xa0 || code === 0xfeff;
}

function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Where the card's part of a line ends: before a trailing comment and the blanks in front of it. */
function contentEnd(text: string, start: number, lineEnd: number, inScript: boolean): number {
  let quoted = false;
  let end = start;
  for (let at = start; at < lineEnd; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) quoted = !quoted;
    // ; / and $ alone can begin a comment.
    const isSign = !quoted && (code === 59 || code === 47 || code === 36);
    if (isSign && beginsComment(text, at, start, lineEnd, inScript)) break;
    if (!isBlank(code)) end = at + 1;
  }
  return end;
}

/** Nodes of PSpice's schematics; to ngspice and HSPICE any other "$" behind a blank begins a comment. */
const DOLLAR_NODE = /^\$[ngd]_/i;

function beginsComment(text: string, at: number, start: number, lineEnd: number, inScript: boolean): boolean {
  const character = text[at];
  if (character === ';') return true;
  if (character === '/') return at + 1 < lineEnd && text[at + 1] === '/';
  if (character !== '$') return false;
  const isFree = (place: number): boolean => isBlank(text.charCodeAt(place));
  if (at > start && !isFree(at - 1)) return false;
  if (at + 1 >= lineEnd || isFree(at + 1)) return true;
  return !inScript && !DOLLAR_NODE.test(text.slice(at, at + 3));
}
