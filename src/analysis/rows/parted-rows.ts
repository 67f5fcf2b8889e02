/**
 * The rows of a circuit in parts (conventions: rows): multiples of the output step, what each part wants between these
 * (`wanted-rows.ts`), and where something happens to a part that is written: two rows with equal time where one of its
 * columns jumps, else one. Parts give their segments in any order, some output steps ahead of each other; up to where all have
 * come each asks for its rows, these are put in order, and each fills in its columns: an event costs what its part costs, a row
 * the sum of its columns, and what one part works on is not displaced by the others.
 */
import type { Steps } from '../../kernel/simulation/time-stepping/steps.js';
import type { PointSizes, Side } from '../certificate/circuit-point.js';
import type { KeptSegment } from '../certificate/kept-segment.js';
import type { Column } from '../../waveform/plot.js';
import { MachineRoom, type MachineCode } from '../../numerics/code/machine-room.js';
import { plainRoom, type NumberRoom } from '../../numerics/code/number-room.js';
import { MergedRows, rowsOfColumns } from './merged-rows.js';
import type { PartColumns } from './part-columns.js';
import { bytesOfRows, PartRowRoom } from './part-row-room.js';
import { PartRows } from './part-rows.js';
import type { RowBlock } from './row-block.js';
import { TimesInOrder } from './times-in-order.js';

export interface PartedRowsOptions {
  readonly tstart: number;
  readonly tstop: number;
  /** Output step, seconds. */
  readonly step: number;
  /** Part of a quantity's largest magnitude by which lines between rows may miss it; 0: no rows are added. */
  readonly rowtol: number;
  /** Machine code of the rows of parts; absent: it runs as it is written. */
  readonly code?: MachineCode | undefined;
}

/** A part of which rows are made: entries of a point of its flow beside what forms are over. */
export interface WrittenPart extends PointSizes {
  readonly size: number;
}

/** Output steps for which parts ask at once. */
const stepsAhead = 32;
/** Output times this close (relative to the step) to an event are the event. */
const samePart = 1e-9;
/** Segments are kept up to these sums of their sizes, some 25 terms of a series each: in all, and of a part at least. */
const [keptInAll, minKept] = [2 ** 17, 48];
/** Parts that ask between two pauses. */
const partsBetweenPauses = 64;

export class PartedRows {
  /** Where machine code reads segments. */
  readonly numbers: NumberRoom;
  readonly #rows: MergedRows;
  readonly #parts: readonly PartRows[];
  readonly #wanted = new TimesInOrder();
  readonly #events = new TimesInOrder();
  readonly #jumps = new TimesInOrder();
  readonly #kept: number;
  /** Number of the next multiple of the output step. */
  #index: number;
  /** Parts have asked up to here. */
  #asked = 0;
  /** A part keeps as much as it may. */
  #isFull = false;
  #begun = false;
  /** Time of the last row. */
  #last = -Infinity;

  constructor(
    private readonly options: PartedRowsOptions,
    columns: readonly Column[],
    parts: readonly PartColumns[],
    sizes: readonly WrittenPart[],
    private readonly block: RowBlock,
  ) {
    const { tstart, step, rowtol, code } = options;
    const most = (numberOf: (part: WrittenPart, k: number) => number): number =>
      sizes.reduce((largest, part, k) => Math.max(largest, numberOf(part, k)), 1);
    const largest = {
      size: most(({ size }) => size),
      columns: most((_, k) => parts[k]?.columns.length ?? 0),
      inputs: most(({ inputs }) => inputs.length),
    };
    this.#kept = Math.max(minKept, keptInAll / parts.length);
    const held = { capacity: rowsOfColumns(columns.length), columns: columns.length, kept: this.#kept };
    const numbers = (code && MachineRoom.of(code, bytesOfRows(held, parts.length, largest))) ?? plainRoom;
    this.numbers = numbers;
    this.#rows = new MergedRows(columns, parts, rowtol, block, numbers);
    const room = new PartRowRoom(numbers, this.#rows, largest);
    this.#index = Math.ceil(tstart / step - samePart);
    const own = { step, rowtol, first: (this.#index - 1) * step };
    const requests = {
      want: (time: number): void => {
        if (time >= tstart) this.#wanted.add(time);
      },
      event: (time: number, jumps: boolean): void => {
        if (!(time >= tstart)) return;
        this.#events.add(time);
        if (jumps) this.#jumps.add(time);
      },
    };
    this.#parts = parts.map(
      (part, k) => new PartRows(part, sizes[k] as WrittenPart, this.#rows, k, room, own, requests),
    );
  }

  /** Whether a column is of part k. */
  writes(k: number): boolean {
    return this.#of(k).isWritten;
  }

  /** To where parts are to be run before rows are asked for. */
  get horizon(): number {
    const { step, tstop } = this.options;
    const horizon = (Math.floor(this.#asked / step + samePart) + stepsAhead) * step;
    return horizon > this.#asked ? Math.min(tstop, horizon) : tstop;
  }

  /** Whether part k is to give further segments before rows are asked for. */
  needs(k: number): boolean {
    const { reached, size } = this.#of(k);
    return reached <= this.#asked || (reached < this.horizon && size < this.#kept);
  }

  /** Whether rows are asked for once all parts have come to t. */
  isDue(t: number): boolean {
    return t > this.#asked && (t >= this.horizon || this.#isFull);
  }

  /** Where the segments of part k end. */
  reachedBy(k: number): number {
    return this.#of(k).reached;
  }

  /** Part k goes on with a segment, which is released when nobody needs it any more. */
  take(k: number, segment: KeptSegment): void {
    const part = this.#of(k);
    part.take(segment);
    if (part.size >= this.#kept) this.#isFull = true;
  }

  /** Takes the rows before a time that all parts have reached; returns whether the run is to stop. */
  *advance(until: number, steps: number): Steps<boolean> {
    if (!(until > this.#asked)) return false;
    const parts = this.#parts;
    let isToStop = false;
    for (let k = 0; k < parts.length; k++) {
      this.#of(k).ask(until);
      if (k % partsBetweenPauses === partsBetweenPauses - 1)
        isToStop = (yield { t: until, steps }) === 'stop' || isToStop;
    }
    this.#order(until);
    this.#asked = until;
    this.#begun = true;
    this.#isFull = false;
    const before = until - samePart * this.options.step;
    for (const part of parts) {
      part.fill();
      part.release(before);
    }
    return isToStop;
  }

  /** Writes the last row, at t, up to which all rows were taken. */
  finish(t: number): void {
    if (this.#begun && t > this.#last && t >= this.options.tstart) this.#push(t, 'left');
  }

  end(incomplete?: string): void {
    this.#write();
    this.block.end(incomplete);
  }

  /** Puts all rows before a time in order. */
  #order(until: number): void {
    const { step } = this.options;
    const close = samePart * step;
    const [wanted, events] = [this.#wanted, this.#events];
    wanted.sort();
    events.sort();
    this.#jumps.sort();
    for (;;) {
      const output = this.#index * step;
      const next = Math.min(output, wanted.next);
      const event = events.next;
      // What is as close to an event is its row.
      if (next < Math.min(event, until) - (next === output ? close : 0)) {
        if (next === output) this.#index++;
        wanted.passTo(next);
        if (next > this.#last) this.#push(next, 'right');
      } else if (event < until) this.#pushEvent(event, close);
      else break;
    }
    wanted.clear();
    events.clear();
    this.#jumps.clear();
  }

  /** Takes the rows where something happens to a part that is written. */
  #pushEvent(t: number, close: number): void {
    const rows = this.#rows;
    this.#events.passTo(t);
    const isJump = this.#jumps.next <= t;
    this.#jumps.passTo(t);
    // Both stand in one block.
    if (rows.count + 2 > rows.capacity) this.#write();
    if (isJump && t > 0) this.#push(t, 'left', true);
    this.#push(t, 'right', true);
    while (this.#index * this.options.step <= t + close) this.#index++;
    this.#wanted.passTo(t);
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
