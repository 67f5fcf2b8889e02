/** Events whose time is known to less than what a gain shows of it. */
import { expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

// Where the diode begins to conduct its current is 0, known to 100 S of the rounding of v(in) within that of t: 3e-12 A of 0.1 A.
const peakDetector = netlist(`.model d d
.model sw1 sw(vt=0.5 vh=0 ron=100 roff=1g)
Bin in 0 v=(1+0.5*sin(2*pi*200*time))*sin(2*pi*10k*time)
B1 x 0 v=limit(1e4*(v(in)-v(out)),-10,10)
R1 x y 100
D1 y out d
C1 out 0 10n ic=0
R2 out 0 1meg
S1 out 0 r 0 sw1
Vr r 0 pulse(0 1 0.9m 1u 1u 20u 1m)
.tran 5u 10m uic`);

test.each(['plain', 'compiled'])(
  'the diode of a peak detector begins to conduct once a peak: no Zeno points, and the certificate holds (%s)',
  (code) => {
    const { certificate, column } = run(peakDetector, { method: 'events', code }, 'v(out)');
    expect(certificate.missed).toEqual([]);
    expect(certificate.zenoPoints ?? []).toEqual([]);
    // The highest peak, 1.5 V at 1.25 ms, less the drop that a gain of 1e4 leaves.
    const largest = column('v(out)').reduce((most, v) => Math.max(most, v), 0);
    expect(largest).toBeGreaterThan(1.499);
    expect(largest).toBeLessThan(1.5);
  },
);

test('both programs go the same way', () => {
  const [plain, compiled] = ['plain', 'compiled'].map((code) =>
    run(peakDetector, { method: 'events', certificate: 'sampled', code }, 'v(out)').final('v(out)'),
  );
  expect(plain).toBe(compiled);
});
