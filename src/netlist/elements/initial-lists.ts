/** `ic=0, 5, 2` of transistors: one value behind the equals sign, the others behind commas or blanks. */
import { parseNumber } from '../../base/units.js';
import { textOf } from '../syntax.js';
import type { ElementDraft } from './element-draft.js';

/** Takes the numbers behind `ic=value` off the rest of a card whose `ic` has no effect. */
export function takeInitialList({ assignments, rest, indexed }: ElementDraft): void {
  if (indexed.syntax.ignored?.includes('ic') !== true) return;
  const written = assignments.find(({ key }) => textOf(key.span).toLowerCase() === 'ic');
  if (!written) return;
  const { text } = written.span.source;
  let { end } = written.value.span;
  for (let k = 0; k < rest.length;) {
    const item = rest[k];
    const isNext = item && item.span.start >= end && /^[\s,+]*$/.test(text.slice(end, item.span.start));
    if (isNext !== true || item?.kind !== 'word' || parseNumber(item.text) === undefined) {
      k++;
      continue;
    }
    end = item.span.end;
    rest.splice(k, 1);
  }
}
