/**
 * The inputs u of a descriptor system along a run: their values, from the left at the end of a step and from the right at
 * its start, and where the next one jumps or bends. Breakpoints that only rounding parts are one: each signal is asked at its
 * own, so that none is missed and no step is as short as an ulp of t.
 */
import { floatsIn, integersIn, type NumberRoom, plainRoom } from '../../../../numerics/code/number-room.js';
import type { DescriptorSystem } from '../../../modeling/descriptor-system.js';
import { closedLength, writeSegment } from '../../../modeling/signals/closed-segment.js';
import type { Signal } from '../../../modeling/signals/signal.js';
import type { StateArray } from '../newton/stepping-state.js';
import { cornerKinds, type GuardClocks } from './guard-clocks.js';
import {
  type CubicPieces,
  type InputArrays,
  piecePlaces,
  readRight,
  SAME,
  unseenInputs,
  writeInputs,
  type StepPolynomial,
} from './input-loops.js';

/** Pieces of an input that are copied to where machine code reads them: some times what a block steps in a window. */
const MOST_PIECES = 256;

/** An input that another block may have recorded. */
export interface RecordedSignal extends Signal {
  /** Differences that are none, as the other block takes them. */
  readonly noise: number;
  /** Writes what is known of it where all fits; whether it did. */
  writePieces(pieces: CubicPieces): boolean;
}

export class StepInputs {
  readonly arrays: InputArrays;
  /** `soonest` alone. */
  readonly numbers: Float64Array;
  readonly #signals: readonly Signal[];
  /** Those that may be recorded, by their places among all that move. */
  readonly #recorded: readonly (readonly [place: number, signal: RecordedSignal])[];
  /** 1 for those, among the first that are `seen`, behind whose corners something may bend. */
  readonly #bends: Uint8Array;
  /** Pieces are those of signals as they are now. */
  #hasPieces = false;

  constructor(
    private readonly system: DescriptorSystem,
    room: NumberRoom = plainRoom,
    /** Of guards that inputs switch at known times. */
    private readonly clocks?: GuardClocks,
  ) {
    this.numbers = floatsIn(room, [Infinity]);
    const { size, inputs } = system;
    const kindOf = (j: number): number => clocks?.corners[j] ?? cornerKinds.bent;
    const all = [...inputs.keys()].filter((j) => !inputs[j]!.constant);
    const seen = all.filter((j) => kindOf(j) !== cornerKinds.passed);
    const moving = [...seen, ...all.filter((j) => kindOf(j) === cornerKinds.passed)];
    this.#bends = Uint8Array.from(seen, (j) => (kindOf(j) === cornerKinds.bent ? 1 : 0));
    const signals = moving.map((j) => inputs[j]!);
    this.#signals = signals;
    const recorded: [number, RecordedSignal][] = [];
    const count = moving.length;
    const closed = room.floats(closedLength * count).fill(NaN);
    this.arrays = {
      ...{
        count,
        seen: seen.length,
        places: integersIn(
          room,
          moving.map((j) => size + j),
        ),
      },
      ...{ next: room.floats(count), passed: room.floats(count) },
      ...{ sizes: room.floats(count), noise: room.floats(count) },
      segmented: integersIn(
        room,
        signals.map((signal) => Number('nextSegment' in signal)),
      ),
      pieces: signals.map((signal, i) => {
        const most = 'writePieces' in signal ? MOST_PIECES : 0;
        if (most > 0) recorded.push([i, signal as RecordedSignal]);
        const [times, ends] = [room.floats(2 * most), room.floats(4 * most)];
        return { times, ends, counts: room.integers(piecePlaces.length) };
      }),
      recorded: room.integers(1),
      closed,
      read: (i, t, left) => {
        const signal = signals[i]!;
        writeSegment(signal, t, closed, closedLength * i);
        return left ? signal.valueLeft(t) : signal.value(t);
      },
      segmentBehind: (i, t) => signals[i]!.nextSegment!(t),
    };
    this.#recorded = recorded;
    this.#forgetBreakpoints();
  }

  /** The next breakpoint behind the time of the last `advance`. */
  get soonest(): number {
    return this.numbers[0]!;
  }

  /** Arrays that a copy of a run takes over. */
  get stateArrays(): StateArray[] {
    return [this.arrays.sizes, ...(this.clocks?.stateArrays ?? [])];
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
    this.#forgetBreakpoints();
    for (const [i, signal] of this.#recorded) this.arrays.noise[i] = signal.noise;
    this.clocks?.findSoonest();
    this.#hasPieces = false;
    this.advance(t);
  }

  /**
   * Inputs are read off their pieces, where they have any, from now on or no longer: within steps alone, since a block that goes to
   * rest is its last value, which its pieces meet but for rounding.
   */
  readPieces(begins: boolean): void {
    const { pieces, recorded } = this.arrays;
    if (begins && !this.#hasPieces) {
      this.#hasPieces = true;
      for (const [i, signal] of this.#recorded) {
        const { counts } = pieces[i]!;
        counts[piecePlaces.last] = 0;
        if (!signal.writePieces(pieces[i]!)) counts[piecePlaces.count] = 0;
      }
    }
    recorded[0] = Number(begins);
  }

  /** Whether the next breakpoint is at t, which is not behind it by more than rounding. */
  isAt(t: number): boolean {
    return this.soonest <= t + SAME * Math.abs(t);
  }

  /** Where a step ends that is to go to `end`, or to the next breakpoint before it. */
  before(end: number): number {
    return this.soonest < end - SAME * Math.abs(end) ? this.soonest : end;
  }

  /** Passes the breakpoints at t and finds those behind it; returns whether something may bend there. */
  advance(t: number): boolean {
    const end = t + SAME * Math.abs(t);
    const { next, passed } = this.arrays;
    let soonest = this.clocks?.soonest ?? Infinity;
    let bends = false;
    for (let i = 0; i < this.#bends.length; i++) {
      while (next[i]! <= end) {
        bends ||= this.#bends[i] === 1;
        passed[i] = next[i]!;
        next[i] = this.#signals[i]!.nextBreakpoint(Math.max(t, next[i]!));
      }
      if (next[i]! < soonest) soonest = next[i]!;
    }
    // What logic answers arrives later: a breakpoint found before may not be the next one.
    const { logic } = this.system;
    if (logic) {
      bends ||= logic.nextTime <= end;
      soonest = Math.min(soonest, logic.nextTime);
    }
    this.numbers[0] = soonest;
    return bends;
  }

  /** Expects a breakpoint of an input that the run itself has just recorded. */
  expect(input: number, arrival: number): void {
    const { next } = this.arrays;
    const i = this.#placeOf(input);
    next[i] = Math.min(next[i]!, arrival);
    this.numbers[0] = Math.min(this.numbers[0]!, arrival);
  }

  /** An input is as large as this at least, where its errors are measured. */
  measure(input: number, size: number): void {
    const { sizes } = this.arrays;
    const i = this.#placeOf(input);
    sizes[i] = Math.max(sizes[i]!, size);
  }

  /** Those that steps pass have none. */
  #forgetBreakpoints(): void {
    const { next, passed, seen } = this.arrays;
    next.fill(-Infinity, 0, seen);
    next.fill(Infinity, seen);
    passed.fill(-Infinity);
  }

  /** Where an input of the system stands among those that move. */
  #placeOf(input: number): number {
    return this.arrays.places.indexOf(this.system.size + input);
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
    writeInputs(this.arrays, t, fromLeft, w);
  }

  /** True where an input of w, which holds left limits, jumps at t. */
  jumps(t: number, w: Float64Array): boolean {
    const { seen, places } = this.arrays;
    for (let i = 0; i < seen; i++) if (readRight(this.arrays, i, t) !== w[places[i]!]!) return true;
    return false;
  }

  /** By which part of its size an input differs from the polynomial of a step from t0 to t1, the largest. */
  unseen(t0: number, t1: number, step: StepPolynomial): number {
    return unseenInputs(this.arrays, step, t0, t1);
  }
}
