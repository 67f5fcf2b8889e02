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

/** The part of its length that a step is made again with, 1 where it stays; its error would allow `wanted`. */
export function partAgain(error: number, wanted: number): number {
  return error > 1 ? Math.max(AFTER_ERROR, wanted) : 1;
}

export class StepController {
  /** Length of the next step, what the error of the last one allowed in parts of its length, and that length. */
  readonly numbers: Float64Array;

  constructor(room: NumberRoom) {
    this.numbers = floatsIn(room, [0, 0, 0]);
  }

  /** Seconds; 0 before the first step. */
  get length(): number {
    return this.numbers[0]!;
  }

  /** Forgets errors: something has happened; `length` is the first step behind it. */
  begin(length: number): void {
    this.numbers[0] = length;
    this.numbers[1] = 0;
  }

  /** Learns from an accepted step of length h that might have been `wanted` times as long; `failed` where it was tried longer. */
  learn(h: number, wanted: number, failed: boolean): void {
    learnLength(this.numbers, h, wanted, failed);
  }
}

/** As `StepController.learn`, over its numbers. */
export function learnLength(numbers: Float64Array, h: number, wanted: number, failed: boolean): void {
  // Behind a step without any error nothing says how it grows.
  const isKnown = numbers[1]! > 0 && numbers[1]! < Infinity;
  const trend = isKnown ? (wanted / numbers[1]!) * (h / numbers[2]!) : 1;
  numbers[1] = wanted;
  numbers[2] = h;
  let grown = Math.min(failed ? 1 : GROW, wanted);
  grown = Math.min(grown, trend < 1 ? Math.max(SHRINK, wanted * trend) : wanted);
  const next = h * grown;
  if (next > numbers[0]! || h >= 0.9 * numbers[0]! || failed)
    numbers[0] = grown > 1 && grown < KEEP_BELOW ? h : next;
}
