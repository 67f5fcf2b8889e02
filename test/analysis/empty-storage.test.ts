/** An inductor of 0 H is a short and a capacitor of 0 F is nothing, as in SPICE: parasitics that a parameter turns off. */
import { expect, test } from 'vitest';
import { simulate } from '../../src/index.js';
import { netlist, run } from './run-netlist.js';

test.each(['events', 'theta', 'stepping'])('by %s', (method) => {
  const body = `V1 a 0 pulse(0 1 1u 0 0 1 2)
R1 a b 1k
L1 b c {stray}
C1 b 0 {stray}
C2 c 0 1n
.param stray=0
.tran .05u 6u`;
  const options =
    method === 'stepping' ? { method, reltol: 1e-6 } : method === 'theta' ? { method, h: 1e-9 } : { method };
  const { column, certificate } = run(netlist(body), options, 'v(c) v(b) i(l1) i(c1) i(c2)');
  const [t, c, b] = [column('time'), column('v(c)'), column('v(b)')];
  t.forEach((at, k) => {
    if (Math.abs(at - 1e-6) < 2e-9) return;
    expect(Math.abs(c[k]! - (at < 1e-6 ? 0 : 1 - Math.exp(-(at - 1e-6) / 1e-6)))).toBeLessThan(1e-3);
    expect(b[k]).toBeCloseTo(c[k]!, 9);
    expect(column('i(l1)')[k]).toBeCloseTo(column('i(c2)')[k]!, 7);
    expect(column('i(c1)')[k]).toBe(0);
  });
  expect(certificate.missed).toEqual([]);
});

test('of a negative inductance or capacitance there is a warning', () => {
  const severities = (card: string): readonly string[] =>
    simulate({ name: 't.cir', text: netlist(`V1 a 0 1\nR1 a b 1\n${card}\n.op`) }).diagnostics.map(
      ({ severity }) => severity,
    );
  for (const card of ['L1 b 0 -1u', 'C1 b 0 -1n']) {
    expect(severities(card)).toContain('warning');
    expect(severities(card)).not.toContain('error');
  }
});

test('a last time of PWL without a value is left out in files of ngspice, and refused in others', () => {
  const text = (card: string): string => netlist(`V1 a 0 pwl(0 1 1u 2 3u)\nR1 a 0 1\n${card}\n.tran 1u 5u`);
  const { runs, diagnostics } = simulate({ name: 't.cir', text: text('') });
  expect(runs[0]?.report.final.find(({ name }) => name === 'v(a)')?.value).toBe(2);
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toContainEqual([
    'odd-arguments',
    'warning',
  ]);
  const other = simulate({ name: 't.cir', text: text('.options timeint reltol=1e-3') }).diagnostics;
  expect(other.map(({ code, severity }) => [code, severity])).toContainEqual(['odd-arguments', 'error']);
});
