/**
 * The one event loop: flow -> earliest guard -> transition -> restart, [intro] 4.2, 7.
 *
 * It ends, or says why it cannot. Guards that accumulate (Zeno) are recognised by the intervals between
 * events of one row: when their ratio has converged below 1 the geometric limit of time and state is set
 * and the flow restarts there (CONVENTIONS 13). More than `mostEvents` events within `eventWindow` seconds,
 * or a transition that does not settle, stop the run with an explanation.
 */
import type { EventKind, Observer, SimulationEvent } from '../stream.js';
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

/** Pieces between two pauses in which a run can be stopped. */
const piecesBetweenPauses = 1024;

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
    for (const steps = this.steps(...observers); !steps.next().done;);
  }

  /** The same with pauses, in which `next("stop")` ends the run; returns whether it reached T. */
  *steps(...observers: readonly Observer[]): Generator<undefined, boolean, 'stop' | undefined> {
    const { flow, t0, T } = this;
    const watched = observers.some(({ needs }) => needs === 'grid');
    this.#left.set(flow.x);
    this.#report(flow.begin(t0), observers, 'start');
    this.#windowStart = t0;
    while (flow.t < T) {
      if (this.counters.pieces % piecesBetweenPauses === 0 && (yield undefined) === 'stop') return false;
      const corner = flow.nextCorner();
      const fired = flow.flow(Math.min(T, corner));
      this.counters.pieces++;
      for (const observer of observers) observer.segment?.(flow.piece);
      if ((fired === 0 && flow.t < corner) || flow.t >= T) continue;
      this.#countEvent();
      this.#left.set(flow.x);
      const mode = flow.mode;
      const result = flow.transition();
      if (flow.mode !== mode) this.counters.modeChanges++;
      this.#report(result, observers, watched ? (fired > 0 ? 'mode' : 'source') : undefined);
      if (fired > 0) this.#watchForZeno(observers);
    }
    return true;
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
    if (++this.#windowEvents > options.mostEvents)
      throw new EventDrivenFailure('too-many-events', flow.t, []);
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
    const { x: right, lambda } = flow;
    this.#tell({ time: limit.time, kind: 'zeno', rows: [], left: this.#left, right, lambda }, observers);
    this.#report(result, observers, undefined);
  }

  /** Tells what a transition did; `kind` names the event itself where somebody wants to know of it. */
  #report(result: TransitionResult, observers: readonly Observer[], kind: EventKind | undefined): void {
    const { flow } = this;
    const at = { time: flow.t, left: this.#left, right: flow.x, lambda: flow.lambda };
    for (const event of result.events) this.#tell({ ...at, ...event }, observers);
    if (result.status !== 'ok') throw new EventDrivenFailure(result.status, flow.t, result.rows);
    if (result.impulse) {
      this.counters.jumps++;
      const rows = [...result.impulse.keys()].filter((i) => result.impulse?.[i] !== 0);
      this.#tell({ ...at, kind: 'jump', rows, impulse: result.impulse }, observers);
    }
    if (kind) this.#tell({ ...at, kind, rows: [] }, observers);
  }

  #tell(event: SimulationEvent, observers: readonly Observer[]): void {
    for (const observer of observers) observer.event?.(event);
  }
}
