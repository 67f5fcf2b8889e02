import { describe, expect, it } from 'vitest';
import type { ClosedFormSignal } from '../../../src/circuit/sources/closed-form-signal.js';
import { pulseSignal } from '../../../src/circuit/sources/pulse.js';
import { pwlSignal } from '../../../src/circuit/sources/pwl.js';
import { sinSignal } from '../../../src/circuit/sources/sin.js';
import { sourceContext as context } from './source-context.js';

/** Signals of one kind from a list of numbers. */
const kinds: readonly [string, readonly number[], (p: readonly number[]) => ClosedFormSignal][] = [
  [
    'PULSE',
    [0, 5, 1e-9, 1e-10, 2e-10, 1e-8, 5e-8],
    ([v1 = 0, v2 = 0, td = 0, tr = 0, tf = 0, pw, per]) =>
      pulseSignal({ v1, v2, td, tr, tf, pw, per }, context),
  ],
  ['PWL', [1, 2, 4, 0.5, -1, 3], (p) => pwlSignal(p.slice(0, 3), p.slice(3))],
  [
    'SIN',
    [1, 2, 50, 1e-3, 10, 30],
    ([vo = 0, va = 0, freq = 0, td = 0, theta = 0, phase = 0]) =>
      sinSignal({ vo, va, freq, td, theta, phase }),
  ],
];

describe('signals that are the same function of time', () => {
  it.each(kinds)('%s: all numbers are equal, whatever was asked before', (_, parameters, make) => {
    const [one, other] = [make(parameters), make(parameters)];
    other.value(1.7);
    expect(one.hash).toBe(other.hash);
    expect(one.isSameAs?.(other)).toBe(true);
  });

  it.each(kinds)('%s: one number that differs in its last digit makes another', (_, parameters, make) => {
    const one = make(parameters);
    parameters.forEach((value, k) => {
      const other = make(parameters.with(k, value === 0 ? 1e-300 : value * (1 + 2 ** -51)));
      expect(one.isSameAs?.(other)).toBe(false);
      expect(one.hash).not.toBe(other.hash);
    });
  });

  it('of two kinds they are not', () => {
    for (const [a, p, one] of kinds)
      for (const [b, q, other] of kinds) if (a !== b && one(p).isSameAs?.(other(q))) expect([a, b]).toBe('');
    expect(kinds[0]?.[2](kinds[0][1]).isSameAs?.(kinds[2]?.[2](kinds[2][1]) as ClosedFormSignal)).toBe(false);
  });
});
