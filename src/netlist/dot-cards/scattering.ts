/** `.sp dec|oct|lin points fstart fstop`: scattering parameters between the ports, sources with portnum. */
import type { Session } from '../session.js';
import { textOf } from '../syntax.js';
import { readValue } from '../values.js';
import { acFrequencies } from './ac.js';
import type { DotCard } from './dot-card.js';
import { withoutSweep } from './sweep-of-analysis.js';

export const SP: DotCard<Session> = {
  name: '.sp',
  usage: '.sp dec|oct|lin points fstart fstop, or .sp list f1 f2 ...',
  doc: 'Scattering parameters s_i_j between the ports (V with portnum and z0) over frequency, and y_i_j and z_i_j, about the operating point.',
  phase: 'control',
  analysis: true,
  read: (card, session) => {
    const own = withoutSweep(card, session);
    if (!own) return;
    // ngspice: a fifth number asks for the noise of the ports.
    const noise = own.items[4];
    const isList = own.items[0]?.kind === 'word' && own.items[0].text.toLowerCase() === 'list';
    if (noise && !isList) {
      const asked = readValue(noise, { name: 'donoise', range: 'any' }, '.sp', session, 'named');
      if (asked !== 0) session.ignore('output settings', '.sp donoise', noise.span);
    }
    const plain = isList ? own : { ...own, items: own.items.slice(0, 4) };
    const frequencies = acFrequencies(plain, session, SP);
    if (frequencies) session.analyses.push({ kind: 'sp', frequencies, span: card.span });
  },
};

export const LIN: DotCard<Session> = {
  name: '.lin',
  usage: '.lin',
  doc: 'Scattering parameters at the frequencies of the .ac card, as .sp has them (Xyce, HSPICE); formats of files are those of -o.',
  phase: 'control',
  analysis: true,
  read: ({ items, span }, session) => {
    for (const item of items) session.ignore('output settings', textOf(item.span).toLowerCase(), item.span);
    // The .ac card may stand behind it.
    const ac = session.content.cards.find(({ reader }) => reader.name === '.ac');
    const end = ac?.card.items.findIndex(
      (item) => item.kind === 'word' && item.text.toLowerCase() === 'sweep',
    );
    const frequencies =
      ac && acFrequencies(end === -1 ? ac.card : { ...ac.card, items: ac.card.items.slice(0, end) }, session);
    if (frequencies) session.analyses.push({ kind: 'sp', frequencies, span });
    if (ac) return;
    const message = '.lin has the frequencies of a .ac card, and there is none';
    session.diagnostics.error('lin-without-ac', message, span, { hint: 'write .sp dec 10 1meg 1g instead' });
  },
};
