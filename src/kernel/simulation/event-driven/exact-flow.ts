/**
 * Propagates a mode by the series of its linear motion (`motion-series.ts`) and locates where the segment ends: at the first
 * guard that turns negative, at the next item of the event queue, or where the series must start anew. Where a run stops
 * has no part in it: a segment may be told of in parts, and goes on where it was left.
 *
 * A guard g(s) = G xi is a polynomial on [0, 1]. It is cleared by bounds alone (conventions: guard clearing): first
 * g(0) - sum |coefficients| > 0, then its Bernstein coefficients; only what neither clears is searched, by
 * subdivision down to evtol. The earliest root of all guards ends the segment (stages propagate and locate of `lcs-flow.ts`).
 *
 * Where the mode has a slow manifold (`slow-manifolds.ts`) and xi lies on it to rounding, the slow motion is flowed instead
 * and xi lifted from it. Cost of a segment: terms x size^2 for the flow, guards x size for the first bound.
 */
import { multiplyVector } from '../../../numerics/dense/matrix.js';
import type { Segment, SegmentPart } from '../stream.js';
import { multipliersAt, type ExactMode } from './modes/exact-mode.js';
import { frame, type FlowMemory } from './motion/flow-memory.js';
import type { LinearMotion } from './motion/linear-motion.js';
import type { SlowManifold } from './modes/slow-manifolds.js';
import { MotionPoint } from './modes/motion-point.js';
import { MotionSeries } from './motion/motion-series.js';
import { flowArrays, type FlowArrays } from './motion/flow-arrays.js';
import type { SegmentState } from './flow-state.js';
import { admissible, fire, locate } from './motion/flow-programs.gen.js';
import { arraysOf } from './motion/motion-arrays.js';
import { passWithinTime } from './modes/guard-values.js';
import { keepsDigits } from './modes/guard-digits.js';
import { pinOnManifold } from './modes/pin-on-manifold.js';
import type { ModeData } from './motion/mode-tables.js';
import { SegmentPoints } from './motion/segment-points.js';
import { partAt, type SeriesPlace } from './motion/series-place.js';
import { rootPart, stateFloor, tellable } from './motion/rounding.js';
import { StateRemainder } from './modes/state-remainder.js';

/** Largest h |A| of one segment. */
const largestAngle = 2.5;
/**
 * Segments in a row that end in the middle of nowhere before slow motions are looked for. What decays has come down to rounding, 36
 * time constants, after some fifteen of them, so that fewer could not be saved; and a mode on slow motions has no code, without which
 * a segment takes forty times as long.
 */
export const patience = 32;

export class ExactFlow implements Segment, SeriesPlace {
  /** The part of the segment that was told last, seconds. */
  t0 = 0;
  t1 = 0;
  mode = -1;
  afterEvent = true;
  recorded = false;
  readonly gridCount = 0;
  /** Where the segment begins and where it ends by itself, seconds. */
  from = 0;
  to = 0;
  /** Guards that fire at its end, as indices of the mode's guards; `fired` of them count. */
  readonly firedGuards: Int32Array;
  fired = 0;
  /** Segments in a row that ended in the middle of nowhere, and when the first of them began. */
  unfinished = 0;
  since = 0;
  /** The series of the present segment; valid on [from, from + step]. */
  readonly #series: MotionSeries;
  readonly #point: Float64Array;
  /** 1 for a guard that fires, by guards that have polynomials. */
  readonly #fires: Uint8Array;
  /** Largest |y| and |lambda| of each row so far, side by side. */
  readonly #rowLargest: Float64Array;
  readonly #frame: Float64Array;
  /** The slow motion's coordinates on the way to xi. */
  readonly #lifted: Float64Array;
  readonly #arrays: FlowArrays;
  /** What programs read of a mode on a slow manifold. */
  readonly #slowData = new WeakMap<SlowManifold, ModeData>();
  /** Where the series starts, and the point that was asked for last. */
  readonly #place: MotionPoint;
  readonly #asked: MotionPoint;
  #slow: SlowManifold | undefined;
  step = 0;
  /** Where the end lies on the series: times themselves are rounded, which shows where much happens in a picosecond. */
  end = 1;
  /** Where what was told last lies on it: a segment may be shorter than a rounding of t, and yet dissipate all there is. */
  #part0 = 0;
  #part1 = 0;
  /** Where nothing but a guard, or the length of the series, would have ended it before. */
  #until = 0;
  /** xi at `from`, and what was known beyond it. */
  readonly #start: Float64Array;
  readonly #startRemainder: StateRemainder;
  /** The motion's coordinates at a part of what was told. */
  readonly #evaluateTold = (part: number, out: Float64Array): void => {
    this.#series.evaluate(this.#part0 + part * (this.#part1 - this.#part0), out);
  };
  #mode: ExactMode | undefined;
  readonly points: SegmentPoints;
  /** What is known of xi beyond doubles. */
  readonly remainder: StateRemainder;

  /** `weight`: sqrt(M_ii) of each state, which makes states comparable; `longest`: of a segment, seconds. */
  constructor(
    private readonly weight: Float64Array,
    memory: FlowMemory,
    private readonly evtol: number,
    private readonly longest: number,
    readonly angle = largestAngle,
  ) {
    const size = memory.array('xi').length;
    const guards = memory.array('bounds').length;
    this.#frame = memory.array('frame');
    this.#rowLargest = memory.array('rowLargest');
    this.#arrays = flowArrays(memory);
    const { weights, floors } = this.#arrays;
    weights.set(weight);
    weight.forEach((each, i) => (floors[i] = stateFloor / each));
    this.#frame[frame.evtol] = evtol;
    this.#series = new MotionSeries(memory, this.#arrays);
    this.points = new SegmentPoints(this.#series, this.#arrays, this);
    this.remainder = new StateRemainder(size);
    this.#place = new MotionPoint(size, weight, this.remainder, this.#arrays.v, this.#arrays.least);
    this.#asked = new MotionPoint(size, weight, this.remainder);
    this.#point = new Float64Array(size);
    this.#lifted = new Float64Array(size);
    this.#start = new Float64Array(size);
    this.#startRemainder = new StateRemainder(size);
    this.firedGuards = new Int32Array(guards);
    this.#fires = new Uint8Array(guards);
  }

  /** Propagates from (from, xi) and locates the end, at most `until`. */
  propagate(mode: ExactMode, from: number, until: number, xi: Float64Array): void {
    this.#begin(mode, from, until, xi);
    if (this.unfinished === 0) this.since = from;
    const motion = this.#chooseMotion(mode, xi);
    const whole = until - from;
    const longest = Math.min(whole, this.longest);
    const reach = motion.rate * longest > this.angle ? this.angle / motion.rate : longest;
    const step = reach < whole ? tellable(from, reach) : reach;
    this.step = step;
    this.#series.expand(motion, step);
    this.#frame[frame.resolution] = step > 0 ? Math.min(this.evtol / step, rootPart) : 1;
    const data = this.#dataOf(mode);
    let root = locate(this.#arrays, data, this.#series.terms);
    const isOff = root === 0 && !this.isAdmissible(mode, xi, true);
    if (isOff && passWithinTime(mode, this.#place, from, this.#arrays))
      root = locate(this.#arrays, data, this.#series.terms);
    const part = root <= 1 ? root : 1;
    if (root <= 1) this.#noteFired(mode, root);
    this.end = part;
    this.to = part === 1 && step === whole ? until : from + part * step;
  }

  /** Copies what the segment in progress is known by. */
  state(): SegmentState {
    const { from, to } = this;
    const [xi, fired] = [this.#start.slice(), [...this.firedNow()]];
    const remainder = this.#startRemainder.state();
    return { from, xi, remainder, to, until: this.#until, step: this.step, end: this.end, fired };
  }

  /** Takes up a segment at t. */
  resume(mode: ExactMode, segment: SegmentState, t: number): void {
    const { from, xi, remainder, to, until, step, end, fired } = segment;
    this.remainder.resume(remainder);
    this.#begin(mode, from, until, xi);
    this.step = step;
    this.#series.expand(this.#chooseMotion(mode, xi), step);
    this.end = end;
    this.to = to;
    this.firedGuards.set(fired);
    this.fired = fired.length;
    this.t1 = t;
    this.#part1 = partAt(this, t);
  }

  #begin(mode: ExactMode, from: number, until: number, xi: Float64Array): void {
    this.#mode = mode;
    this.mode = mode.id;
    this.from = this.t0 = this.t1 = from;
    this.#part0 = this.#part1 = 0;
    this.#until = until;
    this.recorded = false;
    this.fired = 0;
    for (let i = 0; i < this.#start.length; i++) this.#start[i] = xi[i]!;
    this.#startRemainder.adopt(this.remainder);
  }

  /** Tells of the next part of the segment, up to at most `until`; returns whether that is its end. */
  tell(until: number): boolean {
    this.t0 = this.t1;
    this.#part0 = this.#part1;
    this.t1 = Math.min(this.to, until);
    this.#part1 = partAt(this, this.t1);
    return this.t1 === this.to;
  }

  /** Writes xi where the told part ends; at the end of the segment on the zeros of the guards that fired. */
  writeEnd(xi: Float64Array): void {
    this.#evaluate(this.#part1, xi, this.remainder);
    if (this.t1 < this.to || !this.#mode) return;
    this.unfinished = this.to < this.#until && this.fired === 0 ? this.unfinished + 1 : 0;
    if (this.fired === 0) return;
    if (this.#slow) this.#pinOn(this.#slow, this.#mode, xi);
    else this.#pin(this.#mode, xi);
  }

  /** Takes a segment that code has flowed, with the series in the memory. */
  adopt(mode: ExactMode, from: number, to: number, until: number, step: number): void {
    this.#begin(mode, from, until, this.#arrays.v);
    this.to = to;
    this.#slow = undefined;
    this.step = step;
    this.end = this.#frame[frame.part]!;
    this.#series.adopt(mode.full, this.#frame[frame.terms]!);
  }

  /** Takes the guards that ended it, as bits. */
  fire(guards: number): void {
    this.fired = 0;
    for (let g = 0; guards >> g !== 0; g++) {
      if ((guards >> g) & 1) this.firedGuards[this.fired++] = g;
    }
  }

  /** Largest sqrt(M_ii) |x_i| so far. */
  get largestState(): number {
    return this.#frame[frame.largest]!;
  }

  /** The guards that fired, as indices. */
  firedNow(): Int32Array {
    return this.firedGuards.subarray(0, this.fired);
  }

  /** The same as bits; only of modes whose guards are few enough. */
  firedBits(): number {
    let bits = 0;
    for (let f = 0; f < this.fired; f++) bits |= 1 << this.firedGuards[f]!;
    return bits;
  }

  /** Adds a whole segment that code has flowed to the integrals of its mode. */
  count(): void {
    this.tell(this.to);
    this.writeEnd(this.#point);
    this.addToIntegrals(this.#point);
  }

  /** Searches a polynomial: the part at which it turns negative, 2 where it does not. */
  searchOpen(at: number, terms: number, rounding: number, resolution: number): number {
    return this.#arrays.other(at, terms, rounding, resolution);
  }

  /** What the magnitudes that rounding is relative to have been so far. */
  magnitudes(): { readonly states: number; readonly rows: Float64Array } {
    return { states: this.largestState, rows: this.#rowLargest.slice() };
  }

  resumeMagnitudes({ states, rows }: { readonly states: number; readonly rows: Float64Array }): void {
    this.#frame[frame.largest] = states;
    this.#rowLargest.set(rows);
  }

  /** The guards that turn negative within the resolution of the first. */
  #noteFired({ full: { like }, guardCount, data }: ExactMode, first: number): void {
    const { roots } = this.#arrays;
    const last = first + this.#frame[frame.resolution]!;
    data.distinct.forEach((guard, r) => (this.#fires[guard] = roots[r]! <= last ? 1 : 0));
    for (let g = 0; g < guardCount; g++) if (this.#fires[like[g]!] === 1) this.firedGuards[this.fired++] = g;
  }

  /** Puts the state on the zeros of the guards that fired (`locate-program.ts`). */
  #pin({ full: { like }, data }: ExactMode, xi: Float64Array): void {
    const { roots } = this.#arrays;
    for (let f = 0; f < this.fired; f++) this.#fires[like[this.firedGuards[f]!]!] = 2;
    data.distinct.forEach((guard, r) => {
      roots[r] = this.#fires[guard] === 2 ? 0 : 2;
      this.#fires[guard] = 0;
    });
    this.#arrays.xi.set(xi);
    fire(this.#arrays, data, 0);
    for (let i = 0; i < xi.length; i++) xi[i] = this.#arrays.xi[i]!;
  }

  /** The same on a slow manifold. */
  #pinOn(slow: SlowManifold, mode: ExactMode, xi: Float64Array): void {
    this.#series.evaluate(partAt(this, this.t1), this.#lifted);
    const fired = this.firedNow().filter((guard) => mode.full.like[guard] === guard);
    const point = { slow, mode, at: this.#lifted, weight: this.weight, largest: this.largestState };
    this.remainder.move(xi, pinOnManifold(point, fired));
  }

  /** A point in a mode's best coordinates; valid until the next one is asked for. */
  pointIn(mode: ExactMode, xi: Float64Array): MotionPoint {
    this.#asked.place(mode, xi, this.largestState);
    return this.#asked;
  }

  /** Whether a mode is admissible at a point, with `after` also right after it; false also where it takes a closer look. */
  isAdmissible(mode: ExactMode, xi: Float64Array, after: boolean): boolean {
    this.#arrays.xi.set(xi);
    return admissible(this.#arrays, mode.data, after ? 1 : 0) === 1;
  }

  #dataOf(mode: ExactMode): ModeData {
    const slow = this.#slow;
    if (!slow) return mode.data;
    let data = this.#slowData.get(slow);
    if (!data) this.#slowData.set(slow, (data = { ...mode.data, ...arraysOf(slow) }));
    data.knownRoots = mode.data.knownRoots;
    return data;
  }

  /** Row of the complementarity system behind a guard of the segment. */
  rowOf(guard: number): number {
    const mode = this.#mode;
    if (!mode) return -1;
    const row = mode.guardRow[guard]!;
    return mode.guardIsSwitch[guard] === 1 ? mode.switchRow[row]! : row;
  }

  /** Adds the part that was told last to the integrals of its mode; xi is its end. */
  addToIntegrals(xi: Float64Array): void {
    const mode = this.#mode;
    if (!mode) return;
    const start = this.#part0 === 0 ? this.#start : this.#point;
    if (start !== this.#start) this.#evaluate(this.#part0, start);
    const length = (this.#part1 - this.#part0) * this.step;
    if (this.#slow) mode.integralsOn(this.#slow)?.add(length, start, xi, this.#evaluateTold);
    else mode.integrals?.add(length, start, xi, this.#evaluateTold);
  }

  gridTime(): number {
    return this.t0;
  }

  gridPoint(_k: number, x: Float64Array, lambda: Float64Array): void {
    this.interpolate(this.t0, x, lambda);
  }

  interpolate(t: number, x: Float64Array, lambda: Float64Array): void {
    const mode = this.#mode;
    if (!mode) return;
    const point = t === this.from ? this.#start : this.#point;
    if (t !== this.from) this.#evaluate(partAt(this, t), point);
    for (let i = 0; i < this.weight.length; i++) x[i] = point[i]!;
    const slow = this.#slow;
    if (!slow) {
      multipliersAt(mode, point, lambda);
      return;
    }
    // From its own coordinates: over xi multipliers may be differences of large terms.
    this.#series.evaluate(partAt(this, t), this.#lifted);
    multiplyVector(lambda.length, slow.size, slow.multipliers, this.#lifted, lambda);
  }

  /** One part: xi itself, or what moves on the slow manifold. */
  get parts(): readonly SegmentPart[] {
    if (!this.#mode) return [];
    const { parts, partsOn } = this.#mode;
    return this.#slow ? partsOn(this.#slow, this.points) : parts(this.points);
  }

  /** Starts the series at xi, in the coordinates in which its mode keeps digits. */
  #chooseMotion(mode: ExactMode, xi: Float64Array): LinearMotion {
    for (let i = 0; i < this.weight.length; i++) {
      this.#frame[frame.largest] = Math.max(this.largestState, this.weight[i]! * Math.abs(xi[i]!));
    }
    if (!mode.lookedAt && !keepsDigits(mode, xi, this.#rowLargest)) mode.slow(true);
    mode.lookedAt = true;
    const patient = this.unfinished > patience ? this.from - this.since : undefined;
    const motion = this.#place.place(mode, xi, this.largestState, patient);
    this.#slow = this.#place.slow;
    return motion;
  }

  /** The largest magnitude that a guard's lambda or y has had in modes that held, or |value|; 0 for switches. */
  largestWith({ active, guardRow, guardIsSwitch }: ExactMode, guard: number, value: number): number {
    if (guardIsSwitch[guard] === 1) return 0;
    const row = guardRow[guard]!;
    return Math.max(this.#rowLargest[2 * row + active[row]!]!, Math.abs(value));
  }

  /** |value| of an entry of xi, raised to the floor below which it is rounding of larger states. */
  magnitude(entry: number, value: number): number {
    const magnitude = Math.abs(value);
    if (entry >= this.weight.length) return magnitude;
    return Math.max(magnitude, this.largestState * this.#arrays.floors[entry]!);
  }

  /** xi at s in [0, 1], lifted from the slow manifold where the series runs on it, with what is known of it beyond doubles. */
  #evaluate(s: number, out: Float64Array, remainder?: StateRemainder): void {
    const slow = this.#slow;
    this.#series.evaluate(s, slow ? this.#lifted : out);
    if (!slow) remainder?.clear();
    else if (remainder) remainder.lift(slow, this.#lifted, out);
    else multiplyVector(out.length, slow.size, slow.lift, this.#lifted, out);
  }
}
