/**
 * The segments of exact events as smooth intervals. Inputs that only turn switches end no segment: where one is measured, an
 * interval ends at its breakpoints.
 */
import type { Observer, Segment, SimulationEvent } from '../../kernel/simulation/stream.js';
import type { PointSizes } from '../certificate/circuit-point.js';
import { jumpPoint } from '../certificate/jump-point.js';
import { ColumnReader } from '../rows/column-reader.js';
import type { OutputValue } from '../preparation/output-value.js';
import type { OutputColumn } from '../rows/output-columns.js';
import { PointTrack } from '../certificate/point-track.js';
import { impulseArea } from './impulse-area.js';
import type { SmoothInterval, SmoothIntervalObserver, TimeFunction } from './smooth-interval.js';

/** Digits that sums keep beyond those that are asked of a measured quantity. */
const spareDigits = 100;

export class SegmentIntervals implements Observer, SmoothInterval {
  t0 = NaN;
  t1 = NaN;
  readonly linear = false;
  readonly #track: PointTrack;
  readonly #reader: ColumnReader;
  readonly #zeta: Float64Array;

  readonly #areas: Float64Array;
  /** 1: an input that is read, by more than columns that the observer takes from its function of time. */
  readonly #bending: Uint8Array;

  constructor(
    private readonly columns: readonly OutputColumn[],
    private readonly sizes: PointSizes,
    private readonly observer: SmoothIntervalObserver,
  ) {
    const { n, m, inputs } = sizes;
    this.#track = new PointTrack(sizes);
    this.#zeta = new Float64Array(n + m + inputs.length);
    this.#areas = new Float64Array(columns.length);
    this.#bending = new Uint8Array(inputs.length);
    this.#reader = new ColumnReader(columns, sizes, this.#track, this.#handOver());
  }

  skippable(): number {
    return this.observer.finished === true ? Infinity : 0;
  }

  segment(segment: Segment): void {
    if (this.observer.finished === true) return;
    this.#track.begin(segment);
    for (let from = segment.t0; from < segment.t1; from = this.t1) {
      this.t0 = from;
      this.t1 = Math.min(segment.t1, this.#nextBreakpoint(from));
      this.observer.interval(this);
    }
  }

  event(event: SimulationEvent): void {
    const jump = jumpPoint(event, this.sizes);
    if (jump) this.impulse(event.time, jump.after, jump.impulses);
  }

  /** Tells of a jump at t: the point right behind it, and the impulses of its entries. */
  impulse(t: number, after: Float64Array, impulses: Float64Array): void {
    if (this.observer.finished === true) return;
    this.columns.forEach(({ value }, k) => (this.#areas[k] = impulseArea(value, t, after, impulses)));
    if (this.#areas.some((area) => area !== 0)) this.observer.impulse?.(t, this.#areas);
  }

  read(times: Float64Array, count: number, rows: Float64Array): void {
    const track = this.#track;
    track.grow(count);
    for (let k = 0; k < count; k++) {
      const t = times[k] as number;
      track.set(k, t, t === this.t1 ? 'left' : 'right', false);
    }
    track.fill(0, count);
    this.#reader.read(track, 0, count, rows);
  }

  magnitude(quantity: number): number {
    this.#track.zeta(0, this.#zeta);
    return this.#reader.terms(quantity, this.#zeta) / spareDigits;
  }

  /** The first breakpoint after t of an input that is read and that no segment follows. */
  #nextBreakpoint(t: number): number {
    let next = Infinity;
    for (const input of this.#track.direct) {
      if (this.#bending[input] === 0) continue;
      next = Math.min(next, this.sizes.inputs[input]?.nextBreakpoint(t) ?? Infinity);
    }
    return next;
  }

  /** Hands columns over as functions of time where the observer takes them, which are 1; notes the inputs of the others. */
  #handOver(): Uint8Array {
    const { n, m, inputs } = this.sizes;
    return Uint8Array.from(this.columns, ({ value }, k) => {
      const of = timeFunction(value, this.sizes);
      if (of && this.observer.takeFunction?.(k, of) === true) return 1;
      inputs.forEach((_, j) => {
        if (value.forms.some((form) => form[n + m + j] !== 0)) this.#bending[j] = 1;
      });
      return 0;
    });
  }
}

/** A value that is a multiple of one source, which follows from the time alone; undefined where it is not. */
function timeFunction(
  { single, forms }: OutputValue,
  { n, m, inputs }: PointSizes,
): TimeFunction | undefined {
  const [form] = forms;
  if (single !== true || !form) return undefined;
  const places = [...form.keys()].filter((place) => form[place] !== 0);
  const [place = 0, ...others] = places;
  const signal = others.length === 0 && place >= n + m ? inputs[place - n - m] : undefined;
  const isOfTime =
    signal?.constant === true || (signal?.isSameAs !== undefined && signal.impulse === undefined);
  return signal && isOfTime ? { signal, factor: form[place] ?? 0 } : undefined;
}
