/**
 * What one part of a circuit gives to the rows of all: its own columns at whatever times rows stand, where something happens
 * to it, and the times at which it wants rows itself. It goes through its segments twice, each time through all that lie before
 * a time that all parts have reached: to ask for rows, and, when all have asked, to fill in its columns. Its numbers are those
 * of a run of the part alone (`kernel/simulation/event-driven/rows`). Cost: that of its own columns a row.
 */
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { SegmentPart } from '../../kernel/simulation/stream.js';
import type { PointSizes } from '../certificate/circuit-point.js';
import type { KeptSegment } from '../certificate/kept-segment.js';
import { PointTrack } from '../certificate/point-track.js';
import { ColumnReader } from './column-reader.js';
import { breakpointsOf } from './direct-breakpoints.js';
import { fastestOf } from './input-rate.js';
import type { MergedRows } from './merged-rows.js';
import { ModeOfPart } from './mode-of-part.js';
import type { PartColumns } from './part-columns.js';
import { partNumbers, type RowsOfPart } from '../../kernel/simulation/event-driven/rows/part-arrays.js';
import type { PartRowRoom, PresentPart } from './part-row-room.js';

/** No row is added for what is below this part of the terms of a quantity. */
const roundingPart = 1e-13;
/** Times that a part has wanted and that lie ahead of where it asks. */
const waitingAtOnce = 512;

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

export class PartRows implements PresentPart {
  /** The part has columns. */
  readonly isWritten: boolean;
  readonly want: (time: number) => void;
  /** Where its segments end, seconds, and the sum of the sizes of those that are kept. */
  reached = 0;
  size = 0;
  readonly #track: PointTrack;
  readonly #reader: ColumnReader;
  readonly #arrays: RowsOfPart;
  readonly #zeta: Float64Array;
  /** Points that script reads. */
  #points = new Float64Array(0);
  /** Its modes by their projections; undefined for those that script reads. */
  readonly #modes = new WeakMap<Float64Array, ModeOfPart | undefined>();
  readonly #byScript: ModeOfPart;
  /** The left limits are known at this time: rows were asked for up to it. */
  #aheadAt = NaN;
  /** Segments that are still needed, in order: the one in which rows are asked for and the one in which they are filled in. */
  readonly #segments: KeptSegment[] = [];
  #asking = -1;
  #filling = 0;
  /** The segment that is looked at, its mode, and whether the track is at it too. */
  #present: KeptSegment | undefined;
  #mode: ModeOfPart;
  #isTracked = false;
  #series: Float64Array;
  #sizes: Int32Array;
  /** The inputs that are held. */
  #inputs: readonly Signal[] | undefined;
  /** The inputs that script reads, and the bound of their rates, 1/s. */
  #rated: Int32Array | undefined;
  #inputRate = 0;
  /** Rows were asked for up to here; whether something is to happen here, and where next. */
  #time = 0;
  #isDue = true;
  #end = 0;
  #breakpoint = Infinity;
  /** The first row of the block that is not filled in. */
  #next = 0;

  constructor(
    { columns }: PartColumns,
    private readonly sizes: PointSizes,
    private readonly rows: MergedRows,
    part: number,
    private readonly room: PartRowRoom,
    private readonly options: PartRowsOptions,
    private readonly requests: RowRequests,
  ) {
    const { step, rowtol } = options;
    const { n, m, inputs } = sizes;
    const { numbers } = room;
    const floats = (): Float64Array => numbers.floats(columns.length);
    this.isWritten = columns.length > 0;
    this.want = (time) => {
      requests.want(time);
    };
    this.#track = new PointTrack(sizes);
    this.#reader = new ColumnReader(columns, sizes, this.#track);
    this.#zeta = new Float64Array(n + m + inputs.length);
    this.#arrays = {
      ...{ columns: columns.length, step, rowtol, shares: rows.shares[part] ?? new Float64Array(0) },
      ...{ largest: floats(), bounds: floats(), rounding: floats(), asks: floats(), ahead: floats() },
      ...{ waiting: numbers.floats(waitingAtOnce), counts: numbers.integers(1) },
      ...{ numbers: numbers.floats(partNumbers.count).fill(NaN), targets: rows.targets[part] ?? [] },
      held: numbers.floats(inputs.length),
    };
    this.#arrays.numbers[partNumbers.anchor] = 0;
    this.#byScript = this.#mode = new ModeOfPart(room, this.#arrays);
    this.#series = room.noSeries;
    this.#sizes = room.noSizes;
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
    const { room, options } = this;
    room.present = this;
    const asking = this.#segments[this.#asking];
    if (asking) this.#goTo(asking);
    while (this.#time < until) {
      if (this.#isDue && !this.#enter()) break;
      const end = Math.min(this.#end, this.#breakpoint);
      const to = Math.min(end, until);
      const from = Math.max(this.#time, options.first);
      if (options.rowtol > 0 && to > from) {
        this.#mode.ask(this.#series, this.#sizes, from, to, options.step);
        this.#aheadAt = to;
      }
      this.#time = to;
      this.#isDue = to === end;
    }
    room.takeWanted();
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
    this.#arrays.numbers[partNumbers.anchor] = t;
    this.requests.event(t, this.#mode.jumpsAt(this.#series, this.#sizes, t));
    return true;
  }

  /** Takes the left limits. */
  #leave(t: number): void {
    if (this.#aheadAt !== t) this.#mode.leaveAt(this.#series, this.#sizes, t);
    this.#aheadAt = t;
  }

  #nextBreakpoint(t: number): number {
    const { series } = this.#mode;
    if (series) return series.nextBreakpoint(t);
    return breakpointsOf(this.#reader, this.sizes.inputs, this.#track.direct)(t);
  }

  /** Fills in the rows that the block has and it has not. */
  fill(): void {
    if (!this.isWritten) return;
    const { count, times, left } = this.rows;
    const segments = this.#segments;
    this.room.present = this;
    while (this.#next < count) {
      const segment = segments[this.#filling];
      if (!segment) return;
      const { t1 } = segment;
      let to = count;
      for (let low = this.#next; low < to;) {
        const middle = (low + to) >> 1;
        const t = times[middle] as number;
        if (t < t1 || (t === t1 && left[middle] === 1)) low = middle + 1;
        else to = middle;
      }
      // Where the part ends there is nothing behind.
      if (this.#filling + 1 === segments.length) to = count;
      if (to > this.#next) {
        this.#goTo(segment);
        this.#mode.fillRows(this.#series, this.#sizes, this.#next, to);
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
    this.#isTracked = false;
    const points = segment.points;
    const mode = (points && this.#modeOf(segment.source as readonly SegmentPart[])) ?? this.#byScript;
    this.#series = points?.series ?? this.room.noSeries;
    this.#sizes = points?.sizes ?? this.room.noSizes;
    if (mode === this.#mode && mode.series) return;
    this.#mode = mode;
    const { numbers } = this.#arrays;
    const track = mode.series ? undefined : this.#tracked();
    numbers[partNumbers.rate] = mode.series?.rate ?? track?.rate ?? 0;
    numbers[partNumbers.inputRate] = mode.series?.inputRate ?? (track ? this.#rateOf(track.direct) : 0);
    if (mode.series?.inputs !== this.#inputs) numbers[partNumbers.heldFrom] = NaN;
    this.#inputs = mode.series?.inputs;
  }

  #modeOf([part]: readonly SegmentPart[]): ModeOfPart | undefined {
    if (!part) return undefined;
    const { projection } = part;
    if (projection === this.#mode.projection) return this.#mode;
    const known = this.#modes.get(projection);
    if (known || this.#modes.has(projection)) return known;
    const { direct, rate } = this.#tracked();
    const forms = this.#reader.recorded(part, direct);
    const inputs = this.#inputsOf(direct);
    const nextBreakpoint = breakpointsOf(this.#reader, this.sizes.inputs, direct);
    const inputRate = fastestOf(inputs);
    const series = forms && { ...{ forms, rate, inputs, inputRate, nextBreakpoint }, projection };
    const mode = series && new ModeOfPart(this.room, this.#arrays, series);
    this.#modes.set(projection, mode);
    return mode;
  }

  /** That of inputs which script reads, found once as long as they are the same. */
  #rateOf(direct: Int32Array): number {
    if (direct !== this.#rated) this.#inputRate = fastestOf(this.#inputsOf(direct));
    this.#rated = direct;
    return this.#inputRate;
  }

  #inputsOf(direct: Int32Array): Signal[] {
    return Array.from(direct, (input) => this.sizes.inputs[input] as Signal);
  }

  /** The track, at the present segment. */
  #tracked(): PointTrack {
    if (!this.#isTracked && this.#present) this.#track.begin(this.#present.source);
    this.#isTracked = true;
    return this.#track;
  }

  readInputs(times: Float64Array, left: Uint8Array, first: number, count: number): void {
    const { inputs = [] } = this.#mode.series ?? {};
    const { u } = this.room.arrays;
    inputs.forEach((signal, d) => {
      for (let k = 0, at = d; k < count; k++, at += inputs.length) {
        const t = times[first + k] as number;
        u[at] = left[first + k] === 1 ? signal.valueLeft(t) : signal.value(t);
      }
    });
    if (left[first] === 0) this.#hold(inputs, times[first] as number);
  }

  /** Notes up to where inputs, which are straight lines, stay where they are. */
  #hold(inputs: readonly Signal[], t: number): void {
    const { held, numbers } = this.#arrays;
    let until = Infinity;
    for (const input of inputs) until = Math.min(until, input.nextBreakpoint(t));
    numbers[partNumbers.heldFrom] = t;
    numbers[partNumbers.heldTo] = until;
    inputs.forEach((input, d) => {
      const value = input.value(t);
      const later = until < Infinity ? input.valueLeft(until) : input.value(2 * t + 1);
      if (later !== value) numbers[partNumbers.heldFrom] = NaN;
      held[d] = value;
    });
  }

  readColumns(first: number, count: number): void {
    const track = this.#tracked();
    const { times, left, values } = this.room.arrays;
    const { width } = this.#reader;
    for (let k = 0; k < count; k++)
      track.set(k, times[first + k] as number, left[first + k] === 1 ? 'left' : 'right', false);
    track.fill(0, count);
    if (this.#points.length < count * width) this.#points = new Float64Array(count * width);
    this.#reader.read(track, 0, count, this.#points);
    for (let k = 0, to = first * (width - 1); k < count; k++)
      for (let c = 1; c < width; c++, to++) values[to] = this.#points[k * width + c] as number;
  }

  roundingOf(column: number, point: number): number {
    const track = this.#tracked();
    const { times, left } = this.room.arrays;
    track.set(0, times[point] as number, left[point] === 1 ? 'left' : 'right', false);
    track.fill(0, 1);
    track.zeta(0, this.#zeta);
    return roundingPart * this.#reader.terms(column, this.#zeta);
  }
}
