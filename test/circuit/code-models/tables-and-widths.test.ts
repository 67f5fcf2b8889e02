/** table2d, table3d and d_pwm, against what they are defined as, and d_pwm beside the installed ngspice. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/index.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from '../../peers/ngspice.js';

const grid = ['* x, y', '3', '4', '-1 0 2', '0 1 2 5', '* outputs', '1 2 3', '4 5 7', '8 9 10', '3 -1 4', ''];
const [xs, ys] = [
  [-1, 0, 2],
  [0, 1, 2, 5],
];
const values = [
  [1, 2, 3],
  [4, 5, 7],
  [8, 9, 10],
  [3, -1, 4],
];
const space = '2\n2\n2\n0 1\n0 2\n0 4\n0 1\n2 3\n4 5\n6 17\n';
const files: Readonly<Record<string, string>> = {
  'grid.txt': grid.join('\n'),
  'space.txt': space,
  'bad.txt': '2\n2\n0 1\n1 0\n1 2\n3 4\n',
};
const textSource = {
  resolve: (path: string) => path,
  read: (name: string) => ({ name, text: files[name] ?? '' }),
};

/** Values at rest, by name. */
function atRest(...cards: readonly string[]): {
  values: Readonly<Record<string, number>>;
  told: readonly string[];
} {
  const { runs, diagnostics } = simulate(['tables', ...cards, '.op', '.end'].join('\n'), { textSource });
  const found = runs.flatMap(({ report }) => report.final.map(({ name, value }) => [name, value] as const));
  return { values: Object.fromEntries(found), told: diagnostics.map(({ message }) => message) };
}

/** Between the corners of the cell. */
function bilinear(x: number, y: number): number {
  const [u, v] = [Math.min(2, Math.max(-1, x)), Math.min(5, Math.max(0, y))];
  const [i, j] = [u < 0 ? 0 : 1, v < 1 ? 0 : v < 2 ? 1 : 2];
  const [a, b] = [(u - xs[i]!) / (xs[i + 1]! - xs[i]!), (v - ys[j]!) / (ys[j + 1]! - ys[j]!)];
  const row = (k: number): number => values[k]![i]! * (1 - a) + values[k]![i + 1]! * a;
  return row(j) * (1 - b) + row(j + 1) * b;
}

describe('tables', () => {
  it.each([
    [-0.5, 0.5],
    [0, 1],
    [1.5, 4],
    [-1, 5],
    [7, 1.5],
    [0.3, -2],
  ])('are linear along each input within a cell, and constant beyond: %d, %d', (x, y) => {
    const { values: found, told } = atRest(
      ...[
        `V1 x 0 ${x}`,
        `V2 y 0 ${y}`,
        'A1 x y %v z t',
        '.model t table2d(file="grid.txt" gain=2 offset=0.1)',
        'R1 z 0 1',
      ],
    );
    expect(told).toEqual([]);
    expect(found['v(z)']).toBeCloseTo(0.1 + 2 * bilinear(x, y), 9);
  });

  it('of three inputs too; a current without more said', () => {
    const { values: found } = atRest(
      ...[
        'V1 x 0 0.5',
        'V2 y 0 1',
        'V3 w 0 1',
        'A1 x y w z t',
        '.model t table3d(file="space.txt")',
        'R1 0 z 1',
      ],
    );
    // It flows from its node into the part; the mean over x and y of both faces is 1.5 and 8.
    expect(found['v(z)']).toBeCloseTo(-(1.5 * 0.75 + 8 * 0.25), 9);
  });

  it('have a file that says where it is wrong', () => {
    const cards = ['V1 x 0 1', 'A1 x x %v z t', '.model t table2d(file="bad.txt")', 'R1 z 0 1'];
    expect(atRest(...cards).told).toEqual(['a1: line 4 (comments aside) has no 2 rising values of its file']);
  });
});

const modulator = (control: string, cards: string): string =>
  `widths
Vc c 0 ${control}
A1 c q w
.model w d_pwm(cntl_array=[-1 0 1] dc_array=[0.1 0.5 0.9] frequency=20k rise_delay=0 fall_delay=0 init_phase=90)
A2 [q] [out] dac
.model dac dac_bridge(t_rise=1n t_fall=1n)
R1 out f 1k
C1 f 0 50n
${cards}
`;

describe('d_pwm', () => {
  it.each([
    [0, 0.5],
    [0.5, 0.7],
    [-2, 0],
    [-1.1, 0.06],
    [1.25, 1],
  ])(
    'is 1 for a duty cycle that the control %d gives, straight on beyond its points: %d',
    (control, duty) => {
      const cards = '.meas tran a avg v(out) from=37.5u to=537.5u\n.tran 1u 600u';
      const { runs } = simulate(modulator(String(control), cards));
      expect(runs[0]!.report.measures?.[0]?.value).toBeCloseTo(duty, 4);
    },
  );

  it('rises where the phase meets the control, from the phase it begins at', () => {
    // 1 - duty = 0.5 - 0.4 v = phase: 0.25 + 20k t = 0.5 - 0.4 * 1000 t.
    const { runs } = simulate(
      modulator('pwl(0 0 1m 1)', '.meas tran a when v(out)=0.5 rise=1\n.tran 1u 100u'),
    );
    expect(runs[0]!.report.measures?.[0]?.value).toBeCloseTo(0.25 / 20400 + 0.5e-9, 10);
  });

  it('stays 1 to the end of its period, whatever the control does', () => {
    const text = modulator(
      'pwl(0 0.9 20u 0.9 20.1u -0.9)',
      '.meas tran a when v(out)=0.5 fall=1\n.tran 1u 100u',
    );
    expect(simulate(text).runs[0]!.report.measures?.[0]?.value).toBeCloseTo(37.5e-6 + 0.5e-9, 10);
  });

  it.skipIf(skipWithoutNgspice)(`is that of ngspice${ngspiceReason}`, () => {
    const text = modulator('sin(0 0.8 1k)', '.tran 0.2u 0.5m 0 0.2u\n.save v(f)').replaceAll(
      '_delay=0',
      '_delay=1n',
    );
    const theirs = runNgspice(`${text}.end\n`);
    const { plot } = simulate(text).runs[0]!;
    const last = theirs.columns[1]!.at(-1)!;
    // Its edges are off by what the control changes in a step.
    expect(Math.abs(plot!.columns[1]!.at(-1)! - last)).toBeLessThan(1e-3);
  });
});
