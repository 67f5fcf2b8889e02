/** Controlled sources as HSPICE writes them, at rest and over time, against what they are defined as. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/index.js';

/** What stands at rest between a source and 1 kOhm, with v(a) = x and v(b) = 1, and i(vs) = x mA. */
function atRest(x: number, ...cards: readonly string[]): Readonly<Record<string, number>> {
  const text = [
    ...['sources', `V1 a 0 ${x}`, 'V2 b 0 1', 'R9 b 0 1k', `I1 0 s {${x}*1m}`, 'Vs s 0 0', ...cards],
    ...['R1 o 0 1k', '.op', '.end'],
  ].join('\n');
  const { runs, diagnostics } = simulate(text);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return Object.fromEntries(runs[0]!.report.final.map(({ name, value }) => [name, value]));
}

describe('at rest', () => {
  it.each([
    ['E1 o 0 PWL(1) a 0 -1,0 0,1 1,3', (x: number) => (x < -1 ? 0 : x < 0 ? 1 + x : x < 1 ? 1 + 2 * x : 3)],
    [
      'E1 o 0 VCVS PWL(1) a 0 -1v,0 1v,2 delta=.1 scale=2',
      (x: number) => 2 * Math.min(2, Math.max(0, 1 + x)),
    ],
    ['G1 0 o PWL(1) a 0 0,0 1,2m', (x: number) => 2 * Math.min(1, Math.max(0, x))],
    ['E1 o 0 NAND(2) a 0 b 0 0,5 1,0', (x: number) => 5 * (1 - Math.min(1, Math.max(0, x)))],
    ['E1 o 0 or(2) a 0 b 0 0,0 4,4', (x: number) => Math.max(1, x)],
    ['E1 o 0 a 0 2 max=3 min=-1', (x: number) => Math.max(-1, Math.min(3, 2 * x))],
    ['E1 o 0 VCVS a 0 2 abs=1 scale=3', (x: number) => Math.abs(6 * x)],
    ["E1 o 0 vol='2*v(a)' max=1", (x: number) => Math.min(1, 2 * x)],
    ['G1 0 o VCCS a 0 1m max=1.5m', (x: number) => Math.min(1.5, x)],
    ['F1 0 o CCCS vs 2 max=1m', (x: number) => Math.min(1, 2 * x)],
    ['F1 0 o PWL(1) vs 0,0 1m,3m', (x: number) => 3 * Math.min(1, Math.max(0, x))],
    ['H1 o 0 vs 1k min=-.5', (x: number) => Math.max(-0.5, x)],
    ['G1 b o VCR a 0 1k min=100 max=1500', (x: number) => 1 / (1 + Math.min(1.5, Math.max(0.1, x)))],
    ['G1 b o VCR PWL(1) a 0 -2,1k 2,3k', (x: number) => 1 / (3 + 0.5 * Math.min(2, Math.max(-2, x)))],
  ])('%s', (card, value) => {
    for (const x of [-1.7, -0.4, 0.3, 2.5]) expect(atRest(x, card)['v(o)']).toBeCloseTo(value(x), 6);
  });

  it('a node may be called so', () => {
    expect(atRest(2, 'V3 vcr 0 3', 'G1 0 o vcr a 1m')['v(o)']).toBeCloseTo(1, 9);
  });
});

it('DELAY is its input a time ago', () => {
  const text =
    'late\nV1 a 0 pwl(0 0 1u 1)\nE1 o 0 VCVS DELAY a 0 TD=.25u scale=2\nR1 o 0 1\n.tran 10n 1u\n.end\n';
  const { plot } = simulate(text).runs[0]!;
  const at = plot!.header.columns.findIndex(({ name }) => name === 'v(o)');
  expect(plot!.columns[at]!.at(-1)).toBeCloseTo(1.5, 6);
});

it('what is wrong is told', () => {
  const errors = (card: string): readonly string[] =>
    simulate(`wrong\nV1 a 0 1\n${card}\nR1 o 0 1\n.op\n`)
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(({ message }) => message);
  expect(errors('E1 o 0 PWL(2) a 0 a 0 0,0 1,1')).toEqual(['e1: PWL(2) has no such number of inputs']);
  expect(errors('E1 o 0 DELAY a 0')).toEqual(['e1: DELAY has no TD']);
  expect(errors('E1 o 0 POLY(1) a 0 0 1 max=1')).toEqual([
    'e1: SCALE, ABS, MAX and MIN of such a law are not supported',
  ]);
});
