/** Comparisons of quantities of 1e12: what is rounding of them is no rounding of the volts that they are made of. */
import { expect, it } from 'vitest';
import { netlist, run } from './run-netlist.js';

it('a threshold of volts is met beside a comparison of what is 2e12 times as large', () => {
  // As the state of a memristor with a threshold is written: beyond 1.6 V the capacitor is charged by 2e12 A/V.
  const law = '((f(v(1))>0)&&(v(x)<10k)) ? f(v(1)) : (((f(v(1))<0)&&(v(x)>1k)) ? f(v(1)) : 0)';
  const text = netlist(
    `V1 0 1 sin(0 3 100meg)\nR1 1 0 1k\nBx 0 x i=${law}\nCx x 0 1 ic=7k\n.func f(y)={2e12*(y-0.5*(abs(y+1.6)-abs(y-1.6)))}\n.tran 0.1n 10n uic`,
  );
  const { column } = run(text, { method: 'stepping', reltol: 1e-4 });
  const [time, x] = [column('time'), column('v(x)')];
  const omega = 2 * Math.PI * 1e8;
  const begin = Math.asin(1.6 / 3) / omega;
  const moved = 2e12 * ((6 * Math.cos(omega * begin)) / omega - 1.6 * (5e-9 - 2 * begin));
  const at = (t: number): number => x[time.findLastIndex((now) => now <= t)] ?? NaN;
  // Within what steps may be off; an end of the threshold that is not met is 1400 V.
  expect(at(0.8e-9)).toBeCloseTo(7000, 3);
  expect(Math.abs(at(5e-9) - (7000 - moved)) / moved).toBeLessThan(5e-3);
  expect(Math.abs(at(10e-9) - 7000) / moved).toBeLessThan(5e-3);
});
