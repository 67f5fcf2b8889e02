/**
 * `.four frequency v(node) ...`: harmonics of waveforms.
 */
import type { Session } from '../session.js';
import type { ParsedCard } from '../syntax.js';
import { readValue } from '../values.js';
import type { DotCard } from './dot-card.js';
import { outputOf } from './outputs.js';

export const FOUR: DotCard<Session> = {
  name: '.four',
  aliases: ['.fourier'],
  usage: '.four frequency v(node) ...',
  doc: 'Harmonics of waveforms over the last period.',
  phase: 'control',
  request: true,
  read: readFourier,
};

function readFourier({ items, span }: ParsedCard, session: Session): void {
  const [first, ...rest] = items;
  const frequency =
    first && readValue(first, { name: 'frequency', range: 'positive' }, '.four', session, 'named');
  if (!first || rest.length === 0) {
    session.diagnostics.error('too-few-arguments', '.four needs a frequency and quantities', span, {
      hint: `write: ${FOUR.usage}`,
    });
    return;
  }
  const outputs = rest.map((item) => outputOf(item, session, false)).filter((item) => item !== undefined);
  if (frequency !== undefined) session.fourier.push({ frequency, outputs, span });
}
