/** A table of many points behind a product, where nothing is stored: sparse steps pass its bends. */
import { expect, it } from 'vitest';
import { netlist, run } from './run-netlist.js';

it('a converter of 32 levels behind a product of sources is the table of the product', () => {
  const levels = 32;
  const width = 1e-3;
  const points = Array.from({ length: levels }, (_, k) => [
    [k / levels + (k > 0 ? width : 0), k],
    [(k + 1) / levels, k],
  ]).flat();
  const table = points.map(([x, y]) => `(${x ?? 0},${y ?? 0})`).join(' ');
  const text = `V1 1 0 sin(0.5 0.5 1k)\nV2 2 0 pwl(0 0 1m 1)\nE1 3 0 TABLE {V(1)*V(2)} = ${table}\nR3 3 0 1\n.tran 1u 1m`;
  const result = run(netlist(text));
  expect(result.report.name).toContain('Transient');
  expect(result.certificate.method).toContain('steps of order 2');
  const time = result.column('time');
  const of = (t: number): number => {
    const x = (0.5 + 0.5 * Math.sin(2e3 * Math.PI * t)) * Math.min(t / 1e-3, 1);
    const k = Math.min(Math.floor(x * levels), levels - 1);
    const part = k > 0 ? Math.min((x - k / levels) / width, 1) : 1;
    return k > 0 ? k - 1 + part : 0;
  };
  result.column('v(3)').forEach((v, k) => {
    expect(Math.abs(v - of(time[k] ?? NaN))).toBeLessThan(0.01 * levels);
  });
});
