/**
 * Observer that turns the stream of an event-driven run into rows (CONVENTIONS 21): multiples of the output
 * step from tstart on, and the events: two rows with equal time where a written quantity jumps, else one.
 */
import type { Signal } from '../kernel/modeling/signal.js';
import type { Observer, Segment, SimulationEvent } from '../kernel/simulation/stream.js';
import type { PlotHeader, PlotSink } from '../waveform/plot.js';
import type { OutputColumn } from './output-columns.js';

const rowsPerBlock = 1024;
/** A quantity jumps when it changes by more than this part of its largest magnitude so far. */
const jumpPart = 1e-9;
/** Output times this close (relative to the step) to an event are the event. */
const samePart = 1e-9;

export interface EventSamplerOptions {
  readonly n: number;
  readonly m: number;
  readonly inputs: readonly Signal[];
  readonly tstart: number;
  readonly tstop: number;
  /** Output step, seconds. */
  readonly step: number;
  /** Write the points of time stepping instead of multiples of the output step. */
  readonly grid?: boolean;
  /** Told of every point that is written. */
  readonly check?: (t: number, zeta: Float64Array, side: 'left' | 'right') => void;
}

export class EventSampler implements Observer {
  readonly needs = 'grid';
  rows = 0;
  readonly #block: Float64Array;
  readonly #left: Float64Array;
  readonly #right: Float64Array;
  readonly #largest: Float64Array;
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;
  readonly #zeta: Float64Array;
  #filled = 0;
  /** Index of the next output time. */
  #next = 0;
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
    this.#block = new Float64Array(rowsPerBlock * width);
    this.#left = new Float64Array(width);
    this.#right = new Float64Array(width);
    this.#largest = new Float64Array(width);
    this.#x = new Float64Array(options.n);
    this.#lambda = new Float64Array(options.m);
    this.#zeta = new Float64Array(options.n + options.m + options.inputs.length);
    this.#next = Math.ceil(options.tstart / options.step - samePart);
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
    const { step } = this.options;
    const close = samePart * step;
    for (let t = this.#next * step; t < segment.t1 - close; t = ++this.#next * step) {
      if (t <= segment.t0 + close) continue; // the event at t0 wrote this row
      this.#evaluate(segment, t, 'right', this.#right);
      this.#write(this.#right);
    }
    if (segment.t1 < this.options.tstart) return;
    this.#evaluate(segment, segment.t1, 'left', this.#left);
    this.#pending = segment.t1;
  }

  event({ time, right, lambda }: SimulationEvent): void {
    if (time < this.options.tstart) return;
    this.#evaluateAt(time, right, lambda, 'right', this.#right);
    if (this.options.grid === true) {
      if (this.#left[0] !== time || this.rows === 0 || this.#differs()) this.#write(this.#right);
      return;
    }
    // Several events at one time have one right limit, the last: it is written when time goes on.
    this.#hasRight = true;
  }

  /** Writes the rows of the time that the last piece reached: an event's limits, or a point of the output grid. */
  #settlePending(): void {
    const { step, tstop } = this.options;
    const left = this.#pending;
    this.#pending = NaN;
    if (this.#hasRight) {
      this.#hasRight = false;
      if (left === this.#right[0] && this.#differs()) this.#write(this.#left);
      this.#settle(this.#right);
    } else if (left >= tstop || Math.abs(this.#next * step - left) <= samePart * step) {
      this.#settle(this.#left);
    }
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

  end(incomplete?: string): void {
    if (this.options.grid !== true) this.#settlePending();
    if (this.#filled > 0) for (const sink of this.sinks) sink.rows(this.#block, this.#filled);
    this.#filled = 0;
    for (const sink of this.sinks) sink.end(incomplete);
  }

  /** Writes the row that stands for its time, and goes on to the next output time behind it. */
  #settle(row: Float64Array): void {
    const { step } = this.options;
    this.#write(row);
    const time = row[0] ?? 0;
    while (this.#next * step <= time + samePart * step) this.#next++;
  }

  #differs(): boolean {
    for (let c = 1; c < this.#left.length; c++) {
      const change = Math.abs((this.#right[c] ?? 0) - (this.#left[c] ?? 0));
      if (change > jumpPart * (this.#largest[c] ?? 0)) return true;
    }
    return false;
  }

  #evaluate(segment: Segment, t: number, side: 'left' | 'right', row: Float64Array): void {
    segment.interpolate(t, this.#x, this.#lambda);
    this.#evaluateAt(t, this.#x, this.#lambda, side, row);
  }

  #evaluateAt(
    t: number,
    x: Float64Array,
    lambda: Float64Array,
    side: 'left' | 'right',
    row: Float64Array,
  ): void {
    const { n, m, inputs, check } = this.options;
    const zeta = this.#zeta;
    zeta.set(x);
    zeta.set(lambda, n);
    for (let k = 0; k < inputs.length; k++) {
      const signal = inputs[k];
      if (signal) zeta[n + m + k] = side === 'left' ? signal.valueLeft(t) : signal.value(t);
    }
    check?.(t, zeta, side);
    row[0] = t;
    this.columns.forEach((column, c) => {
      const value = column.value.read(t, zeta);
      row[c + 1] = value;
      this.#largest[c + 1] = Math.max(this.#largest[c + 1] ?? 0, Math.abs(value));
    });
  }

  #write(row: Float64Array): void {
    this.#block.set(row, this.#filled * row.length);
    this.rows++;
    if (++this.#filled < rowsPerBlock) return;
    for (const sink of this.sinks) sink.rows(this.#block, this.#filled);
    this.#filled = 0;
  }
}
