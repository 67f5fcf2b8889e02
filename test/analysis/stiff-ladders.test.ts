/** Lines of RC sections of many scales: exact events would follow their fastest section all along, for no gap in its rates parts it. */
import { expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { StiffWatch } from '../../src/analysis/transient/stiff-watch.js';
import { netlist, run } from './run-netlist.js';

/** 2 n sections of 1 kOhm and 1 pF in all, each twice the one before up to the middle, as SPICE's URC has them. */
function ladder(n: number, apart = ''): string {
  const parts = Array.from({ length: 2 * n }, (_, k) => 2 ** Math.min(k, 2 * n - 1 - k));
  const sum = parts.reduce((all, part) => all + part, 0);
  const sections = parts.map(
    (part, k) =>
      `R${k} ${k === 0 ? 'in' : `n${k - 1}`} n${k} ${(1e3 * part) / sum}\nC${k} n${k} 0 ${(1e-12 * part) / sum}`,
  );
  const source = 'V1 in 0 pulse(0 1 1u 10n 10n 5u 20u)';
  return netlist([source, ...sections, apart, '.tran 0.05u 10u'].join('\n'));
}

const last = 'v(n17)';

test('a ladder of 18 sections goes on by steps once its fast ones have come to rest, with the same bits whoever looks on', () => {
  const text = ladder(9).replace('.end', `.meas tran mean avg ${last}\n.end`);
  const options = { certificate: 'sampled' };
  const { certificate, report, column } = run(text, options, last);
  expect(certificate.method).toMatch(
    /^exact events, evtol 0.01 fs, until t = 1\.0+\d* us, then steps of order 2/,
  );
  expect([certificate.incomplete, certificate.missed]).toEqual([undefined, []]);
  const note = report.diagnostics.find(({ code }) => code === 'continued-by-steps');
  expect(note?.message).toContain('(motions that have died out, and no gap parts from the rest, ask for');
  // Exact events alone would take a million segments.
  expect(certificate.steps).toBeLessThan(1e5);
  const [time, v] = [column('time'), column(last)];
  // Of the delay of 0.5 ns or so nothing is left after 50 ns.
  time.forEach((t, k) => {
    const source = t < 1e-6 || t > 6.06e-6 ? 0 : t > 1.06e-6 && t < 6.01e-6 ? 1 : undefined;
    if (source !== undefined) expect(Math.abs((v[k] ?? NaN) - source)).toBeLessThan(2e-3);
  });
  // The area of the pulse, 5.01 us, over 10 us.
  expect(Math.abs((report.measures?.[0]?.value ?? NaN) - 0.501)).toBeLessThan(1e-3);
  const alone = simulate(text, { options, outputs: last, openSinks: () => [] }).runs[0]?.report;
  expect(alone?.final).toEqual(report.final);
  expect(alone?.measures).toEqual(report.measures);
  const plain = run(text, { ...options, code: 'plain' }, last);
  expect(plain.report.final).toEqual(report.final);
}, 60_000);

test('so does one beside a part that shares nothing with it', () => {
  const { certificate, final } = run(ladder(9, 'V2 p 0 sin(0 1 100k)\nRp p q 1k\nCp q 0 100p'));
  expect(certificate.method).toMatch(/^steps of order 2/);
  expect([certificate.incomplete, certificate.missed]).toEqual([undefined, []]);
  expect(Math.abs(final(last))).toBeLessThan(2e-3);
}, 60_000);

test('who asks for exact events gets them', () => {
  const { certificate } = run(ladder(6).replace('10u\n', '1.01u\n'), { method: 'events' }, 'v(n11)');
  expect(certificate.method).toMatch(/^exact events, evtol \S+ \S+$/);
}, 60_000);

/** Tells of a million segments of 1 us, of a run of 10 s that steps would need a second for; returns how many there were before it is given up. */
function segmentsOf(x: (t: number) => number, events: (segments: number) => number): number {
  let segments = 0;
  const costs = { segment: 1e-5, event: 1e-3, run: 1, least: 2, times: 10 };
  const watch = new StiffWatch({ tstop: 10, ...costs }, 1, 0, () => events(segments));
  for (; segments < 1e6; segments++) {
    const [t0, t1] = [1e-6 * segments, 1e-6 * (segments + 1)];
    try {
      watch.segment({
        ...{ t0, t1, mode: 0, gridCount: 0 },
        gridTime: () => t1,
        gridPoint: () => undefined,
        interpolate: (t, out) => (out[0] = x(t)),
      });
    } catch (error) {
      expect((error as Error).message).toContain('motions that have died out');
      return segments;
    }
  }
  return segments;
}

test('what has died out is given up, what swings or is ended by events is not', () => {
  const none = (): number => 0;
  // Not before segments have cost twice what steps need for the rest.
  expect(segmentsOf((t) => 1 + Math.exp(-t / 1e-3), none)).toBeGreaterThan(1e5);
  expect(segmentsOf((t) => 1 + Math.exp(-t / 1e-3), none)).toBeLessThan(3e5);
  expect(segmentsOf((t) => Math.cos(2e6 * t), none)).toBe(1e6);
  expect(segmentsOf((t) => 1 + 1e-3 * Math.cos(2e6 * t), none)).toBe(1e6);
  expect(
    segmentsOf(
      () => 1,
      (segments) => segments / 10,
    ),
  ).toBe(1e6);
});
