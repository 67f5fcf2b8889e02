/** idtmod of LTspice: where its jumps are known, and of what depends on the circuit. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist, run } from '../../analysis/run-netlist.js';

describe('idtmod', () => {
  test('of a constant is a saw tooth between its offset and a modulus above', () => {
    const found = run(
      netlist('B1 a 0 V=idtmod(-3k, 0.25, 2, -1)\nR1 a b 1k\nC1 b 0 1u\n.tran 10u 3m\n.print tran v(a)'),
      { method: 'events' },
    );
    const time = found.column('time');
    found.column('v(a)').forEach((value, k) => {
      const whole = 0.25 - 3000 * (time[k] ?? NaN);
      const turns = (value - whole) / 2;
      expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1e-9);
      expect(value >= -1 - 1e-9 && value <= 1 + 1e-9).toBe(true);
    });
  });

  test('in sines of whole turns is the phase of an oscillator that a voltage controls', () => {
    const circuit = 'V1 c 0 PWL(0 1k 1m 3k)\nR1 a 0 1\nR2 c 0 1\n';
    const cards = '.options reltol=1e-6\n.tran 1u 1m\n.print tran v(a)';
    const found = run(netlist(`${circuit}B1 a 0 V=2 + sin(2*pi*idtmod(v(c), 0.1, 1) - 0.5)\n${cards}`));
    const time = found.column('time');
    found.column('v(a)').forEach((value, k) => {
      const t = time[k] ?? NaN;
      const wanted = 2 + Math.sin(2 * Math.PI * (0.1 + 1e3 * t + 1e6 * t * t) - 0.5);
      expect(Math.abs(value - wanted)).toBeLessThan(1e-4);
    });
  });

  test('of a voltage is its integral less whole turns', () => {
    const circuit = 'V1 c 0 PWL(0 1k 1m 3k)\nR1 a b 1\nC1 b 0 1n\nR2 c 0 1\n';
    const text = netlist(
      `${circuit}B1 a 0 V=idtmod(v(c), 0.1, 0.5, -0.2)\n.options reltol=1e-5\n.tran 1u 1m`,
    );
    const found = run(text);
    const time = found.column('time');
    const shown = found.plot.header.columns.map(({ name }) => name);
    expect(shown).toEqual(['time', 'v(c)', 'v(a)', 'v(b)', 'i(v1)']);
    found.column('v(a)').forEach((value, k) => {
      const t = time[k] ?? NaN;
      const turns = (value - (0.1 + 1e3 * t + 1e6 * t * t)) / 0.5;
      expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1e-4);
      // A jump is met within the tolerance of the integral.
      expect(value >= -0.2 - 1e-5 && value <= 0.3 + 1e-5).toBe(true);
    });
  });

  test.each([
    ['idtmod(v(c), 0, v(c))', 'idtmod() whose modulus or offset varies'],
    ['idtmod(v(c), 0, -1)', 'idtmod() whose modulus or offset varies'],
    ['idt(v(c), v(c))', 'idt() with an initial value that varies'],
  ])('%s is refused by name', (written, wanted) => {
    const text = netlist(`V1 c 0 1\nB1 a 0 V=${written}\nR1 a 0 1\n.tran 1u 1m`);
    const { diagnostics } = simulate({ name: 't.cir', text });
    expect(diagnostics.filter(({ message }) => message.includes(wanted)).length).toBe(1);
  });
});
