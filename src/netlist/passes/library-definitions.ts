/**
 * Models and subcircuits of included texts are set aside as they stand, and only those are read that the circuit can come to: whose
 * name is a word of a card that is read. A library of thousands costs what a circuit uses of it, and what is wrong
 * in the others is no affair of the circuit. Linear in the length of the texts.
 */
import type { Entry, LibraryDefinition, OpenFile } from '../block.js';
import { firstWord, type LogicalCard } from '../cards.js';
import type { Reader, Session } from '../session.js';

const NAME = /^\.(?:model|subckt|macro)\s+([^\s(){}=,'"]+)/i;

/** The definition that begins at a card; undefined where it has no name, which is told as it is read. `ends`: `subcircuitEnds` of the cards. */
export function definitionAt(
  cards: readonly LogicalCard[],
  at: number,
  ends: ReadonlyMap<number, number>,
  files: readonly OpenFile[],
  place: number,
): LibraryDefinition | undefined {
  const text = cards[at]?.text ?? '';
  const name = NAME.exec(text)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const kind = firstWord(text) === '.model' ? 'model' : 'subcircuit';
  return { kind, name, cards: cards.slice(at, ends.get(at) ?? at + 1), files, place };
}

/**
 * Of each card that begins a subcircuit the place behind the one that closes it; where none does, for one is forgotten, that of the next
 * subcircuit, or the end of the text.
 */
export function subcircuitEnds(cards: readonly LogicalCard[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const begins: number[] = [];
  const open: number[] = [];
  let end = cards.length;
  for (let k = 0; k < end; k++) {
    const text = cards[k]?.text ?? '';
    if (!text.startsWith('.')) continue;
    const word = firstWord(text);
    if (word === '.end') end = k;
    else if (word === '.subckt' || word === '.macro') {
      begins.push(k);
      open.push(k);
    } else if (word === '.ends' || word === '.eom') {
      const begin = open.pop();
      if (begin !== undefined) ends.set(begin, k + 1);
    }
  }
  begins.forEach((begin, k) => {
    if (!ends.has(begin)) ends.set(begin, begins[k + 1] ?? end);
  });
  return ends;
}

/** Of what was set aside that which the circuit can come to, in the order of the texts. */
export function neededDefinitions({ entries, libraryDefinitions }: Session): readonly LibraryDefinition[] {
  if (libraryDefinitions.length === 0 || libraryDefinitions.some(includes)) return [...libraryDefinitions];
  const waiting = byNames(libraryDefinitions);
  const needed = new Set<LibraryDefinition>();
  const found: LibraryDefinition[] = [];
  const look = (text: string): void => {
    for (const word of wordsOf(text)) {
      const definitions = waiting.get(word);
      if (!definitions) continue;
      waiting.delete(word);
      for (const definition of definitions) if (!needed.has(definition)) found.push(definition);
      for (const definition of definitions) needed.add(definition);
    }
  };
  for (const text of textsOf(entries)) look(text);
  for (let next = found.pop(); next; next = found.pop()) for (const { text } of next.cards) look(text);
  return libraryDefinitions.filter((definition) => needed.has(definition));
}

/** Whether it reads a further text, whose words are not known yet. */
function includes({ cards }: LibraryDefinition): boolean {
  return cards.some(({ text }) => /^\.(?:inc|lib)/i.test(text));
}

/** By the words that may mean them; models name.1, name.2 are bins of one name. */
function byNames(definitions: readonly LibraryDefinition[]): Map<string, LibraryDefinition[]> {
  const named = new Map<string, LibraryDefinition[]>();
  for (const definition of definitions) {
    const whole = /^(.+)\.\d+$/.exec(definition.name)?.[1];
    for (const name of whole === undefined ? [definition.name] : [definition.name, whole]) {
      const same = named.get(name);
      if (same) same.push(definition);
      else named.set(name, [definition]);
    }
  }
  return named;
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replaceAll('ako:', ' ')
    .split(/[\s(){}[\]=,'"]+/);
}

function* textsOf(entries: readonly Entry<Reader>[]): Iterable<string> {
  for (const entry of entries) {
    if (entry.kind === undefined) yield entry.text;
    else if (entry.kind === 'dot') yield entry.card.text;
    else if (entry.kind === 'subcircuit') {
      if (entry.block.card) yield entry.block.card.text;
      yield* textsOf(entry.block.entries);
    } else for (const branch of entry.branches) yield* textsOf(branch.entries);
  }
}
