/**
 * FIND, WHEN, DERIV and TRIG ... TARG: values, derivatives and places at a place of the scale, or where a condition is met for
 * the nth time. At a jump a value is its right limit.
 */
import { CrossingWatch } from './crossing-watch.js';
import type { Interval, Measured, Measurement, Unmeasured } from './measurement.js';
import type { PolynomialSegment } from './polynomial-segment.js';

export type PointKind = 'place' | 'value' | 'slope';

/** Where a measure looks. */
export type PointSpec =
  | { readonly kind: 'at'; readonly at: number }
  | {
      readonly kind: 'when';
      /** The quantity, and the level that it passes. */
      readonly q: number;
      readonly level: number;
      readonly edge: 'rise' | 'fall' | 'cross';
      /** 1, 2 ...; negative: counted from the end. */
      readonly count: number;
      /** Crossings count from here on. */
      readonly from: number;
      readonly to: number;
      /** "v(a) = 1 (rise 2)", for messages. */
      readonly text: string;
    };

interface Found {
  readonly at: number;
  readonly value: number;
}

/** Finds a point, and what a quantity is there. */
export class PointFinder {
  settled = false;
  readonly #watch: CrossingWatch | undefined;
  /** The last places that counted, as many as are needed. */
  readonly #last: Found[] = [];
  #count = 0;
  #found: Found | undefined;

  constructor(
    private readonly spec: PointSpec,
    /** What is asked for, and of which quantity. */
    private readonly kind: PointKind,
    private readonly q: number,
    private readonly run: Interval,
  ) {
    this.#watch = spec.kind === 'when' ? new CrossingWatch(spec.q, spec.level) : undefined;
  }

  segment(segment: PolynomialSegment): void {
    if (this.settled) return;
    const { spec } = this;
    const { tolerance } = this.run;
    if (spec.kind === 'at') {
      const { at } = spec;
      if (at < segment.t0 - tolerance) {
        this.settled = this.#found !== undefined;
        return;
      }
      if (at > segment.t1 + tolerance) return;
      this.#found = { at, value: this.#read(segment, at - segment.t0 <= tolerance ? segment.t0 : at) };
      return;
    }
    this.#watch?.segment(segment, (t, rises) => {
      const counts = spec.edge === 'cross' || rises === (spec.edge === 'rise');
      if (!counts || this.settled || t < spec.from - tolerance || t > spec.to + tolerance) return;
      this.#count++;
      if (spec.count < 0) {
        this.#last.push({ at: t, value: this.#read(segment, t) });
        if (this.#last.length > -spec.count) this.#last.shift();
      } else if (this.#count === spec.count) {
        this.#found = { at: t, value: this.#read(segment, t) };
        this.settled = true;
      }
    });
  }

  /** The point that was found; half a sentence where there is none. */
  outcome(scale: (t: number) => string): Found | Unmeasured {
    const { spec, run } = this;
    if (this.#found) return this.#found;
    if (spec.kind === 'at')
      return {
        failed: `at = ${scale(spec.at)} lies outside of the run, ${scale(run.from)} to ${scale(run.to)}`,
      };
    const [first] = this.#last;
    if (first && this.#last.length === -spec.count) return first;
    const times =
      this.#count === 0
        ? 'is never met'
        : `is met ${this.#count === 1 ? 'once' : `${this.#count} times`} only`;
    return { failed: `${spec.text} ${times}` };
  }

  #read(segment: PolynomialSegment, t: number): number {
    if (this.kind === 'place') return t;
    return this.kind === 'value' ? segment.value(this.q, t) : segment.slope(this.q, t);
  }
}

/** FIND, WHEN and DERIV. */
export class PointMeasurement implements Measurement {
  constructor(
    private readonly finder: PointFinder,
    private readonly scale: (t: number) => string,
  ) {}

  get settled(): boolean {
    return this.finder.settled;
  }

  segment(segment: PolynomialSegment): void {
    this.finder.segment(segment);
  }

  outcome(): Measured | Unmeasured {
    return this.finder.outcome(this.scale);
  }
}

/** TRIG ... TARG. */
export class DistanceMeasurement implements Measurement {
  constructor(
    private readonly trig: PointFinder,
    private readonly targ: PointFinder,
    private readonly scale: (t: number) => string,
  ) {}

  get settled(): boolean {
    return this.trig.settled && this.targ.settled;
  }

  segment(segment: PolynomialSegment): void {
    this.trig.segment(segment);
    this.targ.segment(segment);
  }

  outcome(): Measured | Unmeasured {
    const trig = this.trig.outcome(this.scale);
    if ('failed' in trig) return { failed: `trig: ${trig.failed}` };
    const targ = this.targ.outcome(this.scale);
    if ('failed' in targ) return { failed: `targ: ${targ.failed}` };
    return { value: targ.value - trig.value, trig: trig.value, targ: targ.value };
  }
}
