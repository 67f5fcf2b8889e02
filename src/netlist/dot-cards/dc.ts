/** `.dc target start stop step [target start stop step] ...`: the operating point over values of sources and others. */
import type { Session } from '../session.js';
import type { DotCard } from './dot-card.js';
import { targetName } from '../step-points.js';
import { readPlans } from './sweep-plan.js';
import { withoutSweep } from './sweep-of-analysis.js';
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
    const plain = withoutSweep(card, session);
    const sweeps = plain && readPlans(plain, DC, session, maxSweeps);
    if (!sweeps) return;
    const names = sweeps.flatMap(({ target, together = [] }) =>
      [target, ...together.map((axis) => axis.target)].map(targetName),
    );
    const twice = names.find((name, k) => names.indexOf(name) < k);
    if (twice !== undefined) {
      const message = `.dc sweeps ${twice} twice: it has one value at a point`;
      const hint = 'leave one of the sweeps out; to go there and back write two .dc cards';
      session.diagnostics.error('swept-twice', message, card.span, { hint });
      return;
    }
    const points = sweeps.reduce((product, { values }) => product * values.length, 1);
    if (points <= MAX_VALUES) session.analyses.push({ kind: 'dc', sweeps, span: card.span });
    else {
      const message = `.dc asks for ${points} points; at most ${MAX_VALUES} are computed`;
      session.diagnostics.error('too-many-points', message, card.span, { hint: 'take fewer values' });
    }
  },
};
