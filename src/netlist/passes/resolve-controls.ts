/**
 * Analyses, initial voltages, options and outputs; then what the command line adds.
 */
import type { SourceText } from '../../base/span.js';
import { readOption } from '../dot-cards/options.js';
import { readOutput } from '../dot-cards/outputs.js';
import { parseItems } from '../parse-card.js';
import type { Session } from '../session.js';
import type { Item } from '../syntax.js';
import { readDotCards } from './read-dot-cards.js';

export function resolveControls(session: Session): void {
  readDotCards('control', session);
  const { options = {}, outputs = '' } = session.overrides;
  for (const [key, value] of Object.entries(options)) {
    for (const item of parseArgument('--option', `${key}=${value}`, session))
      readOption(item, session, 'command');
  }
  for (const item of parseArgument('--probe', outputs, session)) readOutput(item, session, true);
}

function parseArgument(name: string, text: string, { diagnostics }: Session): readonly Item[] {
  const source: SourceText = { name, text };
  return parseItems({ source, start: 0, end: text.length }, diagnostics) ?? [];
}
