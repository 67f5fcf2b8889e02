/**
 * `.ac dec|oct|lin points fstart fstop`, `.ac list f1 f2 ...`.
 */
import type { Session } from '../session.js';
import type { ParsedCard } from '../syntax.js';
import { readValue } from '../values.js';
import type { DotCard } from './dot-card.js';
import { geometricValues, linearValues } from './sweep-values.js';

export const AC: DotCard<Session> = {
  name: '.ac',
  usage: '.ac dec|oct|lin points fstart fstop, or .ac list f1 f2 ...',
  doc: 'Small-signal response over frequency to sources with AC magnitude and phase, about the operating point.',
  phase: 'control',
  analysis: true,
  read: readAc,
};

const FREQUENCY = { name: 'frequency', range: 'non-negative' } as const;

function readAc({ items, span }: ParsedCard, session: Session): void {
  const [first, ...rest] = items;
  const word = first?.kind === 'word' ? first.text.toLowerCase() : '';
  const numbers = rest.map((item) => readValue(item, FREQUENCY, '.ac', session, 'named'));
  const values = numbers.filter((value) => value !== undefined);
  if (values.length < numbers.length) return;
  const frequencies = frequenciesOf(word, values, span, session);
  if (frequencies) session.analyses.push({ kind: 'ac', frequencies, span });
}

function frequenciesOf(
  word: string,
  values: readonly number[],
  span: ParsedCard['span'],
  session: Session,
): readonly number[] | undefined {
  if (word === 'list' && values.length > 0) return values;
  const [points, start, stop, surplus] = values;
  const isKnown = word === 'dec' || word === 'oct' || word === 'lin';
  if (
    !isKnown ||
    points === undefined ||
    start === undefined ||
    stop === undefined ||
    surplus !== undefined
  ) {
    session.diagnostics.error('sweep-syntax', '.ac needs a spacing, points, first and last frequency', span, {
      hint: `write: ${AC.usage}`,
    });
    return undefined;
  }
  if (word !== 'lin') return geometricValues(word, points, start, stop, span, session);
  if (points > 1 && start === stop) {
    const message = `.ac asks for ${points} points at one frequency, ${start} Hz: it is computed once`;
    session.diagnostics.warning('same-frequency', message, span, { hint: 'end above the first frequency' });
  }
  return points <= 1 || start === stop
    ? [start]
    : linearValues(start, stop, (stop - start) / (points - 1), span, session);
}
