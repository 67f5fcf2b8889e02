/** Inputs of a block of steps: samples by blocks and one by one. */
import { describe, expect, test } from 'vitest';
import { LinearInput } from '../../../../src/kernel/modeling/signals/linear-input.js';

const times = Float64Array.from({ length: 7 }, (_, k) => 0.1 * k);

/** b(t) = (t, z t^2) with what it was asked for. */
function recordedCallback(): { input: LinearInput; z: Float64Array; asked: number[] } {
  const z = Float64Array.of(2);
  const asked: number[] = [];
  const b = (t: number, out: Float64Array, p: Float64Array): void => {
    asked.push(t);
    out[0] = t;
    out[1] = p[0]! * t * t;
  };
  return { input: LinearInput.callback(2, b, z), z, asked };
}

function samples(input: LinearInput, row: number): number[] {
  const out = new Float64Array(3 * times.length + 1);
  input.signals[row]?.sample?.(times, times.length, out, 1, 3);
  return Array.from(times, (_, k) => out[1 + 3 * k]!);
}

describe("a callback's samples over a block", () => {
  test('are the values that single requests give, in every row', () => {
    const { input } = recordedCallback();
    for (const row of [0, 1]) {
      expect(samples(input, row)).toEqual(Array.from(times, (t) => input.signals[row]?.value(t)));
    }
  });

  test('ask it once a time for all rows', () => {
    const { input, asked } = recordedCallback();
    samples(input, 0);
    samples(input, 1);
    expect(asked).toEqual(Array.from(times));
  });

  test('are taken anew when a row is asked for again, with the parameters of then', () => {
    const { input, z } = recordedCallback();
    const before = samples(input, 1);
    z[0] = 6;
    expect(samples(input, 1)).toEqual(Array.from(times, (t) => 6 * t * t));
    expect(before).toEqual(Array.from(times, (t) => 2 * t * t));
  });
});
