/**
 * The inputs u of a descriptor system along a run: their values, from the left at the end of a step and from the right at
 * its start, and where the next one jumps or bends.
 */
import type { DescriptorSystem } from '../../modeling/descriptor-system.js';
import type { Signal } from '../../modeling/signal.js';

export class StepInputs {
  /** The next breakpoint behind the time of the last `advance`. */
  soonest = Infinity;
  readonly #moving: Int32Array;
  readonly #signals: Signal[];
  readonly #next: Float64Array;
  /** The largest value of each so far. */
  readonly #sizes: Float64Array;

  constructor(private readonly system: DescriptorSystem) {
    const moving = system.inputs.map((_signal, j) => j).filter((j) => !system.inputs[j]!.constant);
    this.#moving = Int32Array.from(moving);
    this.#signals = moving.map((j) => system.inputs[j]!);
    this.#next = new Float64Array(moving.length).fill(-Infinity);
    this.#sizes = new Float64Array(moving.length);
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
  }

  /** Finds the breakpoints behind t of signals whose future was not known before. */
  renew(t: number): void {
    this.#next.fill(-Infinity);
    this.advance(t);
  }

  /** Finds the breakpoints behind t. */
  advance(t: number): void {
    const next = this.#next;
    let soonest = Infinity;
    for (let i = 0; i < next.length; i++) {
      if (next[i]! <= t) next[i] = this.#signals[i]!.nextBreakpoint(t);
      if (next[i]! < soonest) soonest = next[i]!;
    }
    // What the run itself records arrives later: a breakpoint found before may not be the next one.
    for (const { signal } of this.system.delays) soonest = Math.min(soonest, signal.nextBreakpoint(t));
    this.soonest = soonest;
  }

  /** Writes u(t), or its left limit. */
  evaluate(t: number, fromLeft: boolean, w: Float64Array): void {
    const size = this.system.size;
    const moving = this.#moving;
    for (let i = 0; i < moving.length; i++) {
      const signal = this.#signals[i]!;
      w[size + moving[i]!] = fromLeft ? signal.valueLeft(t) : signal.value(t);
    }
  }

  /** True where an input of w, which holds left limits, jumps at t. */
  jumps(t: number, w: Float64Array): boolean {
    const size = this.system.size;
    for (let i = 0; i < this.#moving.length; i++)
      if (this.#signals[i]!.value(t) !== w[size + this.#moving[i]!]!) return true;
    return false;
  }

  /**
   * The largest part of its size by which an input differs from the polynomial through its values at the stages: it moves
   * faster than the step sees.
   */
  unseen(t: number, points: readonly Float64Array[], weights: Float64Array): number {
    const size = this.system.size;
    let worst = 0;
    for (let i = 0; i < this.#moving.length; i++) {
      const at = size + this.#moving[i]!;
      let guess = 0;
      for (let j = 0; j < points.length; j++) guess += weights[j]! * points[j]![at]!;
      const value = this.#signals[i]!.value(t);
      const large = Math.max(this.#sizes[i]!, Math.abs(value), Math.abs(guess));
      this.#sizes[i] = large;
      if (large > 0) worst = Math.max(worst, Math.abs(value - guess) / large);
    }
    return worst;
  }
}
