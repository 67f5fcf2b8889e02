/**
 * The series of a segment, copied, so that its points can be read when the flow has gone on (`kept-series.ts`), here or by machine
 * code. Cost: a copy of the terms.
 */
import { plainRoom, type NumberRoom } from '../../../../numerics/code/number-room.js';
import type { SegmentPart } from '../../stream.js';
import type { FlowArrays } from './flow-arrays.js';
import { pointsAtOnce } from './flow-memory.js';
import { keptPoints, seriesLength, seriesPlaces, seriesSizes } from './kept-series.js';
import type { MotionSeries } from './motion-series.js';
import { motionSizes } from './motion-tables.js';
import type { SeriesPlace } from './series-place.js';
import { maxTerms } from './series-terms.js';

export class KeptPoints implements Pick<SegmentPart, 'coordinates'> {
  /** As `seriesPlaces` and `seriesSizes` say. */
  series: Float64Array = new Float64Array(0);
  readonly sizes: Int32Array;
  #parts: Float64Array = new Float64Array(0);

  /** `room`: where the series stands. */
  constructor(private readonly room: NumberRoom = plainRoom) {
    this.sizes = room.integers(seriesSizes.count);
  }

  take(of: MotionSeries, { v, end, parts }: FlowArrays, place: SeriesPlace): void {
    const { size, terms, data } = of;
    const { sizes } = this;
    this.#parts = parts;
    sizes[seriesSizes.size] = size;
    sizes[seriesSizes.terms] = terms;
    sizes[seriesSizes.long] = Math.min(size, 2 * (data?.motionSizes[motionSizes.longPairs] ?? 0));
    if (this.series.length < seriesLength(size, terms))
      this.series = this.room.floats(seriesLength(size, maxTerms));
    const { series } = this;
    series[seriesPlaces.from] = place.from;
    series[seriesPlaces.to] = place.to;
    series[seriesPlaces.step] = place.step;
    series[seriesPlaces.end] = place.end;
    const count = (terms + 1) * size;
    let at: number = seriesPlaces.terms;
    for (let i = 0; i < count; i++) series[at++] = v[i]!;
    for (let i = 0; i < size; i++) series[at++] = end[i]!;
  }

  coordinates(times: Float64Array, from: number, to: number, out: Float64Array): void {
    const { series, sizes } = this;
    const size = sizes[seriesSizes.size]!;
    for (let first = from; first < to; first += pointsAtOnce) {
      const count = Math.min(pointsAtOnce, to - first);
      keptPoints(series, sizes, this.#parts, times, first, count, out, first * size);
    }
  }
}
