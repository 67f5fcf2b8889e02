/**
 * A fast path for the cards of which large netlists consist: `R1 a b 1k`, a name, two nodes and a number between
 * blanks. It gives what parse-card.ts and expand-element.ts give for the same card (a property test), or leaves the card to
 * them: at the first character, value or setting out of the ordinary. Measured: a flat chain of 30 000 cards is read in
 * a third of the time. Linear.
 */
import type { Span } from '../../base/span.js';
import { parseNumber } from '../../base/units.js';
import type { LogicalCard } from '../cards.js';
import type { FlatElement } from '../flat-circuit.js';
import type { ElementSyntax } from '../language.js';
import { canonicalNode } from '../names.js';
import type { Session } from '../session.js';
import { isLegal } from '../values.js';

/** Shared by all elements without any. */
export const NO_PARAMETERS: ReadonlyMap<string, number> = new Map();
export const NO_FLAGS: ReadonlySet<string> = new Set();

/** A card of the fast path, its name not claimed yet. */
export interface PlainElement {
  readonly element: FlatElement;
  readonly nameSpan: Span;
}

/** Whether the fast path may be taken in the current circuit. */
export function allowsPlainElements({ frame, overrides }: Session): boolean {
  return frame.prefix === '' && frame.multiplier === 1 && Object.keys(overrides.elements ?? {}).length === 0;
}

/** Reads a card of the main circuit; undefined: it is not plain. */
export function plainElement({ text, span }: LogicalCard, session: Session): PlainElement | undefined {
  const nameEnd = wordEnd(text, 0);
  const firstStart = blanksEnd(text, nameEnd);
  const firstEnd = wordEnd(text, firstStart);
  const secondStart = blanksEnd(text, firstEnd);
  const secondEnd = wordEnd(text, secondStart);
  const valueStart = blanksEnd(text, secondEnd);
  const valueEnd = wordEnd(text, valueStart);
  if (valueEnd !== text.length || valueEnd === valueStart) return undefined;
  const lead = text.slice(0, nameEnd);
  const syntax = session.index.element(lead)?.syntax;
  if (syntax?.value.kind !== 'number' || !isPlain(syntax)) return undefined;
  // 1M may be a slip: the general path looks at it.
  if (text.charCodeAt(valueEnd - 1) === 77) return undefined;
  const value = parseNumber(text.slice(valueStart, valueEnd));
  if (value === undefined || !Number.isFinite(value) || !isLegal(value, syntax.value.parameter))
    return undefined;
  const { source, start } = span;
  const first = canonicalNode(text.slice(firstStart, firstEnd));
  const second = canonicalNode(text.slice(secondStart, secondEnd));
  const element: FlatElement = {
    name: lead.toLowerCase(),
    letter: syntax.letter,
    nodes: [first, second],
    parameters: NO_PARAMETERS,
    flags: NO_FLAGS,
    span,
    nodeSpans: [
      { source, start: start + firstStart, end: start + firstEnd },
      { source, start: start + secondStart, end: start + secondEnd },
    ],
    valueSpan: { source, start: start + valueStart, end: start + valueEnd },
    value,
  };
  return { element, nameSpan: { source, start, end: start + nameEnd } };
}

/** What letters behind a number of mechanics say, the general path looks at. */
function isPlain({ terminals, optionalTerminals, replacedTerminals, domains }: ElementSyntax): boolean {
  return (
    terminals.length === 2 &&
    [optionalTerminals, replacedTerminals, domains].every((part) => part === undefined)
  );
}

/** Letters, digits, "_", ".", "-" and "+" make words in every dialect; whatever else there is, the grammar reads. */
export function wordEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    if (!isLetter && !(code >= 48 && code <= 57) && code !== 95 && code !== 46 && code !== 45 && code !== 43)
      break;
  }
  return at;
}

export function blanksEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  return at;
}
