/** `method=auto` beside ideal parts: fits of exact events that would leave out what a model gives are not taken. */
import { expect, it } from 'vitest';
import { netlist, run } from './run-netlist.js';

/** A transistor in saturation behind 1 kOhm from 5 V, beside a diode of straight regions. */
const saturated = (model: string): string =>
  netlist(`Vd d 0 5
Vg g 0 2
Vi i 0 sin(0 1 1k)
M1 c g 0 0 n w=10u l=1u
R1 d c 1k
D1 i k di
R2 k 0 1k
.model n nmos(vto=1 kp=40u${model})
.model di d(ron=1m)
.tran 10u 1m`);

it('a channel whose length is modulated carries what SPICE says, by steps', () => {
  const { report, final } = run(saturated(' lambda=.05'), {}, 'i(R1),v(c)');
  expect(report.certificate?.method).toContain('steps');
  const voltage = final('v(c)');
  // Level 1 in saturation.
  const current = 0.5 * 40e-6 * 10 * (1 + 0.05 * voltage);
  expect(final('i(r1)') / current).toBeCloseTo(1, 4);
});

it('without one exact events are taken', () => {
  const { report } = run(saturated(''), {}, 'i(R1)');
  expect(report.certificate?.method).toContain('events');
});
