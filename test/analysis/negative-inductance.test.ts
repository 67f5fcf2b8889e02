/** A negative inductance in series with a larger positive one, as macromodels have it to lead a phase: the sum of both. */
import { describe, expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

describe.each(['events', 'stepping'])('a negative inductance by %s', (method) => {
  test('of -1 mH beside 3 mH leaves the time constant of 2 mH, and no energy of its own', () => {
    const text = 'V1 a 0 1\nL1 a b 3m ic=0\nL2 b c -1m ic=0\nR1 c 0 2\n.tran 10u 3m uic\n.print i(l1) v(b)';
    const { column, certificate } = run(netlist(text), { method, reltol: 1e-6 });
    expect([certificate.incomplete, certificate.missed]).toEqual([undefined, []]);
    const [time, i, v] = ['time', 'i(l1)', 'v(b)'].map(column);
    time!.forEach((t, k) => {
      // i = (1 - e^(-t / 1 ms)) / 2; v(b) = 1 V - 3 mH di/dt.
      expect(Math.abs(i![k]! - 0.5 * (1 - Math.exp(-t / 1e-3)))).toBeLessThan(1e-6);
      if (t > 0) expect(Math.abs(v![k]! - (1 - 1.5 * Math.exp(-t / 1e-3)))).toBeLessThan(1e-5);
    });
  });
});
