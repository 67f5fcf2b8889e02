/** Random sources for properties that all of a kind have. */
import fc from 'fast-check';
import type { ClosedFormSignal } from '../../../src/circuit/sources/closed-form-signal.js';
import { pulseSignal } from '../../../src/circuit/sources/pulse.js';
import { pwlSignal } from '../../../src/circuit/sources/pwl.js';
import { sinSignal } from '../../../src/circuit/sources/sin.js';
import { sourceContext as context } from './source-context.js';

export const number = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true });

/** Lengths of 0 (jumps) or a sensible part of a second. */
const length = fc.oneof(fc.constant(0), number(0.05, 1));

export const pulses: fc.Arbitrary<ClosedFormSignal> = fc
  .record({
    ...{ v1: number(-5, 5), v2: number(-5, 5), td: number(-1, 2), tr: length, tf: length },
    pw: fc.option(length, { nil: undefined }),
    per: fc.option(number(0.1, 4), { nil: undefined }),
    np: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  })
  .map((parameters) => pulseSignal(parameters, context));

export const lines: fc.Arbitrary<ClosedFormSignal> = fc
  .array(fc.tuple(length, number(-5, 5)), { minLength: 1, maxLength: 6 })
  .map((steps) => {
    let time = -0.5;
    const times = steps.map(([step]) => (time += step));
    return pwlSignal(
      times,
      steps.map(([, value]) => value),
    );
  });

export const sines: fc.Arbitrary<ClosedFormSignal> = fc
  .record({
    ...{ vo: number(-5, 5), va: number(-5, 5), freq: number(0, 3), td: number(-1, 2) },
    ...{ theta: fc.oneof(fc.constant(0), number(-1, 3)), phase: number(-360, 360) },
  })
  .map(sinSignal);
