/**
 * A part of a signal between two times in closed form, as numbers that machine code reads:
 *
 *     straight    from + slope (t - origin), as `Signal.line` writes it,
 *     sine        offset + amplitude e^(-damping T) sin(2 pi frac(frequency T) + phase),   T = t - begin.
 *
 * Cost: one exponential where a sine is damped.
 */
import type { Int } from '../../../base/int.js';
import { writeLine } from './constant-signal.js';
import { linePlaces, type Signal } from './signal.js';

/** Where the numbers stand: seconds from which it holds and to which it does not, the kind, then those of the kind. */
const lineFrom = 3;
export const closedPlaces = Object.freeze({
  ...{ begin: 0, end: 1, kind: 2 },
  ...{
    origin: lineFrom + linePlaces.begin,
    from: lineFrom + linePlaces.value,
    slope: lineFrom + linePlaces.slope,
  },
  ...{ offset: 3, amplitude: 4, frequency: 5, damping: 6, phase: 7 },
});
/** Numbers of one. */
export const closedLength = 8;
export const closedKinds = Object.freeze({ straight: 0, sine: 1 });

/** A constant stays itself, wherever it begins. */
export function straightValue(from: number, slope: number, origin: number, t: number): number {
  return slope === 0 ? from : from + slope * (t - origin);
}

/** 2 pi frequency T + phase: whole turns are taken off before multiplying by 2 pi, so that late times keep their digits. */
export function sineAngle(frequency: number, phase: number, T: number): number {
  const turns = frequency * T;
  return 2 * Math.PI * (turns - Math.floor(turns)) + phase;
}

/** e^(-damping T). */
export function sineEnvelope(damping: number, T: number): number {
  return damping === 0 ? 1 : Math.exp(-damping * T);
}

/** Value of a sine at T seconds behind its begin; frequency in hertz, damping in 1/s, phase in radians. */
export function sineValue(
  offset: number,
  amplitude: number,
  frequency: number,
  damping: number,
  phase: number,
  T: number,
): number {
  return offset + amplitude * sineEnvelope(damping, T) * Math.sin(sineAngle(frequency, phase, T));
}

/** The value at t of the segment whose numbers begin at a place. */
export function closedValue(of: Float64Array, at: Int, t: number): number {
  if (of[at + closedPlaces.kind] === closedKinds.straight)
    return straightValue(
      of[at + closedPlaces.from]!,
      of[at + closedPlaces.slope]!,
      of[at + closedPlaces.origin]!,
      t,
    );
  return sineValue(
    of[at + closedPlaces.offset]!,
    of[at + closedPlaces.amplitude]!,
    of[at + closedPlaces.frequency]!,
    of[at + closedPlaces.damping]!,
    of[at + closedPlaces.phase]!,
    t - of[at + closedPlaces.begin]!,
  );
}

/** Whether a signal that moves is a line or sine between its breakpoints. */
export function isClosed(signal: Signal): boolean {
  return !signal.constant && ('line' in signal || 'sine' in signal);
}

/** Writes the segment of a signal that holds at t, NaN where it has none in closed form. */
export function writeSegment(signal: Signal, t: number, of: Float64Array, at: number): void {
  if (!signal.line) {
    of[at + closedPlaces.begin] = NaN;
    signal.sine?.(t, of, at);
    return;
  }
  of[at + closedPlaces.end] = signal.line(t, of, at + lineFrom);
  of[at + closedPlaces.kind] = closedKinds.straight;
  // Of a constant nobody says since when it is one.
  of[at + closedPlaces.begin] = of[at + closedPlaces.slope] === 0 ? t : of[at + closedPlaces.origin]!;
}

export function writeSine(
  of: Float64Array,
  at: number,
  begin: number,
  numbers: readonly [offset: number, amplitude: number, frequency: number, damping: number, phase: number],
): void {
  of.set([begin, Infinity, closedKinds.sine, ...numbers], at);
}

/** Writes that a signal is a constant from one time to another. */
export function writeConstant(of: Float64Array, at: number, value: number, begin: number, end: number): void {
  of.set([begin, end, closedKinds.straight], at);
  writeLine(of, at + lineFrom, value);
}
