/** `.noise v(out[,ref]) source dec|oct|lin points fstart fstop [frequencies a row]`. */
import { elementIn } from '../frame.js';
import type { Session } from '../session.js';
import { type ParsedCard, textOf } from '../syntax.js';
import { readValue } from '../values.js';
import type { DotCard } from './dot-card.js';
import { outputOf } from './outputs.js';
import { sweptFrequencies } from './sweep-values.js';

export const NOISE: DotCard<Session> = {
  name: '.noise',
  usage: '.noise v(node[,node]) source dec|oct|lin points fstart fstop [summary]',
  doc: 'Noise of a voltage over frequency, and of the source that would make it; with a summary also the part of every element, in every so many rows.',
  phase: 'control',
  analysis: true,
  read: readNoise,
};

const FREQUENCY = { name: 'frequency', range: 'positive' } as const;
const COUNT = { name: 'summary', range: 'non-negative' } as const;

function readNoise({ items, span }: ParsedCard, session: Session): void {
  const hint = `write: ${NOISE.usage}`;
  const [voltage, driver, word, ...numbers] = items;
  if (!voltage || !driver || !word) {
    session.diagnostics.error('noise-syntax', '.noise needs a voltage, a source and frequencies', span, {
      hint,
    });
    return;
  }
  const output = outputOf(voltage, session, false);
  if (!output) return;
  if (output.quantity !== 'v') {
    session.diagnostics.error('noise-syntax', '.noise is of a voltage', voltage.span, { hint });
    return;
  }
  const source = elementIn(session.frame, textOf(driver.span).toLowerCase());
  const element = session.elements.find(({ name, letter }) => name === source && /^[VI]$/.test(letter));
  if (!element) {
    const message = `.noise: "${textOf(driver.span)}" is no voltage or current source`;
    session.diagnostics.error('unknown-target', message, driver.span, { hint });
    return;
  }
  if (!element.ac || element.ac.magnitude === 0) {
    const message = `.noise: ${source} has no AC value, noise cannot be referred to it`;
    session.diagnostics.error('no-ac-source', message, driver.span, {
      hint: `write AC 1 on the card of ${source}`,
    });
    return;
  }
  const values = numbers.map((item, k) =>
    readValue(item, k < 3 ? FREQUENCY : COUNT, '.noise', session, 'named'),
  );
  if (values.some((value) => value === undefined)) return;
  const [points, start, stop, summary = 0, ...surplus] = values as number[];
  const sweep = [points, start, stop, ...surplus].filter((value) => value !== undefined);
  const frequencies = sweptFrequencies(textOf(word.span).toLowerCase(), sweep, span, session, NOISE);
  if (!frequencies) return;
  const [plus = '0', minus = '0'] = output.names;
  const each = Math.floor(summary);
  session.analyses.push({
    ...{ kind: 'noise', output: [plus, minus], source, frequencies, span },
    ...(each > 0 && { summary: each }),
  });
}
