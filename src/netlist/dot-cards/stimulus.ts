/** `.stimulus name FUNCTION(args)`: the waveform that sources with `stimulus=name` have (PSpice, whose editor writes it). */
import type { Session } from '../session.js';
import type { ParsedCard } from '../syntax.js';
import { LEFT_OUT, type DotCard } from './dot-card.js';

export const STIMULUS: DotCard<Session> = {
  name: '.stimulus',
  usage: '.stimulus name function(args)',
  doc: 'Names the waveform of sources with stimulus=name.',
  phase: 'early',
  read: readStimulus,
};

function readStimulus({ items: [name, ...items], span }: ParsedCard, session: Session): void {
  const { stimuli, diagnostics } = session;
  if (name?.kind !== 'word' || items.length === 0) {
    diagnostics.error('too-few-arguments', '.stimulus needs a name and a waveform', span, {
      hint: `write: ${STIMULUS.usage}`,
    });
    return;
  }
  const key = name.text.toLowerCase();
  const [first] = items;
  const word = first?.kind === 'word' ? first.text : first?.kind === 'group' ? first.name : '';
  if (word.toLowerCase() === 'stim') {
    const message = `stimulus "${name.text}" is digital: ${LEFT_OUT}`;
    diagnostics.warning('digital-stimulus', message, span, { hint: 'write it in a STIM device (U)' });
    return;
  }
  const other = stimuli.get(key);
  if (other) {
    diagnostics.error('duplicate-name', `stimulus "${name.text}" is defined twice`, name.span, {
      related: [{ span: other.span, message: 'the first one is here' }],
    });
  } else stimuli.set(key, { items, span: name.span });
}
