/**
 * When a switch commutates that a sum of signals turns, a sine against a triangle for one: f(t) = rest + sum of k_j s_j(t), each s_j in
 * closed form between its breakpoints. From a time at which f is d < 0 below its level and rises by f', no crossing is nearer than
 *
 *     h:  d + f' h + M h^2 / 2 = 0,     M >= |f''| from there on,
 *
 * so that steps of h pass none, and come to the first one as Newton's method does. Straight lines have M = 0 and one step.
 */
import type { Int } from '../../../base/int.js';
import {
  closedKinds,
  closedLength,
  closedPlaces,
  closedValue,
  isClosed,
  sineAngle,
  sineEnvelope,
  writeSegment,
} from './closed-segment.js';
import type { GuardClock } from './gate-clock.js';
import type { Signal } from './signal.js';

/** So many parts of segments are looked through at a time: some hundred periods of a sine. */
const MOST_PARTS = 1000;
/** Into so many parts periods of sines are cut. */
const PARTS = 4;
/** Times are known to so many ulp. */
const TIMED = 4;
/** Steps within a part: more of them are made where a sum is its level to rounding, and then by as many as this. */
const MOST_STEPS = 100;

/** A signal and its factor in a control. */
export interface SummedSignal {
  readonly signal: Signal;
  readonly gain: number;
}

/** A control that is a sum of signals beside a constant, and what a switch compares it with. */
export interface SumControl {
  readonly terms: readonly SummedSignal[];
  readonly rest: number;
  /** On above `on`, off below `off`. */
  readonly on: number;
  readonly off: number;
}

export class SumClock implements GuardClock {
  isOpen = false;
  /** The segments that hold, one behind the other as `closedPlaces` says: since when, until when, and the length of their parts. */
  readonly #closed: Float64Array;
  #begin = 0;
  #end = 0;
  #part = Infinity;
  /** At the time that was asked for last: value, slope, and the most that the second derivative is from there to the end of the part. */
  #value = 0;
  #slope = 0;
  #bend = 0;

  private constructor(private readonly control: SumControl) {
    this.#closed = new Float64Array(closedLength * control.terms.length);
  }

  /** Undefined where one of the signals is not known in closed form. */
  static of(control: SumControl): SumClock | undefined {
    return control.terms.every(({ signal }) => isClosed(signal)) ? new SumClock(control) : undefined;
  }

  isBeyond(isOn: boolean, t: number): boolean {
    const { terms, rest, on, off } = this.control;
    let value = rest;
    for (const { signal, gain } of terms) value += gain * signal.value(t);
    return isOn ? value < off : value > on;
  }

  /** Each part of a segment is looked through from its begin on: a crossing is the same to the bit wherever one asks from. */
  commutation(isOn: boolean, t: number): number {
    this.isOpen = false;
    let from = t;
    for (let part = 0; part < MOST_PARTS; part++) {
      this.#stand(from);
      const k = this.#numberAt(from);
      const stop = Math.min(this.#end, this.#partAt(k + 1));
      const found = this.#crossing(isOn, this.#partAt(k), stop, from);
      if (found < stop || !(stop < Infinity)) return found;
      from = stop;
    }
    this.isOpen = true;
    return from;
  }

  /** The part in which t lies; the quotient alone may be off by one after rounding. */
  #numberAt(t: number): number {
    if (this.#part === Infinity) return 0;
    const number = Math.floor((t - this.#begin) / this.#part);
    if (this.#partAt(number + 1) <= t) return number + 1;
    return this.#partAt(number) > t ? number - 1 : number;
  }

  #partAt(k: number): number {
    return k === 0 ? this.#begin : this.#begin + k * this.#part;
  }

  /** The first time from t on, in [begin, stop), at which the control is beyond its band; Infinity where there is none. */
  #crossing(isOn: boolean, begin: number, stop: number, t: number): number {
    const sign = isOn ? -1 : 1;
    const level = isOn ? this.control.off : this.control.on;
    // A segment may begin beyond it.
    this.#evaluate(t);
    if (sign * (this.#value - level) > 0) return t;
    for (let at = begin, step = 0; at < stop; step++) {
      this.#evaluate(at);
      const beyond = sign * (this.#value - level);
      if (beyond > 0 && at >= t) return at;
      const approach = beyond > 0 ? -sign * this.#slope : sign * this.#slope;
      const h = nearest(Math.abs(beyond), approach, this.#bend);
      const least = step < MOST_STEPS ? TIMED * Number.EPSILON * Math.abs(at) : (stop - begin) / MOST_STEPS;
      at += Math.max(h, least, Number.MIN_VALUE);
    }
    return Infinity;
  }

  /** Takes the segments that hold from t on. */
  #stand(t: number): void {
    const { terms } = this.control;
    [this.#begin, this.#end, this.#part] = [-Infinity, Infinity, Infinity];
    for (let j = 0; j < terms.length; j++) {
      const at: Int = closedLength * j;
      const { signal } = terms[j]!;
      const of = this.#closed;
      writeSegment(signal, t, of, at);
      this.#end = Math.min(this.#end, of[at + closedPlaces.end]!, signal.nextBreakpoint(t));
      if (of[at + closedPlaces.kind] === closedKinds.straight) {
        if (of[at + closedPlaces.slope] !== 0)
          this.#begin = Math.max(this.#begin, of[at + closedPlaces.begin]!);
      } else if (of[at + closedPlaces.amplitude] !== 0) {
        this.#begin = Math.max(this.#begin, of[at + closedPlaces.begin]!);
        const rate = Math.max(
          PARTS * of[at + closedPlaces.frequency]!,
          Math.abs(of[at + closedPlaces.damping]!),
        );
        this.#part = Math.min(this.#part, 1 / rate);
      }
    }
    // Where nothing moves all times are alike.
    if (this.#begin === -Infinity) this.#begin = t;
  }

  #evaluate(t: number): void {
    const { terms, rest } = this.control;
    const of = this.#closed;
    let [value, slope, bend] = [rest, 0, 0];
    for (let j = 0; j < terms.length; j++) {
      const { gain } = terms[j]!;
      const at: Int = closedLength * j;
      value += gain * closedValue(of, at, t);
      if (of[at + closedPlaces.kind] === closedKinds.straight) {
        slope += gain * of[at + closedPlaces.slope]!;
        continue;
      }
      const [frequency, damping] = [of[at + closedPlaces.frequency]!, of[at + closedPlaces.damping]!];
      const T = t - of[at + closedPlaces.begin]!;
      const angle = sineAngle(frequency, of[at + closedPlaces.phase]!, T);
      const omega = 2 * Math.PI * frequency;
      const size = gain * of[at + closedPlaces.amplitude]! * sineEnvelope(damping, T);
      slope += size * (omega * Math.cos(angle) - damping * Math.sin(angle));
      const growth = damping < 0 ? Math.exp(-damping * this.#part) : 1;
      bend += growth * Math.abs(size) * (omega * omega + damping * damping);
    }
    [this.#value, this.#slope, this.#bend] = [value, slope, bend];
  }
}

/** The least h > 0 with -below + slope h + bend h^2 / 2 = 0; Infinity where there is none. */
function nearest(below: number, slope: number, bend: number): number {
  if (bend === 0) return slope > 0 ? below / slope : Infinity;
  const root = Math.sqrt(slope * slope + 2 * bend * below);
  return slope > 0 ? (2 * below) / (slope + root) : (root - slope) / bend;
}
