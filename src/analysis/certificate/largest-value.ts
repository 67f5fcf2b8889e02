/** The largest magnitude of each of several quantities so far, and when; what is no number counts as the largest of all. */
import type { Int } from '../../base/int.js';
import { type NumberRoom, plainRoom } from '../../numerics/code/number-room.js';
import type { WorstResidual } from './certificate.js';

/** Takes a value of a quantity into the largest magnitudes and their times. */
export function noteLargest(
  largest: Float64Array,
  times: Float64Array,
  index: Int,
  value: number,
  time: number,
): void {
  const magnitude = Math.abs(value);
  if (magnitude <= (largest[index] as number)) return;
  largest[index] = magnitude >= 0 ? magnitude : Infinity;
  times[index] = time;
}

export class LargestValue {
  readonly value: Float64Array;
  readonly time: Float64Array;

  constructor(count: number, room: NumberRoom = plainRoom) {
    this.value = room.floats(count).fill(-1);
    this.time = room.floats(count).fill(NaN);
  }

  /** The largest so far, below 0 where there is none. */
  of(index: number): number {
    return this.value[index] as number;
  }

  note(index: number, value: number, time: number): void {
    noteLargest(this.value, this.time, index, value, time);
  }

  /** The largest relative to a scale. */
  over(index: number, scale: number, name: string): WorstResidual {
    const value = Math.max(0, this.value[index] as number);
    return { value: value === 0 ? 0 : value / scale, time: this.time[index] as number, name };
  }
}
