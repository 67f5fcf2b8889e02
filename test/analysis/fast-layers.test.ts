/** Capacitances that a switch of 1 mOhm charges in femtoseconds, by sparse steps: the step that gives rates is short beside that, and rounding of charges over it is no miss. */
import { expect, test } from 'vitest';
import { simulate } from '../../src/index.js';

function stepped(cards: string, reltol = 1e-5): ReturnType<typeof simulate>['runs'][number]['report'] {
  const text = `a switch of 1 mOhm and 1 pF\n${cards}\n.options method=stepping reltol=${reltol}\n.end`;
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

test('across a winding whose rectifiers are ideal', () => {
  // Windings and choke are joined to nothing by capacitances: in steps as short as those behind a jump their matrix is singular to rounding.
  const { certificate, diagnostics } = stepped(
    `.model IRF540 VDMOS(Rg=3 Vto=3.8 Rd=30m Rs=8m Rb=20m Kp=22 Cgdmax=1.6n Cgdmin=60p Cgs=1.5n Cjo=1n Is=30p Lambda=2m tt=120n)
Vin in 0 12
L1 in a 54.58u
L2 b in 33.24u
L3 p 0 185.8u
L4 0 n 183.3u
K12 L1 L2 .99
K13 L1 L3 .99
K14 L1 L4 .99
K23 L2 L3 .99
K24 L2 L4 .99
K34 L3 L4 .99
M1 a g1 0 IRF540
M2 b g2 0 IRF540
Rs1 a sa 16.38
Cs1 sa 0 0.8695n
Rs2 b sb 22.82
Cs2 sb 0 1.927n
V1 d1 0 PULSE(0 10 0 30n 30n 8u 20u)
V2 d2 0 PULSE(0 10 10u 30n 30n 8u 20u)
R1 d1 g1 9.401
R2 d2 g2 13.35
D1 p f dxr
D2 n f dxf
Lo f out 60.51u
C1 out y 138.4u
Resr y 0 0.05916
Rload out 0 21.93
.tran .2u 250u
.model dxf d(ron=10m vfwd=.6)
.model dxr d(ron=1m)
.model sxp sw(vt=.5 vh=.1 ron=0 roff=inf)
VXS0 cx0 0 pulse(0 1 247.3u 0 0 47.8u 180u)
SX0 b nx0 cx0 0 sxp
RX0 nx0 0 497.3
CX0 nx0 0 1p`,
    1e-3,
  );
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(certificate!.missed).toEqual([]);
});

test.each([1e-3, 1e-6, 1e-7])(
  'a millisecond on, where times have a few hundred digits of it, at reltol %s',
  (reltol) => {
    // Rates were those of the least step that times have digits for, 2e-18 s.
    const { certificate, diagnostics, measures } = stepped(
      `V1 in 0 3
R1 in a 41.84k
D1 0 a m1
C1 a 0 42.17n
Vk k 0 pulse(0 1 1.215m 0 0 .68m 2.4m)
S1 a x k 0 sw1
C2 x 0 4p
R2 x 0 1e9
.model m1 d(is=1e-14 n=1 cjo=1p)
.model sw1 sw(vt=.5 vh=0 ron=1m roff=1e12)
.ic v(a)=1
.tran 10u 1.3m
.meas tran before find v(a) at=1.214999m
.meas tran after find v(a) at=1.215001m
.meas tran across find v(a,x) at=1.215001m`,
      reltol,
    );
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(certificate!.incomplete).toBeUndefined();
    expect(certificate!.missed).toEqual([]);
    const [before, after, across] = measures!.map(({ value }) => value!);
    // 42.17 nF and the junction share what they hold with 4 pF, and charge for 2 ns through 41.84 kOhm.
    const charged = (3 - before!) * (2e-9 / (41.84e3 * 42.17e-9));
    expect(Math.abs(after! - before! * (42.17 / 42.174) - charged)).toBeLessThan(5 * Math.max(reltol, 1e-6));
    expect(Math.abs(across!)).toBeLessThan(1e-9);
  },
);
