/**
 * An accepted step as observers see it: z anywhere in it, as the polynomial through its stages, whose error is of the
 * order of the step's own. Where a pair commutates within the step, what it moves may jump there, and a polynomial through values on both
 * sides of a jump runs past them: then each unknown stays between the least and the largest of its stages.
 */
import type { Signal } from '../../../modeling/signals/signal.js';
import { SAME } from '../inputs/input-loops.js';
import { combined, lagrangeSlopes, lagrangeWeights, withinStages } from '../inputs/lagrange.js';
import type { StageMethod } from './stage-method.js';

/** Told of every accepted step: samplers, certificates, ledgers. */
export interface StepObserver {
  step(step: AcceptedStep): void;
  /** Told of impacts before the step that begins behind them. */
  collision?(collision: Collision): void;
  /** Told of every other jump behind the start, in the same terms. */
  jump?(jump: Collision): void;
}

/**
 * Impacts at t, as (z | u | 0): the impulse of a current is `length` times what it is in the collision beyond what it is after.
 */
export interface Collision {
  readonly t: number;
  readonly before: Float64Array;
  readonly within: Float64Array;
  readonly after: Float64Array;
  /** Of the step of backward Euler that was the collision, seconds. */
  readonly length: number;
}

/** A part of the trajectory as whoever reads it needs it: one accepted step, or a window of many blocks' steps. */
export interface TrajectoryStep {
  readonly t0: number;
  readonly t1: number;
  /** True where z may have jumped at t0, currents of capacitances where a source bends among it. */
  readonly afterEvent: boolean;
  /** Times strictly between t0 and t1 at which the equations were solved, rising; none where parts have steps of their own. */
  readonly between: readonly number[];
  /** Length of the shortest step of any part that ends at t1, seconds. */
  readonly lastLength: number;
  /** (z | u ...) at t1, and ds/dt by row. */
  readonly last: Float64Array;
  readonly lastRates: Float64Array;
  /**
   * Times strictly between t0 and t1, rising, at which some of these unknowns or inputs of the system may bend or jump: between them
   * they are smooth.
   */
  corners(unknowns: Int32Array, inputs: Int32Array): readonly number[];
  /** What gives an unknown over [t0, t1], where parts have steps of their own: absent where all have this one. */
  signalOf?(unknown: number): Signal;
  /** Writes z(t), and dz/dt where asked, left limits where told so, right ones at t0; of some unknowns where told which. */
  read(t: number, z: Float64Array, dz?: Float64Array, unknowns?: Int32Array, left?: boolean): void;
}

const none: readonly number[] = Object.freeze([]);

export class AcceptedStep implements TrajectoryStep {
  t0 = 0;
  t1 = 0;
  /** As there: the step before ended at another value. */
  afterEvent = false;
  /** True where a pair turns over within the step. */
  commutates = false;
  /** Whether a loop of steps has shown it to who looks at them. */
  isTold = false;
  /** Estimated error of the step, in tolerances of the unknown that has the largest. */
  error = 0;
  /** h times the sum of weight j and what a quantity is at stage j is its integral, to the order of the method. */
  readonly weights: Float64Array;
  /** Where the stages stand, in parts of the step. */
  readonly nodes: Float64Array;
  /** Those within the step, rising. */
  readonly #inner: readonly number[];
  readonly #valueWeights: Float64Array;
  readonly #slopes: Float64Array;
  /** Slopes of the polynomial at both ends of a step of length 1. */
  readonly #slopesAtStart: Float64Array;
  readonly #slopesAtEnd: Float64Array;

  /** points[i] is (z | u | 0) at stage i, rates[i] ds/dt there, by row. */
  constructor(
    readonly size: number,
    { c, a, gamma }: StageMethod,
    readonly points: readonly Float64Array[],
    readonly rates: readonly Float64Array[],
    private readonly inputs: readonly Signal[],
  ) {
    this.weights = Float64Array.of(...(a.at(-1) ?? []), gamma);
    this.nodes = Float64Array.from(c);
    this.#inner = [...c.slice(1, -1)].sort((x, y) => x - y);
    this.#valueWeights = new Float64Array(c.length);
    this.#slopes = new Float64Array(c.length);
    this.#slopesAtStart = new Float64Array(c.length);
    this.#slopesAtEnd = new Float64Array(c.length);
    lagrangeSlopes(this.nodes, c.length, 0, this.#slopesAtStart);
    lagrangeSlopes(this.nodes, c.length, 1, this.#slopesAtEnd);
  }

  /** Is the step from t0 to t1, whose stages stand in its points. */
  take(t0: number, t1: number, error: number, commutates = false): void {
    [this.t0, this.t1, this.error] = [t0, t1, error];
    this.commutates = commutates;
  }

  /** Writes dz/dt at t0 and at t1. */
  endRates(first: Float64Array, last: Float64Array): void {
    const { points, size } = this;
    const h = this.t1 - this.t0;
    for (let i = 0; i < size; i++) {
      first[i] = combined(points, this.#slopesAtStart, i) / h;
      last[i] = combined(points, this.#slopesAtEnd, i) / h;
    }
  }

  /** Writes z(t), and dz/dt where asked, t within [t0, t1], right limits at t0; of some unknowns where told which. */
  read(t: number, z: Float64Array, dz?: Float64Array, unknowns?: Int32Array): void {
    const { t0, t1, size } = this;
    const weights = this.#valueWeights;
    const { nodes } = this;
    const count = nodes.length;
    const h = t1 - t0;
    lagrangeWeights(nodes, count, (t - t0) / h, weights);
    const length = unknowns ? unknowns.length : size;
    combine(this.points, weights, count, length, unknowns, z);
    if (this.commutates) limit(this.points, length, unknowns, z);
    if (!dz) return;
    lagrangeSlopes(nodes, count, (t - t0) / h, this.#slopes);
    for (let j = 0; j < count; j++) this.#slopes[j]! /= h;
    combine(this.points, this.#slopes, count, length, unknowns, dz);
  }

  /** A step ends where an input bends, but for corners that it passes since they move nothing else. */
  corners(_: Int32Array, inputs: Int32Array): readonly number[] {
    let times: number[] | undefined;
    for (const j of inputs) {
      const signal = this.inputs[j]!;
      if (signal.constant) continue;
      const end = this.t1 - SAME * Math.abs(this.t1);
      let t = this.t0 + SAME * Math.abs(this.t0);
      while ((t = signal.nextBreakpoint(t)) < end) (times ??= []).push(t);
    }
    return times?.sort((a, b) => a - b) ?? none;
  }

  get between(): readonly number[] {
    const { t0, t1 } = this;
    return this.#inner.map((part) => t0 + part * (t1 - t0));
  }

  get lastLength(): number {
    return this.t1 - this.t0;
  }

  /** z and inputs at the start and at the end, as (z | u | 0). */
  get first(): Float64Array {
    return this.points[0]!;
  }

  get last(): Float64Array {
    return this.points[this.points.length - 1]!;
  }

  get lastRates(): Float64Array {
    return this.rates[this.rates.length - 1]!;
  }
}

function combine(
  points: readonly Float64Array[],
  weights: Float64Array,
  count: number,
  length: number,
  unknowns: Int32Array | undefined,
  out: Float64Array,
): void {
  for (let i = 0; i < length; i++) out[i] = 0;
  for (let j = 0; j < count; j++) {
    const weight = weights[j]!;
    if (weight === 0) continue;
    const point = points[j]!;
    if (unknowns) for (let i = 0; i < length; i++) out[i]! += weight * point[unknowns[i]!]!;
    else for (let i = 0; i < length; i++) out[i]! += weight * point[i]!;
  }
}

/** Keeps what was combined between the least and the largest of the points. */
function limit(
  points: readonly Float64Array[],
  length: number,
  unknowns: Int32Array | undefined,
  out: Float64Array,
): void {
  for (let i = 0; i < length; i++) {
    const unknown = unknowns ? unknowns[i]! : i;
    out[i] = withinStages(points, unknown, out[i]!);
  }
}
