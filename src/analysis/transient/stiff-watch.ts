/**
 * Whether a run of exact events is lost to motions that have died out, by what it does and never by the clock. A linear motion is
 * followed by series, each as long as a few time constants of its fastest part at most; a gap in its rates parts what is fast
 * (`slow-manifolds.ts`). Along a line of RC sections, or of what couples on many scales, there is none: of a run of 10 us with rates
 * from 1e5 to 1e14 1/s a million segments say that nothing moves.
 *
 * One segment in `EVERY` is looked at. The run is lost where in the last `WINDOW` of them no state moved by more than `STILL` of the
 * largest that it had, few events ended segments, and as many more segments as the rest of the run would take cost many times what
 * sparse steps need for it, which are as long as accuracy lets them. Cost: O(states) a segment that is looked at.
 */
import { EventDrivenFailure } from '../../kernel/simulation/event-driven/event-driven-failure.js';
import type { Observer, Segment } from '../../kernel/simulation/stream.js';

/** Segments between those that are looked at, and how many of these are judged together. */
const EVERY = 256;
const WINDOW = 32;
/** Part of the largest value that a state has had: sparse steps do not resolve less. */
const STILL = 1e-4;
/** Segments an event, at least. */
const SEGMENTS_AN_EVENT = 50;
/** What segments have cost, in units of what steps need for the rest, before a run is given up. */
const SPENT_TIMES = 2;

export interface StiffWatchOptions {
  /** End of the run, seconds. */
  readonly tstop: number;
  /** Work of a segment; of sparse steps through an event, and through the whole run without any; in the same unit. */
  readonly segment: number;
  readonly event: number;
  readonly run: number;
  /** Segments may cost so much, and so many times what steps need, before the run is lost. */
  readonly least: number;
  readonly times: number;
}

export class StiffWatch implements Observer {
  #segments = 0;
  /** Segments that were looked at one after the other in which nothing moved. */
  #still = 0;
  /** Of the window: where it begins, and how many events there were until then. */
  #since = 0;
  #eventsBefore = 0;
  /** The longest segment of the window, seconds. */
  #longest = 0;
  readonly #left: Float64Array;
  readonly #right: Float64Array;
  readonly #multipliers: Float64Array;
  readonly #largest: Float64Array;

  constructor(
    private readonly options: StiffWatchOptions,
    states: number,
    multipliers: number,
    private readonly events: () => number,
  ) {
    this.#left = new Float64Array(states);
    this.#right = new Float64Array(states);
    this.#largest = new Float64Array(states);
    this.#multipliers = new Float64Array(multipliers);
  }

  skippable(): number {
    return EVERY - 1 - (this.#segments % EVERY);
  }

  skipped(segments: number): void {
    this.#segments += segments;
  }

  /** Throws where the run is lost. */
  segment(segment: Segment): void {
    this.#segments++;
    if (this.#segments % EVERY > 0) return;
    const { t0, t1 } = segment;
    if (!this.#isStill(segment)) {
      this.#still = 0;
      return;
    }
    if (this.#still === 0) {
      this.#since = t1;
      this.#eventsBefore = this.events();
      this.#longest = t1 - t0;
    }
    this.#still++;
    if (this.#still > WINDOW && this.#isLost(t1)) throw new EventDrivenFailure('too-stiff', t1, []);
  }

  /** Whether no state moves in a segment as long as they are. */
  #isStill(segment: Segment): boolean {
    const { t0, t1 } = segment;
    segment.interpolate(t0, this.#left, this.#multipliers);
    segment.interpolate(t1, this.#right, this.#multipliers);
    this.#longest = Math.max(this.#longest, t1 - t0);
    const whole = t1 > t0 ? this.#longest / (t1 - t0) : Infinity;
    let isStill = true;
    this.#right.forEach((value, i) => {
      const largest = Math.max(this.#largest[i] ?? 0, Math.abs(value));
      this.#largest[i] = largest;
      isStill &&= Math.abs(value - (this.#left[i] ?? 0)) * whole <= STILL * largest;
    });
    return isStill;
  }

  #isLost(t: number): boolean {
    const { tstop, segment, event, run, least, times } = this.options;
    const segments = (this.#still - 1) * EVERY;
    const events = this.events() - this.#eventsBefore;
    if (events * SEGMENTS_AN_EVENT > segments) return false;
    const rest = (tstop - t) / (t - this.#since);
    const toDo = rest * segments * segment;
    const steps = rest * events * event + ((tstop - t) / tstop) * run;
    return toDo > least && toDo > times * steps && this.#segments * segment > SPENT_TIMES * steps;
  }
}
