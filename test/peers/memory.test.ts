/** A memory of four words of two bits against the installed ngspice: written, read, and put to sleep. */
import { describe, expect, test } from 'vitest';
import { run } from '../analysis/run-netlist.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from './ngspice.js';

const text = (ic: number): string =>
  [
    'memory',
    'va0 a0 0 pulse(0 1 1u 1n 1n 1u 2u)\nva1 a1 0 pulse(0 1 2u 1n 1n 2u 4u)',
    'vd0 d0 0 pulse(0 1 0.3u 1n 1n 1u 2u)\nvd1 d1 0 pulse(0 1 0.8u 1n 1n 1.5u 3u)',
    'vw w 0 pulse(1 0 4.05u 1n 1n 20u 40u)\nvs s 0 pulse(1 0 7u 1n 1n 0.6u 40u)',
    'aadc [a0 a1 d0 d1 w s] [da0 da1 dd0 dd1 dw ds] adc',
    '.model adc adc_bridge(in_low=.3 in_high=.7 rise_delay=1n fall_delay=1n)',
    'aram [dd0 dd1] [q0 q1] [da0 da1] dw [ds] mm',
    `.model mm d_ram(select_value=1 ic=${ic} read_delay=50n)`,
    'ap0 q0 pd\nap1 q1 pd\n.model pd d_pulldown(load=1p)',
    'adac [q0 q1] [x0 x1] dac\n.model dac dac_bridge(out_low=0 out_high=1 t_rise=1n t_fall=1n)',
    'r0 x0 0 1k\nr1 x1 0 1k',
    '.tran 10n 9u 0 10n',
    '.end',
  ].join('\n');

/** A line between points. */
function at(times: Float64Array, values: Float64Array, time: number): number {
  const after = Math.max(
    1,
    times.findIndex((t) => t >= time),
  );
  const [from = NaN, to = NaN] = [times[after - 1], times[after]];
  const [before = NaN, next = NaN] = [values[after - 1], values[after]];
  return to === from ? next : before + ((next - before) * (time - from)) / (to - from);
}

describe.skipIf(skipWithoutNgspice)(`a memory beside ngspice${ngspiceReason}`, () => {
  test.each([0, 1])('that begins with %i everywhere keeps the same words and gives them when asked', (ic) => {
    const theirs = runNgspice(text(ic));
    const ours = run(text(ic), {}, 'v(x0),v(x1)');
    let high = 0;
    for (const name of ['v(x0)', 'v(x1)']) {
      const index = theirs.header.columns.findIndex((column) => column.name === name);
      // Between edges, which are nanoseconds apart.
      for (let time = 25e-9; time < 9e-6; time += 50e-9) {
        const wanted = at(theirs.columns[0]!, theirs.columns[index]!, time);
        const own = at(ours.column('time'), ours.column(name), time);
        if (Math.abs(wanted - 0.5) < 0.45) continue;
        expect(own, `${name} at ${time}`).toBeCloseTo(wanted, 6);
        if (wanted > 0.5) high++;
      }
    }
    expect(high).toBeGreaterThan(20);
  });
});

test('a memory of unequal widths is refused by its place', () => {
  const wide = text(0)
    .replace('[q0 q1] [da0', '[q0] [da0')
    .replace(/ap1 q1 pd\n/, '')
    .replace('[q0 q1] [x0 x1]', '[q0] [x0]');
  expect(() => run(wide, {}, 'v(x0)')).toThrow('it has 2 inputs and 1 outputs of data');
});
