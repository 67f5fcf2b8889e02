/** The steps of a fixed grid as intervals: straight lines from one to the next, for nothing else is known between them. */
import type { Observer, Segment } from '../../kernel/simulation/stream.js';
import type { PointSizes } from '../certificate/circuit-point.js';
import { ColumnReader } from '../rows/column-reader.js';
import type { OutputColumn } from '../rows/output-columns.js';
import { PointTrack } from '../certificate/point-track.js';
import type { SmoothInterval, SmoothIntervalObserver } from './smooth-interval.js';

const pointsPerBlock = 256;

export class HeldIntervals implements Observer, SmoothInterval {
  readonly needs = 'grid';
  t0 = NaN;
  t1 = NaN;
  readonly linear = true;
  readonly #track: PointTrack;
  readonly #reader: ColumnReader;
  /** The point before a block, and the block. */
  readonly #rows: Float64Array;
  /** Row at t0. */
  #at = 0;

  constructor(
    columns: readonly OutputColumn[],
    sizes: PointSizes,
    /** The limit of inputs at points that end a step. */
    private readonly side: 'left' | 'right',
    private readonly observer: SmoothIntervalObserver,
  ) {
    this.#track = new PointTrack(sizes);
    this.#reader = new ColumnReader(columns, sizes, this.#track);
    this.#rows = new Float64Array((pointsPerBlock + 1) * this.#reader.width);
  }

  segment(segment: Segment): void {
    const rows = this.#rows;
    const { width } = this.#reader;
    const track = this.#track;
    track.begin(segment);
    track.grow(pointsPerBlock + 1);
    if (Number.isNaN(this.t1) || segment.afterEvent === true) this.#take(segment, 0, 0, 1, 'right');
    for (let first = 1; first <= segment.gridCount; first += pointsPerBlock) {
      const count = Math.min(pointsPerBlock, segment.gridCount + 1 - first);
      this.#take(segment, first, 1, count, this.side);
      for (let k = 0; k < count; k++) {
        this.#at = k * width;
        this.t0 = rows[this.#at] as number;
        this.t1 = rows[this.#at + width] as number;
        if (this.t1 > this.t0) this.observer.interval(this);
      }
      rows.copyWithin(0, count * width, (count + 1) * width);
    }
  }

  read(_times: Float64Array, _count: number, rows: Float64Array): void {
    const { width } = this.#reader;
    for (let i = 0; i < 2 * width; i++) rows[i] = this.#rows[this.#at + i] as number;
  }

  /** Reads held points first, first + 1 ... into rows from `to` on. */
  #take(segment: Segment, first: number, to: number, count: number, side: 'left' | 'right'): void {
    const track = this.#track;
    for (let k = to; k < to + count; k++) track.set(k, segment.gridTime(first + k - to), side, false);
    track.fillHeld(segment, first, to, to + count);
    this.#reader.read(track, to, to + count, this.#rows);
  }
}
