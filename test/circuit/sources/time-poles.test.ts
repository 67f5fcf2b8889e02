import { describe, expect, test } from 'vitest';
import { firstTimePole } from '../../../src/circuit/sources/time-poles.js';
import { timeSignal } from '../../../src/circuit/sources/time-signal.js';
import { expression } from '../with-elements.js';

describe('a function of time is not finite', () => {
  test.each([
    ['1 / (time - 0.5)', 0.5],
    ['3 + 2 / (time - 0.5003)', 0.5003],
    ['1 / (time - 0.5003)^2', 0.5003],
    ['(time - 0.7)^(-1)', 0.7],
    ['1 / sqrt(abs(time - 0.3))', 0.3],
    ['time / sin(2 * pi * 3 * time)', 1 / 6],
    ['tan(time)', Math.PI / 2],
    ['exp(-time) / (exp(-time) - 0.5)', Math.LN2],
    ['1 / ((time - 0.7) * (time - 0.2))', 0.2],
    ['1 / (2 * time - 1)', 0.5],
    ['log(abs(time - 0.5))', 0.5],
  ])('%s has its pole at %d', (text, time) => {
    const pole = firstTimePole(expression(text), 2);
    expect(Math.abs(pole?.value ?? 0)).toBe(Infinity);
    // To the rounding of the zero.
    expect(Math.abs((pole?.time ?? 0) - time)).toBeLessThan(4e-16 * Math.max(time, 0.5));
  });

  test.each([
    ['sqrt(1 - time)', 1],
    ['log(1 - 2 * time) + sqrt(1 - time)', 0.5],
    ['asin(4 * time)', 0.25],
  ])('%s has no value from %d on', (text, time) => {
    const pole = firstTimePole(expression(text), 2);
    expect([Number.isFinite(pole?.value), pole?.time]).toEqual([false, time]);
  });
});

// 1 + 1 / (time - 0.5) vanishes before the start.
test.each([
  'sin(time - 0.5) / (time - 0.5)',
  'if(time < 0.6, 0, 1 / (time - 0.5))',
  'if(abs(time - 0.5) < 1n, 0, 1 / (time - 0.5))',
  'limit(1 / (time - 0.5), -10, 10)',
  '1 / (1 + 1 / (time - 0.5))',
  '1 / (abs(time - 0.5) + 1n)',
  '1 / (2 + cos(2 * pi * 1k * time))',
  'sqrt(abs(time - 0.5))',
  '(time - 0.5)^2 + (time - 0.3)^3',
  '1 / (time - 3)',
  'atan(1 / (time - 0.5))',
])('%s stays finite for 2 s', (text) => {
  const pole = firstTimePole(expression(text), 2);
  expect(pole).toBeUndefined();
});

test('an integral over a pole that nothing knows of is an error, one over an end of its slope is not', () => {
  // The divisor touches 0 without a change of sign.
  const signal = timeSignal(expression('1 / (cosh(time - 0.5003) - 1)'));
  expect(signal.pole?.(1)).toBeUndefined();
  expect(() => signal.integral(0.5, 0.5006)).toThrow(/has no integral from t = 0.5 s to 0.5006 s/);
  const offset = timeSignal(expression('1 / (exp(1e9 * (time - 0.5003)) - 1)'));
  expect(() => offset.integral(0.5, 0.5006)).toThrow(/has no integral/);
  const root = timeSignal(expression('1 / sqrt(abs(time^2 - 0.25))'));
  expect(root.integral(0.4, 0.5) + root.integral(0.5, 0.6)).toBeGreaterThan(0);
});
