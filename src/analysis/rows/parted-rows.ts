/**
 * The rows of a circuit in parts (conventions: rows), in the order of time: multiples of the output step, what each part wants
 * between these (`halved-cells.ts`), and where something happens to a part that is written: two rows with equal time where
 * one of its columns jumps, else one. Parts fill in their columns when the block is full, and keep their segments until then: an
 * event costs what its part costs, a row the sum of its columns.
 */
import type { PointSizes, Side } from '../certificate/circuit-point.js';
import type { KeptSegment } from '../certificate/kept-segment.js';
import type { Column } from '../../waveform/plot.js';
import { MergedRows } from './merged-rows.js';
import type { PartColumns } from './part-columns.js';
import { PartRows } from './part-rows.js';
import { PendingTimes } from './pending-times.js';
import type { RowBlock } from './row-block.js';

export interface PartedRowsOptions {
  readonly tstart: number;
  readonly tstop: number;
  /** Output step, seconds. */
  readonly step: number;
  /** Part of a quantity's largest magnitude by which lines between rows may miss it; 0: no rows are added. */
  readonly rowtol: number;
}

/** Output steps for which parts ask at once. */
const stepsAhead = 32;
/** Output times this close (relative to the step) to an event are the event. */
const samePart = 1e-9;

export class PartedRows {
  readonly #rows: MergedRows;
  readonly #parts: readonly PartRows[];
  readonly #pending = new PendingTimes();
  /** Number of the next multiple of the output step. */
  #index: number;
  /** Parts have asked up to here. */
  #horizon = 0;
  /** Parts to which something happens at the present time. */
  readonly #group: PartRows[] = [];
  #isEvent = false;
  #begun = false;
  /** Time of the last row. */
  #last = -Infinity;
  /** No row is asked for before. */
  readonly #first: number;

  constructor(
    private readonly options: PartedRowsOptions,
    columns: readonly Column[],
    parts: readonly PartColumns[],
    sizes: readonly PointSizes[],
    private readonly block: RowBlock,
  ) {
    const { tstart, step, rowtol } = options;
    this.#rows = new MergedRows(columns, parts, rowtol, block);
    const want = (time: number): void => {
      if (time >= tstart) this.#pending.add(time);
    };
    this.#parts = parts.map(
      (own, k) => new PartRows(own, sizes[k] as PointSizes, this.#rows, k, options, want),
    );
    this.#index = Math.ceil(tstart / step - samePart);
    this.#first = (this.#index - 1) * step;
  }

  /** Whether a column is of part k. */
  writes(k: number): boolean {
    return this.#of(k).isWritten;
  }

  /** When part k is to be left next. */
  dueOf(k: number): number {
    return this.#of(k).due;
  }

  /** Takes the rows before t; returns whether that is all, or it goes on behind a pause. */
  advance(t: number): boolean {
    const close = samePart * this.options.step;
    for (;;) {
      const output = this.#index * this.options.step;
      const next = Math.min(output, this.#pending.soonest);
      if (this.#horizon < t && this.#horizon <= next) {
        this.#look();
        return false;
      }
      // What is as close to an event is its row.
      if (!(next < t - (next === output ? close : 0))) return true;
      if (next === output) this.#index++;
      if (next === this.#pending.soonest) this.#pending.drop();
      if (next > this.#last) this.#push(next, 'right');
    }
  }

  /** Part k has come to t: the end of its segment, or a breakpoint. */
  leave(k: number, t: number): void {
    this.#of(k).leave(t);
  }

  /** Part k goes on with a segment, which is released when nobody needs it any more. */
  begin(k: number, segment: KeptSegment): void {
    this.#of(k).begin(segment);
  }

  /** Part k goes on from t. */
  enter(k: number, t: number, isEvent: boolean): void {
    const part = this.#of(k);
    part.enter(t, isEvent, t < this.#first ? t : this.#horizon);
    this.#group.push(part);
    if (isEvent && part.isWritten) this.#isEvent = true;
  }

  /** Writes what happened at t, to parts that have entered since it was asked last. */
  settle(t: number): void {
    const { tstart, step } = this.options;
    const group = this.#group;
    const rows = this.#rows;
    let [left, right] = [-1, -1];
    if (this.#isEvent && t >= tstart) {
      if (rows.count + 2 > rows.capacity) this.#write();
      if (this.#begun && group.some((part) => part.jumps)) {
        left = rows.count;
        this.#push(t, 'left', true);
      }
      right = rows.count;
      this.#push(t, 'right', true);
      while (this.#index * step <= t + samePart * step) this.#index++;
      while (this.#pending.soonest <= t) this.#pending.drop();
    }
    for (const part of group) part.settle(left, right);
    this.#begun = true;
    this.#isEvent = false;
    group.length = 0;
  }

  /** Writes the last row, at t; `left`: the parts that were left there, all others stand there by themselves. */
  finish(t: number, left: Iterable<number>): void {
    if (!this.#begun || !(t > this.#last) || t < this.options.tstart) return;
    if (this.#rows.count === this.#rows.capacity) this.#write();
    const row = this.#rows.count;
    this.#push(t, 'left');
    for (const k of left) this.#of(k).settle(row, -1);
  }

  end(incomplete?: string): void {
    this.#write();
    this.block.end(incomplete);
  }

  /** Lets all parts ask for the next rows. */
  #look(): void {
    const { step, tstop } = this.options;
    const from = Math.max(this.#horizon, this.#first);
    this.#horizon = Math.min(tstop, (Math.floor(from / step + samePart) + stepsAhead) * step);
    if (!(this.#horizon > from)) this.#horizon = Infinity;
    for (const part of this.#parts) part.ask(from, this.#horizon);
  }

  #push(t: number, side: Side, isEvent = false): void {
    const rows = this.#rows;
    if (rows.count === rows.capacity) this.#write();
    rows.push(t, side, isEvent);
    this.#last = t;
  }

  #write(): void {
    for (const part of this.#parts) part.fill();
    this.#rows.write();
    for (const part of this.#parts) part.reset();
  }

  #of(k: number): PartRows {
    return this.#parts[k] as PartRows;
  }
}
