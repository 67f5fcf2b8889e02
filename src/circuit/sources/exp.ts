/** EXP(v1 v2 td1 tau1 td2 tau2): v1, from td1 on towards v2 with tau1, from td2 on back with tau2. */
import type { SourceFunction } from './source-function.js';
import { ExponentialSignal } from './exponential-signal.js';

export const exp: SourceFunction = {
  syntax: {
    name: 'exp',
    doc: 'Exponential rise and fall.',
    required: 2,
    args: [
      { name: 'v1', unit: '', doc: 'initial value' },
      { name: 'v2', unit: '', doc: 'value that the rise approaches' },
      { name: 'td1', unit: 's', default: 0, doc: 'delay of the rise' },
      {
        name: 'tau1',
        unit: 's',
        range: 'non-negative',
        doc: 'time constant of the rise; missing or 0: tstep',
      },
      { name: 'td2', unit: 's', doc: 'delay of the fall; missing: td1 + tstep' },
      {
        name: 'tau2',
        unit: 's',
        range: 'non-negative',
        doc: 'time constant of the fall; missing or 0: tstep',
      },
    ],
  },
  signal({ args }, { tstep }) {
    const [v1 = 0, v2 = 0, td1 = 0, tau1, td2, tau2] = args;
    const step = tstep > 0 ? tstep : 1;
    return new ExponentialSignal(v1, [
      { start: td1, tau: tau1 || step, change: v2 - v1 },
      { start: td2 ?? td1 + step, tau: tau2 || step, change: v1 - v2 },
    ]);
  },
};
