/**
 * What one part of a circuit gives to the rows of all: its own columns at whatever times rows stand, where something happens
 * to it, and the times at which it wants rows itself. It goes through its segments twice, each time through all that lie before
 * a time that all parts have reached: to ask for rows, and, when all have asked, to fill in its columns. Its numbers are those
 * of a run of the part alone. Cost: that of its own columns a row.
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

/** Who merges what parts ask for. */
export interface RowRequests {
  /** A row is wanted at a time. */
  want(time: number): void;
  /** Something happens at a time; whether a column jumps there. */
  event(time: number, jumps: boolean): void;
}

export interface PartRowsOptions {
  /** Output step, seconds. */
  readonly step: number;
  /** Part of a quantity's largest magnitude by which lines between rows may miss it; 0: no rows are added. */
  readonly rowtol: number;
  /** No row is asked for before, seconds. */
  readonly first: number;
}

export class PartRows {
  /** The part has columns. */
  readonly isWritten: boolean;
  /** Where its segments end, seconds, and the sum of the sizes of those that are kept. */
  reached = 0;
  size = 0;
  readonly #pool: RowPool;
  readonly #refiner: HalvedCells;
  readonly #targets: readonly Float64Array[];
  /** The limits where something happened last; the left ones at `aheadAt` are known where rows were asked for up to it. */
  readonly #before: Float64Array;
  readonly #after: Float64Array;
  readonly #ahead: Float64Array;
  #aheadAt = NaN;
  /** Segments that are still needed, in order: the one in which rows are asked for and the one in which they are filled in. */
  readonly #segments: KeptSegment[] = [];
  #asking = -1;
  #filling = 0;
  /** The segment that the pool is at. */
  #present: KeptSegment | undefined;
  /** Rows were asked for up to here; whether something is to happen here, and where next. */
  #time = 0;
  #isDue = true;
  #end = 0;
  #breakpoint = Infinity;
  /** The first row of the block that is not filled in. */
  #next = 0;
  #cells = new Float64Array(0);

  constructor(
    { columns }: PartColumns,
    private readonly sizes: PointSizes,
    private readonly rows: MergedRows,
    part: number,
    private readonly options: PartRowsOptions,
    private readonly requests: RowRequests,
  ) {
    const { step, rowtol } = options;
    const { n, m, inputs } = sizes;
    const track = new PointTrack(sizes);
    this.isWritten = columns.length > 0;
    this.#pool = new RowPool(track, new ColumnReader(columns, sizes, track), n + m + inputs.length, rowtol);
    const share = rows.shares[part] ?? new Float64Array(0);
    this.#refiner = new HalvedCells(this.#pool, share, step, (time) => {
      requests.want(time);
    });
    this.#targets = rows.targets[part] ?? [];
    this.#before = new Float64Array(columns.length + 1);
    this.#after = new Float64Array(columns.length + 1);
    this.#ahead = new Float64Array(columns.length + 1);
  }

  /** Takes the next segment, which is released when nobody needs it any more. */
  take(segment: KeptSegment): void {
    this.reached = segment.t1;
    if (!this.isWritten) {
      segment.release();
      return;
    }
    this.#segments.push(segment);
    this.size += 1 + segment.size;
  }

  /** Asks for the rows before a time that its segments reach, and tells of what happens before it. */
  ask(until: number): void {
    if (!this.isWritten) return;
    const asking = this.#segments[this.#asking];
    if (asking) this.#goTo(asking);
    while (this.#time < until) {
      const isEvent = this.#isDue;
      if (isEvent && !this.#enter()) return;
      const end = Math.min(this.#end, this.#breakpoint);
      const to = Math.min(end, until);
      this.#askBetween(this.#time, to);
      this.#time = to;
      this.#isDue = to === end;
    }
  }

  /** Goes on where something is to happen, with the next segment or behind a breakpoint; returns whether there is any. */
  #enter(): boolean {
    const t = this.#time;
    let isEvent = true;
    if (t === this.#end) {
      const next = this.#segments[this.#asking + 1];
      if (!next) return false;
      ({ isEvent } = next);
      if (isEvent && this.#asking >= 0) this.#leave(t);
      this.#asking++;
      this.#goTo(next);
      this.#end = next.t1;
    } else this.#leave(t);
    this.#breakpoint = this.#nextBreakpoint(t);
    this.#isDue = false;
    if (!isEvent) return true;
    this.#refiner.mark(t);
    this.#take(t, 'right', this.#after);
    this.requests.event(t, this.#jumps());
    return true;
  }

  /** Takes the left limits. */
  #leave(t: number): void {
    if (this.#aheadAt === t) this.#before.set(this.#ahead);
    else this.#take(t, 'left', this.#before);
  }

  /** Whether a column jumps where something happened last. */
  #jumps(): boolean {
    const { largest } = this.#pool;
    for (let c = 1; c < largest.length; c++) {
      const rise = (this.#after[c] as number) - (this.#before[c] as number);
      if (Math.abs(rise) > jumpPart * (largest[c] as number)) return true;
    }
    return false;
  }

  /** Fills in the rows that the block has and it has not. */
  fill(): void {
    const { count, times, left } = this.rows;
    const segments = this.#segments;
    while (this.isWritten && this.#next < count) {
      const segment = segments[this.#filling];
      if (!segment) return;
      const { t1 } = segment;
      let to = this.#next;
      while (to < count) {
        const t = times[to] as number;
        if (!(t < t1 || (t === t1 && left[to] === 1))) break;
        to++;
      }
      // Where the part ends there is nothing behind.
      if (this.#filling + 1 === segments.length) to = count;
      if (to > this.#next) {
        this.#goTo(segment);
        this.#fill(this.#next, to);
        this.#next = to;
      }
      if (to < count) this.#filling++;
    }
  }

  /** The block is written and empty. */
  reset(): void {
    this.#next = 0;
  }

  /** Releases the segments that end before a time: there are no more rows in them. */
  release(before: number): void {
    const segments = this.#segments;
    let count = 0;
    while (count < this.#asking && (segments[count] as KeptSegment).t1 < before) {
      const segment = segments[count++] as KeptSegment;
      this.size -= 1 + segment.size;
      segment.release();
    }
    if (count === 0) return;
    segments.splice(0, count);
    this.#asking -= count;
    this.#filling = Math.max(0, this.#filling - count);
    // What was released is written over.
    this.#present = undefined;
  }

  #goTo(segment: KeptSegment): void {
    if (this.#present === segment) return;
    this.#present = segment;
    this.#pool.begin(segment.source);
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

  /** Asks for rows between two times of the present segment. */
  #askBetween(begin: number, to: number): void {
    const { step, rowtol, first } = this.options;
    const from = Math.max(begin, first);
    if (rowtol === 0 || !(to > from)) return;
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
    this.#copy(count, this.#ahead);
    this.#aheadAt = to;
    this.#refiner.ask(count + 1, this.#cells);
  }

  #take(t: number, side: 'left' | 'right', out: Float64Array): void {
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
    const { direct } = track;
    let next = Infinity;
    for (let d = 0; d < direct.length; d++) {
      const input = direct[d] as number;
      if (!reader.readsInput(input)) continue;
      next = Math.min(next, this.sizes.inputs[input]?.nextBreakpoint(t) ?? Infinity);
    }
    return next;
  }
}
