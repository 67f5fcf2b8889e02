/**
 * A part of a signal between two times in closed form, as numbers that machine code reads:
 *
 *     straight    from + slope (t - begin),
 *     sine        offset + amplitude e^(-damping T) sin(2 pi frac(frequency T) + phase),   T = t - begin.
 *
 * Whole turns are taken off before multiplying by 2 pi, so that late times keep their digits. Cost: one exponential where a sine is damped.
 */
import type { Int } from '../../../base/int.js';

/** Where the numbers stand: seconds from which it holds and to which it does not, the kind, then those of the kind. */
export const closedPlaces = Object.freeze({
  ...{ begin: 0, end: 1, kind: 2 },
  ...{ from: 3, slope: 4 },
  ...{ offset: 3, amplitude: 4, frequency: 5, damping: 6, phase: 7 },
});
/** Numbers of one. */
export const closedLength = 8;
const kinds = Object.freeze({ straight: 0, sine: 1 });

/** A constant stays itself, wherever it begins. */
export function straightValue(from: number, slope: number, begin: number, t: number): number {
  return slope === 0 ? from : from + slope * (t - begin);
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
  const turns = frequency * T;
  const angle = 2 * Math.PI * (turns - Math.floor(turns)) + phase;
  const envelope = damping === 0 ? 1 : Math.exp(-damping * T);
  return offset + amplitude * envelope * Math.sin(angle);
}

/** The value at t of the segment whose numbers begin at a place. */
export function closedValue(of: Float64Array, at: Int, t: number): number {
  const begin = of[at + closedPlaces.begin]!;
  if (of[at + closedPlaces.kind] === kinds.straight)
    return straightValue(of[at + closedPlaces.from]!, of[at + closedPlaces.slope]!, begin, t);
  return sineValue(
    of[at + closedPlaces.offset]!,
    of[at + closedPlaces.amplitude]!,
    of[at + closedPlaces.frequency]!,
    of[at + closedPlaces.damping]!,
    of[at + closedPlaces.phase]!,
    t - begin,
  );
}

export function writeStraight(
  of: Float64Array,
  at: number,
  begin: number,
  end: number,
  from: number,
  slope: number,
): void {
  of.set([begin, end, kinds.straight, from, slope], at);
}

export function writeSine(
  of: Float64Array,
  at: number,
  begin: number,
  numbers: readonly [offset: number, amplitude: number, frequency: number, damping: number, phase: number],
): void {
  of.set([begin, Infinity, kinds.sine, ...numbers], at);
}
