/** What HSPICE and ngspice write beside the cards of others: `sweep` behind an analysis, and par('...') among outputs. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/index.js';

const circuit = (...cards: string[]) =>
  ['title', '.param k=1', 'V1 a 0 {k} ac 1', 'R1 a b 1k', 'R2 b 0 1k', ...cards, '.end'].join('\n');

/** V(b) at the end of each run. */
function endsOf(text: string): number[] {
  const { runs } = simulate(text);
  // Time, then the only quantity that is written.
  return runs.map(({ plot }) => plot!.columns[1]!.at(-1)!);
}

describe('sweep behind an analysis', () => {
  it.each([
    ['sweep k 1 3 1', [1, 2, 3]],
    ['sweep k lin 4 1 7', [1, 3, 5, 7]],
    ['sweep k poi 3 2 10 4', [2, 10, 4]],
    ['sweep k dec 1 1 100', [1, 10, 100]],
  ])('%s', (sweep, values) => {
    const ends = endsOf(circuit(`.tran 1u 10u ${sweep}`, '.print tran v(b)'));
    expect(ends.length).toBe(values.length);
    values.forEach((value, run) => {
      expect(ends[run]).toBeCloseTo(value / 2, 9);
    });
  });

  it('is one of all analyses: a second one that differs is refused, an equal one is the same', () => {
    const errors = (text: string): string[] =>
      simulate(text)
        .diagnostics.filter(({ severity }) => severity === 'error')
        .map(({ message }) => message);
    const tran = '.tran 1u 10u sweep k 1 2 1';
    expect(errors(circuit(tran, '.ac dec 1 1 10 sweep k 1 2 1'))).toEqual([]);
    expect(errors(circuit(tran, '.ac dec 1 1 10 sweep k 1 3 1'))).toEqual([
      'a second sweep, which differs from the first: they repeat all analyses here',
    ]);
  });
});

describe("par('...')", () => {
  it('is an expression that is written', () => {
    const { runs } = simulate(circuit('.tran 1u 10u', ".print tran v(b) par('v(a)-3*v(b)')"));
    expect(runs[0]!.plot!.columns.at(-1)!.at(-1)).toBeCloseTo(-0.5, 9);
  });

  it('has harmonics', () => {
    const text = circuit('V2 c 0 sin(0 2 1k)', 'R3 c 0 1k', '.tran 1u 2m', ".four 1k par('v(c)*v(c)')");
    const { fourier = [] } = simulate(text).runs[0]!.report;
    // 4 sin^2 = 2 - 2 cos of twice the frequency.
    expect(fourier[0]!.harmonics[2]!.magnitude).toBeCloseTo(2, 6);
  });
});
