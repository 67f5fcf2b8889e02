/** `.four frequency [harmonics [periods]] v(node) ...`: harmonics of waveforms; the numbers as in LTspice. */
import { parseNumber } from '../../base/units.js';
import type { Session } from '../session.js';
import type { Item, ParsedCard } from '../syntax.js';
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
    return;
  }
  const outputs = rest.map((item) => outputOf(item, session, false)).filter((item) => item !== undefined);
  const [harmonics, periods] = [numbers[0] ?? DEFAULT_HARMONICS, numbers[1] ?? 1];
  if (![harmonics, periods].every((count) => Number.isInteger(count) && count >= 1 && count <= MOST)) {
    const message = `.four: numbers of harmonics and periods are whole, from 1 to ${MOST}`;
    session.diagnostics.error('bad-value', message, span, { hint: `write: ${FOUR.usage}` });
    return;
  }
  if (frequency !== undefined && outputs.length > 0)
    session.fourier.push({ frequency, harmonics, periods, outputs, span });
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
