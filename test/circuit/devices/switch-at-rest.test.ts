/** A switch whose model states no threshold, driven by logic of 0 and 1, is open where its control rests at 0, as in ngspice. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';

const text = (model: string, method: string): string => `t
Vc c 0 pwl(0 1 1u 1 1.1u 0 2u 0 2.1u 1 3u 1 3.1u 0)
Vp p 0 1
R1 p a 1k
S1 a 0 c 0 m
.model m sw(ron=1 roff=1meg${model})
.options method=${method}
.tran 50n 5u
`;

describe('a switch without a threshold', () => {
  it.each(['events', 'stepping', 'theta'])('opens where its control comes to rest at 0, by %s', (method) => {
    const { plot } = simulate(text('', method)).runs[0]!;
    const [times, column] = [
      plot!.columns[0]!,
      plot!.header.columns.findIndex(({ name }) => name === 'v(a)'),
    ];
    const at = (t: number): number => plot!.columns[column]![times.findLastIndex((time) => time <= t)]!;
    const [open, closed] = [1e6 / (1e6 + 1e3), 1 / 1001];
    // Ron lies beside Roff: 1 Ohm to 1e-12.
    expect([0.5e-6, 1.5e-6, 2.5e-6, 4e-6].map(at).map((v) => v.toFixed(6))).toEqual(
      [closed, open, closed, open].map((v) => v.toFixed(6)),
    );
  });

  it('keeps the threshold 0 that its model states, or its hysteresis', () => {
    const { plot } = simulate(text(' vt=0 vh=0.2', 'events')).runs[0]!;
    const column = plot!.header.columns.findIndex(({ name }) => name === 'v(a)');
    expect(plot!.columns[column]!.at(-1)).toBeCloseTo(1 / 1001, 9);
  });
});
