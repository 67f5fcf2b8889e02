/**
 * Text -> entries: splits into logical cards, follows `.include` and `.lib`, nests `.subckt` and `.if`, and
 * sorts dot cards from elements. Elements are parsed later, when a circuit that holds them is expanded.
 */
import { nearestName } from '../../base/nearest-name.js';
import type { Span } from '../../base/span.js';
import type { Branch, Entry, OpenFile } from '../block.js';
import { firstWord, secondWord, type LogicalCard } from '../cards.js';
import { LEFT_OUT } from '../dot-cards/dot-card.js';
import { OPTIONS } from '../dot-cards/options.js';
import { DOT_CARDS_BY_NAME, TEXT_CARDS } from '../dot-cards/table.js';
import { IGNORED_CARDS, UNSUPPORTED_CARDS } from '../dot-cards/unsupported.js';
import type { Reader, Session } from '../session.js';
import { includedText } from './include-files.js';
import { definitionAt, neededDefinitions, subcircuitEnds } from './library-definitions.js';
import { beginSubcircuit } from './subcircuit-card.js';

/** Blocks inside blocks: more than anybody writes, less than the call stack bears. */
const MAX_BLOCK_DEPTH = 100;

export function collectCards(session: Session): void {
  warnOfCardAsTitle(session);
  const file: OpenFile = { identity: session.text.name, path: session.text.name };
  const blocks: OpenBlock[] = [{ kind: 'main', entries: session.entries }];
  collect(session.cards, [file], blocks, session);
  for (const block of blocks.slice(1)) reportUnclosed(block, session);
  session.cards = [];
  collectDefinitions(session);
}

/** Reads those definitions of libraries that are needed, each in its place. */
function collectDefinitions(session: Session): void {
  const { entries, libraryDefinitions } = session;
  const needed = neededDefinitions(session);
  for (const { kind, name } of libraryDefinitions) session.libraryNames[kind].push(name);
  libraryDefinitions.length = 0;
  if (needed.length === 0) return;
  const others = entries.splice(0);
  let next = 0;
  for (const { cards, files, place } of needed) {
    for (const other of others.slice(next, place)) entries.push(other);
    next = place;
    const blocks: OpenBlock[] = [{ kind: 'main', entries }];
    collect(cards, files, blocks, session, true);
    for (const block of blocks.slice(1)) reportUnclosed(block, session, session.dialect === 'ltspice');
  }
  for (const other of others.slice(next)) entries.push(other);
}

/** Resistors, capacitors and inductors with a value, and sources with one or a function; a name or node has a digit. */
const LOOKS_LIKE_ELEMENT =
  /^(?=\S*\d|\S+\s+\S*\d|\S+\s+\S+\s+\S*\d)(?:[rcl]\S*\s+\S+\s+\S+\s+[\d.{]\S*|[vi]\S*\s+\S+\s+\S+\s+(?:[-\d.{]\S*|(?:dc|ac|sin|pulse|pwl|exp)\b.*))\s*$/i;

/** A netlist without a title line loses its first card, and nobody sees why. */
function warnOfCardAsTitle({ text: source, diagnostics }: Session): void {
  const word = firstWord(source.text);
  const line = source.text.slice(0, 200).split('\n', 1)[0] ?? '';
  const isCard =
    DOT_CARDS_BY_NAME.has(word) || LOOKS_LIKE_ELEMENT.test(line) || endsInDefinition(line, source.text);
  // What a title includes is read.
  if (!isCard || word.startsWith('.inc')) return;
  const span = { source, start: 0, end: word.length };
  diagnostics.warning('card-as-title', `the first line is the title: "${word}" on it is not read`, span, {
    hint: 'put a title line before it',
  });
}

/** Whether a line of a name, nodes and a name that the text defines as a model or subcircuit is a device or a call. */
function endsInDefinition(line: string, text: string): boolean {
  const [, name] = /^[dqmjxszw]\S*\d\S*(?:\s+\S+){2,}\s+([a-z]\w*)\s*$/i.exec(line) ?? [];
  return name !== undefined && new RegExp(`^[ \\t]*\\.(?:model|subckt)[ \\t]+${name}\\b`, 'im').test(text);
}

/** What is being filled, outermost first. */
export type OpenBlock =
  | { readonly kind: 'main'; readonly entries: Entry<Reader>[] }
  | {
      readonly kind: 'subcircuit';
      readonly entries: Entry<Reader>[];
      /** Absent where it is nobody's. */
      readonly name?: string;
      readonly span: Span;
    }
  | {
      readonly kind: 'if';
      entries: Entry<Reader>[];
      readonly branches: Branch<Reader>[];
      readonly span: Span;
    };

/**
 * Collects the cards of one text, up to its `.end`: that of an included one ends nothing but itself. Definitions of an included one are
 * set aside, but for those that are needed.
 */
function collect(
  cards: readonly LogicalCard[],
  files: readonly OpenFile[],
  blocks: OpenBlock[],
  session: Session,
  isNeeded = false,
): void {
  const ends = files.length > 1 && !isNeeded ? subcircuitEnds(cards) : undefined;
  const astray: LogicalCard[] = [];
  let blockEnd: string | undefined;
  for (let at = 0; at < cards.length; at++) {
    const card = cards[at];
    if (!card) continue;
    // Most cards are elements, of which only the letter counts here.
    if (blockEnd === undefined && LETTER.test(card.text)) {
      if (blocks.length === 1 && files.at(-1)?.definitionsOnly === true) {
        astray.push(card);
        continue;
      }
      session.elementCount++;
      blocks.at(-1)?.entries.push(card);
      continue;
    }
    const word = firstWord(card.text);
    if (blockEnd !== undefined) {
      if (word === blockEnd) blockEnd = undefined;
      // ngspice takes options for cards wherever they stand.
      else if (blockEnd === '.endc' && DOT_CARDS_BY_NAME.get(word) === OPTIONS)
        collectDotCard(word, card, blocks, session);
      else if (blockEnd === '.endc') session.commands.push(card);
      else if (blockEnd === '.enddata') session.dataBlocks.at(-1)?.lines.push(card);
    } else if (word === '.end') {
      const next = cards[at + 1];
      if (next && files.length > 1) reportBehindEnd(next, files, session);
      else collectScriptBehind(cards.slice(at + 1), session);
      break;
    } else if (ends && blocks.length === 1 && DEFINITIONS.has(word)) {
      const definition = definitionAt(cards, at, ends, files, session.entries.length);
      if (definition) {
        session.libraryDefinitions.push(definition);
        at += definition.cards.length - 1;
      } else blockEnd = collectDotCard(word, card, blocks, session);
    } else if (CLOSERS.has(word) && blocks.length === 1 && files.at(-1)?.definitionsOnly === true) {
      astray.push(card);
    } else if (INCLUDES.has(word)) {
      const included = includedText(card, word, files, cards, at, session);
      if (included) collect(included.cards, [...files, included.file], blocks, session);
    } else if (blocks.length === 1 && files.at(-1)?.definitionsOnly === true && isRun(word, session)) {
      astray.push(card);
    } else if (word.startsWith('.')) {
      blockEnd = collectDotCard(word, card, blocks, session);
    } else if (blocks.length === 1 && files.at(-1)?.definitionsOnly === true) {
      astray.push(card);
    } else {
      reportStart(word, card, session);
    }
  }
  reportAstray(astray, files, session);
}

/** Analyses and what they write: PSpice takes none from a library, and vendors leave those of their tests there. */
function isRun(word: string, { dialect }: Session): boolean {
  const reader = DOT_CARDS_BY_NAME.get(word);
  return dialect === 'pspice' && reader?.phase === 'control' && reader !== OPTIONS;
}

/** What else than definitions stands in a library by itself: text without a comment sign, or a part that tests them. */
function reportAstray(
  cards: readonly LogicalCard[],
  files: readonly OpenFile[],
  { diagnostics }: Session,
): void {
  const [first] = cards;
  if (!first) return;
  const [lines, are] = cards.length === 1 ? ['a card', 'is'] : [`${cards.length} cards`, 'are'];
  const message = `the library "${files.at(-1)?.path ?? ''}" has ${lines} outside of its subcircuits, which ${are} left out`;
  diagnostics.warning('library-elements', message, firstSpan(first, firstWord(first.text).length), {
    hint: '.include takes all that a file has',
  });
}

/** Scripts behind the .end of a netlist, which ngspice carries out; all else there is not read: of cards that is told, of prose it is not. */
function collectScriptBehind(cards: readonly LogicalCard[], { commands, diagnostics }: Session): void {
  let within = false;
  let isTold = false;
  for (const card of cards) {
    const word = firstWord(card.text);
    if (word === '.control' || word === '.endc') within = word === '.control';
    else if (within) commands.push(card);
    else if (!isTold && word !== '.end' && DOT_CARDS_BY_NAME.has(word)) {
      isTold = true;
      diagnostics.note('behind-end', 'what stands behind .end is not read', firstSpan(card, word.length));
    }
  }
}

/** A library put together of files, each with its own end, loses all but the first. */
function reportBehindEnd(card: LogicalCard, files: readonly OpenFile[], { diagnostics }: Session): void {
  const message = `what stands behind .end of "${files.at(-1)?.path ?? ''}" is not read`;
  const span = firstSpan(card, firstWord(card.text).length);
  diagnostics.warning('behind-end', message, span, { hint: 'remove .end from the file' });
}

const INCLUDES: ReadonlySet<string> = new Set(['.include', '.inc', '.incl', '.lib', '.stmlib']);

const DEFINITIONS: ReadonlySet<string> = new Set(['.model', '.subckt', '.macro']);

const CLOSERS: ReadonlySet<string> = new Set(['.ends', '.eom']);

const LETTER = /^[a-z]/i;

function reportStart(word: string, card: LogicalCard, session: Session): void {
  const { diagnostics } = session;
  const message = `a card cannot begin with ${JSON.stringify(card.text.charAt(0))}`;
  const span = firstSpan(card, Math.max(word.length, 1));
  const hint = 'begin elements with a letter, cards with ".", comments with "*"';
  // ngspice takes such a line for a comment: rules between sections are drawn so.
  if (NO_CARD.test(card.text)) diagnostics.warning('unknown-card', `${message}: left out`, span, { hint });
  else diagnostics.error('unknown-card', message, span, { hint });
}

const NO_CARD = /^[=[\]?()&%"!:,]/;

/** Returns the card that ends the block which this one begins, when its lines are not cards. */
function collectDotCard(
  word: string,
  card: LogicalCard,
  blocks: OpenBlock[],
  session: Session,
): string | undefined {
  if (collectBlockCard(word, card, blocks, session)) return undefined;
  const reader = DOT_CARDS_BY_NAME.get(word);
  const span = firstSpan(card, word.length);
  if (reader) {
    if (reader.analysis === true) session.analysisSeen = true;
    const parsed = session.parse(card, reader.request === true);
    const home = reader.local === true || reader.phase !== 'control' ? blocks.at(-1) : blocks[0];
    if (parsed) home?.entries.push({ kind: 'dot', reader, card: parsed });
    else {
      if (reader.phase === 'models') session.misread.add(secondWord(card));
      reader.unread?.(span, session);
    }
    return undefined;
  }
  if (word === '.control') return '.endc';
  if (word === '.data') {
    session.dataBlocks.push({ card, lines: [] });
    return '.enddata';
  }
  if (word === '.title') {
    session.title = card.text.slice(word.length).trim();
  } else if (IGNORED_CARDS.has(word)) {
    session.ignore('cards', word, span);
    return IGNORED_CARDS.get(word);
  } else {
    return reportCard(word, span, session);
  }
  return undefined;
}

function reportCard(word: string, span: Span, session: Session): string | undefined {
  const { diagnostics } = session;
  const unsupported = UNSUPPORTED_CARDS.get(word);
  if (unsupported?.analysis === true) {
    session.analysisSeen = true;
    session.unsupported.push({ name: word, hint: unsupported.hint, span });
    return undefined;
  }
  if (unsupported) {
    diagnostics.error('unsupported-card', `${word} is not supported`, span, { hint: unsupported.hint });
    return unsupported.blockEnd;
  }
  const nearest = nearestName(word, knownCards());
  if (nearest === undefined) {
    // Of a program that nobody here knows: as in SPICE the circuit is run all the same.
    diagnostics.warning('unknown-card', `unknown card "${word}": ${LEFT_OUT}`, span, () => ({
      hint: `cards are: ${[...knownCards()].join(', ')}`,
    }));
    return undefined;
  }
  diagnostics.error('unknown-card', `unknown card "${word}"`, span, {
    hint: `did you mean "${nearest}"?`,
  });
  const meant = DOT_CARDS_BY_NAME.get(nearest);
  if (meant?.phase === 'control') session.controlErrors++;
  // A misspelt analysis is not a missing one, too.
  if (meant?.analysis === true) session.analysisSeen = true;
  return undefined;
}

function* knownCards(): Iterable<string> {
  yield* DOT_CARDS_BY_NAME.keys();
  yield* TEXT_CARDS;
}

/** Opens and closes `.subckt` and `.if`; false when the card is another one. */
function collectBlockCard(word: string, card: LogicalCard, blocks: OpenBlock[], session: Session): boolean {
  const current = blocks.at(-1);
  if (!current) return false;
  switch (word) {
    case '.subckt':
    case '.macro': {
      if (blocks.length > MAX_BLOCK_DEPTH) return passOver('subcircuit', card, word, blocks, session);
      const block = beginSubcircuit(card, session);
      current.entries.push({ kind: 'subcircuit', block });
      const { name, entries } = block;
      blocks.push({ kind: 'subcircuit', entries, name, span: firstSpan(card, word.length) });
      return true;
    }
    case '.if': {
      if (blocks.length > MAX_BLOCK_DEPTH) return passOver('if', card, word, blocks, session);
      const branch: Branch<Reader> = { condition: card, entries: [] };
      const span = firstSpan(card, word.length);
      const branches = [branch];
      current.entries.push({ kind: 'if', branches, span });
      blocks.push({ kind: 'if', entries: branch.entries, branches, span });
      return true;
    }
    case '.elseif':
    case '.else': {
      if (current.kind !== 'if') return reportStray(card, word, '.if', session);
      const branch: Branch<Reader> = { ...(word === '.elseif' && { condition: card }), entries: [] };
      current.branches.push(branch);
      current.entries = branch.entries;
      return true;
    }
    case '.endif':
      if (current.kind !== 'if') return reportStray(card, word, '.if', session);
      blocks.pop();
      return true;
    case '.ends':
    case '.eom':
      if (current.kind !== 'subcircuit') return reportStray(card, word, '.subckt', session);
      reportOtherName(card, current.name, blocks, session);
      blocks.pop();
      return true;
    default:
      return false;
  }
}

/** Tells of a block that is too deep, and opens it and those within it for nobody. */
function passOver(
  kind: 'subcircuit' | 'if',
  card: LogicalCard,
  word: string,
  blocks: OpenBlock[],
  { diagnostics }: Session,
): true {
  const span = firstSpan(card, word.length);
  if (blocks.length === MAX_BLOCK_DEPTH + 1) {
    const message = `${word} is nested more than ${MAX_BLOCK_DEPTH} levels deep`;
    diagnostics.error('nesting-too-deep', message, span, {
      hint: 'put what is innermost outside of the others',
    });
  }
  blocks.push(kind === 'if' ? { kind, entries: [], branches: [], span } : { kind, entries: [], span });
  return true;
}

/** A `.ends` that names a subcircuit within which the one that it closes is open: that one's own is missing. */
function reportOtherName(
  card: LogicalCard,
  name: string | undefined,
  blocks: readonly OpenBlock[],
  { diagnostics }: Session,
): void {
  const said = secondWord(card).toLowerCase();
  if (said === '' || said === name) return;
  if (!blocks.some((block) => block.kind === 'subcircuit' && block.name === said)) return;
  const word = firstWord(card.text);
  const message = `${word} ${said} closes "${name ?? ''}", which is open within it`;
  diagnostics.warning('other-end', message, firstSpan(card, word.length), {
    hint: `add ${word} ${name ?? ''} before it`,
  });
}

function reportStray(card: LogicalCard, word: string, opener: string, { diagnostics }: Session): true {
  const message = `${word} closes nothing: no ${opener} is open`;
  diagnostics.error('stray-end', message, firstSpan(card, word.length), { hint: 'remove it' });
  return true;
}

/** `endsWithFile`: what a file of LTspice's libraries leaves open ends with it. */
function reportUnclosed(block: OpenBlock, { diagnostics }: Session, endsWithFile = false): void {
  if (block.kind === 'main') return;
  const [opener, closer] = block.kind === 'if' ? ['.if', '.endif'] : ['.subckt', '.ends'];
  const hint = `add ${closer}`;
  const isTold = endsWithFile && block.kind === 'subcircuit';
  if (isTold)
    diagnostics.warning('unclosed-block', `${opener} is never closed: it ends with its file`, block.span, {
      hint,
    });
  else diagnostics.error('unclosed-block', `${opener} is never closed`, block.span, { hint });
}

function firstSpan({ span }: LogicalCard, length: number): Span {
  return { ...span, end: Math.min(span.start + length, span.end) };
}
