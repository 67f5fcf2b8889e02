/**
 * Text -> parsed cards: splits into logical cards, follows `.include`, sorts dot cards from elements and
 * parses each. Cards that are unknown, unsupported or wrong are reported here and go no further.
 */
import { nearestName } from '../../base/nearest-name.js';
import type { SourceText, Span } from '../../base/span.js';
import { firstWord, splitCards, type LogicalCard } from '../cards.js';
import { DOT_CARDS_BY_NAME, TEXT_CARDS } from '../dot-cards/table.js';
import { IGNORED_CARDS, UNSUPPORTED_CARDS } from '../dot-cards/unsupported.js';
import { parseCard } from '../parse-card.js';
import type { Session } from '../session.js';

/** Files that include files: more than anybody writes, less than the call stack bears. */
const MAX_INCLUDE_DEPTH = 100;

export function collectCards(session: Session): void {
  const { title, cards } = splitCards(session.text, true, session.diagnostics);
  session.title = title;
  warnOfCardAsTitle(session);
  collect(cards, [session.text.name], session);
}

/** A netlist without a title line loses its first card, and nobody sees why. */
function warnOfCardAsTitle({ text: source, diagnostics }: Session): void {
  const word = firstWord(source.text);
  if (!DOT_CARDS_BY_NAME.has(word)) return;
  const span = { source, start: 0, end: word.length };
  diagnostics.warning('card-as-title', `the first line is the title: "${word}" on it is not read`, span, {
    cure: 'put a title line before it',
  });
}

/** Collects the cards of one text; `files` are the identities of the texts being read, outermost first. */
function collect(cards: readonly LogicalCard[], files: readonly string[], session: Session): void {
  let blockEnd: string | undefined;
  for (const card of cards) {
    const word = firstWord(card.text);
    if (blockEnd !== undefined) {
      if (word === blockEnd) blockEnd = undefined;
    } else if (word === '.end') {
      return;
    } else if (word === '.include' || word === '.inc') {
      include(card, files, session);
    } else if (word === '.title') {
      session.title = card.text.slice(word.length).trim();
    } else if (word.startsWith('.')) {
      blockEnd = collectDotCard(word, card, session);
    } else {
      collectElement(word, card, session);
    }
  }
}

function collectElement(word: string, card: LogicalCard, session: Session): void {
  if (!/^[a-z]/.test(word)) {
    const message = `a card cannot begin with ${JSON.stringify(card.text.charAt(0))}`;
    session.diagnostics.error('unknown-card', message, firstSpan(card, Math.max(word.length, 1)), {
      cure: 'begin elements with a letter, cards with ".", comments with "*"',
    });
    return;
  }
  const parsed = parseCard(card, session.diagnostics);
  if (parsed) session.elementCards.push(parsed);
}

/** Returns the card that ends the block which this one begins, when its lines must be skipped. */
function collectDotCard(word: string, card: LogicalCard, session: Session): string | undefined {
  const syntax = DOT_CARDS_BY_NAME.get(word);
  if (syntax) {
    if (syntax.analysis === true) session.analysisSeen = true;
    const parsed = parseCard(card, session.diagnostics);
    if (parsed) session.dotCards.push({ syntax, card: parsed });
    return undefined;
  }
  const span = firstSpan(card, word.length);
  if (IGNORED_CARDS.has(word)) {
    session.ignore('cards', word, span);
    return IGNORED_CARDS.get(word);
  }
  const unsupported = UNSUPPORTED_CARDS.get(word);
  if (unsupported) {
    session.diagnostics.error('unsupported-card', `${word} is not supported`, span, {
      cure: unsupported.cure,
    });
    return unsupported.blockEnd;
  }
  const known = [...DOT_CARDS_BY_NAME.keys(), ...TEXT_CARDS];
  const nearest = nearestName(word, known);
  session.diagnostics.error('unknown-card', `unknown card "${word}"`, span, {
    cure: nearest === undefined ? `use one of: ${known.join(', ')}` : `did you mean "${nearest}"?`,
  });
  return undefined;
}

function include(card: LogicalCard, files: readonly string[], session: Session): void {
  const { diagnostics, textSource } = session;
  const path = /^\S+\s+(?:"([^"]*)"|'([^']*)'|(\S+))\s*$/.exec(card.text);
  const name = path?.[1] ?? path?.[2] ?? path?.[3];
  if (name === undefined || name === '') {
    diagnostics.error('too-few-arguments', '.include needs one file name', card.span, {
      cure: 'write: .include "file"',
    });
    return;
  }
  if (!textSource) {
    diagnostics.error(
      'unreadable-file',
      `cannot include "${name}": this text comes from no folder`,
      card.span,
    );
    return;
  }
  const included = readIncluded(name, card, files.at(-1), session);
  if (!included) return;
  const { identity, source } = included;
  if (files.includes(identity)) {
    const loop = [...files.slice(files.indexOf(identity)), identity].join(' -> ');
    diagnostics.error('include-loop', `"${name}" includes itself: ${loop}`, card.span);
  } else if (files.length > MAX_INCLUDE_DEPTH) {
    diagnostics.error(
      'nesting-too-deep',
      `files include each other more than ${MAX_INCLUDE_DEPTH} deep`,
      card.span,
    );
  } else {
    collect(splitCards(source, false, diagnostics).cards, [...files, identity], session);
  }
}

function readIncluded(
  name: string,
  card: LogicalCard,
  from: string | undefined,
  { textSource, diagnostics }: Session,
): { readonly identity: string; readonly source: SourceText } | undefined {
  if (!textSource) return undefined;
  try {
    const identity = textSource.resolve(name, from);
    return { identity, source: textSource.read(identity) };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    diagnostics.error('unreadable-file', `cannot include "${name}": ${cause}`, card.span);
    return undefined;
  }
}

function firstSpan({ span }: LogicalCard, length: number): Span {
  return { ...span, end: Math.min(span.start + length, span.end) };
}
