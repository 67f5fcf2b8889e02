/**
 * The reference circuits beside the real ngspice: what their states (and node voltages that follow them) do is the same within
 * a hundredth of their range in mean, effective value and peak. A diode of n = 0.01 drops 7 mV at 5 A, of ranges from 10 V on,
 * ngspice's own error is reltol = 1e-3 a step; in the flyback, where it goes astray at that, 1e-5, and in the ladder, where ten
 * stages add up its errors to a hundredth, 1e-4. Waveforms are not held against each other point by point: a converter that
 * swings freely drifts in phase. Runs are shortened: ngspice takes seconds a millisecond.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ngspiceReason, skipWithoutNgspice } from '../peers/ngspice.js';
import { workplace } from './command.js';

/** reltol of ngspice where its default leaves more than what is asked. */
const tolerances: Readonly<Record<string, string>> = { 'flyback.cir': '1e-5', 'cockcroft10.cir': '1e-4' };

const work = workplace();
const folder = join(import.meta.dirname, '../data/reference-circuits');

/** As `--json` has them; both of the comparison's sides. */
interface Signal {
  readonly name: string;
  readonly range: number;
  readonly own: Statistics;
  readonly reference: Statistics;
}
type Statistics = Readonly<Record<'mean' | 'rms' | 'min' | 'max', number>>;

it.skipIf(skipWithoutNgspice).each([
  ['bridge.cir', '5m', 'v(a) i(l1)'],
  // ngspice stops within the first millisecond with "timestep too small": as far as it comes
  ['bridge-sine.cir', '1m', 'v(a) v(p)'],
  ['buck.cir', '2m', 'v(o) i(l1)'],
  ['buck-pwm.cir', '2m', 'v(e) v(o) i(l1)'],
  ['buck-hysteresis.cir', '4m', 'v(c) v(o) i(l1)'],
  ['cockcroft10.cir', '10m', 'v(a1) v(b1) v(b5) v(b10)'],
  ['flyback.cir', '1m', 'v(cl) v(o) i(lp) i(ls)'],
  ['inverter3.cir', '2m', 'i(la) i(lb) i(lc)'],
  ['resonant.cir', '2m', 'i(lr) i(lf) v(x)'],
])(`%s over %s agrees in %s${ngspiceReason}`, (file, tstop, names) => {
  const text = readFileSync(join(folder, file), 'utf8')
    .replace(/^(\.tran \S+) \S+/m, `$1 ${tstop}`)
    .replace('reltol=0.001', `reltol=${tolerances[file] ?? '0.001'}`);
  work.write(file, text);
  const { status, stdout, stderr } = work.run('compare', file, '--with', 'ngspice', '--json');
  expect([status, stderr.match(/^error.*/m)?.[0]]).toEqual([0, undefined]);
  const { comparisons } = JSON.parse(stdout) as { comparisons: { signals: Signal[] }[] };
  for (const name of names.split(' ')) {
    const signal = comparisons[0]?.signals.find((each) => each.name === name);
    if (!signal) throw new Error(`${name} is not compared`);
    const { own, reference, range } = signal;
    for (const what of ['mean', 'rms', 'min', 'max'] as const)
      expect(Math.abs(own[what] - reference[what]) / range, `${what} of ${name}`).toBeLessThan(1e-2);
  }
});
