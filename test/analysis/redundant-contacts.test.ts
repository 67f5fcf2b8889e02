/** Contacts that touch at once and constrain one velocity: what moves is determined, what each of them bears is not. */
import { describe, expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

describe.each([
  ['events', 1e-9],
  ['theta', 2e-2],
] as const)('method=%s', (method, off) => {
  const end = '.tran 1m 1 uic\n.print tran x(a) v(a)';

  test('several stops at one place throw a mass back as one does', () => {
    const stops = [1, 2, 3].map((k) => `YSTOP${k} a 0 upper=0.1 e=0.5`).join('\n');
    const result = run(netlist(`YMASS1 a 1 v0=1\n${stops}\n${end}`), { method });
    expect(Math.abs(result.final('v(a)') + 0.5)).toBeLessThan(1e-9);
    expect(Math.abs(result.final('x(a)') - (0.1 - 0.5 * 0.9))).toBeLessThan(off);
    expect(result.certificate.missed).toEqual([]);
  });

  test('the stop of the largest restitution decides', () => {
    const stops = 'YSTOP1 a 0 upper=0.1 e=0.2\nYSTOP2 a 0 upper=0.1 e=0.7';
    const result = run(netlist(`YMASS1 a 1 v0=1\n${stops}\n${end}`), { method });
    expect(Math.abs(result.final('v(a)') + 0.7)).toBeLessThan(1e-9);
  });

  test('stops on both arms of a lever, which reach their ends at once', () => {
    const text = `YMASS1 a 1 v0=1\nYMASS2 b 2 v0=0.5\nYLEVER1 a b 2\nYSTOP1 a 0 upper=0.1 e=0.5\nYSTOP2 b 0 upper=0.05 e=0.5\n${end}`;
    const result = run(netlist(text), { method });
    expect(Math.abs(result.final('v(a)') + 0.5)).toBeLessThan(1e-9);
    expect(Math.abs(result.final('x(a)') - (0.1 - 0.5 * 0.9))).toBeLessThan(off);
  });

  test('bear a weight together', () => {
    const text =
      'YMASS1 a 3 x0=1 gravity=9.81\nYLEVER1 a b 2\nYSTOP1 a 0 e=0.4\nYSTOP2 b 0 lower=-0.5 e=0.4\n.tran 1m 2 uic\n.print tran x(a) f(ystop1) f(ystop2)';
    const result = run(netlist(text), { method });
    // r F1 + F2 = 0 at a lever: what the second stop bears counts half at the first.
    const borne = result.final('f(ystop1)') + result.final('f(ystop2)') / 2;
    expect(Math.abs(borne + 3 * 9.81)).toBeLessThan(1e-6);
    expect(Math.abs(result.final('x(a)'))).toBeLessThan(off);
  });
});
