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
