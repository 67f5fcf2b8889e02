/** Transistors whose charges start from `ic=`, beside the installed ngspice. */
import { describe, test } from 'vitest';
import { expectWaves } from './same-waves.js';
import { ngspiceReason, skipWithoutNgspice } from './ngspice.js';

const stage = (element: string, model: string): string =>
  [
    'a stage that starts in the middle',
    'vdd vdd 0 3',
    'r1 vdd d 10k',
    'rg g 0 1meg',
    element,
    `.model mm ${model}`,
    '.options reltol=1e-5',
    '.tran 0.5n 50n 1n 0.05n uic',
    '.end',
  ].join('\n');

const stages: readonly (readonly [name: string, element: string, model: string])[] = [
  ['Q', 'q1 d g 0 mm ic=0.6,2', 'npn(is=1e-15 cje=1p cjc=1p tf=1n rc=10 rb=100 rbm=20 irb=1e-5 re=1)'],
  ['VBIC', 'q1 d g 0 0 mm ic=0.6,2', 'npn(level=4 cje=1p cjc=1p tf=10p rcx=10 rci=60 rbx=10 rbi=40 re=2)'],
  ['M', 'm1 d g 0 0 mm w=10u l=1u ic=1,2,0', 'nmos(kp=1e-4 vto=1 tox=50n cgso=1n cgdo=1n rd=10 rs=10)'],
  [
    'BSIM3',
    'm1 d g 0 0 mm w=10u l=.18u ic=1,.8',
    'nmos(level=8 version=3.3.0 vth0=.4 tox=4n cgso=.3n cgdo=.3n)',
  ],
  [
    'BSIM4',
    'm1 d g 0 0 mm w=10u l=.18u ic=1,.8',
    'nmos(level=54 version=4.5 rdsmod=1 rbodymod=1 rgatemod=1)',
  ],
  ['J', 'j1 d g 0 mm ic=1.5,-0.5', 'njf(vto=-2 cgs=2p cgd=1p rd=10 rs=20)'],
  ['Z', 'z1 d g 0 mm icvds=1.5 icvgs=-0.5', 'nmf(vto=-2 beta=1e-4 cgs=2p cgd=1p rd=10 rs=20)'],
];

describe.skipIf(skipWithoutNgspice)(`ic= of transistors beside ngspice${ngspiceReason}`, () => {
  test.each(stages)('%s', (_, element, model) => {
    const text = stage(element, model);
    // Of some volts, from 1 ns on: ngspice begins with steps of Euler's.
    expectWaves(text, text, ['v(d)', 'v(g)'], 1e-3);
  });

  test('D, whose ic= ngspice documents and passes over, as by .ic there', () => {
    const model = 'd(is=1e-14 cjo=4p tt=1n)';
    const theirs = stage('rl g d 1k\nd1 d 0 mm\n.ic v(d)=-2', model);
    expectWaves(theirs, stage('rl g d 1k\nd1 d 0 mm ic=-2', model), ['v(d)', 'v(g)'], 1e-3);
  });
});
