/** AM in both of its forms, against their formulas. */
import { describe, expect, test } from 'vitest';
import { am } from '../../../src/circuit/sources/am.js';
import { SineSumSignal } from '../../../src/circuit/sources/sine-sum-signal.js';
import { sourceContext as context } from './source-context.js';

describe('AM', () => {
  const written = (...args: number[]): SineSumSignal => {
    const span = { source: { name: '', text: '' }, start: 0, end: 0 };
    const signal = am.signal({ name: 'am', args, argSpans: [], span }, context);
    if (!(signal instanceof SineSumSignal)) throw new Error('no sum of sines');
    return signal;
  };
  const w = 2 * Math.PI;

  test('of eight arguments has an offset and phases', () => {
    const signal = written(0.5, 2, 1.8, 3, 40, 0.1, 30, 60);
    expect(signal.value(0.05)).toBe(0);
    for (let t = 0.1; t < 1; t += 0.013) {
      const envelope = 2 + 1.8 * Math.sin(w * 3 * (t - 0.1) + Math.PI / 6);
      expect(signal.value(t)).toBeCloseTo(0.5 + envelope * Math.sin(w * 40 * (t - 0.1) + Math.PI / 3), 12);
    }
  });

  test('of five arguments is the product of its sines', () => {
    const signal = written(2, 1.5, 3, 40, 0.1);
    expect(signal.value(0.05)).toBe(0);
    for (let t = 0.1; t < 1; t += 0.013) {
      const exact = 2 * (1.5 + Math.sin(w * 3 * (t - 0.1))) * Math.sin(w * 40 * (t - 0.1));
      expect(signal.value(t)).toBeCloseTo(exact, 12);
    }
  });
});
