/**
 * The length of the next step: by the error of the last one, and where errors have been growing also by how fast. A step
 * that something else cut short leaves the length that was wanted. Source: [Gustafsson 1994].
 */
import { floatsIn, type NumberRoom } from '../../../../numerics/code/number-room.js';

/** A step this close to the length that was asked for stays as it is: its factors can be kept. */
const KEEP_BELOW = 1.25;
const GROW = 3;
const SHRINK = 0.3;

/**
 * The first step behind a breakpoint in parts of what lies before the next one, where laws may bend: what a transistor does in
 * the middle of an edge shows in no stage and in no rate at its start, and no step before it says what was to be expected.
 */
export const FIRST_PART = 0.1;

/** The next length of a step whose error was too large, at least. */
const AFTER_ERROR = 0.1;

/**
 * Long steps are so by this part of the length that their error allows: where little happens, errors of many steps add up to as much
 * as those of short ones.
 */
const LONG_PART = 0.06;
/** Within long steps unknowns that are not behind d/dt may bend by so many reltol. */
const LONG_BEND = 0.2;

/**
 * A long step among smooth laws whose next one is to be shorter than this part of it is made again: the current of a junction that
 * sets in or ends within it bends unknowns whose error nothing else sees.
 */
const LONG_AGAIN = 0.7;
/** Steps are long from here on, in parts of the length from which they are: what only rounding parts is none. */
const LONG_FROM = 1.01;

/**
 * The part of its length h that a step is made again with, 1 where it stays; `long` is what hindsight allows of a long one, and
 * `wanted` by its error.
 */
export function partAgain(error: number, wanted: number, h: number, longStep: number, long: number): number {
  if (error > 1) return Math.max(AFTER_ERROR, wanted);
  return h > LONG_FROM * longStep && long < LONG_AGAIN ? Math.max(longStep / h, long) : 1;
}

/** By how much a next step may be longer that is long, where the error would allow `wanted` times. */
export function longPart(wanted: number): number {
  return LONG_PART * wanted;
}

/** The same by how many reltol unknowns may bend that no error is estimated of. */
export function longPartOfBend(bend: number, errorPower: number): number {
  return (bend / LONG_BEND) ** (-1 / errorPower);
}

export class StepController {
  /**
   * Length of the next step, what the error of the last one allowed in parts of its length, and that length; then the length from
   * which on steps are long.
   */
  readonly numbers: Float64Array;

  constructor(room: NumberRoom, long: number) {
    this.numbers = floatsIn(room, [0, 0, 0, long]);
  }

  /** Seconds; 0 before the first step. */
  get length(): number {
    return this.numbers[0]!;
  }

  /** Forgets errors: something has happened; `length` is the first step behind it. */
  begin(length: number): void {
    this.numbers[0] = Math.min(length, this.numbers[3]!);
    this.numbers[1] = 0;
  }

  /**
   * Learns from an accepted step of length h that might have been `wanted` times as long, `long` times as a long one; `failed` where it
   * was tried longer.
   */
  learn(h: number, wanted: number, long: number, failed: boolean): void {
    learnLength(this.numbers, h, wanted, long, failed);
  }
}

/** As `StepController.learn`, over its numbers. */
export function learnLength(
  numbers: Float64Array,
  h: number,
  wanted: number,
  long: number,
  failed: boolean,
): void {
  const trend = numbers[1]! > 0 ? (wanted / numbers[1]!) * (h / numbers[2]!) : 1;
  numbers[1] = wanted;
  numbers[2] = h;
  let grown = Math.min(failed ? 1 : GROW, wanted);
  grown = Math.min(grown, trend < 1 ? Math.max(SHRINK, wanted * trend) : wanted);
  const next = h * grown;
  if (next > numbers[0]! || h >= 0.9 * numbers[0]! || failed)
    numbers[0] = grown > 1 && grown < KEEP_BELOW ? h : next;
  numbers[0] = Math.min(numbers[0]!, Math.max(numbers[3]!, long * h));
}
