/**
 * The one event loop: flow -> earliest guard -> transition -> restart, [intro] 4.2, 7.
 *
 * It ends, or says why it cannot. Guards that accumulate (Zeno) are recognised by the intervals between
 * events of one row: when their ratio has converged below 1 the geometric limit of time and state is set
 * and the flow restarts there (CONVENTIONS 13). More than `mostEvents` events within `eventWindow` seconds,
 * or a transition that does not settle, stop the run with an explanation.
 */
import type { Observer, SimulationEvent } from '../stream.js';
import type { EventFlow, TransitionResult } from './event-flow.js';
import { ZenoDetector } from './zeno-detector.js';

export interface EventDrivenOptions {
  /** Seconds in which at most `mostEvents` events may happen. */
  readonly eventWindow: number;
  readonly mostEvents: number;
  /** Events closer than this are one, seconds. */
  readonly evtol: number;
}

export interface EventCounters {
  pieces: number;
  /** Guards and corners handled. */
  events: number;
  modeChanges: number;
  jumps: number;
  zeno: number;
}

/** Events in a row within evtol of each other before the run is stuck (CONVENTIONS 10). */
const mostAtOnce = 100;

/** Why a run stopped before its end. */
export class EventDrivenFailure extends Error {
  override readonly name = 'EventDrivenFailure';

  constructor(
    readonly status: Exclude<TransitionResult['status'], 'ok'> | 'too-many-events' | 'not-finite',
    readonly time: number,
    /** Rows of the complementarity system concerned. */
    readonly rows: readonly number[],
  ) {
    super(`${meaning[status]} at t = ${time} s`);
  }
}

const meaning = Object.freeze({
  infeasible: 'the one-step problem has no solution (proved)',
  undecided: 'the one-step problem was not solved and nothing is proved',
  index: 'the mode has a relative degree above 1: its multipliers are not determined by one derivative',
  switching: 'the switches do not settle',
  'too-many-events': 'events follow each other without end',
  'not-finite': 'the state is no longer finite',
});

export class EventDriven {
  readonly counters: EventCounters = { pieces: 0, events: 0, modeChanges: 0, jumps: 0, zeno: 0 };
  readonly #zeno: ZenoDetector;
  readonly #left: Float64Array;
  /** Events in a row that brought no progress in time. */
  #stuck = 0;
  #lastEvent = -Infinity;
  #windowStart = 0;
  #windowEvents = 0;

  constructor(
    readonly flow: EventFlow,
    readonly t0: number,
    readonly T: number,
    private readonly options: EventDrivenOptions,
  ) {
    this.#zeno = new ZenoDetector(flow.x.length, options.evtol);
    this.#left = flow.x.slice();
  }

  /** Runs to T and tells the observers; throws `EventDrivenFailure` after telling what was accepted. */
  run(...observers: readonly Observer[]): void {
    const { flow, t0, T } = this;
    this.#left.set(flow.x);
    this.#report(flow.begin(t0), observers, true);
    this.#windowStart = t0;
    while (flow.t < T) {
      const corner = flow.nextCorner();
      const until = Math.min(T, corner);
      const fired = flow.flow(until);
      this.counters.pieces++;
      for (const observer of observers) observer.segment?.(flow.piece);
      const atCorner = flow.t >= corner;
      if (fired === 0 && !atCorner) continue;
      if (fired === 0 && flow.t >= T) break;
      this.#countEvent();
      this.#left.set(flow.x);
      const mode = flow.mode;
      const result = flow.transition();
      if (flow.mode !== mode) this.counters.modeChanges++;
      this.#report(result, observers, false);
      if (fired > 0) this.#watchForZeno(observers);
    }
  }

  #countEvent(): void {
    const { flow, options } = this;
    this.counters.events++;
    this.#stuck = flow.t - this.#lastEvent <= options.evtol ? this.#stuck + 1 : 0;
    this.#lastEvent = flow.t;
    if (this.#stuck > mostAtOnce) throw new EventDrivenFailure('switching', flow.t, []);
    if (flow.t - this.#windowStart > options.eventWindow) {
      this.#windowStart = flow.t;
      this.#windowEvents = 0;
    }
    if (++this.#windowEvents > options.mostEvents) throw new EventDrivenFailure('too-many-events', flow.t, []);
    for (let i = 0; i < flow.x.length; i++) {
      if (!Number.isFinite(flow.x[i]!)) throw new EventDrivenFailure('not-finite', flow.t, []);
    }
  }

  #watchForZeno(observers: readonly Observer[]): void {
    const { flow } = this;
    const limit = this.#zeno.note(flow.t, flow.mode, flow.x);
    if (!limit || limit.time >= this.T) return;
    this.counters.zeno++;
    this.#left.set(flow.x);
    const result = flow.restart(limit.time, limit.state);
    this.#tell({ time: limit.time, kind: 'zeno', rows: [], left: this.#left, right: flow.x }, observers);
    this.#report(result, observers, false);
  }

  #report(result: TransitionResult, observers: readonly Observer[], start: boolean): void {
    const { flow } = this;
    const at = { time: flow.t, left: this.#left, right: flow.x };
    if (start) this.#tell({ ...at, kind: 'start', rows: [] }, observers);
    for (const event of result.events) this.#tell({ ...at, ...event }, observers);
    if (result.status !== 'ok') throw new EventDrivenFailure(result.status, flow.t, result.rows);
    if (!result.impulse) return;
    this.counters.jumps++;
    const rows = [...result.impulse.keys()].filter((i) => result.impulse?.[i] !== 0);
    this.#tell({ ...at, kind: 'jump', rows, impulse: result.impulse }, observers);
  }

  #tell(event: SimulationEvent, observers: readonly Observer[]): void {
    for (const observer of observers) observer.event?.(event);
  }
}
