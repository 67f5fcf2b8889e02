/** `.dc target start stop step [target start stop step] ...`: the operating point over values of sources and others. */
import type { Session } from '../session.js';
import type { DotCard } from './dot-card.js';
import { readPlans } from './sweep-plan.js';
import { MAX_VALUES } from './sweep-values.js';

/** ngspice nests two, LTspice three, Xyce any number. */
const maxSweeps = 8;

export const DC: DotCard<Session> = {
  name: '.dc',
  usage:
    '.dc [dec|oct|lin] source|param name|element|temp start stop step [...], ... list value ... [...], or .dc data=table',
  doc: 'Sweeps the operating point over values of sources, parameters, elements, models or the temperature; the first sweep is the innermost.',
  phase: 'control',
  analysis: true,
  read: (card, session) => {
    const sweeps = readPlans(card, DC, session, maxSweeps);
    if (!sweeps) return;
    const points = sweeps.reduce((product, { values }) => product * values.length, 1);
    if (points <= MAX_VALUES) session.analyses.push({ kind: 'dc', sweeps, span: card.span });
    else {
      const message = `.dc asks for ${points} points; at most ${MAX_VALUES} are computed`;
      session.diagnostics.error('too-many-points', message, card.span, { hint: 'take fewer values' });
    }
  },
};
