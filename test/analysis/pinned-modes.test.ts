/**
 * Modes on the way to the one that holds may be singular, and are passed by pinning an unknown; what a pin leaves in its row is no solution.
 * Phases of a Vienna rectifier whose link floats: with all diodes of one phase open and those of the others in a loop Kirchhoff's law was
 * missed by amperes for a whole step.
 */
import { expect, it } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist, run } from './run-netlist.js';

const phases = ['a', 'b', 'c'].map(
  (x, k) => `V${x} ${x}0 0 sin(0 100 50 0 0 ${-120 * k})
L${x} ${x}0 ${x} 3m
X${x} ${x} p m n g leg`,
);

const rectifier = netlist(`.model dd d
.model s1 sw(vt=0.5 vh=0 ron=0 roff=inf)
.subckt leg x p m n g
D1 x p dd
D2 n x dd
D3 x q1 dd
D4 m q1 dd
D5 q2 x dd
D6 q2 m dd
S1 q1 q2 g 0 s1
.ends
${phases.join('\n')}
Vg g 0 pulse(0 1 1u 0 0 50u 100u)
C1 p m 1m ic=125
C2 m n 1m ic=125
R1 p n 60
Rm m 0 1k
.tran 20u 3.6m 3.2m 5u uic
.save v(p) v(n) i(La)`);

it('a pin leaves nothing in its row', () => {
  const ends = ['events', 'stepping'].map((method) => {
    const { runs } = simulate({ name: 't.cir', text: rectifier }, { options: { method } });
    const { plot, report } = runs[0]!;
    expect(report.certificate?.missed).toEqual([]);
    return plot!.columns.slice(1).map((column) => column.at(-1)!);
  });
  ends[1]!.forEach((value, k) => expect(value / ends[0]![k]!).toBeCloseTo(1, 3));
});

const pushPull = netlist(`.model UF4007 D(IS=1n RS=50m N=1.8 CJO=20p M=.4 VJ=.8 TT=75n BV=1000 IBV=5u)
.model IRF540 VDMOS(Rg=3 Vto=3.8 Rd=30m Rs=8m Rb=20m Kp=22 Cgdmax=1.6n Cgdmin=60p Cgs=1.5n Cjo=1n Is=30p Lambda=2m tt=120n)
Vin in 0 12
L1 in a 68.43u
L2 b in 60.41u
L3 p 0 230.0u
L4 0 n 137.9u
K12 L1 L2 .99
K13 L1 L3 .99
K14 L1 L4 .99
K23 L2 L3 .99
K24 L2 L4 .99
K34 L3 L4 .99
M1 a g1 0 IRF540
M2 b g2 0 IRF540
Rs1 a sa 40.15
Cs1 sa 0 13.61n
Rs2 b sb 24.04
Cs2 sb 0 7.369n
V1 d1 0 PULSE(0 10 0 30n 30n 8u 20u)
V2 d2 0 PULSE(0 10 10u 30n 30n 8u 20u)
R1 d1 g1 15.63
R2 d2 g2 7.455
D1 p f dxr
D2 n f UF4007
Lo f out 47.42u
C1 out y 119.4u
Resr y 0 0.04374
Rload out 0 14.20
.tran .2u 290u
.model dxr d(ron=1m)
.model sxp sw(vt=.5 vh=.1 ron=0 roff=inf)
BX0 bx0 0 v={if(v(in)>v(g1),5,0)}
RX0 bx0 g1 10k
VXS1 cx1 0 pulse(0 1 2.026e-5 0 0 4.908e-5 1.800e-4)
SX1 in nx1 cx1 0 sxp
RX1 nx1 0 7454.9
BX2 bx2 0 v={if(v(d1)>v(out),5,0)}
RX2 bx2 in 10k`);

it('among laws iterations go on from a mode that is pinned', () => {
  const { certificate } = run(pushPull, { method: 'stepping', certificate: 'sampled' }, 'v(out)');
  expect(certificate.incomplete).toBeUndefined();
  expect(certificate.missed).toEqual([]);
});
