/** Blocks whose switches agree on no states at rest: they begin at once, and a switch that stood against its control would be told. */
import { expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

/** A timer from 1 V to 3 V: charged by 1 kOhm from 5 V, discharged by 10 Ohm until it is below. */
const timer = (k: number): string =>
  `V${k} v${k} 0 5\nR${k} v${k} c${k} ${String(1000 + 100 * k)}\nC${k} c${k} 0 1u\n` +
  `B${k} g${k} 0 V={v(c${k}) > 3 ? 5 : v(c${k}) < 1 ? 0 : v(q${k})}\nRq${k} g${k} q${k} 1k\nCq${k} q${k} 0 1n\n` +
  `Bs${k} s${k} 0 V={v(q${k}) > 2.5 ? 5 : 0}\nS${k} c${k} 0 s${k} 0 sw\n`;

test('timers in blocks of their own swing between their thresholds, each with its period', () => {
  const text = `${[0, 1, 2].map(timer).join('')}.model sw sw(vt=2.5 vh=1 ron=10 roff=1g)\n.tran 10u 20m`;
  const { column, certificate } = run(netlist(text), { method: 'stepping' });
  expect(certificate.missed).toEqual([]);
  const all = column('time');
  // Of two rows at one time the right limit.
  const rows = [...all.keys()].filter((row) => all[row] !== all[row + 1]);
  const time = rows.map((row) => all[row] ?? NaN);
  for (const k of [0, 1, 2]) {
    const values = column(`v(c${String(k)})`);
    const v = rows.map((row) => values[row] ?? NaN);
    const peaks = [...v.keys()].filter(
      (row) =>
        row > 0 &&
        (v[row] ?? 0) > 2.9 &&
        (v[row] ?? 0) > (v[row - 1] ?? 0) &&
        (v[row] ?? 0) >= (v[row + 1] ?? 0),
    );
    const [first = 0, last = 0] = [peaks[2], peaks.at(-1)];
    const period = ((time[last] ?? 0) - (time[first] ?? 0)) / (peaks.length - 3);
    // Up from 1 V to 3 V by R C ln 2, down by 10 Ohm in 11 us, and twice the delay of 1 kOhm and 1 nF by which it goes beyond them.
    expect(period).toBeGreaterThan((1000 + 100 * k) * 1e-6 * Math.log(2));
    expect(period).toBeLessThan((1000 + 100 * k) * 1e-6 * Math.log(2) * 1.08);
  }
});
