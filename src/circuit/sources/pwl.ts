/**
 * PWL(t1 v1 t2 v2 ...) [r=t0] [td=t] [time_scale_factor=k] [value_scale_factor=k]: straight lines through the points; v1 before the first, the last value after
 * the last; two points at one time are a jump. With r= the points from t0 to the last repeat for ever; td delays all.
 */
import type { ClosedFormSignal } from './closed-form-signal.js';
import { type AffineSegment, fitSegments } from './affine-segments.js';
import { PiecewiseAffineSignal } from './piecewise-affine-signal.js';
import type { SourceFunction } from './source-function.js';
import { affineGenerator } from './generators.js';
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';

export const pwl: SourceFunction = {
  syntax: {
    name: 'pwl',
    doc: 'Straight lines through (time, value) points; equal times jump.',
    required: 2,
    pairs: true,
    file: true,
    parameters: [
      {
        name: 'r',
        unit: 's',
        range: 'finite',
        doc: 'the points from this time on repeat; -1: no repetition',
      },
      { name: 'td', unit: 's', range: 'finite', doc: 'delay' },
      { name: 'time_scale_factor', unit: '', default: 1, range: 'positive', doc: 'factor of all times' },
      { name: 'value_scale_factor', unit: '', default: 1, range: 'finite', doc: 'factor of all values' },
    ],
    args: [
      { name: 't', unit: 's', doc: 'time of a point, not before the previous one' },
      { name: 'v', unit: '', doc: 'value at that time' },
    ],
  },
  signal({ args, parameters, span }, context) {
    if (args.length % 2 !== 0) {
      context.diagnostics.error('pwl-pairs', 'PWL has a time without a value', span, {
        hint: 'write pairs of time and value',
      });
      return undefined;
    }
    const timeScale = parameters?.get('time_scale_factor') ?? 1;
    const gain = parameters?.get('value_scale_factor') ?? 1;
    const times = args.filter((_, k) => k % 2 === 0).map((t) => t * timeScale);
    const values = args.filter((_, k) => k % 2 === 1).map((v) => v * gain);
    const back = times.findIndex((t, k) => k > 0 && t < (times[k - 1] ?? t));
    if (back > 0) {
      const message = `PWL goes back in time from ${times[back - 1]} s to ${times[back]} s`;
      context.diagnostics.error('pwl-order', message, span, { hint: 'sort the points by time' });
      return undefined;
    }
    const delay = parameters?.get('td') ?? 0;
    const repeat = (parameters?.get('r') ?? -1) * timeScale;
    const delayed = times.map((t) => t + delay);
    if (repeat < 0) return pwlSignal(delayed, values);
    const last = times.at(-1) ?? 0;
    if (!(repeat < last)) {
      const message = `PWL repeats from r = ${repeat} s, but its last point is at ${last} s`;
      context.diagnostics.error('pwl-repeat', message, span, {
        hint: 'repeat from a time before the last point',
      });
      return undefined;
    }
    return repeatedPwl(delayed, values, repeat + delay);
  },
};

/** Points once, then those from `repeat` on again and again. */
export function repeatedPwl(
  times: readonly number[],
  values: readonly number[],
  repeat: number,
): ClosedFormSignal {
  const once = pwlSignal(times, values);
  const last = times.at(-1) ?? 0;
  const from = times.findIndex((t) => t >= repeat);
  const start = times[from] === repeat ? [] : [{ t: repeat, v: once.value(repeat) }];
  const points = [...start, ...times.slice(from).map((t, k) => ({ t, v: values[from + k] ?? 0 }))];
  const segments: AffineSegment[] = [];
  points.forEach(({ t, v }, k) => {
    const next = points[k + 1];
    if (next) segments.push({ offset: t - repeat, length: next.t - t, from: v, to: next.v });
  });
  const period = last - repeat;
  const cycles = new PiecewiseAffineSignal({
    before: values[0] ?? 0,
    origin: repeat,
    period,
    segments: fitSegments(segments, period),
  });
  return (times[0] ?? 0) >= repeat ? cycles : new JoinedSignal(once, cycles, repeat);
}

/** One signal of straight segments before a time, another from it on. */
class JoinedSignal implements ClosedFormSignal {
  readonly constant = false;
  readonly generator = affineGenerator;

  constructor(
    private readonly first: ClosedFormSignal,
    private readonly second: ClosedFormSignal,
    private readonly from: number,
  ) {}

  value(t: number): number {
    return (t < this.from ? this.first : this.second).value(t);
  }

  valueLeft(t: number): number {
    return (t <= this.from ? this.first : this.second).valueLeft(t);
  }

  nextBreakpoint(t: number): number {
    return t < this.from ? Math.min(this.first.nextBreakpoint(t), this.from) : this.second.nextBreakpoint(t);
  }

  integral(t0: number, t1: number): number {
    if (t1 < t0) return -this.integral(t1, t0);
    const { first, second, from } = this;
    const before = t0 < from ? first.integral(t0, Math.min(t1, from)) : 0;
    return before + (t1 > from ? second.integral(Math.max(t0, from), t1) : 0);
  }

  generate(t: number, z: Float64Array, offset: number): void {
    const part = t < this.from ? this.first : this.second;
    if (part.constant) {
      z[offset] = part.value(t);
      z[offset + 1] = 0;
    } else part.generate(t, z, offset);
  }
}

/** Builds the signal through (times[k], values[k]); times in seconds, not decreasing. */
export function pwlSignal(times: readonly number[], values: readonly number[]): ClosedFormSignal {
  const origin = times[0] ?? 0;
  const last = values.at(-1) ?? 0;
  if (values.every((value) => value === last)) return constantSignal(last);
  const segments: AffineSegment[] = [];
  for (let k = 0; k + 1 < times.length; k++) {
    const from = times[k] ?? 0;
    const length = (times[k + 1] ?? 0) - from;
    segments.push({ offset: from - origin, length, from: values[k] ?? 0, to: values[k + 1] ?? 0 });
  }
  segments.push({ offset: (times.at(-1) ?? 0) - origin, length: Infinity, from: last, to: last });
  const shape = { before: values[0] ?? 0, origin, period: Infinity };
  return new PiecewiseAffineSignal({ ...shape, segments: fitSegments(segments, Infinity) });
}
