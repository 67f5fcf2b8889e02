/** netlists/bridge.cir through the whole engine; method theta, source average throughout. */
import { describe, expect, test } from 'vitest';
import { readReference } from '../data/reference.js';
import { bridgeVoltage } from '../kernel/models.js';
import { netlistText, run, worstDifference, type NetlistRun } from './run-netlist.js';

const text = netlistText('bridge.cir');
const diodes = 'v(p),v(n),v(a,p),v(n,a),i(d1),i(d2),i(d3),i(d4)';

describe('theta = 0.5, gamma = 1, h = 1 us', () => {
  const bridge = run(text, { theta: 0.5, gamma: 1, h: 1e-6 }, diodes);

  test('matches states and diodes of the reference', () => {
    const reference = readReference('bridge-theta05-h1us.csv');
    // Column of ours and its sign, column of the reference (conventions: tree rule, signs).
    const pairs = [
      ['v(a)', 1, 'vL'],
      ['i(l1)', 1, 'iL'],
      ['v(p)', 1, 'lam_mvDR1'],
      ['v(n)', -1, 'lam_mvDF2'],
      ['i(d1)', 1, 'lam_iDF1'],
      ['i(d3)', 1, 'lam_iDR2'],
      ['i(d2)', 1, 'y_iDR1'],
      ['i(d4)', 1, 'y_iDF2'],
      ['v(a,p)', -1, 'y_mvDF1'],
      ['v(n,a)', -1, 'y_mvDR2'],
    ] as const;
    const rows = reference.column('t').map((t) => Math.round(t / 1e-6));
    for (const [ours, sign, theirs] of pairs) {
      const column = bridge.column(ours);
      const expected = reference.column(theirs);
      const off = Math.max(...rows.map((row, k) => Math.abs(sign * column[row]! - expected[k]!)));
      // 15 digits, and another order of operations over 5000 steps.
      expect(off, `${ours} against ${theirs}`).toBeLessThan(1e-10);
    }
  });

  test('ends at vL = 0.7883868726 V, iL = -2.751979515 mA', () => {
    expect(bridge.final('v(a)')).toBeCloseTo(0.7883868726, 10);
    expect(bridge.final('i(l1)')).toBeCloseTo(-2.751979515e-3, 12);
    expect(bridge.plot.length).toBe(5001);
  });

  test('starts with the given state and the diodes that it asks for', () => {
    expect([bridge.column('time')[0], bridge.column('v(a)')[0], bridge.column('i(l1)')[0]]).toEqual([
      0, 10, 0,
    ]);
    // 10 V across R1 through d1 and d4.
    expect(bridge.column('i(d1)')[0]).toBeCloseTo(0.01, 15);
    expect(bridge.column('v(p)')[0]).toBeCloseTo(10, 13);
  });
});

test('ends at vL = 0.6115351716 V, iL = -2.226028697 mA for theta = gamma = 1, h = 1 us', () => {
  const bridge = run(text, { theta: 1, gamma: 1, h: 1e-6 });
  expect(bridge.final('v(a)')).toBeCloseTo(0.6115351716, 10);
  expect(bridge.final('i(l1)')).toBeCloseTo(-2.226028697e-3, 12);
});

test.each([
  [0.5, 1, 19e-3, 0.5e-3],
  [0.5, 0.5, 0.61e-3, 0.005e-3],
])('is off by %d, %d -> %d V from the closed form, h = 1 us', (theta, gamma, volts, half) => {
  const bridge = run(text, { theta, gamma, h: 1e-6 });
  const exact = bridge.column('time').map(bridgeVoltage);
  // Half of the last published digit.
  expect(Math.abs(worstDifference(bridge.column('v(a)'), exact) - volts)).toBeLessThan(half);
});

describe('the diodes named in all 24 orders', () => {
  const orders = permutations([1, 2, 3, 4]).map((order) => order.join(''));
  const permuted = (order: string, options: Record<string, number | string>): NetlistRun => {
    // Card k gets the k-th name of the order: by their names the tree takes them.
    const renamed = text.replace(/^D(\d) /gm, (_, k: string) => `D${order[Number(k) - 1] ?? ''} `);
    return run(renamed, { h: 1e-6, ...options }, diodes);
  };

  test.each([
    [1, 1, 'end'],
    [0.5, 0.5, 'end'],
    [0.5, 0.5, 'gamma'],
  ] as const)(
    'give equal trajectories for theta = %d, gamma = %d, relation=%s, h = 1 us',
    (theta, gamma, relation) => {
      const first = permuted('1234', { theta, gamma, relation });
      for (const order of orders) {
        const other = permuted(order, { theta, gamma, relation });
        // In the full scheme a row holds x at t_k beside lambda at t_k-1+gamma; only states compare.
        const names = relation === 'end' ? ['v(a)', 'i(l1)', 'i(d1)', 'v(p)'] : ['v(a)', 'i(l1)'];
        for (const name of names) {
          // 5000 steps of numbers up to 10, each rounded by 1e-16 of itself in another order.
          const own = name === 'i(d1)' ? `i(d${order[0] ?? ''})` : name;
          expect(worstDifference(first.column(name), other.column(own)), `${order} ${name}`).toBeLessThan(
            1e-11,
          );
        }
      }
    },
  );

  test('fall into two families for theta = 0.5, gamma = 1, h = 1 us: 0.78839 V and 0.79028 V', () => {
    const ends = orders.map((order) => permuted(order, { theta: 0.5, gamma: 1 }).final('v(a)'));
    const families = new Set(ends.map((volts) => volts.toFixed(5)));
    expect([...families].sort()).toEqual(['0.78839', '0.79028']);
  });
});

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}
