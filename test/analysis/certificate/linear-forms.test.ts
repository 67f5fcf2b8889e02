/** Linear forms of points, over the coordinates of a part. */
import { expect, test } from 'vitest';
import { LinearForms } from '../../../src/analysis/certificate/laws/linear-forms.js';

test('a difference of what GOhm carry is 0 where it is 0 with twice the digits', () => {
  const forms = new LinearForms({ n: 1, m: 1, inputs: [] });
  const third = 1 / 3;
  // What 1/3 leaves over: 1 - 3 fl(1/3) = 2^-54.
  const rest = 2 ** -54 / 3;
  forms.add(Float64Array.of(1, -(2 ** 30)));
  const part = {
    states: Int32Array.of(0),
    rows: Int32Array.of(0),
    inputs: new Int32Array(0),
    size: 1,
    motion: { A: Float64Array.of(0), rate: 0 },
    coordinates: () => undefined,
  };
  const over = (remainder: Float64Array | undefined): Float64Array | undefined => {
    const projection = Float64Array.of(third * 2 ** 30, third * (1 + 2 ** -52));
    return forms.recorded({ ...part, projection, ...(remainder && { remainder }) }, new Int32Array(0))?.values
      .factor;
  };
  expect(over(undefined)).toEqual(Float64Array.of(-(2 ** 30) * (third * (1 + 2 ** -52) - third)));
  expect(over(Float64Array.of(rest * 2 ** 30, rest - (third * (1 + 2 ** -52) - third)))).toEqual(
    new Float64Array(0),
  );
});
