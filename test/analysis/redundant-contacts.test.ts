/** Contacts that touch at once and constrain one velocity: what moves is determined, what each of them bears is not. */
import { describe, expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

describe.each([
  ['events', 1e-9],
  ['theta', 2e-2],
  ['stepping', 1e-5],
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
    expect(Math.abs(borne + 3 * 9.81)).toBeLessThan(method === 'stepping' ? 1e-2 : 1e-6);
    expect(Math.abs(result.final('x(a)'))).toBeLessThan(off);
  });
});

/** Of a mass that falls 1 m on stops of e = 0.5 and less: at 1.2 s it is between its third and its fourth impact. */
const fall = { first: Math.sqrt(2 / 9.81), impulse: 1.5 * Math.sqrt(2 * 9.81) };
const place = ({ first }: typeof fall): number => {
  const t = 1.2 - 2.5 * first;
  return (0.125 * Math.sqrt(2 * 9.81) - (9.81 * t) / 2) * t;
};

test.each([1, 1e3, 1e5])('by steps stops at one place pass on what %d kg have, and list it', (mass) => {
  const stops = [0.5, 0.2, 0].map((e, k) => `YSTOP${k} a 0 e=${e}`).join('\n');
  const text = `YMASS1 a ${mass} x0=1 gravity=9.81\n${stops}\n.tran 1m 1.2 uic\n.print tran x(a)`;
  const { final, certificate, report } = run(netlist(text), { method: 'stepping' });
  expect(certificate.missed).toEqual([]);
  // reltol = 1e-3 of 1 m, met a hundred times better.
  expect(Math.abs(final('x(a)') - place(fall))).toBeLessThan(1e-5);
  expect(certificate.impulses.map(({ element }) => element)).toEqual(['ystop0', 'ystop0', 'ystop0']);
  certificate.impulses.forEach(({ size }, k) =>
    expect(Math.abs(size / mass - fall.impulse / 2 ** k)).toBeLessThan(1e-4),
  );
  expect(report.diagnostics.map(({ message }) => message).filter((text) => text.includes('1e-12 S'))).toEqual(
    [],
  );
});

test.each([1e-12, 1e-9, 1e3])('by steps a fall of %d m is that of 1 m on its scale', (height) => {
  const unit = Math.sqrt(height);
  const text = `YMASS1 a 1 x0=${height} gravity=9.81\nYSTOP1 a 0 e=0.5\n.tran ${1e-3 * unit} ${1.2 * unit} uic\n.print tran x(a)`;
  const { final, certificate } = run(netlist(text), { method: 'stepping' });
  expect(certificate.missed).toEqual([]);
  expect(certificate.impulses).toHaveLength(3);
  expect(Math.abs(final('x(a)') / height - place(fall))).toBeLessThan(1e-5);
});
