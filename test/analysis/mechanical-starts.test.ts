/** How bodies start that are tied to each other, or that stand where a stop ends. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { messages, netlist, run } from './run-netlist.js';

const methods = ['events', 'stepping', 'theta'];

describe.each(['', ' uic'])('.tran%s', (uic) => {
  test.each(methods)('a gear train of which one rotor has w0 turns as one, method=%s', (method) => {
    const text = `YINERTIA1 m 1m w0=100\nYGEAR1 m s 5\nYINERTIA2 s 2m\nYRACK1 r s 0.1\nYMASS1 r 3\n.tran 1m 1${uic}\n.print tran v(m) v(s) v(r)`;
    const { final, certificate, report } = run(netlist(text), { method });
    expect(certificate.missed).toEqual([]);
    expect(certificate.impulses).toEqual([]);
    expect(report.diagnostics).toEqual([]);
    for (const [node, value] of Object.entries({ m: 100, s: 20, r: 2 }))
      expect(Math.abs(final(`v(${node})`) / value - 1)).toBeLessThan(1e-12);
  });
});

test('rotors that say to start otherwise are told, and meet by one impact in N m s', () => {
  const text = netlist(
    'YINERTIA1 a 1 w0=1\nYINERTIA2 b 2 w0=0\nYGEAR1 a b 2\n.tran 1m 1 uic\n.print tran v(b)',
  );
  expect(messages(simulate({ name: 't.cir', text }))).toBe(
    't.cir:3:1: warning: yinertia2 starts with v0 = 0, but what ties it to yinertia1 asks for 0.5\n' +
      '  YINERTIA2 b 2 w0=0\n  ^^^^^^^^^^^^^^^^^^\n  t.cir:2:1: yinertia1 stands here\n  YINERTIA1 a 1 w0=1\n  ^^^^^^^^^^^^^^^^^^\n' +
      '  hint: leave out one v0; as it is they meet by an impact at the start with uic, without it one of them counts alone',
  );
  const { certificate, final } = run(text);
  // 1 kg m^2 at twice the speed and 2 kg m^2: (2 1 1)/(4 + 2) of the angular momentum about b.
  expect(final('v(b)')).toBeCloseTo(1 / 3, 12);
  expect(certificate.impulses.map(({ element, unit }) => [element, unit])).toEqual([
    ['yinertia1', 'N m s'],
    ['yinertia2', 'N m s'],
  ]);
});

test('masses that a lever makes one meet with an impulse in N s', () => {
  const text = netlist('YMASS1 a 1 v0=1\nYMASS2 b 2 v0=0\nYLEVER1 a b 1\n.tran 1m 1 uic\n.print tran v(b)');
  const { certificate, final } = run(text);
  expect(final('v(b)')).toBeCloseTo(1 / 3, 12);
  expect(certificate.impulses.map(({ size, unit }) => [size.toFixed(12), unit])).toEqual([
    ['-0.666666666667', 'N s'],
    ['0.666666666667', 'N s'],
  ]);
});

test.each(methods)(
  'a mass that starts at a stop but for rounding of numbers rests there, method=%s',
  (method) => {
    const text =
      '.param h={0.1+0.2}\nYMASS1 a 1 x0=0.3 gravity=9.81\nYSTOP1 a 0 lower={h} e=0.5\nYMASS2 b 1 x0={h} gravity=9.81\nYSTOP2 b 0 lower=0.3\n.tran 1m 1 uic\n.print tran x(a) f(ystop1) f(ystop2)';
    const { final, certificate } = run(netlist(text), { method });
    expect(certificate.missed).toEqual([]);
    expect(certificate.impulses).toEqual([]);
    expect(Math.abs(final('x(a)') - 0.3)).toBeLessThan(1e-12);
    for (const stop of ['f(ystop1)', 'f(ystop2)']) expect(Math.abs(final(stop) + 9.81)).toBeLessThan(1e-6);
  },
);
