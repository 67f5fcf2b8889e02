/** Capacitances that a switch of 1 mOhm charges in femtoseconds, by sparse steps: the step that gives rates is short beside that, and rounding of charges over it is no miss. */
import { expect, test } from 'vitest';
import { simulate } from '../../src/index.js';

function stepped(cards: string): ReturnType<typeof simulate>['runs'][number]['report'] {
  const text = `a switch of 1 mOhm and 1 pF\n${cards}\n.options method=stepping reltol=1e-5\n.end`;
  return simulate(text).runs[0]!.report;
}

test('behind smooth and ideal diodes, late in a run', () => {
  // Rates over a step of twice the time constant were a third of those right behind the closing, so that no step was short enough.
  const { certificate, diagnostics, measures } = stepped(`Vdd vdd 0 5
V1 p 0 pulse(0 5 0 10n 10n .5u 1u)
R1 p pp 6.966
D1 vdd a dr
C1 a pp 12.36n
D2 a b ds
D3 b c df
C3 c pp 17.37n
Dx c 0 df
Vk k 0 pulse(0 1 15.15u 0 0 6u 18u)
S1 c x k 0 sw1
Rx x 0 1886.7
Cx x 0 1p
.model ds d(is=.1u rs=.1 n=1 cjo=14p vj=.6 m=.5 eg=.69 xti=2 bv=40 ibv=10u)
.model df d(ron=10m vfwd=.6)
.model dr d(ron=1m)
.model sw1 sw(vt=.5 vh=0 ron=1m roff=1e9)
.tran .02u 60u
.meas tran across max par('abs(v(c,x))') from=15.151u to=20u`);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(certificate!.incomplete).toBeUndefined();
  expect(certificate!.missed).toEqual([]);
  // 1 mOhm carries less than 5 V / 6.966 Ohm from the pulse, and what C3 gives to 1 pF in 1 fs.
  expect(measures![0]!.value!).toBeLessThan(1e-3);
});

test('beside charges of transistors', () => {
  // 20 V across 300 pF are known to 1e-24 C: microamperes over a thousandth of a femtosecond.
  const { certificate, diagnostics } = stepped(`V1 a 0 20
Q1 a b e qt
Q2 e d f qt
Vk k 0 pulse(0 1 150.3u 0 0 102.4u 1.2m)
S1 f x k 0 sw1
R1 x 0 4903
C1 x 0 1p
.model qt npn(is=1e-12 bf=100 vaf=100 ikf=1 rb=.5 rc=.05 cje=200p cjc=100p tf=20n tr=500n)
.model sw1 sw(vt=.5 vh=0 ron=1m roff=1e9)
.tran 5u 300u`);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(certificate!.missed).toEqual([]);
});
