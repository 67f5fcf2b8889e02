import { describe, expect, it } from 'vitest';
import { Estimate, formatDuration } from '../../src/cli/progress/estimate.js';

describe('the estimate of the time left', () => {
  it('is exact at a constant rate', () => {
    const estimate = new Estimate(100);
    for (let k = 1; k <= 50; k++) {
      estimate.note(100 + 0.05 * k, 0.01 * k);
      expect(estimate.left).toBeCloseTo(0.05 * (100 - k), 9);
    }
    expect(estimate.elapsed).toBeCloseTo(2.5, 12);
  });

  it('forgets a slow start within a few of its lengths', () => {
    const estimate = new Estimate(0);
    let part = 0;
    // 10 s at 1e-6 a second, then 1e-3 a second.
    for (let k = 1; k <= 100; k++) estimate.note(0.1 * k, (part += 1e-7));
    expect(estimate.left).toBeCloseTo((1 - part) / 1e-6, -1);
    for (let k = 101; k <= 600; k++) estimate.note(0.1 * k, (part += 1e-4));
    expect(estimate.left / ((1 - part) / 1e-3)).toBeCloseTo(1, 1);
  });

  it('is endless where nothing moves, and nothing at the end', () => {
    const estimate = new Estimate(0);
    estimate.note(1, 0);
    expect(estimate.left).toBe(Infinity);
    estimate.note(2, 1);
    expect(estimate.left).toBe(0);
  });

  it.each([
    [0.0123, '0.012 s'],
    [9.96, '10 s'],
    [59.4, '59 s'],
    [59.6, '1 min'],
    [200, '3 min 20 s'],
    [3600, '1 h'],
    [18630, '5 h 11 min'],
    [1e6, '12 days'],
    [1e9, '32 years'],
    [Infinity, '1000 years or more'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});
