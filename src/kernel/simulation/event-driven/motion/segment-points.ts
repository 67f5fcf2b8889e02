/** Points of a segment, read off its series many at once: their coordinates, or linear forms of them. */
import type { NumberRoom } from '../../../../numerics/code/number-room.js';
import type { FormPlace, FormsOfPart, SegmentPart } from '../../stream.js';
import type { FlowArrays } from './flow-arrays.js';
import type { FormCode } from './linear-motion.js';
import { pointsAtOnce } from './flow-memory.js';
import { KeptPoints } from './kept-points.js';
import type { MotionSeries } from './motion-series.js';
import { partAt, type SeriesPlace } from './series-place.js';

export class SegmentPoints implements Pick<SegmentPart, 'coordinates' | 'forms' | 'keep'> {
  constructor(
    private readonly series: MotionSeries,
    private readonly arrays: FlowArrays,
    private readonly place: SeriesPlace,
  ) {}

  readonly coordinates = (times: Float64Array, from: number, to: number, out: Float64Array): void => {
    const { size } = this.series;
    const { parts, points } = this.arrays;
    for (let first = from; first < to; first += pointsAtOnce) {
      const count = Math.min(pointsAtOnce, to - first);
      for (let k = 0; k < count; k++) parts[k] = partAt(this.place, times[first + k]!);
      this.series.evaluateAll(count);
      for (let i = 0, at = first * size; i < count * size; i++, at++) out[at] = points[i]!;
    }
  };

  readonly keep = (room?: unknown, numbers?: NumberRoom): KeptPoints => {
    const kept = room instanceof KeptPoints ? room : new KeptPoints(numbers);
    kept.take(this.series, this.arrays, this.place);
    return kept;
  };

  readonly forms = (
    forms: FormsOfPart,
    times: Float64Array,
    from: number,
    to: number,
    place: FormPlace,
  ): boolean => {
    const code = this.series.formCode(forms, to - from);
    if (!code) return false;
    const { end } = this.arrays;
    for (let first = from; first < to; first += code.pointsAtOnce) {
      const last = Math.min(to, first + code.pointsAtOnce);
      const before = this.#evaluate(code, times, first, last);
      this.#copy(forms.start.length - 1, first, before, place);
      // The end is the sum of the terms, not a polynomial at 1.
      for (let k = before; k < last; k++) readForms(forms, end, place.out, place.offset + k * place.stride);
    }
    return true;
  };

  /** Evaluates points [first, last) up to the end of the series; returns where that begins. */
  #evaluate(code: FormCode, times: Float64Array, first: number, last: number): number {
    const { parts } = this.arrays;
    let count = 0;
    for (; first + count < last; count++) {
      const part = partAt(this.place, times[first + count]!);
      if (part === 1) break;
      parts[count] = part;
    }
    if (count % 2 === 1) parts[count] = parts[count - 1]!;
    if (count > 0) code.evaluate(this.series.terms, count + (count % 2));
    return first + count;
  }

  #copy(count: number, first: number, last: number, { out, stride, offset }: FormPlace): void {
    const { formValues } = this.arrays;
    let at = 0;
    for (let k = first; k < last; k++) {
      for (let f = 0, to = offset + k * stride; f < count; f++) out[to++] = formValues[at++]!;
    }
  }
}

function readForms(
  { start, column, factor }: FormsOfPart,
  xi: Float64Array,
  out: Float64Array,
  at: number,
): void {
  for (let f = 0; f + 1 < start.length; f++) {
    let sum = 0;
    for (let e = start[f]!; e < start[f + 1]!; e++) sum += factor[e]! * xi[column[e]!]!;
    out[at + f] = sum;
  }
}
