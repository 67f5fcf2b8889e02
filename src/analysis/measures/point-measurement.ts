/**
 * FIND, WHEN, DERIV and TRIG ... TARG: values, derivatives and places at a place of the scale, or where a condition is met for
 * the nth time. At a jump a value is its right limit.
 */
import { CrossingWatch } from './crossing-watch.js';
import { TurnWatch } from './turn-watch.js';
import type { Interval, Measured, Measurement, Unmeasured } from './measurement.js';
import { goesBack, type PolynomialSegment } from './polynomial-segment.js';

export type PointKind = 'place' | 'value' | 'slope';

/** Where a measure looks. */
export type PointSpec =
  | { readonly kind: 'at'; readonly at: number }
  | {
      readonly kind: 'when';
      /** The quantity, and the level that it passes. */
      readonly q: number;
      readonly level: number;
      /** A quantity by which q is rounded, where q is a difference. */
      readonly size?: number;
      /** Given: no level, but where it begins to rise or to fall, and then does so by more than this. */
      readonly least?: number;
      readonly edge: 'rise' | 'fall' | 'cross';
      /** 1, 2 ...; negative: counted from the end. */
      readonly count: number;
      /** Crossings count from here on. */
      readonly from: number;
      readonly to: number;
      /** "v(a) = 1 (rise 2)", for messages. */
      readonly text: string;
    };

export interface PointFound {
  readonly at: number;
  readonly value: number;
}

/** Which values are kept with the places at which they came: those of the question as it is met, or of all later places too. */
export type PointRecord = 'asked' | 'all';

/** Finds a point, and what a quantity is there. */
export class PointFinder {
  settled = false;
  readonly #watch: CrossingWatch | TurnWatch | undefined;
  /** The last places that counted, as many as are needed. */
  readonly #last: PointFound[] = [];
  readonly #history: PointFound[] = [];
  #count = 0;
  #found: PointFound | undefined;
  /** The end of the last segment. */
  #end = -Infinity;

  constructor(
    private readonly spec: PointSpec,
    /** What is asked for, and of which quantity. */
    private readonly kind: PointKind,
    private readonly q: number,
    private readonly run: Interval,
    private readonly records?: PointRecord,
  ) {
    if (spec.kind === 'at') return;
    const { q: watched, level, size, least } = spec;
    this.#watch =
      least === undefined
        ? new CrossingWatch(watched, level, size)
        : new TurnWatch(watched, least, spec.from);
  }

  segment(segment: PolynomialSegment): void {
    if (this.settled) return;
    const { spec } = this;
    const { tolerance } = this.run;
    const isRepeated = goesBack(this.#end, segment);
    this.#end = segment.t1;
    if (spec.kind === 'at') {
      const { at } = spec;
      if (at < segment.t0 - tolerance || (isRepeated && this.#found)) {
        this.settled = this.#found !== undefined;
        return;
      }
      if (at > segment.t1 + tolerance) return;
      this.#found = { at, value: this.#read(segment, at - segment.t0 <= tolerance ? segment.t0 : at) };
      this.#record(at, this.#found.value);
      return;
    }
    this.#watch?.segment(segment, (t, rises) => {
      const counts = spec.edge === 'cross' || rises === (spec.edge === 'rise');
      if (!counts || this.settled || t < spec.from - tolerance || t > spec.to + tolerance) return;
      this.#count++;
      const value = this.#read(segment, t);
      if (spec.count < 0) {
        this.#last.push({ at: t, value });
        if (this.#last.length > -spec.count) this.#last.shift();
        if (this.#last.length === -spec.count) this.#record(t, this.#last[0]?.value ?? NaN);
      } else if (this.#count >= spec.count) {
        this.#found ??= { at: t, value };
        this.#record(t, value);
        this.settled = this.records !== 'all';
      }
    });
  }

  /** The point that was found; half a sentence where there is none. */
  outcome(scale: (t: number) => string): PointFound | Unmeasured {
    const { spec, run } = this;
    if (this.#found) return this.#found;
    // A place that is asked for reads nothing: where no other measure does, no run is shown.
    const isWithin =
      spec.kind === 'at' && spec.at >= run.from - run.tolerance && spec.at <= run.to + run.tolerance;
    if (isWithin && this.kind === 'place') return { at: spec.at, value: spec.at };
    if (spec.kind === 'at')
      return {
        failed: `at = ${scale(spec.at)} lies outside of the run, ${scale(run.from)} to ${scale(run.to)}`,
        outside: true,
      };
    const [first] = this.#last;
    if (first && this.#last.length === -spec.count) return first;
    const times =
      this.#count === 0
        ? 'is never met'
        : `is met ${this.#count === 1 ? 'once' : `${this.#count} times`} only`;
    return { failed: `${spec.text} ${times}` };
  }

  /** What was recorded, in the order of the places. */
  get history(): readonly PointFound[] {
    return this.#history;
  }

  #record(at: number, value: number): void {
    if (this.records !== undefined) this.#history.push({ at, value });
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

  get history(): readonly PointFound[] {
    return this.finder.history;
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
