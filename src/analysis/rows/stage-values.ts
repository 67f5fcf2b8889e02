/**
 * Sums over unknowns and inputs between the times at which the equations were solved: kept by what they are there (`overshoot.ts`), and
 * at corners of inputs in between. Of a block with steps of its own the stages are not known, and nothing is kept.
 * Cost: two readings a step that is read between its ends, and those at its stages where a value is not between its ends.
 */
import { withoutOvershoot } from '../../kernel/simulation/step-records/overshoot.js';
import type { TrajectoryStep } from '../../kernel/simulation/sparse-stepping/stages/accepted-step.js';

/** Writes the sums at a time of a step, left limits where told so. */
export type ReadSums = (step: TrajectoryStep, t: number, isLeft: boolean, out: Float64Array) => void;

export class StageValues {
  readonly #first: Float64Array;
  readonly #last: Float64Array;
  readonly #within: Float64Array;
  readonly #least: Float64Array;
  readonly #most: Float64Array;
  /** Of the run so far, as it was read. */
  readonly #lowest: Float64Array;
  readonly #highest: Float64Array;
  #step: TrajectoryStep | undefined;
  #between: readonly number[] = [];
  #from = NaN;
  #to = NaN;
  #hasStages = false;

  constructor(
    private readonly count: number,
    private readonly readSums: ReadSums,
    private readonly corners: (step: TrajectoryStep) => readonly number[],
  ) {
    this.#first = new Float64Array(count);
    this.#last = new Float64Array(count);
    this.#within = new Float64Array(count);
    this.#least = new Float64Array(count);
    this.#most = new Float64Array(count);
    this.#lowest = new Float64Array(count).fill(Infinity);
    this.#highest = new Float64Array(count).fill(-Infinity);
  }

  /** Makes `kept` that of a time; false where nothing is to be kept, at the ends of a step. */
  at(step: TrajectoryStep, t: number): boolean {
    if (this.count === 0 || !(t > step.t0 && t < step.t1)) return false;
    if (step.t0 === this.#from && step.t1 === this.#to) return this.#between.length > 0;
    [this.#step, this.#from, this.#to, this.#hasStages] = [step, step.t0, step.t1, false];
    this.#between = step.between;
    if (this.#between.length === 0) return false;
    this.readSums(step, step.t0, false, this.#first);
    this.readSums(step, step.t1, true, this.#last);
    this.#least.set(this.#first);
    this.#most.set(this.#first);
    this.#note(this.#first);
    this.#note(this.#last);
    return true;
  }

  /** What sum k is, by what the polynomial gives. */
  kept(k: number, value: number): number {
    const [first, last] = [this.#first[k] as number, this.#last[k] as number];
    if ((value - first) * (value - last) <= 0) return value;
    if (!this.#hasStages) this.#readStages();
    const [least, most] = [this.#least[k] as number, this.#most[k] as number];
    return withoutOvershoot(value, least, most, (this.#highest[k] as number) - (this.#lowest[k] as number));
  }

  #readStages(): void {
    const step = this.#step;
    if (!step) return;
    this.#hasStages = true;
    for (const t of [...this.#between, ...this.corners(step)]) {
      this.readSums(step, t, false, this.#within);
      this.#note(this.#within);
    }
  }

  #note(values: Float64Array): void {
    for (let k = 0; k < this.count; k++) {
      const value = values[k] as number;
      this.#least[k] = Math.min(this.#least[k] as number, value);
      this.#most[k] = Math.max(this.#most[k] as number, value);
      this.#lowest[k] = Math.min(this.#lowest[k] as number, value);
      this.#highest[k] = Math.max(this.#highest[k] as number, value);
    }
  }
}
