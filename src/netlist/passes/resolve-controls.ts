/**
 * Analyses, initial voltages, options and outputs; then what `.control` and the command line add.
 */
import type { SourceText } from '../../base/span.js';
import { MEASURE } from '../dot-cards/measure.js';
import { announceMeasure } from '../dot-cards/measure-header.js';
import { readOption } from '../dot-cards/options.js';
import { writeNoiseParts } from '../dot-cards/noise-outputs.js';
import { readOutput } from '../dot-cards/outputs.js';
import { parseItems } from '../parse-card.js';
import type { Session } from '../session.js';
import type { Item } from '../syntax.js';
import { readCommands } from './read-commands.js';

export function resolveControls(session: Session): void {
  const { cards } = session.content;
  // Measures first: outputs may name them, and each other.
  for (const { reader, card } of cards) if (reader === MEASURE) announceMeasure(card, session);
  for (const bound of cards) if (bound.reader === MEASURE) session.readCard(bound);
  for (const bound of cards) {
    if (bound.reader.phase === 'control' && bound.reader !== MEASURE) session.readCard(bound);
  }
  readCommands(session);
  const { options = {}, outputs = '' } = session.overrides;
  for (const [key, value] of Object.entries(options)) {
    for (const item of parseArgument('--option', `${key}=${value}`, session))
      readOption(item, session, 'command');
  }
  for (const item of parseArgument('--probe', outputs, session)) readOutput(item, session, true);
  writeNoiseParts(session);
}

function parseArgument(name: string, text: string, { diagnostics, rules }: Session): readonly Item[] {
  const source: SourceText = { name, text };
  return parseItems({ source, start: 0, end: text.length }, diagnostics, rules) ?? [];
}
