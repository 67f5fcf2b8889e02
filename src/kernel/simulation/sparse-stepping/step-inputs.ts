/**
 * The inputs u of a descriptor system along a run: their values, from the left at the end of a step and from the right at
 * its start, and where the next one jumps or bends. Breakpoints that only rounding parts are one: each signal is asked at its
 * own, so that none is missed and no step is as short as an ulp of t.
 */
import { floatsIn, type NumberRoom, plainRoom } from '../../../numerics/code/number-room.js';
import { lagrangeWeights } from './lagrange.js';
import type { DescriptorSystem } from '../../modeling/descriptor-system.js';
import type { Signal } from '../../modeling/signals/signal.js';

/** Where a segment begins within a step an input may differ so many times as much: a cubic differs most elsewhere. */
const BETWEEN = 2;
/** No method has more stages. */
const MOST_STAGES = 8;
/** Breakpoints are at one time within so many ulp. */
export const SAME = 16 * Number.EPSILON;

export class StepInputs {
  /** `soonest` alone. */
  readonly numbers: Float64Array;
  readonly #moving: Int32Array;
  /** Those of them that are made of segments. */
  readonly #segmented: readonly number[];
  readonly #signals: Signal[];
  readonly #next: Float64Array;
  /** The last breakpoint of each that has been passed: it may be an ulp behind t. */
  readonly #passed: Float64Array;
  /** Weights of the polynomial of a step, where a segment begins; room for any method's stages. */
  readonly #between = new Float64Array(MOST_STAGES);
  /** The largest value of each so far. */
  readonly #sizes: Float64Array;

  constructor(
    private readonly system: DescriptorSystem,
    room: NumberRoom = plainRoom,
  ) {
    this.numbers = floatsIn(room, [Infinity]);
    const moving = system.inputs.map((_signal, j) => j).filter((j) => !system.inputs[j]!.constant);
    this.#moving = Int32Array.from(moving);
    this.#signals = moving.map((j) => system.inputs[j]!);
    this.#segmented = [...moving.keys()].filter((i) => 'nextSegment' in this.#signals[i]!);
    this.#next = new Float64Array(moving.length).fill(-Infinity);
    this.#passed = new Float64Array(moving.length).fill(-Infinity);
    this.#sizes = new Float64Array(moving.length);
  }

  /** The next breakpoint behind the time of the last `advance`. */
  get soonest(): number {
    return this.numbers[0]!;
  }

  /** How many inputs move. */
  get movingCount(): number {
    return this.#moving.length;
  }

  /** Arrays that a copy of a run takes over. */
  get stateArrays(): Float64Array[] {
    return [this.#sizes];
  }

  /** Writes all inputs, constant ones too, behind z. */
  begin(t: number, w: Float64Array): void {
    const { size, inputs } = this.system;
    inputs.forEach((signal, j) => (w[size + j] = signal.value(t)));
    this.renew(t);
    this.evaluate(t, false, w);
  }

  /** Finds the breakpoints behind t of signals whose future was not known before. */
  renew(t: number): void {
    this.#next.fill(-Infinity);
    this.#passed.fill(-Infinity);
    this.advance(t);
  }

  /** Whether the next breakpoint is at t, which is not behind it by more than rounding. */
  isAt(t: number): boolean {
    return this.soonest <= t + SAME * Math.abs(t);
  }

  /** Where a step ends that is to go to `end`, or to the next breakpoint before it. */
  before(end: number): number {
    return this.soonest < end - SAME * Math.abs(end) ? this.soonest : end;
  }

  /** Passes the breakpoints at t and finds those behind it. */
  advance(t: number): void {
    const end = t + SAME * Math.abs(t);
    const next = this.#next;
    let soonest = Infinity;
    for (let i = 0; i < next.length; i++) {
      while (next[i]! <= end) {
        this.#passed[i] = next[i]!;
        next[i] = this.#signals[i]!.nextBreakpoint(Math.max(t, next[i]!));
      }
      if (next[i]! < soonest) soonest = next[i]!;
    }
    // What logic answers arrives later: a breakpoint found before may not be the next one.
    const { logic } = this.system;
    if (logic) soonest = Math.min(soonest, logic.nextTime);
    this.numbers[0] = soonest;
  }

  /** Expects a breakpoint of an input that the run itself has just recorded. */
  expect(input: number, arrival: number): void {
    const i = this.#moving.indexOf(input);
    this.#next[i] = Math.min(this.#next[i]!, arrival);
    this.numbers[0] = Math.min(this.numbers[0]!, arrival);
  }

  /** An input is as large as this at least, where its errors are measured. */
  measure(input: number, size: number): void {
    const i = this.#moving.indexOf(input);
    this.#sizes[i] = Math.max(this.#sizes[i]!, size);
  }

  /** The breakpoint of an input that is known to be within `part` of a time, else that time. */
  nearBreakpoint(t: number, part: number): number {
    let near = t;
    for (const signal of this.#signals) {
      const next = signal.nextBreakpoint(t * (1 - part));
      if (next <= t * (1 + part)) near = next;
    }
    return near;
  }

  /** Writes u(t), or its left limit. */
  evaluate(t: number, fromLeft: boolean, w: Float64Array): void {
    const size = this.system.size;
    const moving = this.#moving;
    const end = t + SAME * Math.abs(t);
    for (let i = 0; i < moving.length; i++) {
      const signal = this.#signals[i]!;
      const at = fromLeft && this.#next[i]! <= end ? this.#next[i]! : t;
      w[size + moving[i]!] = fromLeft ? signal.valueLeft(at) : this.#right(i, t);
    }
  }

  /** The value right of t, and of the breakpoint that counts as at t. */
  #right(i: number, t: number): number {
    return this.#signals[i]!.value(Math.max(t, this.#passed[i]!));
  }

  /** True where an input of w, which holds left limits, jumps at t. */
  jumps(t: number, w: Float64Array): boolean {
    const size = this.system.size;
    for (let i = 0; i < this.#moving.length; i++)
      if (this.#right(i, t) !== w[size + this.#moving[i]!]!) return true;
    return false;
  }

  /**
   * The largest part of its size by which an input differs from the polynomial through its values at the stages, of a step
   * [t0, t1] at `nodes` of it: it moves faster than the step sees. Looked at where `weights` are those of the polynomial, at
   * `part` of the step, and where a segment of an input begins: a block behind another one, which took short steps through a
   * pulse, sees it however far its own step would go.
   */
  unseen(
    t0: number,
    t1: number,
    points: readonly Float64Array[],
    nodes: Float64Array,
    part: number,
    weights: Float64Array,
  ): number {
    let worst = 0;
    const t = t0 + part * (t1 - t0);
    for (let i = 0; i < this.#moving.length; i++)
      worst = Math.max(worst, this.#differs(i, t, points, weights));
    for (const i of this.#segmented) {
      const signal = this.#signals[i]!;
      for (let at = signal.nextSegment!(t0); at < t1; at = signal.nextSegment!(at)) {
        lagrangeWeights(nodes, points.length, (at - t0) / (t1 - t0), this.#between);
        worst = Math.max(worst, this.#differs(i, at, points, this.#between) / BETWEEN);
      }
    }
    return worst;
  }

  #differs(i: number, t: number, points: readonly Float64Array[], weights: Float64Array): number {
    const at = this.system.size + this.#moving[i]!;
    let guess = 0;
    for (let j = 0; j < points.length; j++) guess += weights[j]! * points[j]![at]!;
    const value = this.#signals[i]!.value(t);
    const large = Math.max(this.#sizes[i]!, Math.abs(value), Math.abs(guess));
    this.#sizes[i] = large;
    return large > 0 ? Math.abs(value - guess) / large : 0;
  }
}
