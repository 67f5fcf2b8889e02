import { describe, expect, test } from 'vitest';
import { derivativeSignal } from '../../../src/circuit/sources/derivative-signal.js';
import { timeSignal } from '../../../src/circuit/sources/time-signal.js';
import { compileExpression } from '../../../src/expression/program.js';
import { expression } from '../with-elements.js';

/** An expression at a time. */
const evaluated = (text: string, t: number): number =>
  compileExpression(expression(text), ['time'])!.evaluate(Float64Array.of(t));

describe('a function of time', () => {
  const w = 2 * Math.PI;

  test('that is linear has a generator', () => {
    const signal = timeSignal(expression('3 - 2 * time'));
    expect([signal.value(2), signal.integral(0, 2), signal.generator?.order]).toEqual([-1, 2, 2]);
  });

  test.each([
    ['0.9 + 0.1 * sin(2 * pi * 1k * time)', 3],
    ['-2 * cos(5 - 7 * time) / 4 - 3', 3],
    // 50 Hz, its sidebands.
    ['(1 + 0.5 * cos(2 * pi * 5 * time + 1)) * sin(2 * pi * 50 * time)', 7],
    ['sin(3 * time)^3', 5],
    // Phasors of one frequency are one.
    ['sin(4 * time) + cos(4 * time) - 2 * sin(1 - 4 * time)', 3],
  ])('that is a sum of sines has a generator: %s', (text, order) => {
    const signal = timeSignal(expression(text));
    expect(signal.generator?.order).toBe(order);
    const z = new Float64Array(order);
    const [step, { S, c }] = [1e-7, signal.generator!];
    const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, one, k) => sum + one * b[k]!, 0);
    for (let k = 0; k < 20; k++) {
      const t = 0.0137 * k;
      const truth = evaluated(text, t);
      expect(Math.abs(signal.value(t) - truth)).toBeLessThan(1e-12);
      signal.generate!(t, z, 0);
      expect(Math.abs(dot(c, z) - truth)).toBeLessThan(1e-12);
      // c S z is the slope, but for the cube of the step and its rounding.
      const slope = z.map((_, i) => dot(S.subarray(i * order, (i + 1) * order), z));
      const difference = (evaluated(text, t + step) - evaluated(text, t - step)) / (2 * step);
      expect(Math.abs(dot(c, slope) - difference)).toBeLessThan(1e-5 * (1 + Math.abs(difference)));
    }
  });

  test('that is no sum of sines has none', () => {
    for (const text of [
      'time * sin(time)',
      'sin(time^2)',
      'sin(sin(time))',
      '1 / sin(time + 1)',
      'sin(time)^0.5',
    ])
      expect(timeSignal(expression(text)).generator).toBeUndefined();
  });

  test('integrates over a zero, where rounding is no smaller than elsewhere', () => {
    // Panels that agree only to the rounding of the sine's argument were halved without end.
    const signal = timeSignal(expression('sin(time / 2u) + 0.1 * sin(pi * 5 * (time / 2u))'));
    const primitive = (t: number): number =>
      -2e-6 * Math.cos(t / 2e-6) - (0.2e-6 / (5 * Math.PI)) * Math.cos((5 * Math.PI * t) / 2e-6);
    for (let k = 0; k < 2000; k++) {
      const [t0, t1] = [4e-9 * k, 4e-9 * (k + 1)];
      // To the rounding of the primitive's difference.
      expect(Math.abs(signal.integral(t0, t1) - (primitive(t1) - primitive(t0)))).toBeLessThan(1e-20);
    }
  });

  test('has breakpoints where comparisons change, and integrals exact between them', () => {
    const signal = timeSignal(expression('if(time < 0.25, 1, sin(2 * pi * time))'));
    expect([signal.nextBreakpoint(0), signal.nextBreakpoint(0.25)]).toEqual([0.25, Infinity]);
    expect([signal.valueLeft(0.25), Number(signal.value(0.25).toFixed(14))]).toEqual([1, 1]);
    expect(signal.integral(0, 1.1)).toBeCloseTo(0.25 - Math.cos(w * 1.1) / w + Math.cos(w * 0.25) / w, 12);
  });

  test('jumps where its argument is an integer, for all time', () => {
    const signal = timeSignal(expression('int(1000 * time) + 10 * mod(time, 0.5m)'));
    expect([signal.nextBreakpoint(0), signal.nextBreakpoint(0.5e-3), signal.nextBreakpoint(7.25)]).toEqual([
      0.5e-3, 1e-3, 7.2505,
    ]);
    for (let k = 1; k < 3000; k++) {
      const t = k / 1000;
      expect(signal.nextBreakpoint(t - 1e-5)).toBeCloseTo(t, 14);
      const at = signal.nextBreakpoint(t - 1e-5);
      expect([Math.floor(signal.value(at)), Math.floor(signal.valueLeft(at))]).toEqual([k, k - 1]);
    }
    expect(signal.integral(0, 10e-3)).toBeCloseTo(45e-3 + 20 * 10 * 0.125e-6, 12);
  });

  test('jumps at 0 where only rounding puts the jump behind it', () => {
    // pi / 2 + 37 t is pi / 2 up to 3e-18 s: a step to there would have no digits for its rates.
    const signal = timeSignal(expression('if(pi/2 + 37*time - 2*pi*floor(time) <= pi/2, 5, 7)'));
    expect(signal.value(0)).toBe(7);
    expect(signal.nextBreakpoint(0)).toBeGreaterThan(1e-3);
  });

  test('jumps where a sine, or a saw tooth against a line, passes a threshold', () => {
    const square = timeSignal(expression('u(sin(2 * pi * 1k * time))'));
    const modulated = timeSignal(expression('if(time * 1k - int(time * 1k) < time * 100, 1, 0)'));
    for (let k = 1; k < 10; k++) {
      const t = square.nextBreakpoint(0.5e-3 * k - 1e-6);
      expect(t).toBeCloseTo(0.5e-3 * k, 15);
      expect([square.valueLeft(t), square.value(t)]).toEqual([k % 2, (k + 1) % 2]);
      if (k === 1) continue;
      // k - 1 + s = 1000 t, s = 100 t.
      const off = modulated.nextBreakpoint(1e-3 * (k - 1) + 1e-9);
      expect(off).toBeCloseTo((k - 1) / 900, 15);
      expect(modulated.nextBreakpoint(off)).toBeCloseTo(1e-3 * k, 15);
    }
    expect(square.integral(0, 5.25e-3)).toBeCloseTo(2.75e-3, 14);
    // One jump without a period, and none.
    expect(timeSignal(expression('u(1m - time**2)')).nextBreakpoint(0)).toBeCloseTo(Math.sqrt(1e-3), 15);
    expect(timeSignal(expression('u(1 + time**2)')).nextBreakpoint(0)).toBe(Infinity);
  });

  test('has its symbolic derivative', () => {
    const slope = derivativeSignal(timeSignal(expression('sin(2 * pi * time)')));
    expect(slope.value(0.3)).toBeCloseTo(w * Math.cos(w * 0.3), 12);
    expect(slope.integral(0.1, 0.3)).toBeCloseTo(Math.sin(w * 0.3) - Math.sin(w * 0.1), 14);
  });
});
