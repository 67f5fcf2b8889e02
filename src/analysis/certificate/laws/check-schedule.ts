/**
 * Where the laws are checked, whether or not rows are written: a verdict that depended on a file would be none.
 *
 * Of a run by exact events the begin (right limit), the middle and the end (left limit) of the first segments, then of
 * segments at growing gaps, a part of what has been run. Of time stepping the end of every block, or all points.
 */
import type { Signal } from '../../../kernel/modeling/signals/signal.js';
import type { Observer, Segment } from '../../../kernel/simulation/stream.js';
import type { LawCheck } from './law-check.js';
import type { PointTrack } from '../point-track.js';
import { middleOf } from '../segment-times.js';

/** Every segment is checked until there were so many; from then on gaps are that part of their number. */
const checkedSegments = 64;
const widestGap = 1024;
/** Points of one block. */
const pointsPerBlock = 256;

/** Checks segments of exact events: some, or the middles of all where rows are checked anyway. */
export class SegmentChecks implements Observer {
  #segments = 0;
  /** The segment that is checked next. */
  #next = 0;

  constructor(
    private readonly track: PointTrack,
    private readonly laws: LawCheck,
    /** Segments that are all checked at first; of a part of a circuit its share. */
    private readonly first = checkedSegments,
  ) {}

  skippable(): number {
    return this.#next - this.#segments;
  }

  skipped(segments: number): void {
    this.#segments += segments;
  }

  segment(segment: Segment): void {
    const index = this.#segments++;
    if (index < this.#next) return;
    this.#next = index + Math.min(widestGap, 1 + Math.floor(index / this.first));
    const { track, laws } = this;
    const { t0, t1 } = segment;
    const middle = middleOf(segment);
    track.begin(segment);
    track.set(0, t0, 'right', true);
    let count = 1;
    if (!Number.isNaN(middle)) track.set(count++, middle, 'right', false);
    if (t1 > t0) track.set(count++, t1, 'left', true);
    track.fill(0, count);
    laws.leap();
    laws.check(track, 0, count);
  }
}

export interface HeldChecksOptions {
  readonly all: boolean;
  /** y and lambda hold at t_k+gamma (full scheme) with this gamma; 1: at grid points. */
  readonly lawPoint: number;
  /** The limit of inputs at points that end a step. */
  readonly side: 'left' | 'right';
  /** Sources that turn switches by themselves: at their breakpoints, but for rounding, these may stand on either side. */
  readonly turning: readonly Signal[];
}

/** Part of a time by which it and the same time as another product are off. */
const timeRounding = 8 * Number.EPSILON;

/** Checks the held points of time stepping. */
export class HeldPointChecks implements Observer {
  readonly needs: 'end' | 'grid';
  #begun = false;

  constructor(
    private readonly track: PointTrack,
    private readonly laws: LawCheck,
    private readonly options: HeldChecksOptions,
  ) {
    this.needs = options.all ? 'grid' : 'end';
  }

  segment(segment: Segment): void {
    this.track.begin(segment);
    const { gridCount } = segment;
    if (!this.#begun) {
      // The start sets scales; its laws are not held against the run, for a jump may follow.
      this.#take(segment, 0, 0, 1);
      this.laws.note(this.track, 0, 1);
      this.#begun = true;
    }
    if (!this.options.all && gridCount > 1) {
      this.laws.leap();
      this.#take(segment, gridCount - 1, 0, 1);
      this.laws.note(this.track, 0, 1);
    }
    for (let k = this.options.all ? 1 : gridCount; k <= gridCount; k += pointsPerBlock) {
      const count = Math.min(pointsPerBlock, gridCount + 1 - k);
      if (count > 0) this.#check(segment, k, count);
    }
  }

  #check(segment: Segment, first: number, count: number): void {
    const { track, laws } = this;
    const lawPoint = segment.implicit === true ? 1 : this.options.lawPoint;
    if (lawPoint === 1) {
      this.#take(segment, first, 0, count);
      laws.check(track, 0, count);
      return;
    }
    // The scheme's multiplier belongs to a state between the ends of its step.
    this.#take(segment, first - 1, 0, count + 1);
    for (let k = count; k > 0; k--) track.mix(k - 1, k, lawPoint);
    laws.check(track, 1, count + 1);
  }

  #take(segment: Segment, first: number, from: number, to: number): void {
    for (let k = from; k < to; k++) {
      const held = first + k - from;
      const t = segment.gridTime(held);
      this.track.set(k, t, held === 0 ? 'right' : this.options.side, this.#turns(t));
    }
    this.track.fillHeld(segment, first, from, to);
  }

  #turns(t: number): boolean {
    const [early, late] = [t - timeRounding * t, t + timeRounding * t];
    return this.options.turning.some((signal) => signal.nextBreakpoint(early) <= late);
  }
}
