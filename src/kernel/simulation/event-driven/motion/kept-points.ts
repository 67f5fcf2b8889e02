/**
 * The series of a segment, copied, so that its points can be read when the flow has gone on. They have the bits that the segment's
 * own points have: the same program over the same terms. Cost: a copy of the terms; a point costs what one of the segment does in
 * plain script, which needs no code of its own however many motions there are.
 */
import type { SegmentPart } from '../../stream.js';
import type { FlowArrays } from './flow-arrays.js';
import { pointsAtOnce } from './flow-memory.js';
import { evaluateAll, type EvaluateAllMemory } from './flow-programs.gen.js';
import type { MotionSeries } from './motion-series.js';
import type { MotionArrays } from './motion-tables.js';
import { partAt, type SeriesPlace } from './series-place.js';

export class KeptPoints implements Pick<SegmentPart, 'coordinates'>, SeriesPlace {
  from = 0;
  to = 0;
  step = 0;
  end = 1;
  #size = 0;
  #terms = 0;
  #v = new Float64Array(0);
  /** The sum of the terms. */
  #last = new Float64Array(0);
  #data: MotionArrays | undefined;
  /** The kept series, and for the rest the room of the flow. */
  #memory: EvaluateAllMemory | undefined;

  take(series: MotionSeries, arrays: FlowArrays, { from, to, step, end }: SeriesPlace): void {
    const { size, terms, data } = series;
    this.from = from;
    this.to = to;
    this.step = step;
    this.end = end;
    this.#size = size;
    this.#terms = terms;
    this.#data = data;
    // Programs read pairs, the last of which may be a half.
    const count = (terms + 1) * size + 1;
    if (this.#last.length < size) this.#last = new Float64Array(size);
    if (this.#v.length < count || !this.#memory) {
      this.#v = new Float64Array(count);
      const { parts, points, odd, even } = arrays;
      this.#memory = { parts, points, odd, even, v: this.#v };
    }
    for (let i = 0; i < count; i++) this.#v[i] = arrays.v[i]!;
    for (let i = 0; i < size; i++) this.#last[i] = arrays.end[i]!;
  }

  coordinates(times: Float64Array, from: number, to: number, out: Float64Array): void {
    const [size, last, memory] = [this.#size, this.#last, this.#memory];
    if (!memory || !this.#data) return;
    const { parts, points } = memory;
    for (let first = from; first < to; first += pointsAtOnce) {
      const count = Math.min(pointsAtOnce, to - first);
      for (let k = 0; k < count; k++) parts[k] = partAt(this, times[first + k]!);
      // The end is the sum of the terms, not a polynomial at 1.
      let inside = count;
      while (inside > 0 && parts[inside - 1] === 1) inside--;
      if (inside > 0) evaluateAll(memory, this.#data, this.#terms, inside);
      for (let k = inside; k < count; k++) for (let i = 0; i < size; i++) points[k * size + i] = last[i]!;
      for (let i = 0, at = first * size; i < count * size; i++, at++) out[at] = points[i]!;
    }
  }
}
