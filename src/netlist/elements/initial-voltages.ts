/** `ic=0.7, 5` of transistors and diodes: one value behind the equals sign, the others behind commas or blanks, a parameter each. */
import { parseNumber } from '../../base/units.js';
import type { Session } from '../session.js';
import { type Item, textOf } from '../syntax.js';
import { readValue } from '../values.js';
import { type ElementDraft, takeAssignment } from './element-draft.js';

/** Reads them; those left out have no parameter. Where `ic` has no effect its numbers are taken off the card. */
export function readInitialVoltages(draft: ElementDraft, session: Session): void {
  const { element, assignments, indexed } = draft;
  const { initialVoltages, ignored } = indexed.syntax;
  if (!initialVoltages) {
    const written = ignored?.includes('ic') === true && assignments.find(({ key }) => isInitial(key));
    if (written) takeList(draft, written.value, Infinity);
    return;
  }
  const first = takeAssignment(draft, ['ic']);
  if (!first) return;
  const { of } = initialVoltages;
  const known = new Map(element.parameters);
  [first.value, ...takeList(draft, first.value, of.length - 1)].forEach((item, k) => {
    const name = of[k]?.parameter ?? '';
    const value = readValue(item, { name: 'ic', range: 'finite' }, element.name, session, 'named');
    if (value !== undefined) known.set(name, value);
  });
  element.parameters = known;
}

function isInitial({ span }: Item): boolean {
  return textOf(span).toLowerCase() === 'ic';
}

/** Takes what follows a value, behind commas or numbers by themselves, off the rest of a card. */
function takeList({ rest }: ElementDraft, first: Item, most: number): Item[] {
  const { text } = first.span.source;
  let { end } = first.span;
  const taken: Item[] = [];
  for (let k = 0; k < rest.length && taken.length < most;) {
    const item = rest[k];
    const between = item && item.span.start >= end ? text.slice(end, item.span.start) : '-';
    const isValue =
      item?.kind === 'expression' || (item?.kind === 'word' && parseNumber(item.text) !== undefined);
    if (!item || !/^[\s,+]*$/.test(between) || !(isValue || between.includes(','))) {
      k++;
      continue;
    }
    end = item.span.end;
    taken.push(item);
    rest.splice(k, 1);
  }
  return taken;
}
