/** Jumps of inconsistent states by exact events: charge and flux, impulses, lost energy (conventions: jumps). */
import { describe, expect, test } from 'vitest';
import { netlist, run, type NetlistRun } from '../../analysis/run-netlist.js';

const events = { method: 'events' };
const ideal = '.model sm sw(ron=0 roff=inf vt=0.5 vh=0)\n.model dm d';

function simulate(body: string, outputs: string): NetlistRun {
  return run(netlist(`${body}\n${ideal}`), events, outputs);
}

/** The values on both sides of a time: of the first and the last row written for it. */
function sides(result: NetlistRun, name: string, time: number): [number, number] {
  const t = result.column('time');
  const k = t.indexOf(time);
  const last = t.lastIndexOf(time);
  expect(last).toBeGreaterThan(k);
  const values = result.column(name);
  return [values[k]!, values[last]!];
}

/** Rounding of a handful of operations on quantities of size 1. */
const digits = 12;

describe('two capacitors that an ideal switch joins at 1 ms', () => {
  const result = simulate(
    'C1 a 0 1u ic=5\nS1 a b c 0 sm\nC2 b 0 2u ic=0\nV1 c 0 PULSE(0 1 1m 0 0 1)\n.tran 10u 2m uic',
    'v(a),v(b)',
  );

  test('share the charge', () => {
    expect(sides(result, 'v(a)', 1e-3)).toEqual([5, expect.closeTo(5 / 3, digits)]);
    expect(sides(result, 'v(b)', 1e-3)).toEqual([0, expect.closeTo(5 / 3, digits)]);
    const charge = 1e-6 * result.final('v(a)') + 2e-6 * result.final('v(b)');
    expect(Math.abs(charge - 5e-6)).toBeLessThan(5e-6 * 1e-12);
  });

  test('through the switch, and lose C1 C2 / (C1 + C2) V^2 / 2', () => {
    const [impulse, ...more] = result.certificate.impulses;
    expect(more).toEqual([]);
    expect(impulse).toMatchObject({ time: 1e-3, element: 's1', unit: 'A s' });
    expect(impulse?.size).toBeCloseTo(10e-6 / 3, 18);
    expect(impulse?.energyLost).toBeCloseTo(25e-6 / 3, 18);
  });
});

describe('two inductors that an ideal switch leaves in series at 1 ms', () => {
  const result = simulate(
    'L1 0 n 1m ic=1\nS1 n 0 c 0 sm\nL2 n 0 3m ic=0\nV1 c 0 PULSE(1 0 1m 0 0 1)\n.tran 10u 2m uic',
    'i(l1),i(l2)',
  );

  test('share the flux', () => {
    expect(sides(result, 'i(l1)', 1e-3)).toEqual([1, expect.closeTo(0.25, digits)]);
    expect(sides(result, 'i(l2)', 1e-3)).toEqual([0, expect.closeTo(0.25, digits)]);
  });

  test('with a voltage impulse across the switch, which starts closed as its control says', () => {
    const [impulse, ...more] = result.certificate.impulses;
    expect(more).toEqual([]);
    expect(impulse).toMatchObject({ time: 1e-3, element: 's1', unit: 'V s' });
    // L2 di2, and L1 / 2 - (L1 + L2) 0.25^2 / 2.
    expect(impulse?.size).toBeCloseTo(0.75e-3, 15);
    expect(impulse?.energyLost).toBeCloseTo(0.375e-3, 15);
  });
});

test('an inconsistent start is one jump, the source wins', () => {
  const result = simulate('V1 a 0 5\nD1 a b dm\nC1 b 0 1u ic=0\nR1 b 0 1k\n.tran 10u 1m uic', 'v(b)');
  const [impulse, ...more] = result.certificate.impulses;
  expect(more).toEqual([]);
  expect(impulse).toMatchObject({ time: 0, element: 'd1', unit: 'A s' });
  expect(impulse?.size).toBeCloseTo(5e-6, 18);
  result.column('v(b)').forEach((v, k) => k > 0 && expect(v).toBeCloseTo(5, digits));
});

test('a source that jumps into a loop with two capacitors divides between them', () => {
  const result = simulate(
    'V1 a 0 PULSE(0 5 1m 0 0 1)\nC1 a b 1u\nC2 b 0 2u\nR1 b 0 1k\n.tran 10u 2m uic',
    'v(b)',
  );
  expect(sides(result, 'v(b)', 1e-3)).toEqual([0, expect.closeTo(5 / 3, digits)]);
  // (C1 + C2) R = 3 ms.
  expect(result.final('v(b)')).toBeCloseTo((5 / 3) * Math.exp(-1 / 3), digits);
});

test('a diode that an impulse would drive backwards blocks it', () => {
  const result = simulate(
    'V1 a 0 PULSE(5 0 1m 0 0 1)\nD1 a b dm\nC1 b 0 1u ic=5\nR1 b 0 1k\n.tran 10u 2m uic',
    'v(b)',
  );
  expect(result.certificate.impulses).toEqual([]);
  expect(result.final('v(b)')).toBeCloseTo(5 * Math.exp(-1), digits);
});
