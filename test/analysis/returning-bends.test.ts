/** Bends of sources that come back from a delay, in steps of Newton's method: where what comes back does not turn no step has to end. */
import { expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

test('a pulse bends four times, and what it was 30 ns before as often', () => {
  const text = netlist(
    'V1 clk 0 pulse(0 2 .1u 10n 10n .2u 2u)\nB1 q 0 V=delay(v(clk),30n)*exp(v(clk)-2)\nR1 q 0 1k\n.tran 10n 1u uic',
  );
  const { certificate, column } = run(text, { method: 'events' }, 'v(q)');
  expect(certificate.method).toContain('Newton');
  expect(certificate.missed).toEqual([]);
  // Where what comes back turns waves may turn, which is told once more, and so is the start: 13, where each had come back every 30 ns.
  expect(certificate.events).toBeLessThanOrEqual(13);
  const [time, value] = [column('time'), column('v(q)')];
  const clock = (t: number): number => {
    const phase = (t - 0.1e-6) % 2e-6;
    return t < 0.1e-6 ? 0 : 2 * Math.max(0, Math.min(1, phase / 10e-9, (220e-9 - phase) / 10e-9));
  };
  time.forEach((t, row) => {
    const product = clock(t - 30e-9) * Math.exp(clock(t) - 2);
    expect(Math.abs(value[row]! - product)).toBeLessThan(1e-4);
  });
});
