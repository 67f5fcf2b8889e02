/**
 * What one part of a circuit gives to the rows of all: its own columns at whatever times rows stand, the limits of its columns
 * where something happens to it, and the times at which it wants rows itself. Its numbers are those of a run of the part
 * alone. Cost: that of its own columns a row.
 */
import type { PointSizes } from '../certificate/circuit-point.js';
import type { KeptSegment } from '../certificate/kept-segment.js';
import { ColumnReader } from './column-reader.js';
import { HalvedCells } from './halved-cells.js';
import type { MergedRows } from './merged-rows.js';
import type { PartColumns } from './part-columns.js';
import { PointTrack } from '../certificate/point-track.js';
import { RowPool } from './row-pool.js';

/** Points that are looked at together. */
const pointsAtOnce = 256;
/** A quantity jumps when it changes by more than this part of its largest magnitude so far. */
const jumpPart = 1e-9;
/** Output times this close (relative to the step) to the begin of an interval are its begin. */
const samePart = 1e-9;

/** Segments that were left are kept up to this sum of their sizes: some 25 terms of a series each. */
const mostLeft = 1024;

/** The rows [from, to) of a block, and the segment in which they lie. */
interface RowsOfSegment {
  readonly segment: KeptSegment;
  readonly from: number;
  readonly to: number;
}

export class PartRows {
  /** The part has columns. */
  readonly isWritten: boolean;
  readonly #pool: RowPool;
  readonly #refiner: HalvedCells;
  readonly #targets: readonly Float64Array[];
  /** Both limits where it was left and entered last, and the left limits at `aheadAt`, where that is known. */
  readonly #before: Float64Array;
  readonly #after: Float64Array;
  readonly #ahead: Float64Array;
  /** Segments that were left, with their rows, which are not filled in, and the sum of their sizes. */
  readonly #left: RowsOfSegment[] = [];
  #leftSize = 0;
  #segment: KeptSegment | undefined;
  #cells = new Float64Array(0);
  /** The first row of the block that lies in the present segment. */
  #next = 0;
  #end = 0;
  #breakpoint = Infinity;
  #aheadAt = NaN;

  constructor(
    { columns }: PartColumns,
    private readonly sizes: PointSizes,
    private readonly rows: MergedRows,
    part: number,
    private readonly options: { readonly step: number; readonly rowtol: number },
    want: (time: number) => void,
  ) {
    const { step, rowtol } = options;
    const { n, m, inputs } = sizes;
    const track = new PointTrack(sizes);
    this.isWritten = columns.length > 0;
    this.#pool = new RowPool(track, new ColumnReader(columns, sizes, track), n + m + inputs.length, rowtol);
    this.#refiner = new HalvedCells(this.#pool, rows.shares[part] ?? new Float64Array(0), step, want);
    this.#targets = rows.targets[part] ?? [];
    this.#before = new Float64Array(columns.length + 1);
    this.#after = new Float64Array(columns.length + 1);
    this.#ahead = new Float64Array(columns.length + 1);
  }

  /** When the segment ends, or an input that is written breaks without ending it. */
  get due(): number {
    return Math.min(this.#end, this.#breakpoint);
  }

  /** Takes the left limits at t; the rows that the block has now are in this segment. */
  leave(t: number): void {
    if (this.#aheadAt === t) this.#before.set(this.#ahead);
    else this.#take(t, 'left', this.#before);
    const { count } = this.rows;
    if (this.#segment && this.isWritten && this.#next < count) {
      this.#left.push({ segment: this.#segment, from: this.#next, to: count });
      this.#leftSize += 1 + this.#segment.size;
      this.#next = count;
      if (this.#leftSize > mostLeft) this.fill();
    }
  }

  /** Goes on with the next segment; releases it when its rows are filled in. */
  begin(segment: KeptSegment): void {
    const before = this.#segment;
    if (before && this.#left.at(-1)?.segment !== before) before.release();
    this.#end = segment.t1;
    this.#aheadAt = NaN;
    this.#segment = segment;
    if (this.isWritten) this.#pool.begin(segment.source);
  }

  /** Takes the right limits at t, and asks for rows from there on, at most to the end of the segment. */
  enter(t: number, isEvent: boolean, until: number): void {
    if (isEvent) this.#refiner.mark(t);
    this.#breakpoint = this.#nextBreakpoint(t);
    if (!this.ask(t, until)) this.#take(t, 'right', this.#after);
  }

  /** Whether a column jumps where something happened last. */
  get jumps(): boolean {
    const { largest } = this.#pool;
    for (let c = 1; c < largest.length; c++) {
      const rise = (this.#after[c] as number) - (this.#before[c] as number);
      if (Math.abs(rise) > jumpPart * (largest[c] as number)) return true;
    }
    return false;
  }

  /** Fills in the rows of the left and of the right limits, the last that stand in the block; -1 for none. */
  settle(left: number, right: number): void {
    this.#targets.forEach((target, c) => {
      if (left >= 0) target[left] = this.#before[c + 1] as number;
      if (right >= 0) target[right] = this.#after[c + 1] as number;
    });
    this.#next = this.rows.count;
  }

  /** Fills in the rows that the block has. */
  fill(): void {
    const present = this.#segment;
    if (!this.isWritten || !present) return;
    const pool = this.#pool;
    const left = this.#left;
    for (let k = 0; k < left.length; k++) {
      const { segment, from, to } = left[k] as RowsOfSegment;
      pool.begin(segment.source);
      this.#fill(from, to);
      const isLast = segment !== left[k + 1]?.segment;
      if (isLast && segment !== present) segment.release();
    }
    if (left.length > 0) pool.begin(present.source);
    left.length = this.#leftSize = 0;
    this.#fill(this.#next, this.rows.count);
    this.#next = this.rows.count;
  }

  /** The block is written and empty. */
  reset(): void {
    this.#next = 0;
  }

  /** Fills in the rows [from, end) of the segment that the pool is at. */
  #fill(from: number, end: number): void {
    const { times, left } = this.rows;
    const { track, reader } = this.#pool;
    const { width } = reader;
    for (let first = from; first < end; first += pointsAtOnce) {
      const count = Math.min(pointsAtOnce, end - first);
      this.#pool.reserve(count);
      for (let k = 0; k < count; k++)
        track.set(k, times[first + k] as number, left[first + k] === 1 ? 'left' : 'right', false);
      this.#pool.fill(0, count);
      const values = this.#pool.rows;
      for (let c = 0; c < this.#targets.length; c++) {
        const target = this.#targets[c] as Float64Array;
        for (let k = 0, at = c + 1; k < count; k++, at += width) target[first + k] = values[at] as number;
      }
    }
  }

  /** Asks for rows between two times of the present segment, at most to its end; returns whether that is any time. */
  ask(from: number, until: number): boolean {
    const { step, rowtol } = this.options;
    const to = Math.min(until, this.due);
    if (!this.isWritten || rowtol === 0 || !(to > from)) return false;
    let cell = Math.floor(from / step + samePart);
    const cells = Math.ceil((to - from) / step) + 2;
    if (this.#cells.length < cells) this.#cells = new Float64Array(2 * cells);
    const pool = this.#pool;
    pool.reserve(cells);
    const { track } = pool;
    let count = 0;
    track.set(count, from, 'right', true);
    this.#cells[count++] = cell++;
    for (; cell * step < to; cell++) {
      if (!(cell * step > from)) continue;
      track.set(count, cell * step, 'right', false);
      this.#cells[count++] = cell;
    }
    track.set(count, to, 'left', true);
    pool.fill(0, count + 1);
    this.#copy(0, this.#after);
    this.#copy(count, this.#ahead);
    this.#aheadAt = to;
    this.#refiner.ask(count + 1, this.#cells);
    return true;
  }

  #take(t: number, side: 'left' | 'right', out: Float64Array): void {
    if (!this.isWritten) return;
    this.#pool.track.set(0, t, side, true);
    this.#pool.fill(0, 1);
    this.#copy(0, out);
  }

  #copy(point: number, out: Float64Array): void {
    const { rows } = this.#pool;
    for (let c = 0, at = point * out.length; c < out.length; c++, at++) out[c] = rows[at] as number;
  }

  #nextBreakpoint(t: number): number {
    const { track, reader } = this.#pool;
    let next = Infinity;
    for (const input of track.direct) {
      if (!reader.readsInput(input)) continue;
      next = Math.min(next, this.sizes.inputs[input]?.nextBreakpoint(t) ?? Infinity);
    }
    return next;
  }
}
