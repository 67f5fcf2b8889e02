/** Comparators written as steep tables, in loops: closed forms of what they give, which differences of two ramps have no digits for. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/index.js';
import { netlist, run } from './run-netlist.js';

const table = 'TABLE {V(ref, cmp)} = (-1uV, 0V) (1uV, 15V)';
/** Charges from 0 to 10 V, then between 10 V and 5 V. */
const astable = `Vcc vcc 0 15
R1 out cmp 1k
C1 cmp 0 100n
R2 out ref 100k
R3 vcc ref 100k
R4 ref 0 100k
E1 out 0 ${table}
`;

describe.each([
  ['a table', table],
  ['limit()', 'value={limit(7.5meg*(V(ref, cmp)+1u), 0, 15)}'],
])('an oscillator of a comparator of 7.5e6 by %s', (_, law) => {
  test.each(['.ic v(cmp)=0\n.tran 1u 500u', '.tran 1u 500u uic'])('by %s', (cards) => {
    const body = astable.replace(table, law) + cards;
    const { column, certificate } = run(netlist(body), {}, 'v(out) v(cmp)');
    expect(certificate.missed).toEqual([]);
    const [t, out] = [column('time'), column('v(out)')];
    expect(Math.max(...out)).toBeCloseTo(15, 9);
    expect(Math.min(...out)).toBeCloseTo(0, 9);
    const turns = t.filter((_time, k) => k > 0 && out[k]! > 7.5 !== out[k - 1]! > 7.5);
    const tau = 1e-4;
    const first = tau * Math.log(3);
    const expected = [0, 1, 2, 3, 4, 5].map((k) => first + k * tau * Math.log(2)).filter((at) => at < 5e-4);
    expect(turns).toHaveLength(expected.length);
    turns.forEach((turn, k) => expect(Math.abs(turn - expected[k]!)).toBeLessThan(1e-9));
  });
});

test('by steps the output stays between the ends of the table', () => {
  const body = `V1 in 0 sin(0 10 1k)
R1 out p 10k
R2 p 0 10k
E1 out 0 TABLE {V(p)-V(in)} = (-1uV, -15V) (1uV, 15V)
.tran 1u 2m`;
  const { column } = run(netlist(body), { method: 'stepping' }, 'v(out)');
  for (const v of column('v(out)')) expect(Math.abs(v)).toBeLessThanOrEqual(15 + 1e-6);
});

test('a table of steep and flat segments, falling ones among them, has its values', () => {
  const points = '-2,1, -1,1, -0.9999,5001, 0,5001.5, 0,3, 1,4, 1.0001,-2000, 3,-2000';
  const body = `V1 x 0 pwl(0 -3 1 3)\nB1 y 0 V={table(v(x), ${points})}\nR1 y 0 1\n.tran .013 1`;
  const { column } = run(netlist(body), {}, 'v(x) v(y)');
  const [xs, ys] = [column('v(x)'), column('v(y)')];
  const pairs = points.split(', ').map((pair) => pair.split(',').map(Number));
  const at = (x: number): number => {
    const k = pairs.findIndex(([px], j) => j > 0 && x < px!);
    if (x <= -2) return 1;
    if (k < 0) return -2000;
    const [[x0, y0], [x1, y1]] = [pairs[k - 1] as [number, number], pairs[k] as [number, number]];
    return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  };
  let seen = 0;
  xs.forEach((x, k) => {
    if (pairs.some(([px]) => Math.abs(x - px!) < 1e-9)) return;
    seen++;
    expect(Math.abs(ys[k]! - at(x))).toBeLessThan(1e-6);
  });
  expect(seen).toBeGreaterThan(60);
});

test('tables that clamp a loop of high gain have one operating point, and it is found', () => {
  const body = `I1 0 b 0.5m
R1 b 0 1k
E1 c 0 b 0 316
B1 b 0 I={table(v(c), -61,-1, -60.5,-.1, -60,0, 60,0, 60.5,.1, 61,1, 62, 1.1)}
B2 b 0 I={table(v(c), -161,-.01, -160,0, 160,0, 161,.01)}
.op`;
  const { column } = run(netlist(body), { method: 'stepping' }, 'v(b)');
  // On the segment of .2 S from 60 V on: .5 mA - v / 1k = .2 (316 v - 60).
  expect(column('v(b)')[0]).toBeCloseTo((0.5e-3 + 12) / (1e-3 + 63.2), 9);
});

test('an oscillator that starts at its equilibrium stays there, and a warning says so', () => {
  const body = `R1 out p 10k
R2 p 0 10k
R3 out n 10k
C1 n 0 100n
E1 x 0 TABLE {V(p)-V(n)} = (-150uV, -15V) (150uV, 15V)
Ro x y 1k
Co y 0 100n
E2 out 0 y 0 1
.tran 1u 50u uic`;
  const { diagnostics } = simulate({ name: 't.cir', text: netlist(body) });
  expect(diagnostics.map(({ code }) => code)).toContain('nothing-moves');
});
