/**
 * PWL(t1 v1 t2 v2 ...): straight lines through the points; v1 before the first, the last value after
 * the last; two points at one time are a jump.
 */
import type { ClosedFormSignal } from './closed-form-signal.js';
import { type AffinePiece, fitPieces, PiecewiseAffineSignal } from './piecewise-affine-signal.js';
import type { SourceFunction } from './source-function.js';
import { constantSignal } from '../../kernel/modeling/constant-signal.js';

export const pwl: SourceFunction = {
  syntax: {
    name: 'pwl',
    doc: 'Straight lines through (time, value) points; equal times jump.',
    required: 2,
    pairs: true,
    args: [
      { name: 't', unit: 's', doc: 'time of a point, not before the previous one' },
      { name: 'v', unit: '', doc: 'value at that time' },
    ],
  },
  signal({ args, span }, context) {
    if (args.length % 2 !== 0) {
      context.diagnostics.error('pwl-pairs', 'PWL has a time without a value', span, {
        cure: 'write pairs of time and value',
      });
      return undefined;
    }
    const times = args.filter((_, k) => k % 2 === 0);
    const values = args.filter((_, k) => k % 2 === 1);
    const back = times.findIndex((t, k) => k > 0 && t < (times[k - 1] ?? t));
    if (back > 0) {
      const message = `PWL goes back in time from ${times[back - 1]} s to ${times[back]} s`;
      context.diagnostics.error('pwl-order', message, span, { cure: 'sort the points by time' });
      return undefined;
    }
    return pwlSignal(times, values);
  },
};

/** Builds the signal through (times[k], values[k]); times in seconds, not decreasing. */
export function pwlSignal(times: readonly number[], values: readonly number[]): ClosedFormSignal {
  const origin = times[0] ?? 0;
  const last = values.at(-1) ?? 0;
  if (values.every((value) => value === last)) return constantSignal(last);
  const pieces: AffinePiece[] = [];
  for (let k = 0; k + 1 < times.length; k++) {
    const from = times[k] ?? 0;
    const length = (times[k + 1] ?? 0) - from;
    pieces.push({ offset: from - origin, length, from: values[k] ?? 0, to: values[k + 1] ?? 0 });
  }
  pieces.push({ offset: (times.at(-1) ?? 0) - origin, length: Infinity, from: last, to: last });
  const shape = { before: values[0] ?? 0, origin, period: Infinity };
  return new PiecewiseAffineSignal({ ...shape, pieces: fitPieces(pieces, Infinity) });
}
