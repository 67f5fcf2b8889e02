/** What a step says of the time within it, where a comparison turns there. */
import { describe, expect, it } from 'vitest';
import { cardSteps } from '../../src/analysis/simulate.js';
import { simulate } from '../../src/index.js';
import { circuit, netlist, run } from './run-netlist.js';

describe('a comparison that turns within a step', () => {
  it('is 0 or 1, and nothing past them', () => {
    const { runs } = simulate(`comparison with a sine, whose ramp falls within one step
Vc c 0 pulse(0 1 0 19.98u .01u .01u 20u)
B1 g 0 V={if(v(c) < 1-abs(sin(314.159265*time))*.8125,1,0)}
R1 g 0 1k
R2 g y 1k
C1 y 0 10n
.tran 10u 2m
.meas tran largest max v(g)
.meas tran least min v(g)
.options method=stepping
.end`);
    const { measures = [], certificate } = runs[0]!.report;
    expect(certificate!.missed).toEqual([]);
    const [largest, least] = measures.map(({ value }) => value!);
    // To what Newton's method leaves of 1 V; a parabola through 0, 1 and 1 rises to 1.2.
    expect(Math.abs(largest! - 1)).toBeLessThan(1e-6);
    expect(Math.abs(least!)).toBeLessThan(1e-6);
  });
});

describe('a charge pump behind a phase detector of comparisons', () => {
  // One comparison is of a sine of the phase, which rises by 1 V a period, and its switches follow it and the reference.
  const { flat, ...others } = circuit(`charge pump
Vr ref 0 pulse(0 1 0 1n 1n .5u 1u)
B1 wave 0 V={sin(6.283185307179586*v(ph))}
Gv 0 ph cur={(0.9e6+2e5*v(ctl))*1e-6}
Cp ph 0 1u
B2 div 0 V={if(v(wave)>0,1,0)}
B3 up 0 V={if(v(ref)>.5 & v(div)<.5,1,0)}
B4 dn 0 V={if(v(ref)<.5 & v(div)>.5,1,0)}
I1 0 u 10u
I2 d 0 10u
S1 u ctl up 0 sw
S2 d ctl dn 0 sw
Du u 0 dd
Dd 0 d dd
Rz ctl z 10k
Cz z 0 1n
C2 ctl 0 50p
.model dd d(Ron=1 Vfwd=5)
.model sw sw(vt=.5 vh=.1 ron=1 roff=1e9)
.tran 50n 20u uic
.end
`);
  const steps = cardSteps({ flat, ...others }, flat.analyses[0]!, [], {});
  let last = steps.next();
  while (last.done !== true) last = steps.next();
  const report = last.value;
  const quantities = report.statistics![0]!.quantities;
  const [phase, control, divided] = ['v(ph)', 'v(ctl)', 'v(div)'].map((wanted) =>
    quantities.find(({ name }) => name === wanted)!,
  );

  it('goes on where what follows a comparison turns within the step that gives rates', () => {
    expect(report.certificate?.incomplete).toBeUndefined();
    expect(report.certificate?.missed).toEqual([]);
    // The phase is the integral of its rate; charges are kept within some reltol of 1e-3 of what flows.
    const { value } = report.final.find(({ name }) => name === 'v(ph)')!;
    expect(Math.abs(value - (18 + 0.2 * control!.mean * 20))).toBeLessThan(1e-4);
    expect(phase!.max).toBeLessThanOrEqual(value + 1e-9);
  });

  it('has extremes of 0 and 1 in its comparison, and nothing past them', () => {
    expect(Math.abs(divided!.min)).toBeLessThan(1e-6);
    expect(Math.abs(divided!.max - 1)).toBeLessThan(1e-6);
  });
});

it('what a pair may be beyond its zero is less than what its certificate counts, where all it carries is leakage', () => {
  const body = `V1 p 0 330
V2 ga 0 pulse(0 1 .15u 50n 50n 2.3u 5u)
V3 gb 0 pulse(0 1 2.65u 50n 50n 2.3u 5u)
.model sw sw(ron=.1 roff=1e12 vt=.5 vh=0)
.model d d(Ron=.1 Roff=inf)
S1 p x ga 0 sw
S2 x 0 gb 0 sw
D1 x p d
D2 0 x d
C1 x r 1.17026e-7
L1 r t 5.41127u
L2 t b 16.2338u
V4 b 0 0
D3 t o d
D4 n t d
D5 0 o d
D6 n 0 d
C2 o n 11u
R1 n 0 220
C3 o 0 5u
R2 o 0 15
.tran .2u .1m uic`;
  const { certificate } = run(netlist(body), { method: 'stepping' }, 'v(o)');
  expect(certificate.missed).toEqual([]);
});
