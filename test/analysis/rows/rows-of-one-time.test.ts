/** Rows at an event: what was before it and what is behind it, never what held for no time at all. */
import { expect, test } from 'vitest';
import { netlist, run } from '../run-netlist.js';

// A ramp chooses one of three switches by comparisons that part at the same instant: 0.1 A into 1 MOhm would be 100 kV.
const chooser = netlist(`.model swm sw(vt=0.5 vh=0 ron=10m roff=1meg)
Va a 0 10
Vb b 0 -10
Vt t 0 pulse(0 3 0 499u 1u 1n 500u)
Bd d 0 v=1+0.6*sin(2*pi*80*time)
Ba ga 0 v=if(v(t)<v(d),1,0)
Bb gb 0 v=if((v(t)>=v(d))&(v(t)<v(d)+(3-v(d))/2),1,0)
Bc gc 0 v=if(v(t)>=v(d)+(3-v(d))/2,1,0)
Sa 0 o ga 0 swm
Sb a o gb 0 swm
Sc b o gc 0 swm
L1 o l 20m ic=0.1
R1 l 0 10
.tran 20u 60m uic`);

test('the coil behind three switches of which one is always closed never sees their open resistance', () => {
  const { column, certificate } = run(chooser, { method: 'events' }, 'v(o),i(l1)');
  const largest = column('v(o)').reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  // 10 V and the drop of 0.2 A across 10 mOhm.
  expect(largest).toBeGreaterThan(9.9);
  expect(largest).toBeLessThan(10.01);
  expect(certificate.missed).toEqual([]);
});

test('where a quantity jumps there are two rows of one time', () => {
  const { column } = run(chooser, { method: 'events' }, 'v(o)');
  const time = column('time');
  for (let k = 2; k < time.length; k++) expect(time[k]! > time[k - 2]!).toBe(true);
});
