/**
 * Currents of smooth laws between the times at which the equations were solved. A polynomial through voltages runs past them by parts of a
 * tolerance, of which the exponential of a junction makes megaamperes: where a current is beyond those at the stages of its step it is
 * what the polynomial through these is at most, and beyond them by `PEAK` at most, since that runs past a corner too. Of a
 * block with steps of its own their ends alone are known. Cost: one evaluation a law and stage of a step that is read between its ends.
 */
import type { LawCurrent, PointFormReader } from '../../circuit/sparse/sparse-probe.js';
import { lagrangeWeights } from '../../kernel/simulation/sparse-stepping/inputs/lagrange.js';
import type { TrajectoryStep } from '../../kernel/simulation/sparse-stepping/stages/accepted-step.js';

/** Between the ends of a step that it resolves, of a third of a radian, a sine is so much beyond them. */
const PEAK = 1 / 64;

/** What a current of a law is, by what the law gives. */
export type KeptCurrent = (law: LawCurrent, current: number) => number;

interface Known {
  /** Times from the begin to the end of the step that was read last in which the law was solved for, rising. */
  readonly times: Float64Array;
  readonly hasStages: boolean;
  /** Its currents there, NaN where they have not been asked for, from the left and from the right. */
  readonly left: Float64Array;
  readonly right: Float64Array;
}

const none = new Int32Array(0);

export class StageCurrents {
  readonly #known = new Map<LawCurrent, Known>();
  readonly #z: Float64Array;
  readonly #dz: Float64Array;
  #weights = new Float64Array(0);
  #from = NaN;
  #to = NaN;

  constructor(
    private readonly reader: PointFormReader,
    private readonly laws: readonly LawCurrent[],
    private readonly unknowns: Int32Array,
  ) {
    this.#z = new Float64Array(unknowns.length);
    this.#dz = new Float64Array(unknowns.length);
  }

  /** How currents at t follow from what their laws give there; undefined where nothing is to be kept, at the ends of a step. */
  at(step: TrajectoryStep, t: number): KeptCurrent | undefined {
    if (this.laws.length === 0 || !(t > step.t0 && t < step.t1)) return undefined;
    if (step.t0 !== this.#from || step.t1 !== this.#to) this.#begin(step);
    return (law, current) => {
      const known = this.#known.get(law);
      if (!known) return current;
      return known.hasStages
        ? this.#withinStages(known, law, current, t, step)
        : this.#withinEnds(known, law, current, t, step);
    };
  }

  #begin(step: TrajectoryStep): void {
    const { t0, t1, between } = step;
    [this.#from, this.#to] = [t0, t1];
    const hasStages = between.length > 0;
    for (const law of this.laws) {
      const own = (): Int32Array =>
        Int32Array.from(
          law.reads.filter((place) => place >= 0),
          (p) => this.unknowns[p] as number,
        );
      const times = Float64Array.of(t0, ...(hasStages ? between : step.corners(own(), none)), t1);
      const [left, right] = [
        new Float64Array(times.length).fill(NaN),
        new Float64Array(times.length).fill(NaN),
      ];
      this.#known.set(law, { times, hasStages, left, right });
    }
  }

  /** The current at time k, from the right or, where a step ends, from the left. */
  #current(
    { times, left, right }: Known,
    law: LawCurrent,
    k: number,
    isLeft: boolean,
    step: TrajectoryStep,
  ): number {
    const of = isLeft ? left : right;
    if (Number.isNaN(of[k])) {
      step.read(times[k] as number, this.#z, this.#dz, this.unknowns, isLeft);
      of[k] = this.reader.current(law, this.#z, this.#dz);
    }
    return of[k] as number;
  }

  #withinStages(known: Known, law: LawCurrent, current: number, t: number, step: TrajectoryStep): number {
    const count = known.times.length;
    if (this.#weights.length !== count) this.#weights = new Float64Array(count);
    lagrangeWeights(known.times, count, t, this.#weights);
    let [least, largest, sum] = [Infinity, -Infinity, 0];
    for (let k = 0; k < count; k++) {
      const own = this.#current(known, law, k, k === count - 1, step);
      least = Math.min(least, own);
      largest = Math.max(largest, own);
      sum += (this.#weights[k] as number) * own;
    }
    const beyond = PEAK * Math.max(Math.abs(least), Math.abs(largest));
    const lowest = Math.max(least - beyond, Math.min(least, sum));
    return between(lowest, current, Math.min(largest + beyond, Math.max(largest, sum)));
  }

  #withinEnds(known: Known, law: LawCurrent, current: number, t: number, step: TrajectoryStep): number {
    const end = firstFrom(known.times, t);
    if (known.times[end] === t) return current;
    const first = this.#current(known, law, end - 1, false, step);
    const last = this.#current(known, law, end, true, step);
    const beyond = PEAK * Math.max(Math.abs(first), Math.abs(last));
    return between(Math.min(first, last) - beyond, current, Math.max(first, last) + beyond);
  }
}

function between(least: number, value: number, largest: number): number {
  return Math.min(largest, Math.max(least, value));
}

/** The place of the first of rising times that is not below t. */
function firstFrom(times: Float64Array, t: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) < t) low = middle + 1;
    else high = middle;
  }
  return low;
}
