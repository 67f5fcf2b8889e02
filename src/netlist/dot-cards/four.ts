/** `.four frequency [harmonics [periods]] v(node) ...`: harmonics of waveforms; the numbers as in LTspice. */
import type { Span } from '../../base/span.js';
import { parseNumber } from '../../base/units.js';
import type { Session } from '../session.js';
import { type Item, type ParsedCard, textOf } from '../syntax.js';
import { readValue } from '../values.js';
import type { DotCard } from './dot-card.js';
import { outputOf } from './outputs.js';

/** As in SPICE: the mean and nine harmonics. */
export const DEFAULT_HARMONICS = 9;
const MOST = 100_000;

export const FOUR: DotCard<Session> = {
  name: '.four',
  aliases: ['.fourier'],
  usage: '.four frequency [harmonics [periods]] v(node) ...',
  doc: 'Harmonics of waveforms over the last period, or the last so many; 9 harmonics by default.',
  phase: 'control',
  request: true,
  read: readFourier,
  unread: refuse,
};

function readFourier({ items, span }: ParsedCard, session: Session): void {
  const [first, ...others] = items;
  const numbers = leadingNumbers(others);
  const rest = others.slice(numbers.length);
  const frequency =
    first && readValue(first, { name: 'frequency', range: 'positive' }, '.four', session, 'named');
  if (!first || rest.length === 0) {
    session.diagnostics.error('too-few-arguments', '.four needs a frequency and quantities', span, {
      hint: `write: ${FOUR.usage}`,
    });
    refuse(span, session);
    return;
  }
  const [harmonics, periods] = [numbers[0] ?? DEFAULT_HARMONICS, numbers[1] ?? 1];
  const areCounts = [harmonics, periods].every(
    (count) => Number.isInteger(count) && count >= 1 && count <= MOST,
  );
  if (!areCounts) {
    const message = `.four: numbers of harmonics and periods are whole, from 1 to ${MOST}`;
    session.diagnostics.error('bad-value', message, span, { hint: `write: ${FOUR.usage}` });
  }
  const read = rest.map((item) => ({ item, output: outputOf(item, session, false) }));
  const written = (items: readonly Item[]): string[] => items.map((item) => textOf(item.span).toLowerCase());
  if (frequency === undefined || !areCounts) {
    refuse(span, session, written(rest));
    return;
  }
  const outputs = read.flatMap(({ output }) => output ?? []);
  const refused = written(read.filter(({ output }) => !output).map(({ item }) => item));
  session.fourier.push({ frequency, harmonics, periods, outputs, refused, span });
}

/** What cannot be read has failed, as it has where it cannot be measured. */
function refuse(span: Span, session: Session, refused: readonly string[] = ['.four']): void {
  const counts = { harmonics: DEFAULT_HARMONICS, periods: 1 };
  session.fourier.push({ frequency: NaN, ...counts, outputs: [], refused, span });
}

/** At most two plain numbers before the quantities. */
function leadingNumbers(items: readonly Item[]): readonly number[] {
  const numbers: number[] = [];
  for (const item of items.slice(0, 2)) {
    const value = item.kind === 'word' ? parseNumber(item.text) : undefined;
    if (value === undefined) break;
    numbers.push(value);
  }
  return numbers;
}
