/**
 * Flows within a mode by the series of its linear motion (`motion-series.ts`), a segment at a time.
 *
 * A guard g(s) = G xi is a polynomial on [0, 1]. It is cleared by bounds alone (conventions: guard clearing): first
 * g(0) - sum |coefficients| > 0, then its Bernstein coefficients; only what neither clears is searched, by
 * subdivision down to evtol. The earliest root of all guards ends the segment.
 *
 * Where the mode has a slow manifold (`slow-manifolds.ts`) and xi lies on it to rounding, the slow motion is
 * flowed instead and xi lifted from it. Cost of a segment: terms x size^2 for the flow, guards x size for the
 * first bound.
 */
import { multiplyVector } from '../../../numerics/dense/matrix.js';
import { FirstNegative } from '../../../numerics/polynomial/first-negative.js';
import { search, type SearchMemory } from '../../../numerics/polynomial/polynomial-programs.gen.js';
import type { Segment } from '../stream.js';
import { multipliersAt, type ExactMode } from './exact-mode.js';
import { frame, type FlowMemory } from './flow-memory.js';
import type { LinearMotion } from './linear-motion.js';
import type { SlowManifold } from './slow-manifolds.js';
import { MotionSeries } from './motion-series.js';
import { guardRounding, pinPart, stateFloor } from './rounding.js';
import { maxTerms } from './series-terms.js';

/** Largest h |A| of one segment. */
const largestAngle = 2.5;
/** Segments in a row that end in the middle of nowhere before slow motions are looked for. */
export const patience = 8;
/** xi lies on the slow manifold when its fast part is off by no more than this part of its terms. */
const onManifold = 2e-15;
/**
 * Or, once what is off it has decayed for so many of its time constants, no more than this: computed from large terms the
 * fast part never gets closer.
 */
const settledTimes = 45;
const settledOff = 1e-11;
/** Or when that moves no state by more than this part of the largest one (in equal energy): gains amplify rounding. */
const nearManifold = 1e-13;

export class ExactFlow implements Segment {
  t0 = 0;
  t1 = 0;
  mode = -1;
  readonly gridCount = 0;
  /** Guards that fire at t1, as indices of the mode's guards; `fired` of them count. */
  readonly firedGuards: Int32Array;
  fired = 0;
  /** The series of the present segment; valid on [t0, t0 + step]. */
  readonly #series: MotionSeries;
  readonly #point: Float64Array;
  readonly #roots: Float64Array;
  /** Largest |y| and |lambda| of each row so far, side by side. */
  readonly #rowLargest: Float64Array;
  readonly #frame: Float64Array;
  /** The slow motion's coordinates on the way to xi. */
  readonly #lifted: Float64Array;
  readonly #subdivision = new FirstNegative();
  readonly #search: SearchMemory;
  #slow: SlowManifold | undefined;
  #step = 0;
  /** Where t1 lies on the series: times themselves are rounded, which shows where much happens in a picosecond. */
  #end = 1;
  /** xi at t0, and the part of the series' length at which the segment ended. */
  readonly #start: Float64Array;
  #part = 1;
  /** Segments in a row that reached neither their end nor a guard, and when the first of them began. */
  #unfinished = 0;
  #since = 0;
  readonly #evaluatePart = (part: number, out: Float64Array): void => this.#evaluate(part * this.#part, out);
  #mode: ExactMode | undefined;

  /** `weight`: sqrt(M_ii) of each state, which makes states comparable. */
  constructor(
    private readonly weight: Float64Array,
    memory: FlowMemory,
    private readonly evtol: number,
    readonly angle = largestAngle,
  ) {
    const size = memory.array('xi').length;
    const guards = memory.array('bounds').length;
    this.#frame = memory.array('frame');
    this.#rowLargest = memory.array('rowLargest');
    this.#search = {
      coefficients: memory.array('coefficients'),
      bernstein: memory.array('bernstein'),
      proved: memory.array('proved'),
      other: (...question) => this.searchOpen(...question),
    };
    this.#series = new MotionSeries(memory, size);
    this.#point = new Float64Array(size);
    this.#lifted = new Float64Array(size);
    this.#start = new Float64Array(size);
    this.firedGuards = new Int32Array(guards);
    this.#roots = new Float64Array(guards);
  }

  /** Largest sqrt(M_ii) |x_i| so far. */
  get #largest(): number {
    return this.#frame[frame.largest]!;
  }

  set #largest(value: number) {
    this.#frame[frame.largest] = value;
  }

  /**
   * Flows from (t0, xi) towards `until`; stops at the first guard that turns negative, or where the series
   * must start anew. xi becomes the value at t1, which is returned.
   */
  advance(mode: ExactMode, t0: number, until: number, xi: Float64Array): number {
    this.#mode = mode;
    this.mode = mode.id;
    this.t0 = t0;
    this.fired = 0;
    for (let i = 0; i < xi.length; i++) this.#start[i] = xi[i]!;
    if (this.#unfinished === 0) this.#since = t0;
    const motion = this.#chooseMotion(mode, xi);
    const whole = until - t0;
    const step = motion.rate * whole > this.angle ? this.angle / motion.rate : whole;
    this.#step = step;
    this.#series.expand(motion, step);
    const root = this.#firstRoot(mode, step);
    const part = root <= 1 ? root : 1;
    this.#end = part;
    this.t1 = part === 1 && step === whole ? until : t0 + part * step;
    this.#unfinished = this.t1 < until && this.fired === 0 ? this.#unfinished + 1 : 0;
    this.#evaluate(part, xi);
    for (let f = 0; f < this.fired; f++) this.#pin(mode, this.firedGuards[f]!, xi);
    return this.t1;
  }

  /**
   * Puts the state exactly on the zero of a guard that fired: the shortest change in energy, of the size of
   * rounding. A mode that multiplies the distance by a gain (1 GOhm) would otherwise start off its limit.
   */
  #pin({ full: { G, size }, n }: ExactMode, guard: number, xi: Float64Array): void {
    let value = 0;
    let square = 0;
    for (let j = 0; j < size; j++) {
      const g = G[guard * size + j]!;
      value += g * xi[j]!;
      if (j < n) square += (g / this.weight[j]!) ** 2;
    }
    if (!(Math.abs(value) <= pinPart * this.#largest * Math.sqrt(square))) return;
    if (value === 0) return;
    for (let j = 0; j < n; j++) xi[j]! -= (value * G[guard * size + j]!) / (square * this.weight[j]! ** 2);
  }

  /** Takes a segment that code has flowed, with the series in the memory. */
  adopt(mode: ExactMode, t0: number, t1: number, step: number): void {
    this.#mode = mode;
    this.mode = mode.id;
    this.t0 = t0;
    this.t1 = t1;
    this.fired = 0;
    this.#slow = undefined;
    this.#step = step;
    this.#end = this.#frame[frame.part]!;
    this.#unfinished = 0;
    const { size } = mode;
    this.#series.adopt(mode.full, this.#frame[frame.terms]!);
    for (let i = 0; i < size; i++) this.#start[i] = this.#series.v[i]!;
  }

  /** Takes the guards that ended it, as bits. */
  fire(guards: number): void {
    this.fired = 0;
    for (let g = 0; guards >> g !== 0; g++) {
      if ((guards >> g) & 1) this.firedGuards[this.fired++] = g;
    }
  }

  /** Searches the polynomial at a place of the coefficients: the part at which it turns negative, 2 where it does not. */
  searchOpen(at: number, terms: number, rounding: number, resolution: number): number {
    return this.#subdivision.subdivide(this.#search.coefficients, terms, rounding, resolution, at);
  }

  /** Row of the complementarity system behind a guard of the segment. */
  rowOf(guard: number): number {
    const mode = this.#mode;
    if (!mode) return -1;
    const row = mode.guardRow[guard]!;
    return mode.guardIsSwitch[guard] === 1 ? mode.switchRow[row]! : row;
  }

  /** Adds the segment to the integrals of its mode; xi is its end. */
  addToIntegrals(xi: Float64Array): void {
    const length = this.t1 - this.t0;
    this.#part = this.#step > 0 ? this.#end : 0;
    this.#mode?.integrals?.add(length, this.#start, xi, this.#evaluatePart);
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
    const point = t === this.t0 ? this.#start : this.#point;
    if (t !== this.t0) this.#evaluate(t === this.t1 ? this.#end : (t - this.t0) / this.#step, point);
    for (let i = 0; i < this.weight.length; i++) x[i] = point[i]!;
    multipliersAt(mode, point, lambda);
  }

  /** Starts the series at xi, in the coordinates of the slow manifold where xi lies on it. */
  #chooseMotion({ full, slow, n }: ExactMode, xi: Float64Array): LinearMotion {
    const { v, least } = this.#series;
    for (let i = 0; i < n; i++) this.#largest = Math.max(this.#largest, this.weight[i]! * Math.abs(xi[i]!));
    this.#slow = undefined;
    for (const manifold of slow(this.#unfinished > patience) ?? noManifolds) {
      const isSettled = (this.t0 - this.#since) * manifold.decay >= settledTimes;
      const off = isSettled ? settledOff : onManifold;
      if (!isOnManifold(manifold, xi, off) && !this.#isNear(manifold, xi)) continue;
      this.#slow = manifold;
      break;
    }
    if (!this.#slow) {
      for (let i = 0; i < xi.length; i++) v[i] = xi[i]!;
      for (let i = 0; i < n; i++) least[i] = (stateFloor * this.#largest) / this.weight[i]!;
      for (let i = n; i < xi.length; i++) least[i] = 0;
      return full;
    }
    const { project, size } = this.#slow;
    for (let c = 0; c < size; c++) {
      let value = 0;
      let magnitude = 0;
      for (let j = 0; j < xi.length; j++) {
        const factor = project[c * xi.length + j]!;
        if (factor === 0) continue;
        value += factor * xi[j]!;
        magnitude += Math.abs(factor) * this.magnitude(j, xi[j]!);
      }
      v[c] = value;
      least[c] = magnitude;
    }
    return this.#slow;
  }

  /** Whether the step to the manifold moves every state by rounding only. */
  #isNear({ off, back, fast }: SlowManifold, xi: Float64Array): boolean {
    if (!back) return false;
    const distance = new Float64Array(fast);
    multiplyVector(fast, xi.length, off, xi, distance);
    const bound = nearManifold * this.#largest;
    return this.weight.every((weight, i) => {
      let move = 0;
      for (let r = 0; r < fast; r++) move += back[i * fast + r]! * distance[r]!;
      return weight * Math.abs(move) <= bound;
    });
  }

  /**
   * Raises the largest magnitude that a guard's quantity has had to |value| and returns it: what the LCP that
   * selects modes can tell from 0 is relative to it. lambda and y of a row have one each; switches have none.
   */
  largestOf({ active, guardRow, guardIsSwitch }: ExactMode, guard: number, value: number): number {
    if (guardIsSwitch[guard] === 1) return 0;
    const row = guardRow[guard]!;
    const at = 2 * row + active[row]!;
    const largest = Math.max(this.#rowLargest[at]!, Math.abs(value));
    this.#rowLargest[at] = largest;
    return largest;
  }

  /** |value| of an entry of xi, raised to the floor below which it is rounding of larger states. */
  magnitude(entry: number, value: number): number {
    const magnitude = Math.abs(value);
    if (entry >= this.weight.length) return magnitude;
    return Math.max(magnitude, (stateFloor * this.#largest) / this.weight[entry]!);
  }

  /** xi at s in [0, 1], lifted from the slow manifold where the series runs on it. */
  #evaluate(s: number, out: Float64Array): void {
    const slow = this.#slow;
    if (!slow) {
      this.#series.evaluate(s, out);
      return;
    }
    this.#series.evaluate(s, this.#lifted);
    multiplyVector(out.length, slow.size, slow.lift, this.#lifted, out);
  }

  /** Earliest s at which a guard turns negative; above 1 where none does. Guards within evtol of it fire too. */
  #firstRoot(mode: ExactMode, step: number): number {
    const { guardCount } = mode;
    const { like } = mode.full;
    const { coefficients, bounds } = this.#series;
    const roots = this.#roots;
    const resolution = step > 0 ? Math.min(1, this.evtol / step) : 1;
    let first = 2;
    for (let g = 0; g < guardCount; g++) {
      const value = coefficients[g * (maxTerms + 1)]!;
      const largest = this.largestOf(mode, g, value);
      let root = 2;
      if (like[g]! < g) root = roots[like[g]!]!;
      else if (value < bounds[g]!) root = this.#rootOf(mode, g, largest, resolution);
      roots[g] = root;
      if (root < first) first = root;
    }
    if (first > 1) return first;
    for (let g = 0; g < guardCount; g++) {
      if (roots[g]! <= first + resolution) this.firedGuards[this.fired++] = g;
    }
    return first;
  }

  #rootOf(mode: ExactMode, guard: number, largest: number, resolution: number): number {
    const { scales, terms } = this.#series;
    const { roots } = mode.known;
    const rounding = guardRounding * (scales[guard]! + largest);
    const guess = roots[guard]! * resolution;
    const root = search(this.#search, mode, guard * (maxTerms + 1), terms, rounding, resolution, guess);
    roots[guard] = this.#search.proved[0]! / resolution;
    return root;
  }
}

const noManifolds: readonly SlowManifold[] = Object.freeze([]);

/** Whether xi is off a manifold by no more than a part of its terms. */
function isOnManifold({ off, fast }: SlowManifold, xi: Float64Array, part: number): boolean {
  const width = xi.length;
  for (let r = 0; r < fast; r++) {
    let value = 0;
    let terms = 0;
    for (let j = 0; j < width; j++) {
      const term = off[r * width + j]! * xi[j]!;
      value += term;
      terms += Math.abs(term);
    }
    if (Math.abs(value) > part * terms) return false;
  }
  return true;
}
