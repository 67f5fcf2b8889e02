/** Parts that nothing joins to ground run as they do with a ground of their own, the mean of their voltages being 0. */
import { describe, expect, test } from 'vitest';
import { messages, run } from './run-netlist.js';
import { simulate } from '../../src/analysis/simulate.js';

/** A transformer whose secondary, nodes s, o and t, feeds what stands behind it. */
const transformer = (load: string, ground = ''): string => `isolated secondary
V1 in 0 sin(0 10 1k)
Rp in p 1
Lp p 0 10m
Ls s t 10m
K1 Lp Ls .99
${load}
${ground}
.tran 10u 3m
.end
`;

const loads = {
  'a resistor': 'Rl s t 100',
  'an ideal rectifier': 'D1 s o d\nC1 o t 10u\nRl o t 100\n.model d d',
  'a rectifier with a charge': 'D1 s o d\nC1 o t 10u\nRl o t 100\n.model d d(is=1e-14 rs=.1 cjo=10p)',
};

describe.each(Object.entries(loads))('a secondary with %s', (_, load) => {
  test.each(['auto', 'stepping'])('has the voltages that it has with a ground, method=%s', (method) => {
    const floating = run(transformer(load), { method });
    const grounded = run(transformer(load, 'Rg t 0 1'), { method });
    expect(floating.certificate.missed).toEqual([]);
    const nodes = load.includes('o') ? ['s', 'o', 't'] : ['s', 't'];
    const at = (node: string): Float64Array => floating.column(`v(${node})`);
    // Exact events agree but for rounding of 10 V; steps within twice the error of a step, 1e-3 of that.
    const isExact = method === 'auto' && !load.includes('cjo');
    for (const node of nodes) {
      const own = floating.final(`v(${node})`) - floating.final('v(t)');
      const bound = isExact ? 1e-9 : 0.02;
      expect(Math.abs(own - grounded.final(`v(${node})`) + grounded.final('v(t)'))).toBeLessThan(bound);
    }
    const sums = at('t').map((_, k) => nodes.reduce((sum, node) => sum + (at(node)[k] ?? NaN), 0));
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-9);
  });
});

test('they are told, with what to connect', () => {
  expect(messages(simulate({ name: 't.cir', text: transformer('Rl s t 100') }))).toBe(
    [
      't.cir:5:1: warning: nodes s and t have no path to ground (node 0): the mean of their voltages is taken as 0 V',
      '  Ls s t 10m',
      '  ^^^^^^^^^^',
      '  hint: connect node s to ground, directly or through a resistor',
    ].join('\n'),
  );
});

test('parts that stand alone float each by itself, and a node alone is at 0 V', () => {
  const { final } = run(
    'parts\nV1 a 0 1\nR1 a 0 1\nV2 b c 3\nR2 b c 1\nV3 d e 5\nR3 d e 1\nR4 d f 1\nC1 g g 1n\n.op\n.end\n',
  );
  expect(final('v(b)')).toBeCloseTo(1.5, 12);
  expect(final('v(c)')).toBeCloseTo(-1.5, 12);
  // f is at d.
  expect([final('v(d)'), final('v(e)'), final('v(f)')].map((v) => v.toFixed(9))).toEqual([
    (5 / 3).toFixed(9),
    (-10 / 3).toFixed(9),
    (5 / 3).toFixed(9),
  ]);
  expect(final('v(g)')).toBe(0);
});

test('of a part of many nodes the one with the most branches is at 0 V', () => {
  const ladder = Array.from({ length: 150 }, (_, k) => `R${k} n${k} n${k + 1} 1k\nC${k} n${k + 1} m 1n`).join(
    '\n',
  );
  const text = `ladder\nV0 in 0 1\nR00 in 0 1k\nV1 n0 m 1\n${ladder}\n.op\n.end\n`;
  const { final } = run(text);
  expect(final('v(m)')).toBe(0);
  expect(final('v(n150)')).toBeCloseTo(1, 9);
  expect(messages(simulate({ name: 't.cir', text }))).toContain(
    'no path to ground (node 0): v(m) is taken as 0 V',
  );
});
