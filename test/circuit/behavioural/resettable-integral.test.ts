/** idt(x, initial, reset): LTspice's integral that stands at its initial value while the reset is above 0.5. */
import { expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist, run } from '../../analysis/run-netlist.js';

/** 2000 V/s from 0.25 V, held from 2 ms to 3 ms; the edges are ideal. */
const body = 'V1 a 0 2\nV2 r 0 PULSE(0 1 2m 0 0 1m 4m)\nB1 e 0 V=idt(v(a)*1k, 0.25, v(r)>0.5)\nR1 e 0 1';

function exact(t: number): number {
  if (t < 2e-3) return 0.25 + 2e3 * t;
  return 0.25 + 2e3 * Math.max(0, t - 3e-3);
}

test.each(['auto', 'events', 'stepping'])('it begins anew behind the reset: method=%s', (method) => {
  const { column, certificate } = run(netlist(`${body}\n.tran 10u 5m uic`), { method }, 'v(e)');
  const [time, value] = [column('time'), column('v(e)')];
  time.forEach((t, k) => {
    if (t !== time[k + 1] || t === 0) expect(value[k]).toBeCloseTo(exact(t), 6);
  });
  expect(certificate.missed).toEqual([]);
});

test.each([
  ['0', 'from the operating point'],
  ['1', 'held in the operating point'],
])('a reset of %s V: %s', (volts) => {
  const text = netlist(`${body.replace(/PULSE.*/, volts)}\n.op\n.tran 10u 1m`);
  const { runs, diagnostics } = simulate({ name: 't.cir', text }, { outputs: 'v(e)' });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const finals = runs.map(({ report }) => report?.final[0]?.value ?? NaN);
  expect(finals[0]).toBeCloseTo(0.25, 9);
  expect(finals[1]).toBeCloseTo(volts === '1' ? 0.25 : 2.25, 6);
});

test('a reset that closes a loop makes a sawtooth', () => {
  // 1000 V/s up to 1 V, which a comparator with a lag of 1 us tells; then from 0 V again.
  const text = netlist(
    'B1 e 0 V=idt(1k, 0, v(q)>0.5)\nB2 c 0 V={if(v(e)>1,1,0)}\nR1 c q 1k\nC1 q 0 1n\n.tran 10u 5m uic',
  );
  const { column } = run(text, {}, 'v(e)');
  const top = Math.max(...column('v(e)'));
  // The lag passes 0.5 after ln 2 us.
  expect(top).toBeCloseTo(1 + 1e3 * Math.LN2 * 1e-6, 4);
});
