/** Thresholds behind functions that jump: a comparison of a sine has no row of its own, and its value is on one side or the other. */
import { describe, expect, it } from 'vitest';
import { netlist, run } from './run-netlist.js';

describe('what is clocked by a comparison of a sine', () => {
  it('is clocked when it rises, not when it falls', () => {
    // 600 kHz over 30 us; the reset comes every half microsecond, so that every clock sets it anew.
    const { column, plot } = run(
      netlist(`Bv 0 ph I={600k*1n}
Cph ph 0 1n ic=0
Bo o 0 V={if(sin(6.283185307179586*v(ph)+.1)>0, 1, 0)}
A2 one 0 o 0 rst 0 dn 0 DFLOP td=5n
Vone one 0 1
Vr rst 0 pulse(0 1 .2u 1n 1n 50n .5u)
.tran 20n 30u uic`),
      { method: 'stepping' },
    );
    const [time, dn] = [plot.columns[0]!, column('v(dn)')];
    const set = [...time].filter((_, k) => k > 0 && dn[k]! > 0.5 && dn[k - 1]! < 0.5);
    // At rest the clock is 0, so that the first one is the start.
    const due = Array.from({ length: 19 }, (_, k) => Math.max(0, k - 0.1 / (2 * Math.PI)) / 600e3 + 5e-9);
    expect(set).toHaveLength(due.length);
    set.forEach((t, k) => {
      expect(Math.abs(t - due[k]!)).toBeLessThan(1e-9);
    });
  });

  it('locks: the control of an oscillator behind a phase detector is that of the frequency of its reference', () => {
    const { report } = run(
      netlist(`Vr r 0 pulse(0 1 0 5n 5n .49u 1u)
Bv 0 ph I={(600k+300k*max(min(v(lf),4),0))*1n}
Cph ph 0 1n ic=0
Bo o 0 V={if(sin(6.283185307*v(ph))>0, 1, 0)}
A1 one 0 r 0 rst 0 up 0 DFLOP td=5n
A2 one 0 o 0 rst 0 dn 0 DFLOP td=5n
Vone one 0 1
A3 up dn 0 0 0 0 rst 0 AND td=5n
S1 vdd lf1 up 0 ss
S2 lf1 0 dn 0 ss
.model ss sw(vt=.5 vh=.1 ron=10 roff=100meg)
Vdd vdd 0 5
R1 lf1 lf 10k
Cl lf z 1n
Rz z 0 1k
.tran 20n 300u uic
.meas tran first find v(ph) at=250u
.meas tran last find v(ph) at=300u
.meas tran control avg v(lf) from=250u to=300u`),
      { method: 'stepping' },
    );
    const [first, last, control] = (report.measures ?? []).map(({ value }) => value!);
    // 50 periods of 1 us, by 600 kHz + 300 kHz/V; phases still wander by the ripple of a pulse.
    expect(Math.abs(last! - first! - 50)).toBeLessThan(0.05);
    expect(Math.abs(control! - 4 / 3)).toBeLessThan(0.05 / 50 / 0.3);
  });
});
