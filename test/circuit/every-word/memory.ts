/** A memory that is written and read at two addresses, selected and not: every parameter of it acts. */
import type { Bench } from './walk.js';

export const memory: Bench = {
  of: '.model d_ram',
  cards: (_, model) =>
    [
      'V1 a 0 pulse(0 1 1u 1n 1n 1u 2u)\nV2 d 0 pulse(0 1 0.3u 1n 1n 1u 2u)',
      'V3 w 0 pulse(1 0 2.05u 1n 1n 20u 40u)\nV4 s 0 pulse(1 0 5u 1n 1n 0.6u 40u)',
      'A1 [a d w s] [na nd nw ns] adc\n.model adc adc_bridge(in_low=.3 in_high=.7)',
      `A2 [nd] [nq] [na] nw [ns] mm\n${model}`,
      'A3 nq down\n.model down d_pulldown\nA4 [nq] [q] dac\n.model dac dac_bridge(t_rise=1n t_fall=1n)\nR1 q 0 1k',
    ].join('\n'),
  runs: ['.tran 20n 6u'],
  changes: { select_value: '0', ic: { to: '1', model: { select_value: '0', ic: '0' } }, read_delay: '80n' },
};
