/** Values of comparisons that are compared with each other: logic, by every method. */
import { expect, it } from 'vitest';
import { simulate } from '../../src/index.js';

const third = (shift: number) => `sin(0 1 1k 0 0 ${shift})`;

const cards = `comparisons of comparisons
Va a 0 ${third(0)}
Vb b 0 ${third(120)}
Vc c 0 ${third(240)}
Bdiff x1 0 V=(v(a)>0)!=(v(b)>0) ? 5 : 0
Bsame x2 0 V=(v(a)>0)==(v(b)>0) ? 5 : 0
Bless x3 0 V=(v(a)>0)<(v(b)>0)
Bleast x4 0 V=(v(a)>0)>=(v(b)>0)
Blevel x5 0 V=(v(a)>0?3:1)==(v(b)>0?3:0) ? 1 : 0
Btwo x6 0 V=(v(a)>0)+(v(b)>0)+(v(c)>0)>=2 ? 1 : 0
Bodd x7 0 V=u(v(a))+2*u(v(b))==1 ? 1 : 0
Bnever x8 0 V=(v(a)>0)==2 ? 1 : 0
Bnot x9 0 V=(1-(v(a)>0))==(v(b)>0) ? 1 : 0
.tran 10u 3m
${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((k) => `.meas tran m${k} avg v(x${k})`).join('\n')}
.end`;

it.each(['events', 'stepping'])('values of comparisons compare by what they are: %s', (method) => {
  const { runs } = simulate(cards, { options: { method } });
  const { measures = [], certificate } = runs[0]!.report;
  expect(certificate!.missed).toEqual([]);
  // Sines a third of a period apart: both above 0 in a sixth of it, one alone in a third each, neither in a sixth.
  const expected = [10 / 3, 5 / 3, 1 / 3, 2 / 3, 1 / 6, 1 / 2, 1 / 3, 0, 2 / 3];
  measures.forEach(({ value, name }, k) => {
    expect(Math.abs(value! - expected[k]!), name).toBeLessThan(1e-3 * 5);
  });
});

/** What a comparison is where a node of two levels rests at the one that it is compared with. */
const levels = `levels of nodes
Va a 0 sin(0 1 1k)
Vb b 0 sin(0 1 2k)
Bx x 0 V=v(a)>.1 ? 1 : 0
By y 0 V=v(b)>.1 ? 1 : 0
B1 x1 0 V=v(x)>0 ? 1 : 0
B2 x2 0 V=v(x)>=1 ? 1 : 0
B3 x3 0 V=v(x)<1 ? 1 : 0
B4 x4 0 V=u(v(x))
B5 x5 0 V=v(x)!=v(y) ? 1 : 0
B6 x6 0 V=v(x)==v(y) ? 1 : 0
B7 x7 0 V=v(x)!=0 ? 1 : 0
Rq a c 1k
Dq c 0 dq
.model dq d is=1e-14
.tran 10u 2m
${[1, 2, 3, 4, 5, 6, 7].map((k) => `.meas tran m${k} avg v(x${k})`).join('\n')}
.end`;

it('a node that rests at a level is compared with it as the sign says, by steps too', () => {
  const { runs } = simulate(levels);
  const { measures = [], certificate } = runs[0]!.report;
  expect(certificate!.missed).toEqual([]);
  // Above .1 V in this part of a period; the sine of twice the frequency from half as long after its zeros on.
  const late = Math.asin(0.1) / (2 * Math.PI);
  const above = 0.5 - 2 * late;
  // Within the half period of v(a): both from `late` to a quarter less half of it; alone the rest.
  const both = 0.25 - late - late / 2;
  const apart = 2 * (above - both);
  const expected = [above, above, 1 - above, above, apart, 1 - apart, above];
  measures.forEach(({ value, name }, k) => {
    expect(Math.abs(value! - expected[k]!), name).toBeLessThan(1e-3);
  });
});

it('a choice by the sign of what begins at 0 turns where its certificate has it turn', () => {
  const choice = `a choice by a sign
Bref ref 0 V=10*sin(314.159265*time)
Bg g 0 V=V(ref)>0 ? V(x) : V(y)
Vx x 0 5
Vy y 0 1
R1 g a 1k
C1 a 0 1n
.tran 5u 20u uic
.end`;
  const { runs } = simulate(choice, { options: { method: 'stepping', certificate: 'full' } });
  expect(runs[0]!.report.certificate!.missed).toEqual([]);
});
