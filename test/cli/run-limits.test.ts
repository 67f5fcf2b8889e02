import { describe, expect, it } from 'vitest';
import { Estimate } from '../../src/cli/progress/estimate.js';
import { Interruption } from '../../src/cli/progress/interruption.js';
import { formatBytes, RunLimits } from '../../src/cli/progress/run-limits.js';
import { RunMonitor, type RunPart } from '../../src/cli/progress/run-monitor.js';

const run = { card: { kind: 'tran', tstop: 1 }, values: [] } as unknown as RunPart;

function limits() {
  const warnings: string[] = [];
  return { warnings, limits: new RunLimits((text) => void warnings.push(text)) };
}

/** A run at a constant rate, looked at ten times a second; what the limits say, and when. */
function verdict(rate: number, seconds: number, bytesPerPart = 0, free = Infinity) {
  const { warnings, limits: checked } = limits();
  const estimate = new Estimate(0);
  for (let k = 1; k <= 10 * seconds; k++) {
    const now = k / 10;
    estimate.note(now, rate * now);
    const bytes = bytesPerPart * rate * now;
    const refusal = checked.check(now, estimate, [{ path: 'o.csv', bytes, free: () => free - bytes }]);
    if (refusal) return { now, warnings, refusal };
  }
  return { warnings };
}

describe('a run that would not end', () => {
  it('is ended after three seconds with an estimate', () => {
    const { now, refusal } = verdict(1e-6, 10);
    expect(now).toBeCloseTo(3.1, 9);
    expect(refusal).toEqual({
      code: 'long-run',
      message:
        'the run would take about 12 days: 0.00031 % are done after 3.1 s; runs of more than 4 h are not gone on with',
      hint: 'take a larger step or a shorter time, or permit it: --allow-long, .options allowlong=1',
    });
  });

  it('is ended after three seconds of work only, where the processor does something else', () => {
    const { limits: checked } = limits();
    const interruption = new Interruption();
    let worked = 0;
    const monitor = new RunMonitor([run], 0, {
      interruption,
      limits: checked,
      files: () => [],
      worked: () => worked,
    });
    const after = (now: number): boolean => {
      worked = now / 10;
      return monitor.look(run, { t: 1e-9 * now, steps: 1 }, now);
    };
    const times = Array.from({ length: 60 }, (_, k) => k + 1);
    expect(times.find(after)).toBe(31);
    expect(monitor.refusal?.code).toBe('long-run');
  });

  it('is let go on when it is slow at first only', () => {
    const { limits: checked } = limits();
    const estimate = new Estimate(0);
    let part = 0;
    for (let k = 1; k <= 100; k++) {
      estimate.note(k / 10, (part += k < 25 ? 1e-9 : 1e-3));
      expect(checked.check(k / 10, estimate, [])).toBeUndefined();
    }
  });

  it('is let go on while it becomes faster: what is done doubles every second', () => {
    const { limits: checked } = limits();
    const estimate = new Estimate(0);
    for (let k = 1; k <= 230; k++) {
      estimate.note(k / 10, 1e-7 * 2 ** (k / 10));
      expect(checked.check(k / 10, estimate, [])).toBeUndefined();
    }
  });

  it('is ended where nothing moves', () => {
    expect(verdict(0, 10).refusal?.message).toContain(
      'the run would take about 1000 years or more: 0 % are done',
    );
  });

  it('of an hour is nobody’s business', () => {
    expect(verdict(1 / 3600, 30)).toEqual({ warnings: [] });
  });
});

describe('a file that grows', () => {
  it('beyond 4 GB is told of once', () => {
    expect(verdict(1e-3, 10, 30e9)).toEqual({ warnings: ['o.csv grows to about 30 GB'] });
  });

  it('beyond its disk ends the run while there is room', () => {
    const { refusal } = verdict(1e-3, 10, 30e9, 12e9);
    expect(refusal).toEqual({
      code: 'large-file',
      message: 'o.csv grows to about 30 GB; 12 GB are free on its disk',
      hint: 'write fewer rows (a larger tstep, a later tstart) or fewer columns (.print), or permit it: --allow-long',
    });
  });

  it('a little is nobody’s business', () => {
    expect(verdict(1e-3, 10, 1e9, 2e9)).toEqual({ warnings: [] });
  });

  it.each([
    [0, '0 B'],
    [1500, '1.5 kB'],
    [1.2e13, '12 TB'],
    [1e30, '1000000000000 EB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
