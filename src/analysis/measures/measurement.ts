/** What computes one measure while a run goes on: it is shown the segments of the run in their order, and asked at the end. */
import type { FourierResult } from './fourier-result.js';
import type { SegmentObserver } from './piecewise-polynomial.js';
import { goesBack, type PolynomialSegment } from './polynomial-segment.js';

/** The value of a measure, and the places of the scale that belong to it. */
export interface Measured {
  readonly value: number;
  /** Where an extreme or a condition was met. */
  readonly at?: number;
  readonly trig?: number;
  readonly targ?: number;
  /** The interval that was looked at. */
  readonly from?: number;
  readonly to?: number;
}

/** Why there is no value, as half a sentence. */
export interface Unmeasured {
  readonly failed: string;
  /** What was asked for is nowhere in the run. */
  readonly outside?: true;
}

export interface Measurement {
  /** Nothing that is still to come changes the outcome. */
  readonly settled: boolean;
  /** Nor does what ends before this place; absent where all does. */
  readonly begins?: number;
  segment(segment: PolynomialSegment): void;
  /** Told of impulses at t, by quantity (`SmoothIntervalObserver`); absent where it looks at values alone. */
  impulse?(t: number, areas: Float64Array): void;
  outcome(): Measured | Unmeasured;
  /** What stands behind the value, where it is the distortion of a spectrum. */
  readonly spectrum?: FourierResult | undefined;
  /** The values that it took on, and from where, where these are recorded. */
  readonly history?: readonly { readonly at: number; readonly value: number }[];
}

/**
 * Shows a run to measures until each is settled; undefined where there are none. Where the scale goes back, in nested sweeps, nothing
 * is settled for good.
 */
export function observerOf(measurements: readonly Measurement[]): SegmentObserver | undefined {
  if (measurements.length === 0) return undefined;
  let end = -Infinity;
  let isRepeated = false;
  return {
    begins: Math.min(...measurements.map(({ begins = -Infinity }) => begins)),
    segment(segment) {
      isRepeated ||= goesBack(end, segment);
      end = segment.t1;
      for (const measurement of measurements)
        if (isRepeated || !measurement.settled) measurement.segment(segment);
    },
    impulse(t, areas) {
      for (const measurement of measurements) if (!measurement.settled) measurement.impulse?.(t, areas);
    },
  };
}

/** An interval of the scale, clipped to what is there. */
export interface Interval {
  readonly from: number;
  readonly to: number;
  /** Places closer than this are one. */
  readonly tolerance: number;
}

/** The part of a segment within an interval; undefined where there is none. */
export class Window {
  /** What was looked at so far. */
  from = NaN;
  to = NaN;
  #part: PolynomialSegment | undefined;

  constructor(
    private readonly interval: Interval,
    private readonly newSegment: (width: number) => PolynomialSegment,
    /** Shorter parts at either end count as none; integrals take all: an error through a zero is most of it within 1e-12. */
    private readonly slack = interval.tolerance,
  ) {}

  /** Whether the interval ends before a place. */
  isOver(t: number): boolean {
    return t >= this.interval.to - this.slack;
  }

  /** What ends here or before holds nothing of it. */
  get begins(): number {
    return this.interval.from + this.slack;
  }

  /** Whether what happens at t counts: at the begin it does, at the end it is that of the next interval. */
  has(t: number): boolean {
    const { from, to, tolerance } = this.interval;
    return t >= from - tolerance && t < to - tolerance;
  }

  of(segment: PolynomialSegment): PolynomialSegment | undefined {
    const { slack } = this;
    const { from, to, tolerance } = this.interval;
    if (to - from <= tolerance) return undefined;
    if (segment.t1 <= this.begins || segment.t0 >= to - slack) return undefined;
    const begin = segment.t0 < from - slack ? from : segment.t0;
    const end = segment.t1 > to + slack ? to : segment.t1;
    if (Number.isNaN(this.from)) this.from = Math.abs(begin - from) <= tolerance ? from : begin;
    this.to = Math.abs(end - to) <= tolerance ? to : end;
    if (begin === segment.t0 && end === segment.t1) return segment;
    this.#part ??= this.newSegment(segment.width);
    this.#part.setPart(segment, begin, end);
    return this.#part;
  }
}

export function emptyInterval({ from, to }: Interval, scale: (t: number) => string): Unmeasured {
  const interval = `the interval from ${scale(from)} to ${scale(to)}`;
  const failed = from > to ? `${interval} ends before it begins` : `${interval} holds nothing of the run`;
  return { failed, outside: true };
}
