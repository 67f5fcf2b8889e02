/** Mean, effective value and extremes over the run, the last common period of the sources, and a window. */
import { expect, it } from 'vitest';
import type { AnalysisReport } from '../../../src/analysis/analysis.js';
import type { StatisticsRequest } from '../../../src/analysis/measured-analysis.js';
import { commonPeriod } from '../../../src/analysis/measures/common-period.js';
import { cardSteps } from '../../../src/analysis/simulate.js';
import { circuit } from '../run-netlist.js';

function reportOf(body: string, request: StatisticsRequest): AnalysisReport {
  const prepared = circuit(`statistics\n${body}\n.end\n`);
  const steps = cardSteps(prepared, prepared.flat.analyses[0]!, [], request);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const waves =
  'V1 a 0 sin(1 2 1k)\nR1 a b 1k\nV2 b 0 PULSE(0 1 0 0 0 0.3m 1.5m)\nR2 b 0 1k\n.tran 1u 7m\n.print tran v(a) v(b)';

it('a sine and a pulse share 3 ms: exact means over that', () => {
  const [run, period] = reportOf(waves, {}).statistics ?? [];
  expect(run).toMatchObject({ what: 'run', from: 0, to: 7e-3 });
  expect(period).toMatchObject({ what: 'period', from: 4e-3, to: 7e-3 });
  const [sine, pulse] = period?.quantities ?? [];
  expect(sine).toMatchObject({ name: 'v(a)', unit: 'V' });
  expect(sine?.mean).toBeCloseTo(1, 12);
  expect(sine?.rms).toBeCloseTo(Math.sqrt(3), 12);
  expect([sine?.min, sine?.max]).toEqual([expect.closeTo(-1, 12), expect.closeTo(3, 12)]);
  expect(pulse?.mean).toBeCloseTo(0.2, 12);
  expect(pulse?.rms).toBeCloseTo(Math.sqrt(0.2), 12);
});

it('a window, and what is written by default', () => {
  const { statistics = [], final } = reportOf('V1 a 0 sin(0 1 1k)\nL1 a b 1m\nR1 b 0 1\n.tran 1u 2m', {
    window: [0, 0.5e-3],
  });
  expect(statistics.map(({ what }) => what)).toEqual(['run', 'window']);
  expect(statistics[1]?.quantities.map(({ name }) => name)).toEqual(final.map(({ name }) => name));
  expect(statistics[1]?.quantities[0]?.mean).toBeCloseTo(2 / Math.PI, 12);
});

it.each<[string, number | undefined]>([
  ['V1 a 0 1\nR1 a 0 1\n.tran 1u 1m', undefined],
  ['V1 a 0 sin(0 1 50)\nR1 a 0 1\n.tran 1u 1m', 0.02],
  ['V1 a 0 sin(0 1 1k)\nV2 b 0 sin(0 1 1.5k)\nR1 a b 1\n.tran 1u 1m', 2e-3],
  ['V1 a 0 sin(0 1 1k)\nV2 b 0 sin(0 1 {1k*sqrt(2)})\nR1 a b 1\n.tran 1u 1m', undefined],
])('common period of %s', (body, expected) => {
  const found = commonPeriod(circuit(`t\n${body}\n.end`).flat);
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(expected, 12);
});

it('a window behind the run is told', () => {
  const { diagnostics } = reportOf('V1 a 0 1\nR1 a 0 1\n.tran 1u 1m', { window: [2e-3, 3e-3] });
  expect(diagnostics.map(({ message }) => message)).toContain(
    'the window, 2 ms to 3 ms, holds nothing of the run, 0 s to 1 ms',
  );
});

it('a pulse that bends four times a period costs a segment of the run nothing: the same where the run ends at each bend', () => {
  // The switch turns in the middle of each edge; its control moves nothing else.
  const body = (of: string): string =>
    `V1 a 0 5\nVg g 0 PULSE(0 1 0 10n 10n 0.49u 1u)\nS1 a x g 0 sw1\nR1 x 0 1k\n${of}` +
    '.model sw1 sw(vt=0.5 vh=0 ron=1 roff=1meg)\n.tran 1n 20.3u\n.print tran v(g) i(r1)\n';
  const [run, period] = reportOf(body(''), {}).statistics ?? [];
  const [control] = run?.quantities ?? [];
  // 20 periods of 0.5 V s/us, and 0.3 us more of which the first 10 ns are an edge.
  const length = 20.3e-6;
  expect(control?.mean).toBeCloseTo((20 * 0.5e-6 + 0.295e-6) / length, 12);
  const square = 20 * (0.49e-6 + 2 * (10e-9 / 3)) + 0.29e-6 + 10e-9 / 3;
  expect(control?.rms).toBeCloseTo(Math.sqrt(square / length), 12);
  expect([control?.min, control?.max]).toEqual([0, 1]);
  expect(period?.quantities[0]?.mean).toBeCloseTo(0.5, 12);
  // A capacitor across the control makes its current part of what moves.
  const [moved] = reportOf(body('C1 g 0 1p\n'), {}).statistics ?? [];
  expect(moved?.quantities[1]?.mean).toBeCloseTo(run?.quantities[1]?.mean ?? NaN, 12);
});

it('what is at rest has its value as both extremes, and what moves the sample between two ends', () => {
  // A sine of 1 kHz through 1 ohm and 1 H: i = (1 - cos wt) / w, largest in the middle of a period.
  const { statistics = [] } = reportOf(
    'V1 a 0 sin(0 1 1k)\nL1 a 0 1 ic=0\nV2 b 0 3\nR2 b 0 1\n.tran 1u 1m uic\n.print tran i(l1) v(b)',
    {},
  );
  const [current, rest] = statistics[0]?.quantities ?? [];
  expect(current?.max).toBeCloseTo(2 / (2000 * Math.PI), 15);
  expect([rest?.min, rest?.max, rest?.mean]).toEqual([3, 3, 3]);
});

it('a source that no segment follows has the statistics of its wave, be it straight or a sine', () => {
  const sources =
    'Vp p 0 PWL(0 -1 1m 1 3m 1 3m 0)\nVs s 0 sin(0.5 2 1k)\nV1 a 0 5\nR1 a 0 1k\n.tran 1u 4m\n.print tran v(p) v(s) i(r1)\n';
  const [run] = reportOf(sources, {}).statistics ?? [];
  const [line, sine] = run?.quantities ?? [];
  expect(line?.mean).toBeCloseTo(2 / 4, 12);
  // The square of the ramp is 1/3 in the mean over 1 ms, then it is 1 for 2 ms.
  expect(line?.rms).toBeCloseTo(Math.sqrt((1 / 3 + 2) / 4), 12);
  expect([line?.min, line?.max]).toEqual([-1, 1]);
  expect(sine?.mean).toBeCloseTo(0.5, 10);
  expect(sine?.rms).toBeCloseTo(Math.sqrt(0.25 + 2), 10);
  expect([sine?.min, sine?.max]).toEqual([expect.closeTo(-1.5, 10), expect.closeTo(2.5, 10)]);
});
