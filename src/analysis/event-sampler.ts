/**
 * Observer that turns the stream of an event-driven run into rows (conventions: rows): multiples of the output
 * step from tstart on, and the events: two rows with equal time where a written quantity jumps, else one.
 *
 * Between these come the rows without which a straight line from row to row would miss a written quantity by more than
 * `rowtol` of its largest magnitude so far: a segment is halved until its middle lies on its chord - down to a jump of a
 * written expression, such as floor(v(a)) - and of the points so found those that a line needs become rows
 * (`chord-watch.ts`). Where three points in a row lie on a line no middle is looked at, unless an expression is written:
 * it may have steps between them.
 */
import type { Signal } from '../kernel/modeling/signal.js';
import type { Observer, Segment, SimulationEvent } from '../kernel/simulation/stream.js';
import type { PlotHeader, PlotSink } from '../waveform/plot.js';
import { bends, ChordWatch } from './chord-watch.js';
import type { OutputColumn } from './output-columns.js';

const rowsPerBlock = 1024;
/** A quantity jumps when it changes by more than this part of its largest magnitude so far. */
const jumpPart = 1e-9;
/** No row is added for what is below this part of the terms of a quantity. */
const roundingPart = 1e-13;
/** Output times this close (relative to the step) to an event are the event. */
const samePart = 1e-9;
/** A segment is halved so often at most: what still bends then is a jump. */
const maxHalvings = 40;
/** So many points between two rows are looked at; an expression of noise bends everywhere. */
const maxLooks = 2000;
/** Where a segment is looked at; the middle of even stairs is on their chord, so that they are looked at twice. */
const middle: readonly number[] = [0.5];
const stairMiddles: readonly number[] = [0.5, 0.381966];

export interface EventSamplerOptions {
  readonly n: number;
  readonly m: number;
  readonly inputs: readonly Signal[];
  readonly tstart: number;
  readonly tstop: number;
  /** Output step, seconds. */
  readonly step: number;
  /** Part of a quantity's largest magnitude by which lines between rows may miss it; 0: no rows are added. */
  readonly rowtol: number;
  /** Write the points of time stepping instead of multiples of the output step. */
  readonly grid?: boolean;
  /** Told of every point that is written. */
  readonly check?: (t: number, zeta: Float64Array, side: 'left' | 'right') => void;
}

/** A point of the trajectory with its row. */
interface Point {
  readonly row: Float64Array;
  readonly zeta: Float64Array;
  side: 'left' | 'right';
}

export class EventSampler implements Observer {
  readonly needs = 'grid';
  rows = 0;
  readonly #block: Float64Array;
  readonly #left: Point;
  readonly #right: Point;
  /** The last point that was offered and is no row yet. */
  readonly #offered: Point;
  /** The last two points of the present segment. */
  #before: Point;
  #last: Point;
  #next: Point;
  #known = 0;
  #looked = 0;
  /** No written quantity jumps or bends by itself. */
  readonly #plain: boolean;
  readonly #halves: Point[] = [];
  readonly #largest: Float64Array;
  readonly #bounds: Float64Array;
  readonly #watch: ChordWatch;
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;
  #filled = 0;
  #hasOffered = false;
  /** Index of the next output time. */
  #index = 0;
  /** Time of the left limit in `#left`; NaN when it has been dealt with. */
  #pending = NaN;
  /** A right limit stands in `#right` and is not written yet. */
  #hasRight = false;

  constructor(
    private readonly columns: readonly OutputColumn[],
    private readonly options: EventSamplerOptions,
    private readonly sinks: readonly PlotSink[],
  ) {
    const width = columns.length + 1;
    this.#plain = columns.every(({ value }) => value.smooth);
    this.#block = new Float64Array(rowsPerBlock * width);
    this.#left = this.#newPoint();
    this.#right = this.#newPoint();
    this.#offered = this.#newPoint();
    this.#before = this.#newPoint();
    this.#last = this.#newPoint();
    this.#next = this.#newPoint();
    this.#largest = new Float64Array(width);
    this.#bounds = new Float64Array(width);
    this.#watch = new ChordWatch(width);
    this.#x = new Float64Array(options.n);
    this.#lambda = new Float64Array(options.m);
    this.#index = Math.ceil(options.tstart / options.step - samePart);
  }

  begin(header: Omit<PlotHeader, 'columns' | 'complex'>): void {
    const columns = [{ name: 'time', unit: 's' } as const, ...this.columns];
    for (const sink of this.sinks) sink.begin({ ...header, columns, complex: false });
  }

  segment(segment: Segment): void {
    if (this.options.grid === true) {
      this.#writeGrid(segment);
      return;
    }
    this.#settlePending();
    const { step, tstart, rowtol } = this.options;
    const close = samePart * step;
    this.#known = 0;
    if (rowtol > 0 && segment.t0 >= tstart) this.#follow(segment, segment.t0, 'right');
    for (let t = this.#index * step; t < segment.t1 - close; t = ++this.#index * step) {
      if (t <= segment.t0 + close) continue; // the event at t0 wrote this row
      this.#write(this.#follow(segment, t, 'right'));
    }
    if (segment.t1 < tstart) return;
    copyPoint(this.#follow(segment, segment.t1, 'left'), this.#left);
    this.#pending = segment.t1;
  }

  event({ time, right, lambda }: SimulationEvent): void {
    if (time < this.options.tstart) return;
    this.#evaluateAt(time, right, lambda, 'right', this.#right);
    if (this.options.grid === true) {
      if (this.#left.row[0] !== time || this.rows === 0 || this.#differs()) this.#write(this.#right);
      return;
    }
    // Several events at one time have one right limit, the last: it is written when time goes on.
    this.#hasRight = true;
  }

  end(incomplete?: string): void {
    if (this.options.grid !== true) this.#settlePending();
    if (this.#filled > 0) for (const sink of this.sinks) sink.rows(this.#block, this.#filled);
    this.#filled = 0;
    for (const sink of this.sinks) sink.end(incomplete);
  }

  /** Goes on to a time of the segment, offering the points that the way bends at. */
  #follow(segment: Segment, t: number, side: 'left' | 'right'): Point {
    const point = this.#next;
    this.#evaluate(segment, t, side, point);
    const first = this.#last;
    // A line from the two points before meets this one: the way is straight.
    const straight =
      this.#plain && this.#known >= 2 && !bends(this.#before.row, first.row, point.row, this.#bounds);
    this.#looked = 0;
    if (this.options.rowtol > 0 && this.#known >= 1 && !straight) this.#halve(segment, first, point, 0);
    this.#next = this.#before;
    this.#before = first;
    this.#last = point;
    this.#known++;
    return point;
  }

  #halve(segment: Segment, first: Point, last: Point, depth: number): void {
    if (depth >= maxHalvings || this.#looked >= maxLooks) return;
    const [a = 0, b = 0] = [first.row[0], last.row[0]];
    const point = (this.#halves[depth] ??= this.#newPoint());
    const bent = (this.#plain ? middle : stairMiddles).some((part) => {
      const t = a + part * (b - a);
      if (!(t > a && t < b)) return false;
      this.#looked++;
      this.#evaluate(segment, t, 'right', point);
      return bends(first.row, point.row, last.row, this.#bounds);
    });
    if (!bent) return;
    this.#halve(segment, first, point, depth + 1);
    this.#offer(point);
    this.#halve(segment, point, last, depth + 1);
  }

  /** Takes note of a point; the one before it becomes a row where a line to this one would miss it. */
  #offer(point: Point): void {
    if (this.options.rowtol === 0) return;
    if (!this.#watch.passes(point.row, this.#bounds)) {
      if (this.#hasOffered) this.#push(this.#offered);
      this.#watch.passes(point.row, this.#bounds);
    }
    copyPoint(point, this.#offered);
    this.#hasOffered = true;
  }

  /** Writes the rows of the time that the last segment reached: an event's limits, or a point of the output grid. */
  #settlePending(): void {
    const { tstop } = this.options;
    const left = this.#pending;
    this.#pending = NaN;
    if (this.#hasRight) {
      this.#hasRight = false;
      if (left === this.#right.row[0] && this.#differs()) this.#write(this.#left);
      this.#settle(this.#right);
    } else if (left >= tstop || this.#isOutputTime(left)) {
      this.#settle(this.#left);
    } else if (!Number.isNaN(left)) {
      this.#offer(this.#left);
    }
  }

  /** Whether a time is the next multiple of the output step; what is as close to tstop has its row there. */
  #isOutputTime(t: number): boolean {
    const { step, tstop } = this.options;
    const close = samePart * step;
    return Math.abs(this.#index * step - t) <= close && t < tstop - close;
  }

  /** Every held point, as a left limit: an event that follows writes the right one where it differs. */
  #writeGrid(segment: Segment): void {
    for (let k = 1; k <= segment.gridCount; k++) {
      const t = segment.gridTime(k);
      if (t < this.options.tstart) continue;
      segment.gridPoint(k, this.#x, this.#lambda);
      this.#evaluateAt(t, this.#x, this.#lambda, 'left', this.#left);
      this.#write(this.#left);
    }
  }

  /** Writes the row that stands for its time, and goes on to the next output time behind it. */
  #settle(point: Point): void {
    const { step } = this.options;
    this.#write(point);
    const time = point.row[0] ?? 0;
    while (this.#index * step <= time + samePart * step) this.#index++;
  }

  #differs(): boolean {
    for (let c = 1; c < this.#left.row.length; c++) {
      const change = Math.abs((this.#right.row[c] ?? 0) - (this.#left.row[c] ?? 0));
      if (change > jumpPart * (this.#largest[c] ?? 0)) return true;
    }
    return false;
  }

  #evaluate(segment: Segment, t: number, side: 'left' | 'right', point: Point): void {
    segment.interpolate(t, this.#x, this.#lambda);
    this.#evaluateAt(t, this.#x, this.#lambda, side, point);
  }

  #evaluateAt(t: number, x: Float64Array, lambda: Float64Array, side: 'left' | 'right', point: Point): void {
    const { n, m, inputs, rowtol } = this.options;
    const { row, zeta } = point;
    point.side = side;
    zeta.set(x);
    zeta.set(lambda, n);
    for (let k = 0; k < inputs.length; k++) {
      const signal = inputs[k];
      if (signal) zeta[n + m + k] = side === 'left' ? signal.valueLeft(t) : signal.value(t);
    }
    row[0] = t;
    for (let c = 0; c < this.columns.length; c++) {
      const value = this.columns[c]?.value.read(t, zeta) ?? NaN;
      row[c + 1] = value;
      const magnitude = Math.abs(value);
      if (!(magnitude > (this.#largest[c + 1] ?? 0))) continue;
      this.#largest[c + 1] = magnitude;
      this.#bounds[c + 1] = Math.max(this.#bounds[c + 1] ?? 0, rowtol * magnitude);
    }
  }

  /** Writes a row that must be there, and before it what a line to it would miss. */
  #write(point: Point): void {
    this.#offer(point);
    this.#push(point);
  }

  #push({ row, zeta, side }: Point): void {
    const t = row[0] ?? NaN;
    this.options.check?.(t, zeta, side);
    this.#watch.begin(row);
    if (this.options.rowtol > 0) this.#raiseBounds(t, zeta);
    this.#hasOffered = false;
    this.#block.set(row, this.#filled * row.length);
    this.rows++;
    if (++this.#filled < rowsPerBlock) return;
    for (const sink of this.sinks) sink.rows(this.#block, this.#filled);
    this.#filled = 0;
  }

  /** A difference of large terms that is 0 bends by its rounding. */
  #raiseBounds(t: number, zeta: Float64Array): void {
    for (let c = 0; c < this.columns.length; c++) {
      const rounding = roundingPart * (this.columns[c]?.value.terms(t, zeta) ?? 0);
      if (rounding > (this.#bounds[c + 1] ?? 0)) this.#bounds[c + 1] = rounding;
    }
  }

  #newPoint(): Point {
    const { n, m, inputs } = this.options;
    return {
      row: new Float64Array(this.columns.length + 1),
      zeta: new Float64Array(n + m + inputs.length),
      side: 'left',
    };
  }
}

function copyPoint(from: Point, to: Point): void {
  to.row.set(from.row);
  to.zeta.set(from.zeta);
  to.side = from.side;
}
