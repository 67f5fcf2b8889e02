import { describe, expect, test } from 'vitest';
import type { ClosedFormSignal } from '../../../src/circuit/sources/closed-form-signal.js';
import { SampledSignal } from '../../../src/circuit/sources/sampled-signal.js';
import { sourceSignal } from '../../../src/circuit/sources/source-table.js';
import { convolution } from '../../../src/numerics/polynomial/convolution.js';
import { flatten } from '../compile-text.js';
import { sourceContext } from './source-context.js';

describe('TRNOISE', () => {
  test('has the same values in any order of asking, and the deviation asked for', () => {
    const noise = (): SampledSignal => new SampledSignal(1e-3, 5, (stream) => 2 * stream.normal());
    const [one, other] = [noise(), noise()];
    const late = one.value(9.9995);
    const values = Array.from({ length: 20_000 }, (_, k) => one.value(k * 1e-3));
    expect(other.value(9.9995)).toBe(late);
    const square = values.reduce((sum, value) => sum + value * value, 0) / values.length;
    // The estimate of a variance from n values has the relative deviation sqrt(2/n) = 1 %.
    expect(Math.sqrt(square)).toBeGreaterThan(1.94);
    expect(Math.sqrt(square)).toBeLessThan(2.06);
  });
});

describe('sources of ngspice and LTspice with randomness, repetition and ends', () => {
  const signalOf = (source: string): ClosedFormSignal => {
    const { elements } = flatten(`V1 a 0 ${source}\nR1 a 0 1\n.tran 1m 10 uic`);
    const [first] = elements;
    if (!first) throw new Error('no source');
    return sourceSignal(first, { ...sourceContext, tstop: 10 });
  };

  test.each([
    ['pwl repeat for 2 (0 0) (1 1) (2 0) endrepeat', [0.5, 1.5, 3, 4.5], [0.5, 0.5, 1, 0]],
    ['pwl(0 5) repeat forever (0,0) (1,2) endrepeat', [0.5, 3.25], [1, 0.5]],
    ['pwl(0 0 +1 1 +1 0)', [1, 2], [1, 0]],
    ['pwl time_scale_factor=2 value_scale_factor=3 (0 0 1 1)', [1, 2, 5], [1.5, 3, 3]],
    ['sin(1 2 1 0 0 90 2)', [0.5, 1.75, 2.5, 9], [-1, 1, 3, 3]],
    ['sffm(1 2 1 0 1 90 0)', [0, 0.5], [3, -1]],
    ['sffm(1 2 1 0 5 2 0 90)', [1, 2, 2.1], [1, 3, -1]],
  ])('%s', (source, times, values) => {
    const signal = signalOf(source);
    // Closed forms, to the rounding of 2 pi t
    times.forEach((t, k) => expect(signal.value(t)).toBeCloseTo(values[k] ?? NaN, 12));
  });

  test('telegraph noise is 0 or its amplitude, in proportion to its times', () => {
    const signal = signalOf('trnoise(0 0 0 0 3 2m 1m)');
    const mean = signal.integral(0, 10) / 10;
    expect(new Set(Array.from({ length: 500 }, (_, k) => signal.value(k / 50)))).toEqual(new Set([0, 3]));
    // A third of the time; some 3333 cycles leave 3 deviations of 5 %
    expect(mean).toBeGreaterThan(0.9);
    expect(mean).toBeLessThan(1.1);
  });

  test('telegraph noise without times stands where it does in ngspice', () => {
    expect(signalOf('trnoise(0 8p 0 0 3)').value(1e-3)).toBe(3);
    expect(signalOf('trnoise(0 8p 0 0 3 1u)').value(1e-3)).toBe(0);
  });

  test('1/f noise of exponent 2 is a random walk', () => {
    const signal = signalOf('trnoise(0 1m 2 0.5)');
    const steps = Array.from(
      { length: 9999 },
      (_, k) => signal.value((k + 1) / 1000) - signal.value(k / 1000),
    );
    const square = steps.reduce((sum, step) => sum + step * step, 0) / steps.length;
    // Independent steps of deviation 0.5: the estimate of it from 10 000 is good to 0.7 %
    expect(Math.sqrt(square)).toBeGreaterThan(0.49);
    expect(Math.sqrt(square)).toBeLessThan(0.51);
  });

  test.each([
    [1, 2, 5, 5, 2 / Math.sqrt(3)],
    [2, 2, 5, 5, 2],
    [3, 2, 5, 7, 2],
    [4, 2, 5, 7, Math.sqrt(2)],
  ])(
    'trrandom of type %d has its mean and deviation, and nothing before td',
    (type, p1, p2, mean, deviation) => {
      const signal = signalOf(`trrandom(${type} 1m 1 ${p1} ${p2})`);
      expect(signal.value(0.999)).toBe(0);
      const values = Array.from({ length: 8999 }, (_, k) => signal.value(1.0005 + k / 1000));
      const average = values.reduce((sum, value) => sum + value, 0) / values.length;
      const square = values.reduce((sum, value) => sum + (value - average) ** 2, 0) / values.length;
      // 9000 values: four deviations of the mean, and 5 % of the deviation
      expect(Math.abs(average - mean)).toBeLessThan((4 * deviation) / Math.sqrt(9000));
      expect(Math.abs(Math.sqrt(square) / deviation - 1)).toBeLessThan(0.05);
    },
  );
});

test('a convolution by transforms is the sum of products', () => {
  const a = Float64Array.from({ length: 13 }, (_, k) => Math.sin(k));
  const b = Float64Array.from({ length: 9 }, (_, k) => 1 / (k + 1));
  const found = convolution(a, b, 21);
  for (let k = 0; k < 21; k++) {
    let sum = 0;
    for (let j = 0; j <= k; j++) sum += (a[j] ?? 0) * (b[k - j] ?? 0);
    // Some ten roundings of terms up to 1
    expect(Math.abs((found[k] ?? NaN) - sum)).toBeLessThan(1e-14);
  }
});
