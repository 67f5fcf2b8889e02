/**
 * `.ac dec|oct|lin points fstart fstop`, `.ac list f1 f2 ...`.
 */
import type { Session } from '../session.js';
import type { ParsedCard } from '../syntax.js';
import { readValue } from '../values.js';
import type { DotCard } from './dot-card.js';
import { withoutSweep } from './sweep-of-analysis.js';
import { isTabled, tabledFrequencies } from './tabled-frequencies.js';
import { spacingOf, sweptFrequencies } from './sweep-values.js';

export const AC: DotCard<Session> = {
  name: '.ac',
  usage: '.ac dec|oct|lin points fstart fstop, .ac list f1 f2 ..., or .ac data=table',
  doc: 'Small-signal response over frequency to sources with AC magnitude and phase, about the operating point.',
  phase: 'control',
  analysis: true,
  read: readAc,
};

const FREQUENCY = { name: 'frequency', range: 'non-negative' } as const;

function readAc(card: ParsedCard, session: Session): void {
  const own = withoutSweep(card, session);
  const [first, surplus] = own?.items ?? [];
  if (first && !surplus && isTabled(first)) {
    const tabled = tabledFrequencies(first, AC, session);
    if (tabled) session.analyses.push({ kind: 'ac', ...tabled, span: card.span });
    return;
  }
  const frequencies = own && acFrequencies(own, session);
  if (frequencies) session.analyses.push({ kind: 'ac', frequencies, span: card.span });
}

/** The frequencies of a card; undefined after reporting. */
export function acFrequencies(
  { items, span }: ParsedCard,
  session: Session,
  card: DotCard<Session> = AC,
): readonly number[] | undefined {
  const [first, ...rest] = items;
  const word = first?.kind === 'word' ? first.text.toLowerCase() : '';
  // HSPICE: poi and how many frequencies follow.
  if (word === 'poi') rest.shift();
  const isList = (word === 'list' || word === 'poi') && rest.length > 0;
  const spacing = isList ? undefined : spacingOf(word, first?.span ?? span, session, card);
  const numbers = rest.map((item) => readValue(item, FREQUENCY, card.name, session, 'named'));
  const values = numbers.filter((value) => value !== undefined);
  if (values.length < numbers.length) return undefined;
  if (isList) return values;
  const swept = spacing && sweptFrequencies(spacing, values, span, session, card);
  return swept && spacing === 'dec' && session.dialect === 'ngspice' ? toTheEnd(swept, values) : swept;
}

/** ngspice has so many whole points in all, the last of which is the last frequency: a decade has some fewer. */
function toTheEnd(
  swept: readonly number[],
  [, start = NaN, stop = NaN]: readonly number[],
): readonly number[] {
  const last = swept.length - 1;
  if (last < 1 || swept[last] === stop) return swept;
  return swept.map((_, k) => (k === last ? stop : start * (stop / start) ** (k / last)));
}
