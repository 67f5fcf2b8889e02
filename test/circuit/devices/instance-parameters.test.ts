import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';

function finalOf(text: string, name: string): number | undefined {
  const { runs } = simulate(`t\n${text}\n`);
  return runs[0]?.report.final.find((value) => value.name === name)?.value;
}

describe('parameters of cards', () => {
  it.each([
    ['R1 a 0 1k tc=1m,1u temp=127', 1000 * (1 + 0.1 + 0.01)],
    ['R1 a 0 1k tc1=1m tc2=1u dtemp=100', 1000 * (1 + 0.1 + 0.01)],
    ['R1 a 0 1k tce=1 dtemp=2 scale=3', 3000 * 1.01 ** 2],
    ['R2 a 0 1k m=4', 250],
    ['R1 a 0 rm l=12u w=3u\n.model rm r(rsh=100 narrow=1u)\n.backanno', (100 * 11) / 2],
    ['R1 a 0 rm l=12u w=3u\n.model rm r(rsh=100 narrow=1u short=2u)', (100 * 8) / 1],
    ['I2 0 a 1 m=3\nR1 a 0 10', 40],
    ['B2 0 a i=1\nR1 a 0 10', 20],
    ['B2 a 0 v=8 rpar=4', 8],
  ])('%s', (cards, expected) => {
    // Ohm's law, to rounding
    expect(finalOf(`I1 0 a 1\n${cards}\n.op`, 'v(a)')).toBeCloseTo(expected, 6);
  });

  it('a source with rser and cpar drives through them', () => {
    // 10 V behind 3 Ohm on 2 Ohm; beside 1 uF the step takes 1.2 us (3 || 2 Ohm): after 6 us exp(-5) is left
    const text = 'V1 a 0 pulse(0 10 0 0 0 1) rser=3 cpar=1u\nR1 a 0 2\nC2 b 0 1u\nR2 a b 1k';
    expect(finalOf(`${text}\n.op`, 'v(a)')).toBeCloseTo(0, 12);
    const bare = 'V1 a 0 pulse(0 10 0 0 0 1) rser=3 cpar=1u\nR1 a 0 2\n.tran 1u 6u';
    expect(finalOf(bare, 'v(a)')).toBeCloseTo(4 * (1 - Math.exp(-5)), 9);
    // The current at the terminals, that of the capacitor included
    expect(finalOf(bare, 'i(v1)')).toBeCloseTo(-2 * (1 - Math.exp(-5)), 9);
  });

  it('circuits that share a source with a series resistance are one', () => {
    const text = 'V1 a 0 6 rser=1\nR1 a 0 2\nR2 a 0 2\n.op';
    expect(finalOf(text, 'v(a)')).toBeCloseTo(3, 12);
  });
});

it('forms that are not modelled are refused by name, with what to write', () => {
  const { diagnostics } = simulate('t\nE1 a 0 FOSTER {v(b)} 1 2\nV1 b 0 1\nR1 a 0 1\n.op');
  expect(diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
    ['e1: FOSTER is not supported', 'write the response as a rational function with LAPLACE'],
  ]);
});
