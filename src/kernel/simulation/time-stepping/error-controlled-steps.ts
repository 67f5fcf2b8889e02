/**
 * Step sizes by the error: every step is taken once whole and once as two halves, whose difference estimates the error
 * (of order 1 across nonsmooth events, whatever theta),
 *
 *     err = max_i |x_whole,i - x_halves,i| / (abstol + reltol max(|x_k,i|, |x_k+1,i|)),
 *
 * and the halves are kept when err <= 1. Steps are dyadic parts of the largest one, on a grid that is never accumulated,
 * so that the maps of a linear model are reused at every visited step size; one that an event cuts short is none of
 * them. Costs three steps for two. A step that would fall below the smallest one is a failure. Steps are also halved
 * where quantities that are watched lie on no straight line (`chord-control.ts`), down to 2^-14 of the largest, and
 * where the guard of a reinitialisation falls further below zero than abstol + reltol max |g|. An inconsistent state
 * is one implicit step of the smallest size (conventions: jumps).
 */
import type { ChordControl } from './chord-control.js';
import type { BlockSegment } from './block-segment.js';
import type { AdaptiveOptions } from './adaptive-options.js';
import type { StepPlan } from './step-grid.js';
import type { StepRequest, StepSizePolicy } from './step-size-policy.js';
import type { SavedState, StepFailure, StepTaker, TakenSteps } from './step-taker.js';

/** Halvings of the largest step down to which points are brought onto lines. */
const chordLevels = 14;
/** Below this estimate the next step is doubled: its error would be some four times as large. */
const doubleBelow = 0.2;
/** A step that ends on the grid after an event is at least this part of its size. */
const minPart = 0.25;

interface Switching {
  readonly time: number;
  readonly rows: readonly number[];
}

/** How a step and its halves went: the error; or why they cannot be kept; or that a jump comes before them. */
type Trial = { readonly error: number; readonly failure?: StepFailure } | 'jump';

export class ErrorControlledSteps implements StepSizePolicy {
  /** Double steps kept and thrown away. */
  accepted = 0;
  rejected = 0;
  readonly #levels: number;
  /** Seconds of one tick, half of the smallest step. */
  readonly #tick: number;
  readonly #last: number;
  #whole: Float64Array | undefined;
  #start: SavedState | undefined;
  /** In ticks; a fraction at an event between them. */
  #position = 0;
  #now: number;
  #next: { readonly position: number; readonly time: number } | undefined;
  #level = 0;
  #switchings: Switching[] = [];

  constructor(
    readonly t0: number,
    readonly T: number,
    readonly options: AdaptiveOptions,
    private readonly chord: ChordControl | undefined,
  ) {
    const length = T - t0;
    const largest = Math.min(options.largestStep, length);
    const intervals = Math.ceil(options.largestStep === Infinity ? 100 : length / largest);
    this.#levels = Math.ceil(-Math.log2(options.smallestPart));
    this.#last = intervals * 2 ** this.#levels;
    this.#tick = length / this.#last;
    this.#now = t0;
  }

  get now(): number {
    return this.#now;
  }

  get index(): number {
    return this.accepted;
  }

  get finished(): boolean {
    return this.#position >= this.#last;
  }

  get instant(): number {
    return this.#tick / 2;
  }

  capacity(): number {
    return 2;
  }

  pass(): void {
    if (!this.#next) return;
    this.#position = this.#next.position;
    this.#now = this.#next.time;
    this.#next = undefined;
  }

  take(taker: StepTaker, request: StepRequest): TakenSteps {
    for (;;) {
      if (taker.afterJump && !this.#isConsistent(taker)) return this.#takeJump(taker, request);
      taker.afterJump = false;
      const end = this.#end(2 ** (this.#levels - this.#level), request.nextEvent);
      this.#start = taker.save(this.#start);
      const trial = this.#try(taker, request, end.time);
      if (trial === 'jump') {
        this.#tellSwitchings(request);
        continue;
      }
      const failure = this.#judge(taker, request, trial, end);
      if (failure === 'again') continue;
      return failure ? { done: 0, failure } : { done: 2 };
    }
  }

  /** Where the next step ends: at the next point of its level, at an event before it, or at T. */
  #end(ticks: number, event: number): { readonly position: number; readonly time: number } {
    const on = Math.floor(this.#position / ticks + minPart) + 1;
    const position = Math.min(on * ticks, this.#last);
    const time = this.#time(position);
    if (event >= time - this.instant) return { position, time };
    return { position: (event - this.t0) / this.#tick, time: event };
  }

  /** The multiplier that goes with a state that was set anew; false where there is none. */
  #isConsistent(taker: StepTaker): boolean {
    const lambda = taker.engine.initialMultiplier(this.#now);
    if (lambda) taker.state.lambda.set(lambda);
    return lambda !== undefined;
  }

  #takeJump(taker: StepTaker, request: StepRequest): TakenSteps {
    const { segment } = request;
    const end = this.#end(2, request.nextEvent);
    segment?.begin(this.#now, taker.state.x, taker.state.lambda);
    if (segment) segment.implicit = true;
    this.#switchings = [];
    // After a jump no other is looked for.
    const failure = this.#step(taker, this.#now, end.time, segment);
    if (failure && failure !== 'jump') return { done: 0, failure };
    this.#tellSwitchings(request);
    this.#next = end;
    this.#level = this.#levels - 1;
    return { done: 1 };
  }

  /** Takes the step whole and in halves; a callback that throws leaves the start, as everything that fails. */
  #try(taker: StepTaker, request: StepRequest, end: number): Trial {
    const { segment } = request;
    const { x } = taker.state;
    const start = this.#start;
    const now = this.#now;
    if (!start) return { error: NaN };
    this.chord?.noteFirst(now, x, taker.lambda);
    this.#switchings = [];
    const stop = this.#step(taker, now, end, undefined);
    // The switch that made the state inconsistent has turned: the jump is taken from here.
    if (stop === 'jump' && this.#switchings.every(({ time }) => time === now)) return 'jump';
    if (stop) return { error: Infinity, ...(stop !== 'jump' && { failure: stop }) };
    this.#whole ??= new Float64Array(x.length);
    this.#whole.set(x);
    taker.restore(start);
    this.#switchings = [];
    segment?.begin(now, x, taker.state.lambda);
    if (segment) segment.implicit = false;
    const middle = this.#position + (this.#positionOf(end) - this.#position) / 2;
    const between = Number.isInteger(middle) ? this.#time(middle) : now + (end - now) / 2;
    const first = this.#step(taker, now, between, segment);
    if (first) return { error: Infinity, ...(first !== 'jump' && { failure: first }) };
    this.chord?.noteMiddle(between, x, taker.lambda);
    const second = this.#step(taker, between, end, segment);
    if (second) return { error: Infinity, ...(second !== 'jump' && { failure: second }) };
    return { error: this.#error(x, start.x) };
  }

  /** Keeps the halves, or goes back and halves the step; the failure where there is no smaller one. */
  #judge(
    taker: StepTaker,
    request: StepRequest,
    { error, failure }: Exclude<Trial, 'jump'>,
    end: { readonly position: number; readonly time: number },
  ): StepFailure | 'again' | undefined {
    const { x } = taker.state;
    if (failure?.status === 'thrown') {
      this.#goBack(taker);
      return failure;
    }
    const shortest = this.#level >= Math.min(chordLevels, this.#levels - 1);
    const kept = error <= 1;
    const excess = kept ? (this.chord?.excess(end.time, x, taker.lambda, shortest) ?? 0) : 0;
    const { reltol, abstol } = this.options;
    const located = this.#level >= this.#levels - 1;
    const overshoot =
      kept && request.watches && !located ? request.overshoot(end.time, x, reltol, abstol) : 0;
    if (kept && (excess <= 1 || shortest) && overshoot <= 1) {
      this.#next = end;
      this.accepted++;
      this.#tellSwitchings(request);
      this.#lengthen(end.position, Math.max(error, excess));
      return undefined;
    }
    this.#goBack(taker);
    this.rejected++;
    this.#level++;
    if (this.#level < this.#levels) return 'again';
    return failure ?? { status: 'step-too-small', residual: error };
  }

  /** Lines miss four times as much over twice the step. */
  #lengthen(position: number, estimate: number): void {
    const ticks = 2 ** (this.#levels - this.#level);
    if (estimate < doubleBelow && this.#level > 0 && position % (2 * ticks) === 0) this.#level--;
  }

  #goBack(taker: StepTaker): void {
    if (this.#start) taker.restore(this.#start);
    taker.afterJump = false;
  }

  /** One step; "jump": a switch turned that leaves no multiplier consistent with the state. */
  #step(
    taker: StepTaker,
    from: number,
    to: number,
    segment: BlockSegment | undefined,
  ): StepFailure | 'jump' | undefined {
    const h = this.#sizeOf(from, to);
    const plan: StepPlan = { count: 1, h, whole: false, time: (i) => (i === 0 ? from : to) };
    const switched = (time: number, rows: readonly number[]): void =>
      void this.#switchings.push({ time, rows });
    try {
      const { done, failure } = taker.take(plan, 0, 1, { segment, grid: false, switched });
      return failure ?? (done === 1 ? undefined : 'jump');
    } catch (error) {
      return { status: 'thrown', error };
    }
  }

  /** Steps between points of the grid have the very size of their level. */
  #sizeOf(from: number, to: number): number {
    const ticks = this.#positionOf(to) - this.#positionOf(from);
    return Number.isInteger(ticks) ? ticks * this.#tick : to - from;
  }

  #tellSwitchings(request: StepRequest): void {
    for (const { time, rows } of this.#switchings) request.switched(time, rows);
    this.#switchings = [];
  }

  #error(x: Float64Array, from: Float64Array): number {
    const { reltol, abstol } = this.options;
    const whole = this.#whole;
    let worst = 0;
    for (let i = 0; whole && i < x.length; i++) {
      const scale = abstol + reltol * Math.max(Math.abs(x[i]!), Math.abs(from[i]!));
      const error = Math.abs(x[i]! - whole[i]!) / scale;
      if (!(error <= worst)) worst = error;
    }
    return worst;
  }

  #time(position: number): number {
    return position === this.#last ? this.T : this.t0 + position * this.#tick;
  }

  #positionOf(time: number): number {
    if (time === this.#now) return this.#position;
    const position = Math.round((time - this.t0) / this.#tick);
    return this.#time(position) === time ? position : (time - this.t0) / this.#tick;
  }
}
