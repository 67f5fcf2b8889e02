import { expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { formatDiagnostic } from '../../../src/base/diagnostic.js';

function points(cards: string): { values: number[]; told: string | undefined; problems: string[] } {
  const { runs, diagnostics } = simulate(`all points\n${cards}\n.op\n.options points=all\n.end`);
  const report = runs[0]?.report;
  return {
    values: (report?.solutions ?? []).map((solution) => solution[0]!.value).sort((a, b) => a - b),
    told: report?.checks?.[0]?.value,
    problems: diagnostics.filter(({ severity }) => severity !== 'note').map(formatDiagnostic),
  };
}

// v(o) = clamp(5 (v(in) + v(o)/2), -5, 5)
const schmitt = (input: number): string =>
  `V1 in 0 ${input}\nE1 o 0 TABLE {v(in)+0.5*v(o)} (-1,-5) (1,5)\nR1 o 0 1k\n.save v(o)`;

it('a Schmitt trigger has three points within its hysteresis, one outside, and that is proved', () => {
  const within = points(schmitt(0.1));
  [-5, -1 / 3, 5].forEach((value, k) => expect(within.values[k]).toBeCloseTo(value, 12));
  expect(within.values).toHaveLength(3);
  expect(within.told).toMatch(/^3, proved to be all \(\d+ sets of modes\)$/);
  expect(points(schmitt(2))).toMatchObject({ values: [5], problems: [] });
});

it('a switch with hysteresis that holds itself has both states', () => {
  // Closed it feeds its own control: 5 V, open none; thresholds 2 V and 3 V.
  const cards = 'V1 a 0 5\nS1 a b b 0 sw\nR1 b 0 1k\n.model sw sw(vt=2.5 vh=0.5 ron=0 roff=inf)\n.save v(b)';
  expect(points(cards)).toMatchObject({ values: [0, 5], problems: [] });
});

it('says where there is none, and where laws that are not piecewise linear are to be fitted', () => {
  expect(points('I1 0 a 1\nD1 0 a d\n.model d d\n.save v(a)').problems.join()).toContain('(proved)');
  expect(
    points(
      'V1 a 0 1\nB1 b 0 v={v(b)**2+v(a)-2}\nR1 b 0 1k\n.save v(b)\n.options method=events',
    ).problems.join(),
  ).toContain('not all operating points can be told: the circuit has laws that are not piecewise linear');
});

it('tells what devices do at every point, once where that is the same', () => {
  const cards =
    'V1 a 0 5\nS1 a b b 0 sw\nR1 b 0 1k\nD1 a c d\nR2 c 0 1k\n.model d d\n.model sw sw(vt=2.5 vh=0.5 ron=0 roff=inf)';
  const { runs } = simulate(`all points\n${cards}\n.op\n.options points=all\n.save v(b)\n.end`);
  const { solutions = [], states = [] } = runs[0]?.report ?? {};
  const isOn = solutions.map(([first]) => (first?.value ?? NaN) > 1);
  expect([...isOn].sort()).toEqual([false, true]);
  expect(states.map(({ label, value }) => [label, value])).toEqual([
    ['d1', 'conducts'],
    ...isOn.map((on, k) => [`s1 ${k + 1}`, on ? 'on' : 'off']),
  ]);
});
