/**
 * The one event loop, [intro] 4.2, 7:
 *
 *     begin
 *     while t < T
 *       an event is due?   transition: x- -> x+ and the next mode; Zeno point? its limit
 *       otherwise          flow: segments up to T, to the next event, or to a timed event
 *       timed event?       sensors, actuators, user events
 *
 * It ends, or says why it cannot. Guards that accumulate (Zeno) are recognised by the intervals between
 * events of one row (`zeno-detector.ts`): the geometric limit of time and state is set and the flow restarts
 * there with the row active [conventions: Zeno points]. Where events follow each other without progress in time and no
 * limit is known, the flow is asked to step through, over ten times evtol, then a hundred times, and so on.
 * More than `maxEvents` close events within `eventWindow` seconds, or a transition that does not settle, stop the
 * run with an explanation. Sliding intervals are reported when they end (`sliding-watch.ts`).
 *
 * T, observers and pauses have no part in the trajectory: a loop can be run on, and its state copied. Cost: O(n + observers) an event
 * and a segment beside what flow and observers take.
 */
import type { EventsManager } from '../time-stepping/events-manager.js';
import type { Steps } from '../time-stepping/steps.js';
import type { EventKind, Observer, SimulationEvent } from '../stream.js';
import { EventDrivenFailure } from './event-driven-failure.js';
import type { EventFlow, TransitionResult } from './event-flow.js';
import { type GapEnd, GapSegment } from './gap-segment.js';
import type { ModePace } from './mode-pace.js';
import { SlidingWatch } from './sliding-watch.js';
import { ZenoDetector, type ZenoLimit, type ZenoState } from './zeno-detector.js';

export interface EventDrivenOptions {
  /** Seconds in which at most `maxEvents` close events may happen; default a thousandth of the interval, 1e5 events. */
  readonly eventWindow: number;
  readonly maxEvents: number;
  /** Events closer than this are one, seconds; default 1e-12 of the interval. */
  readonly evtol: number;
  /** The limit of accumulating events is taken at most this long before it, seconds; default 1e-9 (T - t0). */
  readonly zenoReach?: number;
  /** Sensors, actuators, user events. */
  readonly events?: EventsManager;
  /** Says when new modes cost more than what else could run them. */
  readonly pace?: ModePace;
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
/** Segments between two pauses in which a run can be stopped, for how many an event counts, and those that the flow follows itself. */
const [segmentsBetweenPauses, segmentsOfAnEvent] = [64, 8];
const followedBetweenPauses = 1024;
/** Modes and guards make one number. */
const maxGuards = 2 ** 20;

/** A flow whose state can be copied and taken up again. */
export interface ResumableFlow<State> extends EventFlow {
  state(): State;
  resume(state: State): void;
}

/** Everything that decides how a run goes on: plain data. */
export interface EventLoopState<State> {
  readonly flow: State;
  readonly zeno: ZenoState;
  readonly stuck: number;
  readonly stepsInARow: number;
  readonly lastEvent: number;
  readonly windowStart: number;
  readonly windowEvents: number;
}

export class EventDriven<Flow extends EventFlow = EventFlow> {
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
  #begun = false;
  /** The end of the present run, seconds. */
  #end: number;
  /** Number of segments at which the next pause is due. */
  #nextPause = 0;

  constructor(
    readonly flow: Flow,
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
    this.#windowStart = t0;
    this.#end = T;
  }

  /** Runs to T and tells the observers; throws `EventDrivenFailure` after telling what was accepted. */
  run(...observers: readonly Observer[]): void {
    this.runTo(this.T, ...observers);
  }

  /** Runs to a time, seconds, from where the last run ended. */
  runTo(end: number, ...observers: readonly Observer[]): void {
    for (const steps = this.stepsTo(end, observers); !steps.next().done;);
  }

  /** Copies everything that decides how the run goes on, of a flow that can tell of its own state. */
  state<State>(this: EventDriven<ResumableFlow<State>>): EventLoopState<State> {
    return {
      flow: this.flow.state(),
      zeno: this.#zeno.state(),
      ...{ stuck: this.#stuck, stepsInARow: this.#stepsInARow, lastEvent: this.#lastEvent },
      ...{ windowStart: this.#windowStart, windowEvents: this.#windowEvents },
    };
  }

  /** Goes on from the state of a loop over the same system with the same options. */
  resume<State>(this: EventDriven<ResumableFlow<State>>, state: EventLoopState<State>): void {
    this.flow.resume(state.flow);
    this.#zeno.resume(state.zeno);
    this.#stuck = state.stuck;
    this.#stepsInARow = state.stepsInARow;
    this.#lastEvent = state.lastEvent;
    this.#windowStart = state.windowStart;
    this.#windowEvents = state.windowEvents;
    this.#begun = true;
  }

  /** `run` with pauses, in which `next("stop")` ends it; returns whether it reached T. */
  steps(...observers: readonly Observer[]): Steps<boolean> {
    return this.stepsTo(this.T, observers);
  }

  /** `runTo` with pauses. */
  *stepsTo(end: number, observers: readonly Observer[]): Steps<boolean> {
    const { flow, options } = this;
    this.#observers = observers;
    this.#end = end;
    const watched = observers.some(({ needs }) => needs === 'grid');
    if (!this.#begun) this.#begin();
    while (flow.t < end) {
      if (this.counters.segments >= this.#nextPause) {
        this.#nextPause = this.counters.segments + segmentsBetweenPauses;
        if ((yield { t: flow.t, steps: this.counters.segments }) === 'stop') return false;
      }
      const timed = options.events?.nextTime() ?? Infinity;
      const until = Math.min(end, timed);
      if (!this.#follow(until, watched)) {
        if (flow.due) this.#handleEvent(watched);
        else this.#flow(until);
      }
      while (observers.some(({ unfinished }) => unfinished === true)) {
        if ((yield { t: flow.t, steps: this.counters.segments }) === 'stop') return false;
        for (const observer of observers) if (observer.unfinished === true) observer.proceed?.();
      }
      if (flow.t >= timed && (!flow.due || flow.t >= end)) this.#processTimed(flow.t);
    }
    this.#reportSliding(noRows);
    return true;
  }

  #begin(): void {
    this.#begun = true;
    this.#left.set(this.flow.x);
    this.#report(this.flow.begin(this.t0), 'start');
    this.#processTimed(this.t0);
  }

  #flow(until: number): void {
    this.flow.flow(until);
    this.counters.segments++;
    this.#checkFinite();
    this.#tellSegment();
  }

  /** Lets the flow go on by itself as far as nobody wants to be told; returns whether it did. */
  #follow(until: number, watched: boolean): boolean {
    const { flow, counters } = this;
    if (!flow.follow) return false;
    let skippable = Infinity;
    for (const observer of this.#observers) skippable = Math.min(skippable, observer.skippable?.() ?? 0);
    const followed = flow.follow(until, Math.min(followedBetweenPauses, skippable + 1));
    const { segments, events, modeChanges } = followed;
    if (segments + events === 0) return false;
    counters.segments += segments;
    counters.events += events;
    counters.modeChanges += modeChanges;
    if (events > 0) {
      // They were apart, or they would not have been handled there.
      this.#stuck = this.#stepsInARow = 0;
      this.#lastEvent = followed.lastTransition;
      if (watched) this.#tellOfFollowed(followed.byGuard ? 'mode' : 'source');
    }
    const isWanted = segments > skippable || (!followed.recorded && followed.records);
    const told = isWanted && segments > 0 ? 1 : 0;
    for (const observer of this.#observers) observer.skipped?.(segments - told);
    if (told === 1) this.#tellSegment();
    this.#checkFinite();
    return true;
  }

  /** Tells of the event before the last segment. */
  #tellOfFollowed(kind: EventKind): void {
    const { segment, lambda } = this.flow;
    const right = lambda.slice();
    segment.interpolate(segment.t0, this.#left, right);
    const [left, time] = [this.#left, segment.t0];
    for (const observer of this.#observers)
      observer.event?.({ time, left, right: left, lambda: right, kind, rows: noRows });
  }

  #handleEvent(watched: boolean): void {
    const { flow } = this;
    const { fired } = flow.segment;
    const isClose = flow.t - this.#lastEvent <= flow.closeEvents;
    this.#countEvent(isClose);
    this.#left.set(flow.x);
    const mode = flow.mode;
    const result = flow.transition();
    if (flow.mode !== mode) this.counters.modeChanges++;
    this.#report(result, watched ? (fired > 0 ? 'mode' : 'source') : undefined);
    this.#reportSliding(flow.slidingRows);
    if (this.options.pace?.isLost(flow.t, flow.modesBuilt ?? 0, this.counters.events) === true)
      throw new EventDrivenFailure('too-many-modes', flow.t, noRows);
    if (fired > 0 && isClose) {
      const entry = flow.mode * maxGuards + flow.firedGuard;
      const limit = this.#zeno.note(flow.t, entry, flow.x);
      if (limit && this.#accumulate(limit)) return;
    }
    if (this.#stuck > maxAtOnce) this.#getUnstuck();
  }

  /** Counts an event; stops a run of too many close ones in a window. */
  #countEvent(isClose: boolean): void {
    const { flow, options } = this;
    this.counters.events++;
    this.#nextPause -= segmentsOfAnEvent;
    if (flow.t - this.#lastEvent <= options.evtol) this.#stuck++;
    else this.#stuck = this.#stepsInARow = 0;
    this.#lastEvent = flow.t;
    this.#checkFinite();
    if (!isClose) return;
    if (flow.t - this.#windowStart > options.eventWindow) {
      this.#windowStart = flow.t;
      this.#windowEvents = 0;
    }
    if (++this.#windowEvents > options.maxEvents)
      throw new EventDrivenFailure('too-many-events', flow.t, flow.firedRows());
  }

  #checkFinite(): void {
    const { x, t } = this.flow;
    if (!x.every(Number.isFinite)) throw new EventDrivenFailure('not-finite', t, []);
  }

  /** Goes on at the limit of accumulating events, unless something else happens before it. */
  #accumulate({ time, state }: ZenoLimit): boolean {
    const { flow } = this;
    if (time >= Math.min(this.#end, flow.nextBreakpoint(), this.options.events?.nextTime() ?? Infinity))
      return false;
    this.counters.zeno++;
    this.#skip(() => flow.restart(time, state, true), flow.firedRows(), false);
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
    const through = (begin: GapEnd): TransitionResult => {
      const result = flow.stepThrough?.(h, begin.lambda);
      if (!result) throw new EventDrivenFailure('switching', flow.t, rows);
      return result;
    };
    this.#skip(through, rows, true);
    this.#zeno.clear();
    this.#lastEvent = flow.t;
  }

  /** Lets the flow go on elsewhere, joined to where it was by a straight line, and tells of it. */
  #skip(go: (begin: GapEnd) => TransitionResult, rows: readonly number[], isStep: boolean): void {
    const { flow } = this;
    this.#left.set(flow.x);
    const from = { t: flow.t, x: flow.x.slice(), lambda: flow.lambda.slice() };
    const mode = flow.mode;
    const result = go(from);
    const to = { t: flow.t, x: flow.x.slice(), lambda: flow.lambda.slice() };
    const gap = new GapSegment(mode, from, to, isStep);
    for (const observer of this.#observers) observer.segment?.(gap);
    this.#left.set(flow.x);
    this.#tellOf('zeno', rows);
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
    for (const sliding of ended) this.#tellOf('sliding', [sliding.row], { sliding });
  }

  /** Tells what a transition did; `kind` names the event itself where somebody wants to know of it. */
  #report(result: TransitionResult, kind: EventKind | undefined): void {
    const { flow } = this;
    const { events } = result;
    for (let k = 0; k < events.length; k++) this.#tellOf(events[k]!.kind, events[k]!.rows);
    if (result.status !== 'ok')
      throw new EventDrivenFailure(result.status, flow.t, result.rows, result.detail);
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
