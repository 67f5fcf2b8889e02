/** Transistors as vendors make them of parts: what is nothing beside the rest does not end a run, however it is driven. */
import { describe, expect, test } from 'vitest';
import { run } from './run-netlist.js';

/**
 * A channel without charges of its own (TOX of a metre), whose capacitances two pairs of switches exchange, behind a drift region of the fourth
 * power beside a microohm, and coils of the leads; 24 V behind 10 Ohm and `load`.
 */
const power = (gate: string, load: string): string => `t
Vd dd 0 24
Rl dd load 10
Ll load d ${load}
Vg drive 0 ${gate}
Rg drive g 10
Xm d g 0 power
.subckt power drain gate source
Lg gate g1 10n
Rlg gate g1 100
Rg g1 g2 5
Ld drain x 1n
Rld drain x 10
Ls s source 10n
Rs b s .4
Cin gi b 140p
Rin gi b 1g
Dbody s x dbody
Rdrift x y 1u
Edrift y z value={v(x,y)/abs(v(x,y))*pwr(v(x,y)/9u,4)}
Rpar x z 1k
Rd z chd 15m
Mch chd chg b b channel
Dmiller m x dmiller
Em gi m gi b 1
Et gi chg t b 1
Rt t b 1
Et2 g2 gi u t 0
S1 gi n1 n2 b a1
S2 n2 n1 n2 b a2
C1 n1 b 250p
E1 n2 b gi b 1
S3 gi n3 n4 n2 b1
S4 n2 n3 n4 n2 b2
C2 n3 n4 280p
E2 n4 b x b 1
It b t 1
Vu u t 1
.model dbody d(is=1p rs=70m n=1.05 ikf=.06 cjo=200p m=.45 tt=200n)
.model dmiller d(cjo=130p m=.56 is=1e-30 n=10)
.model channel nmos(vto=4 kp=.4 is=1e-30 n=10 tox=1 l=1u w=1u)
.model a1 vswitch(ron=10u roff=.1 von=-8 voff=-7)
.model a2 vswitch(ron=10u roff=.1 von=-7 voff=-8)
.model b1 vswitch(ron=10u roff=.1 von=4 voff=7)
.model b2 vswitch(ron=10u roff=.1 von=7 voff=4)
.ends
.tran 10n 10u
.print tran v(d) v(g)
`;

describe('a power MOSFET of a channel, a drift region, switched capacitors and coils', () => {
  test.each([
    ['pulse(0 12 1u 50n 50n 4u 10u)', '1u'],
    ['pulse(0 12 1u 10n 10n 4u 10u)', '100n'],
    ['pulse(0 12 1u 200n 200n 4u 10u)', '300n'],
  ])('%s with %s', (gate, load) => {
    const { certificate, column } = run(power(gate, load), { method: 'stepping' });
    expect([certificate.incomplete, certificate.missed]).toEqual([undefined, []]);
    const [time, v] = [column('time'), column('v(d)')];
    const at = (t: number): number => v[time.findIndex((one) => one > t - 1e-9)]!;
    expect(at(0.9e-6)).toBeCloseTo(24, 3);
    // Rd, Rs and the channel are below 1 Ohm beside 10 Ohm; all of 24 V stands again when it is off.
    expect(at(4.9e-6)).toBeGreaterThan(0);
    expect(at(4.9e-6)).toBeLessThan(2.2);
    expect(at(10e-6)).toBeCloseTo(24, 0);
  });
});
