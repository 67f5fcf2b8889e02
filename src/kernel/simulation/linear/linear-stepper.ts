/**
 * Steps a linear system through one scheme at one step size: mode cache, sign tests, and the one-step
 * problem where a test fails. A step in a known mode is one product and one test a row (`step-map.ts`);
 * a miss asks the `ModeSolver` for the mode that solves the LCP at the present q.
 */
import { multiplyVectorWithTerms } from '../../../numerics/dense/matrix.js';
import { ModeSolver, type Mode } from '../../../numerics/lcp/mode-solver.js';
import { CodeMemory } from './code-memory.js';
import type { DiscreteScheme } from './discrete-scheme.js';
import type { LinearGuard } from './linear-system.js';
import { guardTurns, plainRunSteps } from './run-steps.js';
import { generateRunSteps, type StepMemory } from './step-code.js';
import type { StepStop } from './step-stop.js';
import { buildStepMap, type RunSteps, type StepBuffers, type StepMap } from './step-map.js';
import type { StepperOptions } from './stepper-options.js';

/** Steps a block; long enough to hide the call, short enough to stay in the cache. */
export const blockSteps = 1024;

/** No mode is hot before it has taken this many steps. */
const minHotSteps = 16;

export interface StepperCounters {
  steps: number;
  modeChanges: number;
  modesSeen: number;
  lcpSolves: number;
  fallbacks: number;
}

const stopOk: StepStop = Object.freeze({ status: 'ok' });

/** State shared by the steppers of one simulation: the trajectory's present point and what rows have seen. */
export interface StepperState {
  readonly x: Float64Array;
  readonly lambda: Float64Array;
  /** Largest sums of |terms| of y_i and lambda_i where a problem was solved: what their rounding is relative to. */
  readonly magnitudeY: Float64Array;
  readonly magnitudeLambda: Float64Array;
  /** Discrete state of each guard. */
  readonly on: Uint8Array;
  readonly counters: StepperCounters;
}

export class LinearStepper {
  readonly buffers: StepBuffers;
  readonly #solver: ModeSolver;
  readonly #maps = new Map<number, StepMap>();
  readonly #plain: RunSteps;
  readonly #guards: readonly LinearGuard[];
  readonly #forced: Int8Array;
  readonly #z: Float64Array;
  readonly #q: Float64Array;
  readonly #qTerms: Float64Array;
  readonly #tolerance: Float64Array;
  readonly #untested: Float64Array;
  readonly #hotSteps: number;
  readonly #memory: StepMemory;
  /** How often a mode was entered. */
  #entries = 0;
  #map: StepMap | undefined;
  /** Mode of the stepper that this one follows. */
  #followed: Mode | undefined;
  /** The map no longer fits: a switch turned or the state was changed from outside. */
  #stale = true;

  constructor(
    readonly scheme: DiscreteScheme,
    readonly state: StepperState,
    guards: readonly LinearGuard[],
    multiplierKind: Int8Array,
    private readonly options: StepperOptions,
    /** Told of every map that leaves the cache, and of all at `retireAll`, with the moments it gathered. */
    private readonly onRetire: (map: StepMap) => void,
    /** Rows that are no complementarity: 1 an equation y = 0, -1 lambda = 0. */
    private readonly equations: Int8Array = new Int8Array(scheme.m),
  ) {
    const { n, m, nz } = scheme;
    this.#guards = guards;
    this.#forced = new Int8Array(m);
    this.#z = new Float64Array(nz);
    this.#q = new Float64Array(m);
    this.#qTerms = new Float64Array(m);
    this.#tolerance = new Float64Array(m);
    this.#untested = new Float64Array(m).fill(Infinity);
    this.#solver = new ModeSolver(m, scheme.M, {
      kind: multiplierKind,
      limit: options.maxModes,
      range: { Q: scheme.Q, cols: nz },
    });
    this.#plain = plainRunSteps(nz, n, m, guards);
    this.#hotSteps = Math.max(minHotSteps, options.hotSteps * ((n + m) * nz) ** 2);
    const inputWidth = nz - scheme.inputStart;
    const sizes = {
      x: n,
      lambda: m,
      tolerance: m,
      moments: (nz * (nz + 1)) / 2,
      inputs: blockSteps * (inputWidth + guards.length),
      recordX: (blockSteps + 1) * n,
      recordLambda: (blockSteps + 1) * m,
    };
    this.#memory = new CodeMemory(sizes, options.code);
    this.buffers = {
      x: state.x,
      lambda: state.lambda,
      inputs: this.#memory.array('inputs'),
      inputWidth,
      guardCount: guards.length,
      recordX: this.#memory.array('recordX'),
      recordLambda: this.#memory.array('recordLambda'),
      tolerance: this.#tolerance,
      record: false,
      moments: false,
    };
  }

  /** Identity of the present mode; -1 before the first step. */
  get mode(): number {
    return this.#map?.mode.id ?? -1;
  }

  /** Says what the following steps record and gather; code generated for other wishes is dropped. */
  configure(record: boolean, moments: boolean): void {
    const { buffers } = this;
    if (buffers.record === record && buffers.moments === moments) return;
    buffers.record = record;
    buffers.moments = moments;
    for (const map of this.#maps.values()) map.run = this.#plain;
  }

  /**
   * Takes up to `count` steps, starting with row `first` of the input block; the state is updated in place.
   * Returns how many were accepted; `outcome.stop` says why it ended early: after a switch turned the caller
   * reports it and calls again; a failed one-step problem leaves the last accepted point.
   */
  advance(first: number, count: number, outcome: { stop: StepStop }): number {
    outcome.stop = stopOk;
    let done = 0;
    while (done < count) {
      // A mode that exists only under conditions on q is asked for at every step.
      let triedSuccessors = false;
      if (this.#map && !this.#stale && this.#map.mode.conditions === 0) {
        done += this.#run(this.#map, first + done, count - done);
        if (done >= count) break;
        triedSuccessors = this.#guards.length === 0;
        const ran = triedSuccessors ? this.#runSuccessor(this.#map, first + done, count - done) : 0;
        done += ran;
        if (ran > 0) continue;
      }
      const turned = this.#turnSwitches(first + done);
      if (turned.length > 0) {
        this.#stale = true;
        outcome.stop = { status: 'switched', rows: turned };
        break;
      }
      const failure = this.#resolve(first + done, triedSuccessors);
      if (failure) {
        outcome.stop = failure;
        break;
      }
      done += this.#stepUntested(first + done);
    }
    return done;
  }

  /** Hands every map to the ledger and empties the cache. */
  retireAll(): void {
    for (const map of this.#maps.values()) this.onRetire(map);
    this.#maps.clear();
    this.#stale = true;
    this.#map = undefined;
  }

  /**
   * Goes on from another stepper's mode: where the problem has several solutions (a comparator in its band) the
   * one nearest to it is found first.
   */
  follow({ presentMode }: LinearStepper): void {
    this.#followed = presentMode;
    this.#stale = true;
  }

  get presentMode(): Mode | undefined {
    return this.#map?.mode ?? this.#followed;
  }

  /** Makes the next step solve its problem anew, after the state was changed from outside. */
  restart(): void {
    this.#stale = true;
  }

  /** Steps in the map's mode until a test fails; a mode that turns hot on the way gets code of its own. */
  #run(map: StepMap, first: number, count: number): number {
    this.#setTolerance(map);
    const cold = map.run === this.#plain ? Math.min(count, Math.max(0, this.#hotSteps - map.steps)) : 0;
    let done = cold > 0 ? map.run(this.buffers, map, first, cold) : 0;
    if (done === cold && done < count) {
      if (map.run === this.#plain) map.run = this.#hotCode(map);
      done += map.run(this.buffers, map, first + done, count - done);
    }
    this.state.counters.steps += done;
    return done;
  }

  /**
   * Without switches, the mode that follows is mostly one that followed before: each is told to run, and one
   * whose signs do not hold takes no step.
   */
  #runSuccessor(previous: StepMap, first: number, count: number): number {
    const { transitions } = previous;
    for (let k = 0; k < transitions.length; k++) {
      const map = transitions[k]!;
      if (map.mode.conditions > 0 || this.#maps.get(map.mode.id) !== map) continue;
      const done = this.#run(map, first, count);
      if (done === 0) continue;
      this.state.counters.modeChanges++;
      this.#use(map);
      if (k > 0) rememberSuccessor(previous, map);
      return done;
    }
    return 0;
  }

  /** Generated code; another copy of the plain loop where none may be generated. */
  #hotCode(map: StepMap): RunSteps {
    const { n, m, nz } = this.scheme;
    const { record, moments } = this.buffers;
    return (
      generateRunSteps(map, this.#guards, { record, moments }, this.#memory) ??
      plainRunSteps(nz, n, m, this.#guards)
    );
  }

  /** The mode changes at row k: solves the one-step problem and makes its map the present one. */
  #resolve(k: number, triedSuccessors: boolean): StepStop | undefined {
    const { scheme, state } = this;
    const { m, nz, Q } = scheme;
    this.#gatherZ(k);
    multiplyVectorWithTerms(m, nz, Q, this.#z, this.#q, this.#qTerms);
    this.#setForced();
    const previous = this.#map;
    const transition = triedSuccessors ? undefined : previous?.transitions.find((map) => this.#holds(map));
    if (previous && transition) {
      state.counters.modeChanges++;
      this.#enter(transition.mode);
      rememberSuccessor(previous, transition);
      return undefined;
    }
    const found = this.#solver.solve(this.#q, this.#forced, this.#followed ?? previous?.mode, this.#qTerms);
    this.#followed = undefined;
    state.counters.lcpSolves++;
    if (found.status !== 'solved') {
      const rows = found.status === 'infeasible' ? this.#solver.conflict(this.#q, this.#forced) : nothing;
      return { status: found.status, residual: found.residual, rows };
    }
    if (found.fallback) state.counters.fallbacks++;
    const map = this.#enter(found.mode);
    if (map !== previous) {
      state.counters.modeChanges++;
      if (previous) rememberSuccessor(previous, map);
    }
    this.#noteMagnitudes(map);
    return undefined;
  }

  /** Whether a cached mode solves the problem at the present z: its signs hold and switches are as they are. */
  #holds(map: StepMap): boolean {
    const { m, nz } = this.scheme;
    if (map.mode.conditions > 0 || this.#maps.get(map.mode.id) !== map) return false;
    this.#setTolerance(map);
    for (let i = 0; i < m; i++) {
      if (map.tested[i] === 0 && (map.active[i] === 1) !== this.#forced[i]! > 0) return false;
    }
    for (let i = 0; i < m; i++) {
      if (map.tested[i] === 0) continue;
      let value = 0;
      for (let j = 0; j < nz; j++) value += map.T[i * nz + j]! * this.#z[j]!;
      if (!(value >= -this.#tolerance[i]!)) return false;
    }
    return true;
  }

  #enter(mode: Mode): StepMap {
    let map = this.#maps.get(mode.id);
    if (map?.mode !== mode) {
      map = buildStepMap(this.scheme, mode, this.#forced, this.#plain);
      this.state.counters.modesSeen++;
      if (this.#maps.size >= this.options.maxModes) this.#retireOldest();
      this.#maps.set(mode.id, map);
    }
    this.#use(map);
    return map;
  }

  /** Makes a map the present one. */
  #use(map: StepMap): void {
    map.entered = ++this.#entries;
    this.#map = map;
    this.#stale = false;
  }

  #retireOldest(): void {
    let oldest: StepMap | undefined;
    for (const map of this.#maps.values()) if (!oldest || map.entered < oldest.entered) oldest = map;
    if (!oldest) return;
    this.onRetire(oldest);
    oldest.transitions.length = 0;
    this.#maps.delete(oldest.mode.id);
  }

  /** One step in the mode just found; its solution passed the public residual, so signs are not tested again. */
  #stepUntested(k: number): number {
    const map = this.#map;
    if (!map) return 0;
    this.buffers.tolerance = this.#untested;
    const done = map.run(this.buffers, map, k, 1);
    this.buffers.tolerance = this.#tolerance;
    this.state.counters.steps += done;
    return done;
  }

  #gatherZ(k: number): void {
    const { n, m, nz, lambdaStart, inputStart } = this.scheme;
    const { inputs, inputWidth, guardCount } = this.buffers;
    const row = k * (inputWidth + guardCount);
    for (let j = 0; j < n; j++) this.#z[j] = this.state.x[j]!;
    if (lambdaStart >= 0) for (let j = 0; j < m; j++) this.#z[lambdaStart + j] = this.state.lambda[j]!;
    for (let j = inputStart; j < nz; j++) this.#z[j] = inputs[row + j - inputStart]!;
  }

  #setForced(): void {
    this.#forced.set(this.equations);
    this.#guards.forEach(({ row, guard }, g) => {
      const isOn = this.state.on[g] === 1;
      this.#forced[row] = isOn === (guard.onMeans === 'y=0') ? 1 : -1;
    });
  }

  /** Turns every switch whose control left its band before step k; returns their rows. */
  #turnSwitches(k: number): readonly number[] {
    if (this.#guards.length === 0) return nothing;
    const { state } = this;
    const { inputs, inputWidth, guardCount } = this.buffers;
    const row = k * (inputWidth + guardCount) + inputWidth;
    const rows: number[] = [];
    this.#guards.forEach((guard, g) => {
      if (!guardTurns(guard, state.on[g] === 1, state.x, state.lambda, inputs[row + g]!)) return;
      state.on[g] = state.on[g] === 1 ? 0 : 1;
      rows.push(guard.row);
    });
    return rows;
  }

  /** Raises the rows' magnitudes to those of the problem just solved. */
  #noteMagnitudes(map: StepMap): void {
    const { m, nz } = this.scheme;
    const { magnitudeY, magnitudeLambda } = this.state;
    multiplyVectorWithTerms(m, nz, map.T, this.#z, this.#q, this.#qTerms);
    for (let i = 0; i < m; i++) {
      const magnitude = map.active[i] === 1 ? magnitudeLambda : magnitudeY;
      magnitude[i] = Math.max(magnitude[i]!, this.#qTerms[i]!);
    }
  }

  #setTolerance(map: StepMap): void {
    const { magnitudeY, magnitudeLambda } = this.state;
    for (let i = 0; i < this.#tolerance.length; i++) {
      const scale = map.active[i] === 1 ? magnitudeLambda[i]! : magnitudeY[i]!;
      this.#tolerance[i] = Math.max(Number.MIN_VALUE, this.options.signTolerance * scale);
    }
  }
}

/** Successors kept a mode: enough for a switching cycle's alternatives, few enough to test them all. */
const keptSuccessors = 4;

function rememberSuccessor(map: StepMap, transition: StepMap): void {
  const { transitions } = map;
  const at = transitions.indexOf(transition);
  if (at === 0) return;
  if (at > 0) transitions.splice(at, 1);
  transitions.unshift(transition);
  if (transitions.length > keptSuccessors) transitions.pop();
}

const nothing: readonly number[] = Object.freeze([]);
