/**
 * A fast path for the cards of which large netlists consist: `R1 a b 1k`, a name, two nodes and a number between
 * blanks. It gives what parse-card.ts and expand-element.ts give for the same card (a property test), or leaves the card to
 * them: at the first character, value or setting out of the ordinary. Measured: a flat chain of 30 000 cards is read in
 * a third of the time. Linear.
 */
import { parseNumber } from '../../base/units.js';
import type { LogicalCard } from '../cards.js';
import type { FlatElement } from '../flat-circuit.js';
import { elementIn, nodeIn } from '../frame.js';
import { blanksEnd, wordEnd } from '../element-places.js';
import type { ElementSyntax } from '../language.js';
import type { Session } from '../session.js';
import { isLegal } from '../values.js';

/** Shared by all elements without any. */
export const NO_PARAMETERS: ReadonlyMap<string, number> = new Map();
export const NO_FLAGS: ReadonlySet<string> = new Set();

/** Whether the fast path may be taken in the current circuit. */
export function allowsPlainElements({ frame, overrides }: Session): boolean {
  return frame.multiplier === 1 && Object.keys(overrides.elements ?? {}).length === 0;
}

/** Reads a card of the current circuit, its name not claimed yet; undefined: it is not plain. */
export function plainElement({ text, span }: LogicalCard, session: Session): FlatElement | undefined {
  if (!isOneLine(text, span)) return undefined;
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
  // 1M and 1F may be slips, and 1X is one's dialect: the general path looks at them.
  const last = text.charCodeAt(valueEnd - 1);
  if (last === 77 || last === 88 || last === 120 || (last === 70 && text.charCodeAt(valueEnd - 2) < 58))
    return undefined;
  const value = parseNumber(text.slice(valueStart, valueEnd));
  if (value === undefined || !Number.isFinite(value) || !isLegal(value, syntax.value.parameter))
    return undefined;
  const { frame, globals } = session;
  return {
    name: elementIn(frame, lead),
    letter: syntax.letter,
    nodes: [
      session.meetNode(nodeIn(frame, text.slice(firstStart, firstEnd), globals)),
      session.meetNode(nodeIn(frame, text.slice(secondStart, secondEnd), globals)),
    ],
    parameters: NO_PARAMETERS,
    flags: NO_FLAGS,
    span,
    value,
  };
}

/** Whether a card's text is that of its source letter by letter: then the places of its words are found again there. */
export function isOneLine(text: string, { source, start }: LogicalCard['span']): boolean {
  return source.text.startsWith(text, start);
}

/** What letters behind a number of mechanics say, the general path looks at. */
function isPlain({ terminals, optionalTerminals, replacedTerminals, domains }: ElementSyntax): boolean {
  const more = optionalTerminals ?? replacedTerminals ?? domains;
  return terminals.length === 2 && more === undefined;
}
