/** The largest magnitude of each of several quantities so far, and when; what is no number counts as the largest of all. */
import type { WorstResidual } from './certificate.js';

export class LargestValue {
  readonly #value: Float64Array;
  readonly #time: Float64Array;

  constructor(count: number) {
    this.#value = new Float64Array(count).fill(-1);
    this.#time = new Float64Array(count).fill(NaN);
  }

  /** The largest so far, below 0 where there is none. */
  of(index: number): number {
    return this.#value[index] as number;
  }

  note(index: number, value: number, time: number): void {
    const magnitude = Math.abs(value);
    if (magnitude <= (this.#value[index] as number)) return;
    this.#value[index] = Number.isNaN(magnitude) ? Infinity : magnitude;
    this.#time[index] = time;
  }

  /** The largest relative to a scale. */
  over(index: number, scale: number, name: string): WorstResidual {
    const value = Math.max(0, this.#value[index] as number);
    return { value: value === 0 ? 0 : value / scale, time: this.#time[index] as number, name };
  }
}
