/**
 * HSPICE's `.alter`: what stands behind each changes the circuit that ran before it, for a run of its own. Cards are replaced as they
 * are written: elements, models, subcircuits and tables of a name, and analyses of a kind; `.del lib` takes a library out; all else is
 * added, where the last value of a parameter or option counts. Changes add up from one `.alter` to the next.
 */
import { type LogicalCard, firstWord, secondWord } from '../cards.js';
import type { Session } from '../session.js';

/** Cards that belong together, such as a subcircuit, and what they are, where others of that name stand for it. */
interface Unit {
  readonly key: string | undefined;
  readonly cards: readonly LogicalCard[];
}

/** The last cards of blocks. */
const BLOCK_ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['.subckt', ['.ends', '.eom']],
  ['.macro', ['.ends', '.eom']],
  ['.data', ['.enddata']],
  ['.control', ['.endc']],
  ['.if', ['.endif']],
]);

/** Blocks and cards that have a name. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['.subckt', 'subcircuit'],
  ['.macro', 'subcircuit'],
  ['.data', 'data'],
  ['.model', 'model'],
]);

/** Cards of which those of an alteration stand for all of their kind. */
const REPLACING: ReadonlySet<string> = new Set([
  '.tran',
  '.ac',
  '.dc',
  '.noise',
  '.tf',
  '.pz',
  '.sens',
  '.temp',
  '.step',
]);

/** Keeps of the cards those of the run that is asked for. */
export function applyAlterations(session: Session): void {
  const { cards, overrides, alterations } = session;
  const end = cards.findIndex(({ text }) => firstWord(text) === '.end');
  const all = end < 0 ? cards : cards.slice(0, end);
  const starts = all.flatMap(({ text }, k) => (firstWord(text) === '.alter' ? [k] : []));
  const [first] = starts;
  if (first === undefined) return;
  const applied = overrides.alteration ?? 0;
  session.alteredFrom = all[first]?.span.start ?? Infinity;
  let units: readonly Unit[] = unitsOf(all.slice(0, first));
  starts.forEach((start, k) => {
    alterations.push((all[start]?.text ?? '').replace(/^\s*\S+/, '').trim());
    if (k < applied) units = altered(units, unitsOf(all.slice(start + 1, starts[k + 1])), session);
  });
  const kept = units.flatMap((unit) => unit.cards);
  session.cards = end < 0 ? kept : [...kept, ...cards.slice(end)];
}

function altered(before: readonly Unit[], changes: readonly Unit[], session: Session): readonly Unit[] {
  const after = [...before];
  const own = new Set<Unit>();
  for (const change of changes) {
    const [card] = change.cards;
    if (card && firstWord(card.text) === '.del') {
      deleteLibrary(after, card, session);
      continue;
    }
    own.add(change);
    const isReplaced = (unit: Unit): boolean =>
      unit.key !== undefined && unit.key === change.key && !own.has(unit);
    const at = after.findIndex(isReplaced);
    if (at < 0) after.push(change);
    else {
      after[at] = change;
      for (let k = after.length - 1; k > at; k--) if (isReplaced(after[k] as Unit)) after.splice(k, 1);
    }
  }
  return after;
}

function deleteLibrary(units: Unit[], card: LogicalCard, { diagnostics }: Session): void {
  const named = (text: string, word: RegExp): string =>
    text.toLowerCase().replace(word, '').replaceAll(/['"]/g, '').trim().replaceAll(/\s+/g, ' ');
  const wanted = named(card.text, /^\s*\.del\s+\.?lib\b/);
  const at = units.findLastIndex(
    ({ cards: [first] }) =>
      first && firstWord(first.text) === '.lib' && named(first.text, /^\s*\.lib\b/) === wanted,
  );
  if (at >= 0) units.splice(at, 1);
  else {
    const message = `.del lib: no .lib card before it is that of ${wanted === '' ? 'no name' : wanted}`;
    diagnostics.warning('no-such-library', message, card.span, {
      hint: 'write the path and section of the .lib card',
    });
  }
}

function unitsOf(cards: readonly LogicalCard[]): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < cards.length;) {
    const card = cards[at] as LogicalCard;
    const word = firstWord(card.text);
    const ends = BLOCK_ENDS.get(word);
    let next = at + 1;
    for (let depth = ends ? 1 : 0; depth > 0 && next < cards.length; next++) {
      const inner = firstWord((cards[next] as LogicalCard).text);
      if (BLOCK_ENDS.get(inner) === ends) depth++;
      else if (ends?.includes(inner) === true) depth--;
    }
    units.push({ key: keyOf(word, card), cards: cards.slice(at, next) });
    at = next;
  }
  return units;
}

function keyOf(word: string, card: LogicalCard): string | undefined {
  if (!word.startsWith('.')) return `element ${word}`;
  const named = NAMED.get(word);
  if (named !== undefined) return `${named} ${secondWord(card)}`;
  return REPLACING.has(word) ? word : undefined;
}
