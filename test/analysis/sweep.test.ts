import { describe, expect, it } from 'vitest';
import { planRuns } from '../../src/analysis/run-plan.js';
import { simulate } from '../../src/analysis/simulate.js';
import { StackedWriter } from '../../src/waveform/stacked-writer.js';
import { MemoryPlot } from '../../src/waveform/memory-plot.js';

/** A diode of ron = 1 Ohm behind 9 Ohm; a call of a divider. */
const text = (step: string): string =>
  `t\nV1 a 0 10\nR1 a b 9\nD1 b 0 dmod\n.model dmod d ron=1 roff=1meg\nE1 e 0 a 0 2\nRe e 0 1k\nX1 a c sub w=1\nRc c 0 1k\n.subckt sub p q\nR1 p q {1k*w}\n.ends\n.op\n.step ${step}`;

const told = (step: string): readonly string[] =>
  planRuns(text(step), { name: 's.cir' }).diagnostics.map(({ message }) => message);

function values(step: string, name: string): readonly (number | undefined)[] {
  return simulate(text(step)).runs.map(
    ({ report }) => report.final.find((value) => value.name === name)?.value,
  );
}

describe('.step', () => {
  it('draws random numbers anew at each point, the same ones in each run', () => {
    const draws = (points: number, options = ''): readonly number[] =>
      simulate(
        `t\n.param run=1\nV1 a 0 1\nR1 a b {mc(1k, 0.1)}\nR2 b 0 1k\n.op\n.step param run 1 ${points} 1\n${options}\n.end`,
      ).runs.map(({ report }) => report.final.find(({ name }) => name === 'v(b)')?.value ?? NaN);
    const [first, ...rest] = draws(40);
    expect(new Set([first, ...rest]).size).toBe(40);
    // A divider whose upper half lies within 10 % of its lower one.
    for (const value of rest) expect(Math.abs(1 / value - 2)).toBeLessThanOrEqual(0.1);
    expect(draws(3)).toEqual([first, ...rest.slice(0, 2)]);
    expect(draws(3, '.options seed=7')).not.toEqual(draws(3));
  });

  it.each([
    ['a parameter of a model', 'dmod:ron list 1 2', 'v(b)', [1, 20 / 11]],
    ['a gain', 'e1 list 2 3', 'v(e)', [20, 30]],
    ['an argument of a call', 'x1:w list 1 3', 'v(c)', [5, 2.5]],
    ['an element of a call', 'x1.r1 list 1k 3k', 'v(c)', [5, 2.5]],
    ['a source', 'v1 list 10 20', 'v(b)', [1, 2]],
  ])('sets %s', (_, step, name, expected) => {
    // Dividers; the diode when off leaks 1e-6 of its current when on
    expect(values(step, name)).toEqual(expected.map((value) => expect.closeTo(value, 5) as number));
  });

  it.each([
    ['dmod:ron list -5 1', 'model dmod: ron must be 0 or positive, not -5'],
    ['dmod:foo list 1 2', 'model "dmod" has no parameter "foo" that a step could change'],
    ['d1 1 2 1', 'd1 has no value that a step could change'],
    ['x1 list 1 2', '"x1" changes nothing in this circuit'],
    ['x1:v list 1 2', '"x1:v" changes nothing in this circuit'],
    ['nosuch list 1 2', '.step: "nosuch" is no parameter, element or model'],
    ['param z list 1 2', 'the sweep sets parameter "z", which nothing uses: all its points are the same'],
  ])('says that "%s" cannot be', (step, message) => {
    expect(told(step)).toEqual([message]);
  });

  it('prepares a point when it runs, and the ends of every axis before', () => {
    const { runs, diagnostics } = planRuns(text('r1 1 1e5 1'));
    expect(diagnostics).toEqual([]);
    expect(runs).toHaveLength(100_000);
    expect(runs[99_998]?.prepare().circuit?.flat.elements.find(({ name }) => name === 'r1')?.value).toBe(
      99_999,
    );
  });

  it('names report and plot after what it sets', () => {
    const [run] = simulate(text('r1 list 4 5')).runs;
    expect(run?.report.name).toBe('Operating Point, r1 = 4');
    expect(run?.plot?.header).toMatchObject({ name: 'Operating Point', point: [['r1', 4]] });
  });
});

it('plots of a sweep stand one below the other, with what is set behind the scale', () => {
  const memory = new MemoryPlot();
  const writer = new StackedWriter({
    begin: (header) => memory.begin(header),
    rows: (rows, count) => memory.rows(rows, count),
    end: () => memory.end(),
    finish: () => undefined,
  });
  const columns = [
    { name: 'frequency', unit: 'Hz' },
    { name: 'v(a)', unit: 'V' },
  ] as const;
  for (const r of [1, 2]) {
    writer.begin({ title: 't', name: 'AC', columns, complex: true, point: [['r', r]] });
    writer.rows(Float64Array.of(10, 0, r, -r, 20, 0, 2 * r, 0), 2);
    writer.end();
  }
  writer.finish();
  const [plot] = memory.plots;
  expect(plot?.header.columns.map(({ name }) => name)).toEqual(['frequency', 'r', 'v(a)']);
  expect(plot?.columns.map((column) => [...column])).toEqual([
    [10, 0, 20, 0, 10, 0, 20, 0],
    [1, 0, 1, 0, 2, 0, 2, 0],
    [1, -1, 2, 0, 2, -2, 4, 0],
  ]);
  expect(() => {
    writer.begin({ title: 't', name: 'other', columns: columns.slice(1), complex: true });
  }).toThrow('"other" has other columns than the plots before it: write to .raw or .json');
});

it.each([
  ['.dc V1 0 1 0', 'a step of 0 never arrives: write the distance of two values'],
  ['.dc V1 0 1 -0.1', 'give the step the sign of stop - start'],
  ['.dc V1 0 1 1n', 'at most 1000000 values are run: take a longer step'],
  ['.step V1 0 1 0\n.op', 'a step of 0 never arrives: write the distance of two values'],
  ['.ac dec 0 1 1k', 'ask for one point or more'],
  ['.ac dec 10 1k 1', 'begin above 0 and end above the beginning'],
])('%j is no list of values, and the hint says why', (card, hint) => {
  const { diagnostics } = simulate({ name: 's.cir', text: `s\nV1 a 0 1 ac 1\nR1 a 0 1\n${card}\n` });
  const [first] = diagnostics.filter(({ severity }) => severity === 'error');
  expect([first?.code, first?.hint]).toEqual(['sweep-range', hint]);
});
