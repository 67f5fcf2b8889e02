/**
 * The one event loop: flow -> earliest guard -> transition -> restart, [intro] 4.2, 7.
 *
 * It ends, or says why it cannot. Guards that accumulate (Zeno) are recognised by the intervals between
 * events of one row (`zeno-detector.ts`): the geometric limit of time and state is set and the flow restarts
 * there with the row active (conventions: Zeno points). Where events follow each other without progress in time and no
 * limit is known, the flow is asked to step through, over ten times evtol, then a hundred times, and so on.
 * More than `maxEvents` events within `eventWindow` seconds, or a transition that does not settle, stop the
 * run with an explanation. Sliding intervals are reported when they end (`sliding-watch.ts`).
 *
 * Events with clocks of their own (`events-manager.ts`) stop the flow at their times.
 */
import type { EventsManager } from '../events-manager.js';
import type { Steps } from '../steps.js';
import type { EventKind, Observer, SimulationEvent, SlidingInterval } from '../stream.js';
import { EventDrivenFailure } from './event-driven-failure.js';
import type { EventFlow, TransitionResult } from './event-flow.js';
import { GapSegment } from './gap-segment.js';
import { SlidingWatch } from './sliding-watch.js';
import { ZenoDetector, type ZenoLimit } from './zeno-detector.js';

export interface EventDrivenOptions {
  /** Seconds in which at most `maxEvents` events may happen; default a thousandth of the interval, 1e5 events. */
  readonly eventWindow: number;
  readonly maxEvents: number;
  /** Events closer than this are one, seconds; default 1e-12 of the interval. */
  readonly evtol: number;
  /** The limit of accumulating events is taken at most this long before it, seconds; default 1e-9 (T - t0). */
  readonly zenoReach?: number;
  /** Longer segments are told in parts of this length, seconds, with a pause after each; default: never. */
  readonly longestSegment?: number;
  /** Sensors, actuators, user events. */
  readonly events?: EventsManager;
}

export interface EventCounters {
  segments: number;
  /** Guards and breakpoints handled. */
  events: number;
  modeChanges: number;
  jumps: number;
  zeno: number;
  /** Implicit steps through what neither settles nor has a known limit. */
  stepsThrough: number;
}

/** Events in a row within evtol of each other before the run is stuck (conventions: simultaneous events). */
const maxAtOnce = 100;
/** Steps through before it is given up: the last is 1e6 evtol. */
const maxStepsThrough = 6;
/** The reach of the Zeno detector as a part of the run. */
const reachPart = 1e-9;
/** Segments between two pauses in which a run can be stopped, and of those that the flow follows by itself. */
const segmentsBetweenPauses = 64;
const followedBetweenPauses = 1024;
/** Modes and guards make one number. */
const maxGuards = 2 ** 20;

export class EventDriven {
  readonly counters: EventCounters = {
    segments: 0,
    events: 0,
    modeChanges: 0,
    jumps: 0,
    zeno: 0,
    stepsThrough: 0,
  };
  private readonly options: EventDrivenOptions;
  readonly #zeno: ZenoDetector;
  readonly #sliding: SlidingWatch;
  readonly #left: Float64Array;
  #observers: readonly Observer[] = [];
  /** Events in a row that brought no progress in time, and steps through in a row. */
  #stuck = 0;
  #stepsInARow = 0;
  #lastEvent = -Infinity;
  #windowStart = 0;
  #windowEvents = 0;
  /** Number of segments at which the next pause is due. */
  #nextPause = 0;

  constructor(
    readonly flow: EventFlow,
    readonly t0: number,
    readonly T: number,
    options: Partial<EventDrivenOptions> = {},
  ) {
    const span = T - t0;
    this.options = { eventWindow: span / 1000, maxEvents: 1e5, evtol: 1e-12 * span, ...options };
    const { x, lambda } = flow;
    this.#zeno = new ZenoDetector(x.length, this.options.evtol, options.zenoReach ?? reachPart * span);
    this.#sliding = new SlidingWatch(x.length, lambda.length);
    this.#left = x.slice();
  }

  /** Runs to T and tells the observers; throws `EventDrivenFailure` after telling what was accepted. */
  run(...observers: readonly Observer[]): void {
    for (const steps = this.steps(...observers); !steps.next().done;);
  }

  /** The same with pauses, in which `next("stop")` ends the run; returns whether it reached T. */
  *steps(...observers: readonly Observer[]): Steps<boolean> {
    const { flow, t0, T } = this;
    this.#observers = observers;
    const watched = observers.some(({ needs }) => needs === 'grid');
    const { longestSegment = Infinity } = this.options;
    let cut = false;
    this.#left.set(flow.x);
    this.#report(flow.begin(t0), 'start');
    this.#windowStart = t0;
    this.#processTimed(t0);
    while (flow.t < T) {
      const pause = cut || this.counters.segments >= this.#nextPause;
      if (pause) this.#nextPause = this.counters.segments + segmentsBetweenPauses;
      if (pause && (yield { t: flow.t, steps: this.counters.segments }) === 'stop') return false;
      const breakpoint = flow.nextBreakpoint();
      const timed = this.options.events?.nextTime() ?? Infinity;
      const end = Math.min(T, breakpoint, timed);
      if (!this.#followKnown(Math.min(T, timed), watched)) {
        const part = flow.t + longestSegment;
        cut = part < end;
        const fired = flow.flow(cut ? part : end);
        this.counters.segments++;
        this.#tellSegment();
        const atEvent = fired > 0 || flow.t >= breakpoint;
        if (atEvent && flow.t < T) this.#handleEvent(fired, watched);
      }
      if (flow.t >= timed) this.#processTimed(flow.t);
    }
    this.#reportSliding(noRows);
    return true;
  }

  /** Lets the flow go on by itself where nobody wants to be told; returns whether it did. */
  #followKnown(until: number, watched: boolean): boolean {
    const { flow, counters } = this;
    if (!flow.follow) return false;
    let skippable = Infinity;
    for (const observer of this.#observers) skippable = Math.min(skippable, observer.skippable?.() ?? -1);
    const most = Math.min(followedBetweenPauses, skippable + 1);
    if (most === 0) return false;
    const { segments, events, modeChanges, pending } = flow.follow(until, most);
    if (segments === 0) return false;
    counters.segments += segments;
    counters.events += events;
    counters.modeChanges += modeChanges;
    const told = segments > skippable ? 1 : 0;
    for (const observer of this.#observers) observer.skipped?.(segments - told);
    if (told === 1) this.#tellSegment();
    if (events > 0) {
      // They were apart, or they would not have been handled there.
      this.#stuck = this.#stepsInARow = 0;
      this.#lastEvent = -Infinity;
      this.#countInWindow(events);
    }
    if (pending && flow.t < this.T) this.#handleEvent(flow.segment.fired, watched);
    return true;
  }

  #handleEvent(fired: number, watched: boolean): void {
    const { flow } = this;
    this.#countEvent();
    this.#left.set(flow.x);
    const mode = flow.mode;
    const result = flow.transition();
    if (flow.mode !== mode) this.counters.modeChanges++;
    this.#report(result, watched ? (fired > 0 ? 'mode' : 'source') : undefined);
    this.#reportSliding(flow.slidingRows);
    if (fired > 0) {
      const entry = flow.mode * maxGuards + flow.firedGuard;
      const limit = this.#zeno.note(flow.t, entry, flow.x);
      if (limit && this.#accumulate(limit)) return;
    }
    if (this.#stuck > maxAtOnce) this.#getUnstuck();
  }

  #countEvent(): void {
    const { flow, options } = this;
    this.counters.events++;
    if (flow.t - this.#lastEvent <= options.evtol) this.#stuck++;
    else this.#stuck = this.#stepsInARow = 0;
    this.#lastEvent = flow.t;
    this.#countInWindow(1);
  }

  /** Stops a run of too many events in a window, and one whose state is no number. */
  #countInWindow(events: number): void {
    const { flow, options } = this;
    if (flow.t - this.#windowStart > options.eventWindow) {
      this.#windowStart = flow.t;
      this.#windowEvents = 0;
    }
    this.#windowEvents += events;
    if (this.#windowEvents > options.maxEvents)
      throw new EventDrivenFailure('too-many-events', flow.t, flow.firedRows());
    for (let i = 0; i < flow.x.length; i++) {
      if (!Number.isFinite(flow.x[i]!)) throw new EventDrivenFailure('not-finite', flow.t, []);
    }
  }

  /** Goes on at the limit of accumulating events, unless something else happens before it. */
  #accumulate({ time, state }: ZenoLimit): boolean {
    const { flow } = this;
    if (time >= Math.min(this.T, flow.nextBreakpoint(), this.options.events?.nextTime() ?? Infinity))
      return false;
    const rows = flow.firedRows();
    this.counters.zeno++;
    this.#skip(() => flow.restart(time, state, true), { kind: 'zeno', rows });
    return true;
  }

  #getUnstuck(): void {
    const { flow, options } = this;
    const limit = this.#zeno.insist();
    if (limit && this.#accumulate(limit)) return;
    const rows = flow.firedRows();
    if (!flow.stepThrough || this.#stepsInARow >= maxStepsThrough) {
      throw new EventDrivenFailure('switching', flow.t, rows);
    }
    const h = options.evtol * 10 ** ++this.#stepsInARow;
    this.#stuck = 0;
    this.counters.stepsThrough++;
    const through = (): TransitionResult => {
      const result = flow.stepThrough?.(h);
      if (!result) throw new EventDrivenFailure('switching', flow.t, rows);
      return result;
    };
    this.#skip(through, { kind: 'zeno', rows });
    this.#zeno.clear();
    this.#lastEvent = flow.t;
  }

  /** Lets the flow go on elsewhere, joined to where it was by a straight line, and tells of it. */
  #skip(go: () => TransitionResult, named: Pick<SimulationEvent, 'kind' | 'rows'>): void {
    const { flow } = this;
    this.#left.set(flow.x);
    const from = { t: flow.t, x: this.#left, lambda: flow.lambda.slice() };
    const mode = flow.mode;
    const result = go();
    const to = { t: flow.t, x: flow.x, lambda: flow.lambda };
    const gap = new GapSegment(mode, from, to);
    for (const observer of this.#observers) observer.segment?.(gap);
    this.#left.set(flow.x);
    this.#tellOf(named.kind, named.rows);
    this.#report(result, undefined);
    this.#reportSliding(flow.slidingRows);
  }

  /** Processes sensors, actuators and user events that are due; a replaced state restarts the flow. */
  #processTimed(t: number): void {
    const { events } = this.options;
    if (!events || events.nextTime() > t + events.tolerance) return;
    const { flow } = this;
    this.#left.set(flow.x);
    const next = flow.x.slice();
    let changed = false;
    const kinds = events.process({
      t,
      x: next,
      lambda: flow.lambda,
      reinitialise: (map) => {
        map(t, next.slice(), next);
        changed = true;
      },
    });
    if (changed) {
      const result = flow.restart(t, next);
      this.#zeno.clear();
      this.#report(result, undefined);
    }
    if (kinds.length > 0) this.#tellOf('user', noRows);
    this.#reportSliding(flow.slidingRows);
  }

  #tellSegment(): void {
    const { flow } = this;
    this.#sliding.follow(flow.segment, flow.slidingRows);
    const observers = this.#observers;
    for (let k = 0; k < observers.length; k++) observers[k]!.segment?.(flow.segment);
  }

  /** Tells of the sliding intervals that ended, given the rows that go on. */
  #reportSliding(rows: readonly number[]): void {
    const ended = this.#sliding.leave(rows);
    for (let k = 0; k < ended.length; k++) this.#tellSliding(ended[k]!);
  }

  #tellSliding(sliding: SlidingInterval): void {
    this.#tellOf('sliding', [sliding.row], { sliding });
  }

  /** Tells what a transition did; `kind` names the event itself where somebody wants to know of it. */
  #report(result: TransitionResult, kind: EventKind | undefined): void {
    const { flow } = this;
    const { events } = result;
    for (let k = 0; k < events.length; k++) this.#tellOf(events[k]!.kind, events[k]!.rows);
    if (result.status !== 'ok') throw new EventDrivenFailure(result.status, flow.t, result.rows);
    if (result.impulse) {
      this.counters.jumps++;
      const rows = [...result.impulse.keys()].filter((i) => result.impulse?.[i] !== 0);
      this.#tellOf('jump', rows, { impulse: result.impulse });
    }
    if (kind) this.#tellOf(kind, noRows);
  }

  /** Tells what happened here and now. */
  #tellOf(
    kind: EventKind,
    rows: readonly number[],
    more?: Pick<SimulationEvent, 'impulse' | 'sliding'>,
  ): void {
    const { t, x, lambda } = this.flow;
    const plain: SimulationEvent = { time: t, left: this.#left, right: x, lambda, kind, rows };
    const event = more ? { ...plain, ...more } : plain;
    const observers = this.#observers;
    for (let k = 0; k < observers.length; k++) observers[k]!.event?.(event);
  }
}

const noRows: readonly number[] = Object.freeze([]);
