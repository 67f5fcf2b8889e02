/** What only LTspice's sources have: a load that takes no current from what has no voltage, an expression through a transfer function. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/index.js';

/** Rows of one quantity. */
function rowsOf(text: string, name: string): { time: Float64Array; values: Float64Array; missed: number } {
  const { diagnostics, runs } = simulate(`t\n${text}\n.end`);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { plot, report } = runs[0]!;
  const at = plot!.header.columns.findIndex((column) => column.name === name);
  return { time: plot!.columns[0]!, values: plot!.columns[at]!, missed: report.certificate!.missed.length };
}

describe('a current source flagged as load', () => {
  const load = [
    'V1 a 0 PWL(0 -1 1m 1 2m 1 3m -1 4m 1)',
    'R1 a b 1k',
    'I1 b 0 PULSE(0 .4m 0 1u 1u 3.2m 8m) load',
    '.tran 10u 4m',
  ].join('\n');

  it.each(['events', 'stepping'])('takes min(s, v / R) and nothing below 0 V, by %s', (method) => {
    const { time, values, missed } = rowsOf(`${load}\n.options method=${method}`, 'v(b)');
    expect(missed).toBe(0);
    const source = (t: number): number =>
      [-1, 1, 1, -1, 1].reduce((sum, level, k) => sum + level * Math.max(0, 1 - Math.abs(t / 1e-3 - k)), 0);
    const pulse = (t: number): number => 0.4e-3 * Math.min(1, Math.max(0, Math.min(t, 3.202e-3 - t) / 1e-6));
    let worst = 0;
    time.forEach((t, row) => {
      const a = source(t);
      const wanted = a < 0 ? a : Math.max(0, a - 1e3 * pulse(t));
      worst = Math.max(worst, Math.abs(values[row]! - wanted));
    });
    // Times are located to evtol, by steps to a part of reltol of a slope of 2 V/ms.
    expect(worst).toBeLessThan(method === 'events' ? 1e-9 : 1e-5);
  });
});

describe('a behavioural source with laplace=', () => {
  it('is what E is with the same function', () => {
    const circuit = (card: string): string => `V1 a 0 SIN(0 1 1k)\n${card}\nR1 b 0 1k\n.tran 10u 2m`;
    const own = rowsOf(circuit('B1 b 0 V=2*V(a) laplace=1/(1+s*100u) window=1m nfft=1024 mtol=1'), 'v(b)');
    const other = rowsOf(circuit('E1 b 0 a 0 laplace=2/(1+s*100u)'), 'v(b)');
    expect(own.missed).toBe(0);
    expect(Math.max(...own.values.map((value, row) => Math.abs(value - other.values[row]!)))).toBeLessThan(
      1e-12,
    );
  });
});

describe('words of LTspice', () => {
  it('I with r= is a resistor, m times', () => {
    const { values } = rowsOf('V1 a 0 3\nR1 a b 1k\nI1 b 0 R=1k m=2\n.tran 1u 10u', 'v(b)');
    values.forEach((value) => expect(value).toBeCloseTo(1, 12));
  });

  it.each([
    ['I1 a 0 2 R=1k', 'i1 has r=, which makes it a resistor, and a current'],
    ['V2 a 0 wavefile=sound.wav chan=0', 'v2: wavefile= is not supported'],
    [
      'L1 a 0 Hc=16. Bs=.44 Br=.10 A=0.0000251 Lm=0.0198 Lg=0.0006858 N=1000',
      'l1: hc=, bs=, br=, a=, lm=, lg=, n= are not supported',
    ],
    ['B1 a 0 I=V(a) ic=2', 'b1: ic= is not supported'],
  ])('%s is refused by name, with a hint', (card, wanted) => {
    const { diagnostics } = simulate(`t\nV1 b 0 1\nR1 a b 1k\n${card}\n.tran 1u 10u\n.end`);
    const [found, ...others] = diagnostics.filter(({ severity }) => severity === 'error');
    expect([found?.message, others]).toEqual([wanted, []]);
    expect(found?.hint).toMatch(/^write /);
  });
});
