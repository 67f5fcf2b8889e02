/**
 * What a block has done over the present window, as blocks behind it read it: for each accepted step [t0, t1] values and
 * rates of its unknowns at both ends, and between them the cubic that takes these four,
 *
 *     z(t0 + s h) = h00(s) z0 + h10(s) h z0' + h01(s) z1 + h11(s) h z1',      error O(h^4).
 *
 * A block at rest has one value. Where a step does not go on as the last one ended, readers are told of a breakpoint.
 */
import { type CubicPieces, cubicValue, pieceAt, piecePlaces } from '../sparse-stepping/inputs/input-loops.js';
import type { StepRecord } from '../sparse-stepping/stages/step-record.js';
import type { RecordedSignal } from '../sparse-stepping/inputs/step-inputs.js';

const nothing = new Float64Array(0);
const none: readonly number[] = Object.freeze([]);

/** Is told where an unknown of a trace is no longer what it was. */
export interface TraceReader {
  changed(place: number): void;
}

export class Trace {
  /** Accepted steps. */
  count = 0;
  /** t0 and t1 of each step; room for none before it moves, as most blocks of a large circuit rest. */
  #times = nothing;
  /** z0, z0', z1, z1' of each step. */
  #ends = nothing;
  /** What it is while it rests, and from when on. */
  #still: Float64Array | undefined;
  #stillFrom = NaN;
  /** Times at which an unknown jumps or bends, rising. */
  #breakpoints: readonly number[] = none;
  /** Who is told when it begins to move or comes to rest, and by which number of theirs. */
  #readers: { readonly reader: TraceReader; readonly place: number }[] | undefined;

  constructor(
    readonly size: number,
    /** Differences that are none: of values, by unknown. */
    private readonly tolerance: Float64Array,
  ) {}

  /** Differences of unknown j that are none. */
  noiseOf(j: number): number {
    return this.tolerance[j]!;
  }

  /** The block rests at z, which stays as it is, over the window that begins at t. */
  rest(t: number, z: Float64Array): void {
    this.#tell();
    this.count = 1;
    this.#breakpoints = none;
    this.#still = z;
    this.#stillFrom = t;
  }

  /** It has one value for all times. */
  get isAtRest(): boolean {
    return this.#still !== undefined;
  }

  /** Begins a window: what was recorded is forgotten. */
  clear(): void {
    if (this.isAtRest) this.#tell();
    this.#still = undefined;
    this.count = 0;
    this.#breakpoints = none;
  }

  /** Adds a time at rest within the window. */
  addRest(t0: number, t1: number, z: Float64Array): void {
    const still = new Float64Array(this.size);
    this.add(t0, z, still, t1, z, still, false);
  }

  /** Adds a step, `begun` anew where the one before may have ended otherwise; the first entries of the arrays are copied. */
  add(
    t0: number,
    z0: Float64Array,
    rate0: Float64Array,
    t1: number,
    z1: Float64Array,
    rate1: Float64Array,
    begun: boolean,
  ): void {
    const { size, count } = this;
    if (2 * count + 2 > this.#times.length) this.#grow();
    const ends = this.#ends;
    const at = 4 * size * count;
    this.#times[2 * count] = t0;
    this.#times[2 * count + 1] = t1;
    for (let j = 0; j < size; j++) {
      ends[at + j] = z0[j]!;
      ends[at + size + j] = rate0[j]!;
      ends[at + 2 * size + j] = z1[j]!;
      ends[at + 3 * size + j] = rate1[j]!;
    }
    if (begun && count > 0 && this.#breaks(count)) this.#breakpoints = [...this.#breakpoints, t0];
    this.count++;
  }

  /** Adds steps one behind the other, the first of them `begun` anew as in `add`. */
  addAll({ count: added, times, ends }: StepRecord, begun: boolean): void {
    const { size, count } = this;
    const steps = added[0]!;
    while (2 * (count + steps) > this.#times.length) this.#grow();
    this.#times.set(times.subarray(0, 2 * steps), 2 * count);
    this.#ends.set(ends.subarray(0, 4 * size * steps), 4 * size * count);
    if (begun && count > 0 && this.#breaks(count)) this.#breakpoints = [...this.#breakpoints, times[0]!];
    this.count += steps;
  }

  /** True where step k does not begin as the one before ended. */
  #breaks(k: number): boolean {
    const { size, tolerance } = this;
    const ends = this.#ends;
    const h = Math.min(this.#length(k - 1), this.#length(k));
    const at = 4 * size * k;
    for (let j = 0; j < size; j++) {
      const jump = Math.abs(ends[at + j]! - ends[at - 2 * size + j]!);
      const bend = h * Math.abs(ends[at + size + j]! - ends[at - size + j]!);
      if (
        jump > tolerance[j]! ||
        bend > 2 * tolerance[j]! + 0.5 * Math.abs(ends[at + j]! - ends[at - 4 * size + j]!)
      )
        return true;
    }
    return false;
  }

  /** Length of the last step, seconds. */
  get lastLength(): number {
    return this.#still ? Infinity : this.#length(this.count - 1);
  }

  /** When step k ends; Infinity of the last one. */
  endOf(k: number): number {
    return k + 1 < this.count ? this.#times[2 * k + 1]! : Infinity;
  }

  #length(k: number): number {
    return this.#times[2 * k + 1]! - this.#times[2 * k]!;
  }

  /** The step in which t lies, the later of two unless `left`; steps before `from` are passed over. */
  stepAt(t: number, left: boolean, from = 0): number {
    return this.#still ? 0 : pieceAt(this.#times, this.count, t, left, from);
  }

  /** Unknown j at t within step k. */
  value(k: number, j: number, t: number): number {
    if (this.#still) return this.#still[j]!;
    const { size } = this;
    const t0 = this.#times[2 * k]!;
    const h = this.#times[2 * k + 1]! - t0;
    const at = 4 * size * k + j;
    const ends = this.#ends;
    return cubicValue(
      ends[at]!,
      ends[at + size]!,
      ends[at + 2 * size]!,
      ends[at + 3 * size]!,
      h,
      (t - t0) / h,
    );
  }

  /** Its rate there. */
  rate(k: number, j: number, t: number): number {
    if (this.#still) return 0;
    const { size } = this;
    const t0 = this.#times[2 * k]!;
    const h = this.#times[2 * k + 1]! - t0;
    const at = 4 * size * k + j;
    const s = (t - t0) / h;
    const change = this.#ends[at + 2 * size]! - this.#ends[at]!;
    const bend0 = h * this.#ends[at + size]! - change;
    const bend1 = change - h * this.#ends[at + 3 * size]!;
    const slope = (1 - s) * (1 - 3 * s) * bend0 + s * (2 - 3 * s) * bend1;
    return (change + slope) / h;
  }

  /** The first breakpoint after t. */
  nextBreakpoint(t: number): number {
    for (const breakpoint of this.#breakpoints) if (breakpoint > t) return breakpoint;
    return Infinity;
  }

  /** Writes unknown j as it goes over the window, where there is room; whether there was. */
  writePieces(j: number, { times, ends, counts }: CubicPieces): boolean {
    const { size, count } = this;
    if (2 * count > times.length) return false;
    if (this.#still) {
      times[0] = this.#stillFrom;
      times[1] = Infinity;
      ends[0] = ends[2] = this.#still[j]!;
      ends[1] = ends[3] = 0;
      counts[piecePlaces.count] = count;
      return true;
    }
    times.set(this.#times.subarray(0, 2 * count));
    const own = this.#ends;
    for (let k = 0; k < 4 * count; k++) ends[k] = own[size * k + j]!;
    counts[piecePlaces.count] = count;
    return true;
  }

  /** The time in the window until which unknown j stays within `tolerance` of `value`; Infinity where it does to its end. */
  leaves(j: number, value: number, tolerance: number): number {
    if (this.#still) return Math.abs(this.#still[j]! - value) > tolerance ? this.#stillFrom : Infinity;
    const { size, count } = this;
    for (let k = 0; k < count; k++) {
      const at = 4 * size * k + j;
      if (
        Math.abs(this.#ends[at]! - value) > tolerance ||
        Math.abs(this.#ends[at + 2 * size]! - value) > tolerance
      )
        return this.#times[2 * k]!;
    }
    return Infinity;
  }

  /** Tells a reader, by a number of its own, whenever it begins to move or comes to rest. */
  tellTo(reader: TraceReader, place: number): void {
    if (this.#readers) this.#readers.push({ reader, place });
    else this.#readers = [{ reader, place }];
  }

  #tell(): void {
    if (this.#readers) for (const { reader, place } of this.#readers) reader.changed(place);
  }

  #grow(): void {
    const times = new Float64Array(Math.max(8, 4 * this.#times.length));
    times.set(this.#times);
    this.#times = times;
    const ends = new Float64Array(2 * times.length * this.size);
    ends.set(this.#ends);
    this.#ends = ends;
  }
}

/** One unknown of a block as an input of another. */
export class TraceSignal implements RecordedSignal {
  readonly constant = false;
  readonly noise: number;
  #step = 0;

  constructor(
    readonly trace: Trace,
    readonly unknown: number,
  ) {
    this.noise = trace.noiseOf(unknown);
  }

  value(t: number): number {
    this.#step = this.trace.stepAt(t, false, this.#step);
    return this.trace.value(this.#step, this.unknown, t);
  }

  valueLeft(t: number): number {
    return this.trace.value(this.trace.stepAt(t, true), this.unknown, t);
  }

  rate(t: number): number {
    this.#step = this.trace.stepAt(t, false, this.#step);
    return this.trace.rate(this.#step, this.unknown, t);
  }

  rateLeft(t: number): number {
    return this.trace.rate(this.trace.stepAt(t, true), this.unknown, t);
  }

  /** Exact for the cubics. */
  integral(t0: number, t1: number): number {
    let sum = 0;
    for (let from = t0; from < t1;) {
      const to = Math.min(t1, this.trace.endOf(this.trace.stepAt(from, false)));
      sum += ((to - from) / 6) * (this.value(from) + 4 * this.value((from + to) / 2) + this.valueLeft(to));
      from = to;
    }
    return sum;
  }

  nextBreakpoint(t: number): number {
    return this.trace.nextBreakpoint(t);
  }

  nextSegment(t: number): number {
    this.#step = this.trace.stepAt(t, false, this.#step);
    return this.trace.endOf(this.#step);
  }

  writePieces(pieces: CubicPieces): boolean {
    return this.trace.writePieces(this.unknown, pieces);
  }
}
