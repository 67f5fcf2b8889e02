/** `.dc` over a resistance among smooth laws: an input of one compiled circuit, with the answers of circuits of their own. */
import { expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

/** k T / q at 27 C in volts, with the constants of SPICE. */
const thermalVoltage = (1.380649e-23 / 1.602176634e-19) * 300.15;

test('a diode behind a resistance carries what both laws say', () => {
  const { column, plot } = run(
    netlist('V1 a 0 5\nR1 a d 1k\nD1 d 0 m\n.model m d(is=1e-14)\n.dc R1 100 10k 100'),
  );
  expect(plot.header.columns.map(({ name }) => name)).toEqual(['r1', 'v(a)', 'v(d)', 'i(v1)']);
  const [r, v] = [column('r1'), column('v(d)')];
  expect(r).toHaveLength(100);
  r.forEach((resistance, k) => {
    const current = 1e-14 * Math.expm1(v[k]! / thermalVoltage);
    // Newton's method ends at reltol times 1e-3.
    expect(current * resistance).toBeCloseTo(5 - v[k]!, 5);
  });
});

test('nested with a source and from 0 Ohm on it is what circuits of these values are', () => {
  const cards = (r: number | string, v: number): string =>
    `V1 a 0 ${v}\nR1 a d ${r}\nD1 d 0 m\nR2 d 0 1k\n.model m d(is=1e-14 n=2)`;
  const swept = run(netlist(`${cards('1k', 1)}\n.dc R1 0 100 50 V1 1 3 1`));
  const [r, v1, v] = ['r1', 'v1', 'v(d)'].map((name) => swept.column(name));
  expect(r).toHaveLength(9);
  r!.forEach((resistance, k) => {
    const alone = run(netlist(`${cards(resistance, v1![k]!)}\n.dc V1 ${v1![k]!} ${v1![k]!} 1`));
    expect(v![k]).toBeCloseTo(alone.column('v(d)')[0]!, 7);
  });
});
