/**
 * Observer that turns the segments of an event-driven run into rows (conventions: rows): multiples of the output
 * step from tstart on, and the events: two rows with equal time where a written quantity jumps, else one. The right
 * limit of an event is where the next segment begins, so that no event needs to be told; what holds between two events of one time is no row.
 *
 * Between these come the rows without which a straight line from row to row would miss a written quantity by more than
 * `rowtol` of its largest magnitude so far: where all quantities are linear forms of linear motions their second derivatives
 * say which (`curvature-refiner.ts`), else intervals are halved (`row-refiner.ts`), and of the points so found those that
 * a line needs become rows (`chord-watch.ts`). Inputs that only turn switches end no segment: where they are written, their breakpoints are rows.
 *
 * All is done in blocks of points. A long segment is written in portions, between which a run can be stopped.
 * Cost: the series and the non-zeros of the columns a point; two points a row where intervals are halved.
 */
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import { rowRules, rowState } from '../../kernel/simulation/time-stepping/row-memory.js';
import type { Observer, Segment } from '../../kernel/simulation/stream.js';
import type { Side } from '../certificate/circuit-point.js';
import { ChordWatch } from './chord-watch.js';
import { CurvatureRefiner } from './curvature-refiner.js';
import { breakpointsOf } from './direct-breakpoints.js';
import type { RowBlock } from './row-block.js';
import type { RowPool } from './row-pool.js';
import { RowRefiner } from './row-refiner.js';
import { isNearEnd, middleOf } from '../certificate/segment-times.js';

/** Points of one block, and rows of a segment between two pauses. */
const pointsPerBlock = 256;
const rowsBetweenPauses = 65536;
const { jumpPart, samePart } = rowRules;

export interface RowSamplerOptions {
  readonly inputs: readonly Signal[];
  readonly tstart: number;
  readonly tstop: number;
  /** Output step, seconds. */
  readonly step: number;
  /** Part of a quantity's largest magnitude by which lines between rows may miss it; 0: no rows are added. */
  readonly rowtol: number;
  /** Times of events are known to so many seconds. */
  readonly evtol: number;
  /** Told of every point that is looked at and not thrown away, by its place in the track. */
  readonly check?: (from: number, to: number) => void;
  /** Rows are recorded beside it (`recorded-rows.ts`), over the same memory. */
  readonly recorded?: boolean;
}

/** What becomes of a point. */
const fate = Object.freeze({ row: 0, leftLimit: 1, rightLimit: 2, last: 3 });

/** What becomes of the begin of a segment: a row where something happened, else none, or that of an output time before it. */
const opening = Object.freeze({ none: 0, event: 1, row: 2, goesOn: 3 });

export class RowSampler implements Observer {
  unfinished = false;
  readonly #refiner: RowRefiner;
  readonly #curvature: CurvatureRefiner;
  /** Second derivatives along the present segment are known. */
  #isCurved = false;
  readonly #watch: ChordWatch;
  readonly #fates = new Uint8Array(pointsPerBlock + 2);
  /** The last point that was offered and is no row yet, where there is one. */
  readonly #offered: Float64Array;
  /** The cone of the last row has been opened. */
  #watches = false;
  readonly #lastRow: Float64Array;
  /** The left limit at the end of the last segment, until it is known what follows; its time is NaN when that is settled. */
  readonly #pending: Float64Array;
  readonly #state: Float64Array;
  #breakpoints: { readonly direct: Int32Array; readonly next: (t: number) => number } | undefined;
  #segment: Segment | undefined;
  /** Points that stand at the begin of the pool. */
  #known = 0;
  /** What is still to be done with the first point. */
  #opening: number = opening.none;
  /** The segment has a row away from its ends. */
  #hasInner = false;

  constructor(
    private readonly options: RowSamplerOptions,
    private readonly pool: RowPool,
    private readonly block: RowBlock,
  ) {
    const { width } = pool.reader;
    this.#refiner = new RowRefiner(pool);
    this.#curvature = new CurvatureRefiner(pool);
    this.#watch = new ChordWatch(width);
    this.#offered = new Float64Array(width);
    this.#lastRow = pool.memory.last;
    this.#pending = pool.memory.pending;
    this.#state = pool.memory.state;
    this.#state[rowState.index] = Math.ceil(options.tstart / options.step - samePart);
    this.#state[rowState.breakpoint] = -Infinity;
  }

  /** Index of the next output time. */
  get #index(): number {
    return this.#state[rowState.index] as number;
  }

  set #index(index: number) {
    this.#state[rowState.index] = index;
  }

  /** The next breakpoint of an input that no segment follows. */
  get #breakpoint(): number {
    return this.#state[rowState.breakpoint] as number;
  }

  set #breakpoint(t: number) {
    this.#state[rowState.breakpoint] = t;
  }

  get #hasOffered(): boolean {
    return this.#state[rowState.offered] === 1;
  }

  set #hasOffered(has: boolean) {
    this.#state[rowState.offered] = has ? 1 : 0;
  }

  /** Every segment is wanted, but nothing between them; none where code records their rows. */
  skippable(): number {
    return this.options.recorded === true ? Infinity : 0;
  }

  segment(segment: Segment): void {
    const { t0, t1 } = segment;
    if (segment.recorded === true || (t1 === t0 && this.#pending[0] === t0)) return;
    const { tstart } = this.options;
    this.pool.begin(segment);
    this.#segment = segment;
    this.#isCurved = this.pool.reader.hasCurvatures(this.pool.track);
    if (this.#breakpoint === -Infinity) this.#breakpoint = this.#nextBreakpoint(t0);
    const isEvent = segment.afterEvent !== false || this.#breakpoint <= t0;
    if (this.#breakpoint <= t0) this.#breakpoint = this.#nextBreakpoint(t0);
    this.#known = 0;
    this.#hasInner = false;
    this.#opening = opening.none;
    if (t0 >= tstart) this.#openAt(t0, isEvent);
    else this.#settlePending(this.#isRowTime());
    this.proceed();
  }

  /** Writes rows of the last segment, up to its end or a pause. */
  proceed(): void {
    const segment = this.#segment;
    const { tstart } = this.options;
    this.unfinished = false;
    if (!segment) return;
    const pause = this.block.rows + rowsBetweenPauses;
    for (;;) {
      const count = this.#collect(segment);
      const isLast = this.#fates[count - 1] === fate.last;
      if (count === this.#known || (isLast && segment.t1 < tstart)) return;
      const first = this.#opening === opening.none ? this.#known : 0;
      this.pool.fill(first, count);
      const checked = this.#opening === opening.event ? 0 : this.#known;
      if (first < this.#known) this.#open();
      this.#write(count, checked);
      if (isLast) return;
      this.#keep(count);
      if (this.block.rows < pause) continue;
      this.unfinished = true;
      return;
    }
  }

  end(incomplete?: string): void {
    if (!this.unfinished) this.#settlePending(this.#isRowTime());
    this.block.end(incomplete);
  }

  /** Sets the right limit at the begin of a segment, as the first of its points. */
  #openAt(t0: number, isEvent: boolean): void {
    this.#set(0, t0, fate.row, 'right', true);
    this.#known = 1;
    this.#opening = isEvent ? opening.event : this.#isRowTime() ? opening.row : opening.goesOn;
    if (isEvent) this.#pass(t0);
    else if (this.#opening === opening.row) this.#pass(this.#pending[0] as number);
  }

  /** Writes what stands at the begin of a segment, the points of which are filled in. */
  #open(): void {
    const { rows } = this.pool;
    if (this.#opening === opening.event) {
      if (this.#pending[0] === rows[0] && this.#differs(this.#pending, 0, rows, 0))
        this.#writeRow(this.#pending, 0);
      this.#pending[0] = NaN;
      this.#writeRow(rows, 0);
    } else this.#settlePending(this.#opening === opening.row);
    this.#opening = opening.none;
  }

  /** Sets the times of the next points behind those that are known; returns how many there are in all. */
  #collect(segment: Segment): number {
    const { t0, t1 } = segment;
    const { step, evtol } = this.options;
    const close = samePart * step;
    const isNear = (t: number): boolean => isNearEnd(segment, t, evtol);
    let count = this.#known;
    while (count < pointsPerBlock) {
      const t = this.#index * step;
      if (this.#breakpoint < t1 && this.#breakpoint <= t + close) {
        this.#set(count++, this.#breakpoint, fate.leftLimit, 'left', true);
        this.#set(count++, this.#breakpoint, fate.rightLimit, 'right', true);
        this.#breakpoint = this.#nextBreakpoint(this.#breakpoint);
        if ((this.#times[count - 1] as number) >= t - close) this.#index++;
      } else if (t < t1 - close) {
        this.#index++;
        // The event at t0 wrote this row.
        if (t <= t0 + close) continue;
        this.#set(count++, t, fate.row, 'right', isNear(t));
        this.#hasInner ||= !isNear(t);
      } else {
        // A segment shorter than times can tell has no inputs but those behind its begin.
        this.#set(count++, t1, fate.last, t1 > t0 ? 'left' : 'right', true);
        break;
      }
    }
    return count;
  }

  get #times(): Float64Array {
    return this.pool.track.times;
  }

  #set(k: number, t: number, what: number, side: Side, nearEvent: boolean): void {
    this.pool.reserve(k + 1);
    this.pool.track.set(k, t, side, nearEvent);
    this.#fates[k] = what;
  }

  /** Writes the points behind those that are known, and what lines between them would miss. */
  #write(count: number, checked: number): void {
    const { pool, options } = this;
    const { width } = pool.reader;
    if (options.check && this.#fates[count - 1] === fate.last && !this.#hasInner) this.#checkMiddle(count);
    options.check?.(checked, count);
    if (options.rowtol > 0 && this.#isCurved) {
      this.#writeCurved(count);
      return;
    }
    const isRefined = options.rowtol > 0;
    const total = isRefined ? this.#refiner.refine(this.#known, count) : count;
    const { next } = this.#refiner;
    for (let k = this.#known === 0 ? 0 : this.#known - 1; k < count; k++) {
      if (k >= this.#known) this.#take(k);
      if (total === count || k + 1 === count) continue;
      for (let between = next[k] as number; between >= count; between = next[between] as number) {
        options.check?.(between, between + 1);
        this.#offer(pool.rows, between * width);
      }
    }
  }

  /** The same where second derivatives say what lines would miss. */
  #writeCurved(count: number): void {
    const { pool, options, block } = this;
    const { width } = pool.reader;
    const total = this.#curvature.refine(this.#known, count);
    if (total > count) options.check?.(count, total);
    const { starts } = this.#curvature;
    const known = this.#known;
    /** Of the rows that were written here the last one. */
    let last = -1;
    for (let k = known === 0 ? 0 : known - 1; k < count; k++) {
      if (k >= known) {
        if (this.#fates[k] === fate.row && !this.#hasOffered) block.push(pool.rows, (last = k * width));
        else {
          if (last >= 0) this.#keepLast(pool.rows, last);
          last = -1;
          this.#take(k);
        }
      }
      const from = starts[k] as number;
      const to = starts[k + 1] as number;
      if (from === to) continue;
      if (this.#hasOffered) this.#offer(pool.rows, from * width);
      block.pushAll(pool.rows, from, to);
      last = (to - 1) * width;
      this.#hasOffered = false;
    }
    if (last >= 0) this.#keepLast(pool.rows, last);
  }

  /** Checks the middle of a segment without inner rows: at its ends a switch may stand on either side. */
  #checkMiddle(k: number): void {
    const { track } = this.pool;
    const middle = this.#segment ? middleOf(this.#segment) : NaN;
    if (Number.isNaN(middle)) return;
    this.pool.reserve(k + 1);
    track.set(k, middle, 'right', false);
    track.fill(k, k + 1);
    this.options.check?.(k, k + 1);
  }

  #take(k: number): void {
    const { rows, reader } = this.pool;
    const at = k * reader.width;
    switch (this.#fates[k]) {
      case fate.last:
        for (let c = 0; c < reader.width; c++) this.#pending[c] = rows[at + c] as number;
        return;
      case fate.leftLimit:
        if (this.#differs(rows, at, rows, at + reader.width)) this.#writeRow(rows, at);
        return;
      default:
        this.#writeRow(rows, at);
    }
  }

  /** Keeps the last two points, from which the next block goes on. */
  #keep(count: number): void {
    const kept = Math.min(2, count);
    for (let k = 0; k < kept; k++) this.pool.copy(count - kept + k, k);
    this.#known = kept;
  }

  /** Writes the row of the time that the last segment reached, where nothing happened and it is one. */
  #settlePending(isRow: boolean): void {
    const left = this.#pending[0] as number;
    if (Number.isNaN(left)) return;
    if (isRow) {
      this.#writeRow(this.#pending, 0);
      this.#pass(left);
    } else this.#offer(this.#pending, 0);
    this.#pending[0] = NaN;
  }

  /** Whether the time that the last segment reached is the next multiple of the output step; what is as close to tstop has its row there. */
  #isRowTime(): boolean {
    const { step, tstop } = this.options;
    const t = this.#pending[0] as number;
    const close = samePart * step;
    return t >= tstop || (Math.abs(this.#index * step - t) <= close && t < tstop - close);
  }

  /** Goes on to the next output time behind t. */
  #pass(t: number): void {
    const { step } = this.options;
    while (this.#index * step <= t + samePart * step) this.#index++;
  }

  #differs(left: Float64Array, at: number, right: Float64Array, to: number): boolean {
    const { largest } = this.pool;
    for (let c = 1; c < largest.length; c++) {
      if (Math.abs((right[to + c] as number) - (left[at + c] as number)) > jumpPart * (largest[c] as number))
        return true;
    }
    return false;
  }

  /** Takes note of a point; the one before it becomes a row where a line to this one would miss it. */
  #offer(rows: Float64Array, at: number): void {
    if (this.options.rowtol === 0) return;
    const { bounds } = this.pool;
    if (!this.#watches) this.#watch.begin(this.#lastRow);
    this.#watches = true;
    if (!this.#watch.passes(rows, bounds, at)) {
      if (this.#hasOffered) {
        this.#push(this.#offered, 0);
        this.#watch.begin(this.#lastRow);
        this.#watches = true;
      }
      this.#watch.passes(rows, bounds, at);
    }
    for (let c = 0; c < this.#offered.length; c++) this.#offered[c] = rows[at + c] as number;
    this.#hasOffered = true;
  }

  /** Writes a row that must be there, and before it what a line to it would miss. */
  #writeRow(rows: Float64Array, at: number): void {
    if (this.#hasOffered) this.#offer(rows, at);
    this.#push(rows, at);
  }

  #push(rows: Float64Array, at: number): void {
    this.block.push(rows, at);
    this.#keepLast(rows, at);
  }

  /** Notes the row that was written last: lines begin there. */
  #keepLast(rows: Float64Array, at: number): void {
    for (let c = 0; c < this.#lastRow.length; c++) this.#lastRow[c] = rows[at + c] as number;
    this.#hasOffered = this.#watches = false;
  }

  #nextBreakpoint(t: number): number {
    const { reader, track } = this.pool;
    if (this.#breakpoints?.direct !== track.direct) {
      const next = breakpointsOf(reader, this.options.inputs, track.direct);
      this.#breakpoints = { direct: track.direct, next };
    }
    return this.#breakpoints.next(t);
  }
}
