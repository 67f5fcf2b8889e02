/** Words of models as vendors and foundries write them, whose meaning or default is ngspice's own: whole netlists in both programs. */
import { expect, test } from 'vitest';
import { run } from '../analysis/run-netlist.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from './ngspice.js';

const swept = (device: string, model: string, sweep: string): string =>
  `words of vendors\nvd d 0 1\nvg g 0 1\n${device}\n${model}\n.dc ${sweep}\n.options reltol=1e-6 abstol=1e-18\n.end\n`;

const mosis =
  'tox=5.7n nsub=1e17 gamma=0.43 phi=0.7 vto=0.42 uo=425 theta=0.175 kp=0.25m vmax=83k kappa=0.17 nfs=1e12';
const bsim = 'level=49 tox=4n nch=2.35e17 vth0=0.36 k1=0.587 u0=263 vsat=108k xj=0.1u';

const cases: readonly (readonly [truth: string, text: string])[] = [
  [
    'WD, XL and XW of level 3 narrow the channel, lengthen it and widen it',
    swept(
      'm1 d g 0 0 m w=1u l=0.6u',
      `.model m nmos(level=3 ${mosis} xj=0.3u delta=0.5 ld=10n wd=50n xl=-30n xw=20n)`,
      'vd 0.25 3 0.25 vg 1 3 1',
    ),
  ],
  [
    'WD, XL and XW of level 1 do nothing',
    swept(
      'm1 d g 0 0 m w=1u l=0.6u',
      '.model m nmos(vto=0.5 wd=50n xl=-30n xw=20n)',
      'vd 0.25 3 0.25 vg 1 3 1',
    ),
  ],
  [
    'XL and XW of BSIM3 do nothing before version 3.2',
    swept(
      'm1 d g 0 0 m w=2u l=0.3u',
      `.model m nmos(${bsim} version=3.1 xl=-20n xw=-10n)`,
      'vd 0.25 1.75 0.25 vg 0.5 1.5 0.5',
    ),
  ],
  [
    'XL and XW of BSIM3 act from version 3.2 on',
    swept(
      'm1 d g 0 0 m w=2u l=0.3u',
      `.model m nmos(${bsim} version=3.2.4 xl=-20n xw=-10n)`,
      'vd 0.25 1.75 0.25 vg 0.5 1.5 0.5',
    ),
  ],
  [
    'ISR without NR has the emission coefficient 1',
    swept(
      'd1 d 0 m\nr1 g 0 1',
      '.model m d(is=11.4n isr=32.6n rs=1 cjo=9.3p vj=1.6 m=0.41)',
      'vd 0.1 0.5 0.1',
    ),
  ],
];

test.skipIf(skipWithoutNgspice).for(cases)(`%s${ngspiceReason}`, ([, text]) => {
  const theirs = runNgspice(text);
  const index = theirs.header.columns.findIndex(({ name }) => name === 'i(vd)');
  const ours = run(text, {}, 'i(vd)').column('i(vd)');
  expect(ours.length).toBe(theirs.columns[index]?.length);
  // 1e-4: ngspice's constants of 2014 and its table of BSIM3's slopes; what these words change is 2 % and more.
  ours.forEach((value, row) => {
    const theirValue = theirs.columns[index]?.[row] ?? NaN;
    expect(Math.abs(value - theirValue)).toBeLessThan(1e-4 * Math.abs(theirValue));
  });
});
