/** Sigma-delta modulators: a comparator whose decision is sampled acts on what it compares, but too late to hold it. */
import { describe, expect, it } from 'vitest';
import { netlist, run } from './run-netlist.js';

/** Volts in, and how many integrators there are. */
const modulator = (input: number, order: 1 | 2, start = ' uic') =>
  netlist(`Vin in 0 ${input}
Vclk clk 0 pulse(0 1 0 5n 5n .48u 1u)
B1 0 x1 I={1u*(v(in)-v(d))}
C1 x1 0 2p
R1 x1 0 1g
B2 0 x2 I={1u*(v(x1)-2*v(d))}
C2 x2 0 2p
R2 x2 0 1g
Bc cq 0 V={if(v(x${order})>0, 1, -1)}
.model ss sw(vt=.5 vh=.05 ron=1k roff=1g)
Ss cq m clk 0 ss
Cm m 0 1p
Bi clkn 0 V={1-v(clk)}
Em m2b 0 m 0 1
Ss2 m2b m2 clkn 0 ss
Cm2 m2 0 1p
Bd d 0 V={if(v(m2)>0, 1, -1)}
.tran 50n 400u${start}
.meas tran mean avg v(d)
.meas tran swing rms v(x${order})`);

describe('a modulator whose comparator is sampled', () => {
  const kinds = [1, 2].flatMap((order) => ['events', 'stepping'].map((method) => [order, method] as const));
  it.each(kinds)(
    'of order %i leaves equality of all comparisons, and gives its input in the mean: %s',
    (order, method) => {
      for (const input of [0, 0.3]) {
        const { report, certificate } = run(modulator(input, order as 1 | 2), { method });
        expect(certificate.incomplete).toBeUndefined();
        expect(certificate.slides ?? []).toEqual([]);
        const [mean, swing] = (report.measures ?? []).map(({ value }) => value!);
        // What the first integrator holds at the end: volts of 2 pF by 1 uA/V, below 4 V, of 400 us.
        expect(Math.abs(mean! - input)).toBeLessThan((4 * 2e-12) / 1e-6 / 400e-6);
        // It moves by 1 V/V in half a clock period.
        expect(swing).toBeGreaterThan(0.1);
      }
    },
  );

  it('begins where its operating point has both comparisons at equality, and leaves it', () => {
    const { certificate, final } = run(modulator(0.3, 2, ''), { method: 'events' });
    expect(certificate.incomplete).toBeUndefined();
    expect(Math.abs(final('v(d)'))).toBe(1);
  });
});
