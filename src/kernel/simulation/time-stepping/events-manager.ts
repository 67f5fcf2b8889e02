/**
 * Events with clocks of their own, [intro] 5.2: sensors read, actuators act, users do what they like, each at
 * the times of its own discretisation; a simulation integrates from one event to the next. Time steps and
 * nonsmooth events are events too: the first are the simulation's grid, the second are scheduled when found.
 *
 * Events closer than `tolerance` are one instant: all are processed there, sensors first, then actuators,
 * then users, in order of insertion.
 */
import { ModelError } from '../../modeling/model-error.js';

export type TimedEventKind = 'time-discretisation' | 'nonsmooth' | 'sensor' | 'actuator' | 'user';

/** What an event may see and do. */
export interface EventPoint {
  /** Seconds. */
  readonly t: number;
  /** State (n) and multiplier (m); to be read. */
  readonly x: Float64Array;
  readonly lambda: Float64Array;
  /** Replaces the state: x+ = F(x-, t), [intro] (14); F writes n entries. */
  reinitialise(map: (t: number, x: Float64Array, out: Float64Array) => void): void;
}

/** Times of an event: of `TimeDiscretisation`, or any other increasing sequence; Infinity ends it. */
export interface EventClock {
  time(k: number): number;
}

export interface EventSource {
  readonly kind: TimedEventKind;
  readonly clock: EventClock;
  process?(point: EventPoint): void;
}

const order: readonly TimedEventKind[] = Object.freeze([
  'nonsmooth',
  'time-discretisation',
  'sensor',
  'actuator',
  'user',
]);

interface Scheduled {
  readonly source: EventSource;
  /** Index of the next time that was not processed. */
  next: number;
}

export class EventsManager {
  readonly #scheduled: Scheduled[] = [];

  /** Takes the time in seconds below which two events are one instant. */
  constructor(readonly tolerance = 0) {
    if (!(tolerance >= 0 && Number.isFinite(tolerance))) {
      throw new ModelError(`EventsManager: the tolerance is ${tolerance} s; it must be 0 or positive`);
    }
  }

  /** Adds a source; its times before `from` (the simulation's present time) are past. */
  insert(source: EventSource, from = -Infinity): void {
    if (this.#scheduled.some((entry) => entry.source === source)) {
      throw new ModelError(`EventsManager: this ${source.kind} event was inserted before`);
    }
    const entry = { source, next: 0 };
    while (source.clock.time(entry.next) < from - this.tolerance) entry.next++;
    this.#scheduled.push(entry);
  }

  /** Adds a source with one time. */
  schedule(kind: TimedEventKind, time: number, process?: (point: EventPoint) => void): EventSource {
    const source = {
      kind,
      clock: { time: (k: number) => (k === 0 ? time : Infinity) },
      ...(process && { process }),
    };
    this.insert(source);
    return source;
  }

  remove(source: EventSource): void {
    const at = this.#scheduled.findIndex((entry) => entry.source === source);
    if (at < 0) throw new ModelError(`EventsManager: this ${source.kind} event is not there to be removed`);
    this.#scheduled.splice(at, 1);
  }

  /** The first time not yet processed; Infinity when there is none. */
  nextTime(): number {
    let min = Infinity;
    for (const { source, next } of this.#scheduled) min = Math.min(min, source.clock.time(next));
    return min;
  }

  /** Processes everything due until `until` (the point's own time) or before; returns the kinds processed. */
  process(point: EventPoint, until = point.t): TimedEventKind[] {
    const last = until + this.tolerance;
    const due = this.#scheduled
      .filter(({ source, next }) => source.clock.time(next) <= last)
      .sort((a, b) => order.indexOf(a.source.kind) - order.indexOf(b.source.kind));
    for (const entry of due) {
      while (entry.source.clock.time(entry.next) <= last) entry.next++;
      entry.source.process?.(point);
    }
    return due.map(({ source }) => source.kind);
  }
}
