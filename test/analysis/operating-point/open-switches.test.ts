/** A capacitor behind an open ideal switch is, at rest, at the voltage before the switch: whatever else is in the circuit, by all methods. */
import { expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist } from '../run-netlist.js';

const hold = `V1 a 0 sin(1 0.5 20k)
Vp p 0 pulse(0 1 0.5u 0 0 0.4u 1u)
S1 a n p 0 s1
C1 n 0 1p
E1 o 0 n 0 1
R1 o 0 1k
.model s1 sw(vt=0.5 vh=0 ron=0 roff=inf)
.save v(n)`;

it.each(['events', 'stepping', 'theta'])('method=%s begins with it', (method) => {
  const { runs } = simulate(
    { name: 't.cir', text: netlist(`${hold}\n.tran 0.1u 0.4u`) },
    { options: { method } },
  );
  expect(runs[0]!.plot!.columns[1]![0]).toBeCloseTo(1, 9);
});

it('a diode elsewhere does not change it', () => {
  const text = netlist(`${hold}
D1 o z dx
R2 z 0 1k
.model dx d(is=1e-14)
.op`);
  const { runs } = simulate({ name: 't.cir', text });
  expect(runs[0]!.report.final.find(({ name }) => name === 'v(n)')?.value).toBeCloseTo(1, 9);
});
