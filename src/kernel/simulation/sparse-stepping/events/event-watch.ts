/**
 * When a discrete state switches or a pair commutates within a step: the first zero of
 *
 *     g(t) = control - off where a guard is on, on - control where it is off,
 *     g(t) = z_unknown of a free pair, y of a forced one (only where the step was made with its pairs as they were),
 *
 * by the polynomial through the stages, inputs by themselves. A guard that switches back where it has just switched, again
 * and again, slides: its thresholds move apart by reltol of its control, and those of all guards that switch with it, so that its duty
 * is the limit of a small hysteresis; it is named.
 */
import type { DescriptorGuard, DescriptorSystem } from '../../../modeling/descriptor-system.js';
import { formOf } from '../descriptor/form-list.js';
import { CommutationWatch } from './commutation-watch.js';
import { contactsOf, guardArraysOf, lowBounce, ratioOf } from './guard-arrays.js';
import { distanceOf, firstNegative, type GuardArrays, readGuard } from './guard-loops.js';
import { lagrangeWeights } from '../inputs/lagrange.js';
import type { StageSolver } from '../stages/stage-solver.js';
import type { StateArray } from '../newton/stepping-state.js';

/** Halvings of the interval of a zero: beyond the digits of a double. */
const HALVINGS = 60;
/** Guards whose distances are below this part of their change in a step switch at one time. */
const SAME_TIME = 1e-6;
/** Returns at one time after which a guard slides, and is no longer turned over behind its own event. */
const RETURNS = 3;
/** What contradicts a guard that was turned over early, in parts of what it was early by: the rest is rounding. */
const EARLY = 2;
/** Bounces that are over below this part of the largest gap are no news. */
const NEWS = 1e-6;
/** The largest hysteresis of one that slides, in parts of its control. */
const WIDEST = 0.05;
/** Of so many that switched last the names are told where a run does not get on. */
const REMEMBERED = 16;

export class EventWatch {
  /** The guard (from 0 on) or pair (from `guards.length` on) that `first` found; -1: none. */
  found = -1;
  /** Seconds that the pair which `switchOthers` was told of takes from 0 to where it is found, by its rounding beyond; 0 of a guard. */
  late = 0;
  /** What loops over guards compute with. */
  readonly arrays: GuardArrays;
  readonly #guards: readonly DescriptorGuard[];
  readonly #commutations: CommutationWatch;
  /** Guards and pairs that switched last, as `first` numbers them. */
  readonly #switched: number[] = [];
  readonly #returns: Uint8Array;
  /** When guards turned over behind an event last, and how often that was so at one time. */
  readonly #behind = Float64Array.of(-Infinity, 0);
  readonly #lastTime: Float64Array;
  /** How far before its threshold a guard was turned over last, by the tolerance of its time. */
  readonly #early: Float64Array;
  readonly #nodes: Float64Array;
  readonly #weights: Float64Array;
  /** 1 where it closes a contact with an impact law. */
  readonly #isContact: Uint8Array;
  /** 1 where a control is one of inputs alone. */
  readonly #inputsOnly: Uint8Array;

  constructor(
    private readonly system: DescriptorSystem,
    private readonly solver: StageSolver,
    /** The guards that are watched: when the others switch is known. */
    private readonly watched: Int32Array,
  ) {
    this.#isContact = contactsOf(system);
    this.arrays = guardArraysOf(system, solver, watched, this.#isContact);
    this.#guards = system.guards;
    this.#commutations = new CommutationWatch(system.guards.length);
    const count = system.guards.length;
    this.#returns = new Uint8Array(count);
    this.#lastTime = new Float64Array(count).fill(-Infinity);
    this.#early = new Float64Array(count);
    this.#nodes = Float64Array.from(solver.method.c);
    this.#weights = new Float64Array(this.#nodes.length);
    this.#inputsOnly = Uint8Array.from(this.#guards, ({ control }) =>
      control.index.every((at) => at >= system.size) ? 1 : 0,
    );
  }

  /** Begins with controls as large as these; gaps of contacts are as large as they are seen to be. */
  begin(controlSizes: Float64Array): void {
    for (let g = 0; g < controlSizes.length; g++)
      if (this.#isContact[g] === 0) this.arrays.sizes[g] = controlSizes[g]!;
  }

  get hasGuards(): boolean {
    return this.watched.length > 0;
  }

  /** Where in [0, 1] of the step from t0 to t1 the first g is 0; Infinity where none is. */
  first(t0: number, t1: number, withPairs: boolean): number {
    let first = Infinity;
    this.found = -1;
    const look = (i: number): void => {
      this.#readStages(i);
      const at = this.#firstOf(i, t0, t1);
      if (at < first) [first, this.found] = [at, i];
    };
    for (const g of this.watched) look(g);
    const guards = this.#guards.length;
    const all = guards + (withPairs ? this.solver.rows.pairCount : 0);
    if (all > guards) this.#measureRounding();
    for (let i = guards; i < all; i++) look(i);
    return first;
  }

  /** g of what was found at the end of the step, by the largest change of it in the step. */
  closeness(i: number): number {
    this.#readStages(i);
    const g = this.arrays.values;
    const last = g[g.length - 1]!;
    return Math.abs(last) / Math.max(Math.abs(g[0]! - last), Number.MIN_VALUE);
  }

  /**
   * Notes what was found right behind t where a step was to be made; true where a step should pass it: a pair that would commutate for ever, and
   * a guard that is off its threshold at t, since its control jumps behind it (a function that jumps has no row of its own to be met).
   */
  shouldPass(i: number, t: number, step: number): boolean {
    return this.#commutations.inVain(i, t, step) || this.#leaps(i);
  }

  /** Whether guard i is off its threshold where the step begins, by more than reltol of its control. */
  #leaps(i: number): boolean {
    if (i >= this.#guards.length) return false;
    this.#readStages(i);
    return this.arrays.values[0]! > this.solver.options.reltol * this.arrays.sizes[i]!;
  }

  /** Whether a step from t passes commutations that move something at once: one was found in vain. */
  passesJumps(t: number): boolean {
    return this.#commutations.passes(t);
  }

  /** Whether w contradicts guard g as it is, by more than it was turned over early. */
  asks(g: number, isOn: boolean, w: Float64Array): boolean {
    const control = formOf(this.arrays.controls, g, w);
    this.#sees(g, control);
    return this.#distance(g, control, isOn) < -EARLY * this.#early[g]!;
  }

  /** Turns over all guards that w contradicts, by more than they were turned over early; returns how many. */
  settle(w: Float64Array): number {
    const { rows } = this.solver;
    let turned = 0;
    for (const g of this.watched) {
      if (!this.asks(g, rows.on[g] === 1, w)) continue;
      rows.setGuard(g, 1 - rows.on[g]!);
      this.#early[g] = 0;
      this.#remember(g);
      turned++;
    }
    return turned;
  }

  /**
   * As `settle`, for what follows an event at t at once. 0 where that was so again and again within `resolution`: what turns back
   * what turned it has no state to be in, and the events themselves are to say so.
   */
  settleBehind(w: Float64Array, t: number, resolution: number): number {
    const [last, times] = [this.#behind[0]!, this.#behind[1]!];
    const isReturn = t - last <= resolution;
    const turned = isReturn && times >= RETURNS ? 0 : this.settle(w);
    if (turned > 0) this.#behind.set([t, isReturn ? times + 1 : 0]);
    else if (isReturn) this.#behind[0] = t;
    return turned;
  }

  /**
   * Turns over the guards that switch together with `event`, at a part of the step from t0 to t1: those of one leg are
   * never on at once.
   */
  switchOthers(event: number, part: number, t0: number, t1: number): void {
    const g = this.arrays.values;
    this.late = this.#lateness(event, t1 - t0);
    for (const i of this.watched) {
      if (i === event) continue;
      this.#readStages(i);
      // One that has just been turned over early comes away from its threshold.
      const fall = g[0]! - g[g.length - 1]!;
      if (!(fall > 0) || this.#value(i, part, t0, t1) > SAME_TIME * fall) continue;
      this.solver.rows.setGuard(i, 1 - this.solver.rows.on[i]!);
    }
  }

  /** Turns over what was found at t; `resolution` is the time within which a return is one at the same time. */
  switchOver(i: number, t: number, resolution: number, reltol: number): void {
    const { rows } = this.solver;
    const guards = this.#guards.length;
    this.#remember(i);
    if (i >= guards) {
      rows.flip(i - guards);
      return;
    }
    const control = formOf(this.arrays.controls, i, this.solver.points[0]!);
    this.#early[i] = Math.max(0, this.#distance(i, control));
    rows.setGuard(i, 1 - rows.on[i]!);
    this.#returns[i] = t - this.#lastTime[i]! <= resolution ? this.#returns[i]! + 1 : 0;
    this.#lastTime[i] = t;
    if (this.#returns[i] < RETURNS) return;
    this.#returns[i] = 0;
    const size = this.arrays.sizes[i]!;
    const least = this.#isContact[i] === 1 ? lowBounce(reltol) : reltol;
    const widened = Math.max(least * size, 2 * this.arrays.widened[i]!);
    // What needs more than a small hysteresis does not slide: a run that ends says so.
    if (widened > WIDEST * size) return;
    // The switches of a leg are never on at once.
    for (let j = 0; j < guards; j++) {
      const ratio = ratioOf(this.#guards[i]!, this.#guards[j]!);
      if (ratio !== 0) this.arrays.widened[j] = Math.max(this.arrays.widened[j]!, Math.abs(ratio) * widened);
    }
  }

  #remember(i: number): void {
    this.#switched.push(i);
    if (this.#switched.length > REMEMBERED) this.#switched.shift();
  }

  /** Rows of what switched last, each once. */
  get lastRows(): readonly number[] {
    const pair = (i: number): number => this.solver.rows.row[i - this.#guards.length]!;
    return [...new Set(this.#switched.map((i) => this.#guards[i]?.row ?? pair(i)))];
  }

  /** Arrays that a copy of a run takes over. */
  get stateArrays(): StateArray[] {
    return [
      this.arrays.widened,
      this.arrays.sizes,
      this.#returns,
      this.#lastTime,
      this.#early,
      this.#behind,
      this.#commutations.numbers,
    ];
  }

  /** Guards that slide, by the names of their rows. */
  notes(): string[] {
    return this.#guards.flatMap(({ row }, g) => {
      const apart = Number((2 * this.arrays.widened[g]!).toPrecision(6));
      if (!(apart > 0)) return [];
      const name = this.system.rowName(row);
      const isContact = this.#isContact[g] === 1;
      if (isContact && apart <= NEWS * this.arrays.sizes[g]!) return [];
      return isContact
        ? [`bounces of ${name.replace(/#.*/, '')} below ${apart} are none: it rests there`]
        : [`the switch of row ${name} chatters: it got a hysteresis of ${apart}`];
    });
  }

  /** Where a pair comes near to 0 how far its rounding is from there. */
  #measureRounding(): void {
    const { rows, points, newton } = this.solver;
    const w = points[points.length - 1]!;
    for (let p = 0; p < rows.pairCount; p++) {
      this.#readPair(p, 0);
      if (newton.signs.measured(w, p, this.arrays.values)) return;
    }
  }

  /** Writes what pair p tests at the stages, and `slack` more. */
  #readPair(p: number, slack: number): void {
    const { rows, points, y } = this.solver;
    const values = this.arrays.values;
    const unknown = rows.unknown[p]!;
    const forced = rows.forced[p] === 1;
    for (let j = 0; j < values.length; j++) values[j] = slack + (forced ? y[j]![p]! : points[j]![unknown]!);
  }

  #lateness(event: number, h: number): number {
    const pair = event - this.#guards.length;
    if (pair < 0) return 0;
    this.#readStages(event);
    const change = this.arrays.values[0]! - this.arrays.values[this.arrays.values.length - 1]!;
    return change > 0 ? (this.solver.newton.signs.tolerance(pair) * h) / change : 0;
  }

  /** Notes a control where the run has been: ends of steps that are tried may be anywhere, GV where a pair is about to commutate. */
  #sees(g: number, control: number): void {
    this.arrays.sizes[g] = Math.max(this.arrays.sizes[g]!, Math.abs(control));
  }

  #distance(g: number, control: number, isOn = this.solver.rows.on[g] === 1): number {
    return distanceOf(this.arrays, g, control, isOn);
  }

  /** Writes g of guard or pair i at the stages. */
  #readStages(i: number): void {
    const p = i - this.#guards.length;
    if (p >= 0) this.#readPair(p, this.solver.newton.signs.tolerance(p));
    else readGuard(this.arrays, i, this.solver.points);
  }

  /** g of guard or pair i, whose stages have been read, at a part of the step. */
  #value(i: number, part: number, t0: number, t1: number): number {
    if (i < this.#guards.length && this.#inputsOnly[i] === 1) {
      const { index, gain } = this.#guards[i]!.control;
      const { size, inputs } = this.system;
      const t = t0 + part * (t1 - t0);
      let control = 0;
      for (let e = 0; e < index.length; e++) control += gain[e]! * inputs[index[e]! - size]!.valueLeft(t);
      return this.#distance(i, control);
    }
    lagrangeWeights(this.#nodes, this.#nodes.length, part, this.#weights);
    let sum = 0;
    for (let j = 0; j < this.#weights.length; j++) sum += this.#weights[j]! * this.arrays.values[j]!;
    return sum;
  }

  #firstOf(i: number, t0: number, t1: number): number {
    const { parts } = this.arrays;
    const k = firstNegative(this.arrays);
    return k < 0 ? Infinity : this.#zero(i, k > 0 ? parts[k - 1]! : 0, parts[k]!, t0, t1);
  }

  /** A zero of g between a part where it is not negative and one where it is: regula falsi, halved where it creeps. */
  #zero(i: number, from: number, to: number, t0: number, t1: number): number {
    let [a, b] = [from, to];
    let [ga, gb] = [this.#value(i, a, t0, t1), this.#value(i, b, t0, t1)];
    if (!(ga > 0)) return a;
    for (let k = 0; k < HALVINGS && b - a > 1e-15; k++) {
      const secant = a + ((b - a) * ga) / (ga - gb);
      const middle = k % 3 === 2 || !(secant > a && secant < b) ? (a + b) / 2 : secant;
      const g = this.#value(i, middle, t0, t1);
      if (g === 0) return middle;
      if (g < 0) [b, gb] = [middle, g];
      else [a, ga] = [middle, g];
    }
    return b;
  }
}
