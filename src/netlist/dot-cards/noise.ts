/**
 * `.noise v(out[,ref]) source dec|oct|lin points fstart fstop [frequencies a row]`, LTspice's `list f1 f2 ...`, and PSpice's
 * `.noise v(out[,ref]) source [frequencies a row]`, whose frequencies are those of `.ac`.
 */
import { elementIn } from '../frame.js';
import type { Session } from '../session.js';
import { type Item, type ParsedCard, textOf } from '../syntax.js';
import type { NoiseCard } from '../flat-cards.js';
import { readValue } from '../values.js';
import { acFrequencies } from './ac.js';
import type { DotCard } from './dot-card.js';
import { outputOf } from './outputs.js';
import { isTabled, tabledFrequencies } from './tabled-frequencies.js';
import { spacingOf, sweptFrequencies } from './sweep-values.js';

export const NOISE: DotCard<Session> = {
  name: '.noise',
  usage:
    '.noise v(node[,node]) source dec|oct|lin points fstart fstop [summary], ... source list f1 f2 ..., ... source data=table [summary], or .noise v(node[,node]) source [summary] with an .ac card',
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
  // PSpice writes how many frequencies a row, or nothing, where others write the spacing.
  const ac = numbers.length > 0 || isTabled(word) ? undefined : cardOfAc(session);
  if (!voltage || !driver || !(word ?? ac)) {
    session.diagnostics.error('noise-syntax', '.noise needs a voltage, a source and frequencies', span, {
      hint,
    });
    return;
  }
  // Each part is read whatever is wrong with the others: a card with three slips is told of them at once.
  const output = readOutput(voltage, session, hint);
  const source = readSource(driver, session, hint);
  const table = [word, ac?.items[0]].find(isTabled);
  if (table) {
    const tabled = tabledFrequencies(table, NOISE, session);
    const [count] = table === word ? numbers : [word];
    const summary = count ? readValue(count, COUNT, '.noise', session, 'named') : 0;
    if (!output || source === undefined || !tabled || summary === undefined) return;
    pushNoise(session, { output, source, ...tabled, span }, summary);
    return;
  }
  if (ac) {
    const summary = word ? readValue(word, COUNT, '.noise', session, 'named') : 0;
    const frequencies = acFrequencies(ac, session);
    if (!output || source === undefined || !frequencies || summary === undefined) return;
    pushNoise(session, { output, source, frequencies, span }, summary);
    return;
  }
  if (word?.kind === 'word' && word.text.toLowerCase() === 'list') {
    const values = numbers.map((item) => readValue(item, FREQUENCY, '.noise', session, 'named'));
    const frequencies = values.filter((value) => value !== undefined);
    if (!output || source === undefined || frequencies.length < values.length) return;
    pushNoise(session, { output, source, frequencies, span }, 0);
    return;
  }
  const spacing = spacingOf(word ? textOf(word.span) : '', word?.span ?? span, session, NOISE);
  const values = numbers.map((item, k) =>
    readValue(item, k < 3 ? FREQUENCY : COUNT, '.noise', session, 'named'),
  );
  if (values.some((value) => value === undefined)) return;
  const [points, start, stop, summary = 0, ...surplus] = values as number[];
  const sweep = [points, start, stop, ...surplus].filter((value) => value !== undefined);
  const frequencies = spacing && sweptFrequencies(spacing, sweep, span, session, NOISE);
  if (!output || source === undefined || !frequencies) return;
  pushNoise(session, { output, source, frequencies, span }, summary);
}

function pushNoise(session: Session, card: Omit<NoiseCard, 'kind' | 'summary'>, summary: number): void {
  const each = Math.floor(summary);
  session.analyses.push({ kind: 'noise', ...card, ...(each > 0 && { summary: each }) });
}

function cardOfAc({ content }: Session): ParsedCard | undefined {
  return content.cards.find(({ reader }) => reader.name === '.ac')?.card;
}

function readOutput(
  voltage: Item,
  session: Session,
  hint: string,
): readonly [plus: string, minus: string] | undefined {
  const output = outputOf(voltage, session, false);
  if (!output) return undefined;
  const [plus = '0', minus = '0'] = output.names;
  if (output.quantity === 'v') return [plus, minus];
  session.diagnostics.error('noise-syntax', '.noise is of a voltage', voltage.span, { hint });
  return undefined;
}

/** Its name, where it is a source that noise can be referred to: as a unit, whatever its AC value, as in ngspice. */
function readSource(driver: Item, session: Session, hint: string): string | undefined {
  const source = elementIn(session.frame, textOf(driver.span).toLowerCase());
  const element = session.elements.find(({ name, letter }) => name === source && /^[VI]$/.test(letter));
  if (!element) {
    const message = `.noise: "${textOf(driver.span)}" is no voltage or current source`;
    session.diagnostics.error('unknown-target', message, driver.span, { hint });
    return undefined;
  }
  return source;
}
