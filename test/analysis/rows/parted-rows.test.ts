/** Rows of circuits in parts: each part has in them what it has alone, no line between them misses a quantity. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { MemoryPlot } from '../../../src/waveform/memory-plot.js';
import type { Plot } from '../../../src/waveform/plot.js';

interface Channel {
  readonly delay: number;
  readonly width: number;
  readonly ohm: number;
}

const names = ['V1 in 0 10', '.model sw sw(vt=.5 vh=0 ron=1 roff=inf)'];

function cards(k: number, { delay, width, ohm }: Channel): string {
  return [
    `Vg${k} g${k} 0 pulse(0 1 ${delay}u 0 0 ${width}u 10u)`,
    `S${k} in o${k} g${k} 0 sw\nR${k} o${k} 0 ${ohm}\nC${k} o${k} 0 100n ic=0`,
  ].join('\n');
}

function plotOf(text: string): Plot {
  const { runs, diagnostics } = simulate(text);
  const plot = runs[0]?.plot;
  if (!plot) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  expect(runs[0]?.report.certificate?.missed).toEqual([]);
  return plot;
}

function columnOf({ header, columns }: Plot, name: string): Float64Array {
  const column = columns[header.columns.findIndex((each) => each.name === name)];
  if (!column) throw new Error(`no ${name}`);
  return column;
}

const channels: readonly Channel[] = Array.from({ length: 12 }, (_, k) => ({
  delay: 0.31 * (k + 1),
  width: 1 + 0.37 * (k % 3),
  ohm: 100 + 17 * k,
}));
const end = '.tran 1u 47.5u uic';
const together = plotOf(['all', ...names, ...channels.map((each, k) => cards(k, each)), end].join('\n'));
const time = columnOf(together, 'time');

describe('channels that switch at times of their own', () => {
  test.each([0, 5, 11])('have the bits that each has alone (%i)', (k) => {
    const alone = plotOf(['one', ...names, cards(k, channels[k]!), end].join('\n'));
    const own = columnOf(alone, 'time');
    let common = 0;
    let row = 0;
    own.forEach((t, j) => {
      if (own[j - 1] === t || own[j + 1] === t) return;
      while (time[row]! < t) row++;
      if (time[row] !== t || time[row + 1] === t) return;
      common++;
      for (const name of [`v(o${k})`, `v(g${k})`, `i(vg${k})`, 'v(in)'])
        expect(columnOf(together, name)[row]).toBe(columnOf(alone, name)[j]);
    });
    expect(common).toBeGreaterThan(25);
  });

  test('have the same bits by machine code and by script', () => {
    const text = (code: string): string =>
      ['all', ...names, ...channels.map((each, k) => cards(k, each)), `.options code=${code}`, end].join(
        '\n',
      );
    expect(plotOf(text('plain')).columns).toEqual(together.columns);
  });

  test('have all their jumps: two rows of one time, with the limits of both sides', () => {
    for (const [k, { delay, width }] of channels.entries()) {
      const gate = columnOf(together, `v(g${k})`);
      for (const edge of [delay, delay + width, delay + 10, delay + 20 + width]) {
        const row = time.findIndex((t, j) => Math.abs(t - edge * 1e-6) < 1e-17 && time[j + 1] === t);
        expect(Math.abs(gate[row + 1]! - gate[row]!)).toBe(1);
      }
    }
  });

  test('are missed by no line between rows by more than rowtol of their range', () => {
    // Closed form between switchings, from one row to the middle of the next piece.
    const rowtol = 1e-3;
    const current = columnOf(together, 'i(v1)');
    let largest = 0;
    for (const value of current) largest = Math.max(largest, Math.abs(value));
    for (let row = 0; row + 1 < time.length; row++) {
      const length = time[row + 1]! - time[row]!;
      if (length === 0) continue;
      let sum = 0;
      for (const [k, { ohm }] of channels.entries()) {
        const v = columnOf(together, `v(o${k})`);
        const isOn = columnOf(together, `v(g${k})`)[row]! > 0.5;
        const [limit, rate] = isOn
          ? [(10 * ohm) / (ohm + 1), (1 + 1 / ohm) / 100e-9]
          : [0, 1 / (ohm * 100e-9)];
        const middle = limit + (v[row]! - limit) * Math.exp((-rate * length) / 2);
        expect(Math.abs(middle - (v[row]! + v[row + 1]!) / 2)).toBeLessThan(rowtol * 10);
        if (isOn) sum += 10 - middle;
      }
      // The current of the source is the sum of theirs.
      expect(Math.abs(sum + (current[row]! + current[row + 1]!) / 2)).toBeLessThan(1.01 * rowtol * largest);
    }
  });

  test('stand at every multiple of the output step, in order, and at the end', () => {
    for (let k = 0; k <= 47; k++) expect(time.some((t) => Math.abs(t - k * 1e-6) < 1e-14)).toBe(true);
    expect(time.at(-1)).toBe(47.5e-6);
    for (let row = 1; row < time.length; row++) expect(time[row]).toBeGreaterThanOrEqual(time[row - 1]!);
  });
});

test('parts that want the same rows share them', () => {
  const alike = (count: number): number =>
    plotOf(
      ['alike', ...names, ...Array.from({ length: count }, (_, k) => cards(k, channels[3]!)), end].join('\n'),
    ).length;
  expect(alike(8)).toBe(alike(2));
});

test('rows begin at tstart, and none is added without rowtol', () => {
  const text = ['late', ...names, cards(0, channels[1]!), cards(1, channels[4]!)].join('\n');
  const late = plotOf(`${text}\n.tran 1u 40u 20u uic`);
  expect(columnOf(late, 'time')[0]).toBeCloseTo(20e-6, 15);
  const whole = plotOf(`${text}\n.tran 1u 40u uic`);
  const place = columnOf(whole, 'time').indexOf(32 * 1e-6);
  expect(columnOf(late, 'v(o1)')[columnOf(late, 'time').indexOf(32 * 1e-6)]).toBe(
    columnOf(whole, 'v(o1)')[place],
  );
  const few = plotOf(`${text}\n.options rowtol=0\n.tran 1u 40u uic`);
  // 41 output times, 8 edges each of two gates with two rows, all apart from the output times.
  expect(few.length).toBe(41 + 2 * 16);
});

test('a column that combines quantities of several parts is written too', () => {
  const text = ['power', ...names, cards(0, channels[1]!), cards(1, channels[4]!)].join('\n');
  const plot = plotOf(`${text}\n.print tran v(o0) v(o1) {v(o0)*v(o1)}\n.tran 1u 12u uic`);
  const [, a, b, product] = plot.columns;
  product!.forEach((value, row) => {
    expect(value).toBe(a![row]! * b![row]!);
  });
});

test('a written source that only turns a switch breaks where it does, with no event', () => {
  const ramp = 'Vg gate 0 pulse(0 1 2.25u .5u .5u 3u 20u)\nS1 in x gate 0 sw\nR1 x 0 1k';
  const plot = plotOf(['ramp', ...names, ramp, 'R2 in y 1k\nC2 y 0 1n', '.tran 1u 10u uic'].join('\n'));
  const t = columnOf(plot, 'time');
  const gate = columnOf(plot, 'v(gate)');
  for (const [at, value] of [
    [2.25, 0],
    [2.75, 1],
    [5.75, 1],
    [6.25, 0],
  ] as const) {
    const row = t.findIndex((each) => Math.abs(each - at * 1e-6) < 1e-14);
    expect(gate[row]).toBeCloseTo(value, 9);
  }
});

test('a memory plot of parts ends incomplete where one of them fails', () => {
  const stuck = 'I2 0 r pulse(0 -1 .5m 0 0 1 2)\nD4 r 0 d\n.model d d';
  const plot = new MemoryPlot();
  simulate(`stuck\nV1 a 0 10\nR1 a b 1k\nC1 b 0 1u\n${stuck}\n.tran 10u 1m uic\n`, {
    openSinks: () => [plot],
  });
  const { columns, incomplete } = plot.plot;
  expect(incomplete).toContain('500 us');
  expect(columns[0]!.at(-1)).toBe(0.5e-3);
  const place = plot.plot.header.columns.findIndex(({ name }) => name === 'v(b)');
  expect(columns[place]!.at(-1)).toBeCloseTo(10 * (1 - Math.exp(-0.5)), 9);
});

test('of what is written and measured only the parts that it reads are looked at, with the same results', () => {
  const text = ['measured', ...names, ...channels.map((each, k) => cards(k, each))].join('\n');
  const cardsBelow =
    '.meas tran top max v(o2)\n.meas tran mean avg v(o3)\n.meas tran power avg {v(o3)*v(o3)}\n.tran 1u 30u uic\n';
  const measured = (more: string): readonly unknown[] => {
    const report = simulate(`${text}\n${more}${cardsBelow}`).runs[0]?.report;
    expect(report?.certificate?.missed).toEqual([]);
    return report?.measures?.map(({ value }) => value) ?? [];
  };
  const whole = measured('');
  expect(whole).toHaveLength(3);
  expect(measured('.print tran v(o5)\n')).toEqual(whole);
  expect(measured('.print tran v(o2) {v(o5)+v(o6)}\n')).toEqual(whole);
  const few = plotOf(`${text}\n.print tran v(o5)\n.tran 1u 47.5u uic`);
  const all = columnOf(together, 'v(o5)');
  expect(few.length).toBeLessThan(time.length / 3);
  few.columns[0]!.forEach((t, row) => {
    const place = time.indexOf(t);
    if (place >= 0) expect(few.columns[1]![row]).toBe(all[place]);
  });
  expect(few.columns[1]!.at(-1)).toBe(all.at(-1));
});

test('rows of a part that runs in many segments beside one that is at rest are those that it has alone', () => {
  // Some twenty thousand segments an output step: more than are kept at once.
  const fast = 'V2 s 0 sin(0 1 1meg)\nR2 s q 1k\nC2 q 0 1p';
  const rest = 'V1 a 0 10\nR1 a b 1k\nC1 b 0 1u';
  const card = '.options rowtol=0\n.print tran v(q)\n.tran 5m 10m uic\n';
  const both = plotOf(`both\n${fast}\n${rest}\n${card.replace('v(q)', 'v(q) v(b)')}`);
  const alone = plotOf(`alone\n${fast}\n${card}`);
  expect(columnOf(both, 'time')).toEqual(columnOf(alone, 'time'));
  expect(columnOf(both, 'v(q)')).toEqual(columnOf(alone, 'v(q)'));
  expect(columnOf(both, 'v(b)').at(-1)).toBeCloseTo(10 * (1 - Math.exp(-10)), 9);
});

test('rows end where a part fails that is not written', () => {
  const stuck = 'I2 0 r pulse(0 -1 .5m 0 0 1 2)\nD4 r 0 d\n.model d d';
  const plot = new MemoryPlot();
  const text = `stuck\nV1 a 0 10\nR1 a b 1k\nC1 b 0 1u\n${stuck}\n.print tran v(b)\n.tran 10u 1m uic\n`;
  simulate(text, { openSinks: () => [plot] });
  const { columns, incomplete } = plot.plot;
  expect(incomplete).toContain('500 us');
  expect(columns[0]!.at(-1)).toBe(0.5e-3);
  expect(columns[1]!.at(-1)).toBeCloseTo(10 * (1 - Math.exp(-0.5)), 9);
});

test('what of one phase is rounding of the others asks for no rows beside another part', () => {
  // Until the diodes conduct i(l1) is 1e-19 A of noise, the largest value so far, behind inductances that turn in 30 ps.
  const phases = ['a', 'b', 'c'].map(
    (phase, k) =>
      `V${phase} s${phase} 0 sin(0 325 50 0 0 ${-120 * k})\nL${phase} s${phase} ${phase} 22u\n` +
      `Dp${phase} ${phase} p d\nDn${phase} n ${phase} d`,
  );
  const text = `bridge\n${phases.join('\n')}\nL4 p x .1m\nR1 x n 4.7\nR2 n 0 680k\n.model d d(Vfwd=.7 Roff=inf)`;
  const beside = 'V9 z 0 sin(0 1 50)\nR9 z y 1k\nC9 y 0 1u';
  const end = '.tran 2u .1m uic';
  const alone = plotOf(`${text}\n${end}`);
  const both = plotOf(`${text}\n${beside}\n${end}`);
  expect(both.length).toBeLessThan(2 * alone.length);
});

test('what is rounding behind inputs that no part follows asks for no rows without end', () => {
  // A matrix converter: node x between open switches is read off the sources by differences without digits.
  const phases = ['a', 'b', 'c'].map((name, k) =>
    [
      `V${name} ${name} 0 sin(0 325 50 0 0 ${120 * (3 - k)})\nL${name} ${name} ${name}1 100u\nC${name} ${name}1 0 10u`,
      `Vg${name} g${name} 0 pulse(0 1 ${100 * k}u 1u 1u 99u 300u)\nS${name} ${name}1 x g${name} 0 sw`,
    ].join('\n'),
  );
  const load = 'L1 x o 5m\nR1 o 0 10\n.model sw sw(vt=.5 vh=0 ron=1m roff=1e9)';
  const beside = 'Vu u 0 sin(0 1 365)\nRu u w 1k\nCu w 0 1u';
  const plot = plotOf(['matrix', ...phases, load, beside, '.tran 20u 20m uic'].join('\n'));
  // 1000 steps, two rows a switching, and what the input filters' 5 kHz bends.
  expect(plot.columns[0]!.length).toBeLessThan(20_000);
});
