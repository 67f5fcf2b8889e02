/** Controlled sources whose steps would need impulses: exact events have none, steps give them to what stores. */
import { expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

// A regulator as engineers draw it: a source of two laws from its input to the capacitor of its output.
const regulator = (volts: number): string =>
  netlist(
    `V1 in 0 SIN(${String(volts)} .25 120)\nB1 in out V={V(in) > 7 ? V(in)-5 : V(in)-2}\n` +
      'C1 out 0 1u\nR1 out 0 50\n.tran 10u 10m',
  );

test('are run by sparse steps where nobody asked for events, which is told', () => {
  const { column, certificate, report } = run(regulator(9));
  expect(certificate.missed).toEqual([]);
  for (const v of column('v(out)')) expect(v).toBeCloseTo(5, 9);
  expect(report.diagnostics.map(({ message }) => message).join('\n')).toMatch(
    /^b1 would need an impulse at every change: .*; sparse steps with error control are taken$/m,
  );
});

test('lose C (v1 - v2)^2 / 2 where they jump', () => {
  const { certificate, column } = run(regulator(7));
  expect(certificate.missed).toEqual([]);
  // From 2 V to 5 V or back, at the two passages within the run and right behind its start, where 7 V are not above 7 V: its operating
  // point has 2 V, as in ngspice.
  expect(certificate.energy?.jumps).toBeCloseTo(3 * ((1e-6 * (5 - 2) ** 2) / 2), 9);
  expect(Math.max(...column('v(out)'))).toBeCloseTo(5, 6);
  expect(Math.min(...column('v(out)'))).toBeCloseTo(2, 6);
});

test('are refused by name where events are asked for', () => {
  expect(() => run(regulator(9), { method: 'events' })).toThrow(/b1 would need an impulse at every change/);
});
