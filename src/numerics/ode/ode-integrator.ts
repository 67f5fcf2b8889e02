/**
 * Integrates x' = f(t, x) with error control, dense output and root finding of guards: the role of LSODAR.
 *
 * A step is accepted when its error, |error_i| / (abstol_i + reltol_i |x_i|) in the root mean square, is at
 * most 1; the next one follows from a proportional-integral controller [Gustafsson 1991],
 * h <- h 0.9 err^(-0.7/p) errOld^(0.4/p). Every accepted step is searched for the earliest event; the
 * integrator then stands at the event, and goes on after `restart` (the state jumps) or `advance` again.
 * method "auto" starts with Dormand-Prince and changes to Radau IIA, once, when the problem looks stiff.
 * Nothing is allocated a step.
 */
import { DormandPrince } from './dormand-prince.js';
import { GuardSearch, type GuardEvent, type OdeGuard } from './guards.js';
import { Radau } from './radau.js';
import { allFinite, evaluateDense, type OdeProblem, type StepMethod } from './step-method.js';

export interface OdeOptions {
  readonly method?: 'auto' | 'dormand-prince' | 'radau';
  /** Relative tolerance, one for all or one a component; default 1e-6. */
  readonly reltol?: number | Float64Array;
  /** Absolute tolerance in the units of x; default 1e-9. */
  readonly abstol?: number | Float64Array;
  /** First step, s; found from f where absent. */
  readonly firstStep?: number;
  readonly maxStep?: number;
  /** Steps (accepted and rejected) of one `advance`; default 1e6. */
  readonly maxSteps?: number;
  readonly guards?: readonly OdeGuard[];
}

export interface OdeOutcome {
  /** "done": tEnd is reached. "event": the state is that at the event. The others leave the last good state. */
  readonly status: 'done' | 'event' | 'step-too-small' | 'not-finite' | 'too-many-steps';
  /** What happened, as a sentence, for a failure. */
  readonly reason: string;
}

export interface OdeStatistics {
  accepted: number;
  rejected: number;
  events: number;
}

/** Quarterings of a step (to 1e-12 of it) before a derivative that is not finite is given up. */
const SHRINKS = 20;

const DONE: OdeOutcome = Object.freeze({ status: 'done', reason: '' });
const EVENT: OdeOutcome = Object.freeze({ status: 'event', reason: '' });

export class OdeIntegrator {
  readonly x: Float64Array;
  t = 0;
  /** The last event found by `advance`. */
  readonly event: GuardEvent = { kind: 'none', theta: 0, guard: -1, direction: 0 };
  readonly statistics: OdeStatistics = { accepted: 0, rejected: 0, events: 0 };
  #method: StepMethod;
  readonly #auto: boolean;
  readonly #guards: GuardSearch;
  readonly #atRoot: Uint8Array;
  readonly #reltol: Float64Array;
  readonly #abstol: Float64Array;
  readonly #scale: Float64Array;
  readonly #next: Float64Array;
  readonly #maxStep: number;
  readonly #maxSteps: number;
  readonly #firstStep: number | undefined;
  readonly #step: { t: number; h: number; degree: number; dense: Float64Array };
  #h = 0;
  #oldError = 1e-4;

  constructor(
    readonly problem: OdeProblem,
    options: OdeOptions = {},
  ) {
    const { n } = problem;
    const { method = 'auto', guards = [] } = options;
    this.#auto = method === 'auto';
    this.#method = method === 'radau' ? new Radau(problem) : new DormandPrince(problem);
    this.x = new Float64Array(n);
    this.#next = new Float64Array(n);
    this.#scale = new Float64Array(n);
    this.#reltol = spread('reltol', n, options.reltol ?? 1e-6);
    this.#abstol = spread('abstol', n, options.abstol ?? 1e-9);
    this.#maxStep = options.maxStep ?? Infinity;
    this.#maxSteps = options.maxSteps ?? 1e6;
    this.#firstStep = options.firstStep;
    this.#guards = new GuardSearch(n, guards);
    this.#atRoot = new Uint8Array(guards.length);
    this.#step = { t: 0, h: 0, degree: this.#method.degree, dense: this.#method.dense };
  }

  /** The method in use. */
  get method(): StepMethod['name'] {
    return this.#method.name;
  }

  /** Start of the last accepted step, s. */
  get stepStart(): number {
    return this.#step.t;
  }

  /** Starts at (t, x): at the beginning, or after x or f has jumped. `atRoot[i]` = 1 skips a guard's root here. */
  restart(t: number, x: Float64Array, atRoot?: Uint8Array): void {
    this.t = t;
    this.x.set(x);
    this.#h = 0;
    this.#oldError = 1e-4;
    this.#method.restart();
    this.#guards.restart();
    this.#atRoot.fill(0);
    if (atRoot) this.#atRoot.set(atRoot);
  }

  /** Writes x at a time of the last accepted step, [stepStart, t]. */
  interpolate(time: number, out: Float64Array): void {
    const { t, h, degree, dense } = this.#step;
    evaluateDense(this.problem.n, degree, dense, h > 0 ? (time - t) / h : 0, out);
  }

  /** Integrates up to tEnd or to the first event. With `oneStep` it returns "done" after every step. */
  advance(tEnd: number, oneStep = false): OdeOutcome {
    if (!(this.#h > 0)) this.#h = this.#firstStep ?? this.#startingStep(tEnd);
    let notFinite = 0;
    for (let tries = 0; this.t < tEnd; tries++) {
      if (tries >= this.#maxSteps) return this.#failure('too-many-steps', `${tries} steps were taken`);
      const rest = tEnd - this.t;
      // A last step is stretched a little rather than followed by a tiny one.
      const whole = Math.min(this.#h, this.#maxStep) * 1.01 >= rest;
      const h = whole ? rest : Math.min(this.#h, this.#maxStep);
      if (!(this.t + h > this.t)) {
        return this.#failure('step-too-small', `the step ${h} does not move the time any more`);
      }
      const error = this.#attempt(h);
      if (error <= 1) {
        if (this.#accept(h, whole ? tEnd : this.t + h, error)) return EVENT;
        if (oneStep) return DONE;
        continue;
      }
      this.statistics.rejected++;
      notFinite = Number.isNaN(error) ? notFinite + 1 : 0;
      if (notFinite > SHRINKS) {
        return this.#failure('not-finite', 'the derivative is not finite');
      }
      this.#h = Number.isFinite(error)
        ? h * Math.max(0.2, 0.9 * error ** (-1 / this.#method.errorOrder))
        : h / 4;
    }
    return DONE;
  }

  #attempt(h: number): number {
    for (let i = 0; i < this.x.length; i++) {
      this.#scale[i] = this.#abstol[i]! + this.#reltol[i]! * Math.abs(this.x[i]!);
    }
    const error = this.#method.attempt(this.t, this.x, h, this.#scale, this.#next);
    return error === Infinity || allFinite(this.#next) ? error : NaN;
  }

  /** Takes the step; returns whether an event ended it. */
  #accept(h: number, tNew: number, error: number): boolean {
    const method = this.#method;
    const p = method.errorOrder;
    const factor = 0.9 * Math.max(error, 1e-10) ** (-0.7 / p) * this.#oldError ** (0.4 / p);
    this.#h = h * Math.min(5, Math.max(0.2, factor));
    this.#oldError = Math.max(error, 1e-4);
    const step = this.#step;
    step.t = this.t;
    step.h = h;
    step.degree = method.degree;
    step.dense = method.dense;
    this.statistics.accepted++;
    const found = this.#guards.find(step, this.#atRoot);
    this.#atRoot.fill(0);
    if (found.guard >= 0) {
      Object.assign(this.event, found);
      this.statistics.events++;
      evaluateDense(this.problem.n, step.degree, step.dense, found.theta, this.x);
      this.t = step.t + found.theta * h;
      this.#method.restart();
      this.#guards.restart();
      this.#atRoot[found.guard] = 1;
      return true;
    }
    const stiff = method.accept();
    this.x.set(this.#next);
    this.t = tNew;
    if (stiff && this.#auto && method.name === 'dormand-prince') {
      // The dense output of the last step stays readable in the old method's array.
      this.#method = new Radau(this.problem);
      this.#oldError = 1e-4;
    }
    return false;
  }

  /** A step over which an Euler step changes x by about 1 % of its size [Hairer-Norsett-Wanner 1993, II.4]. */
  #startingStep(tEnd: number): number {
    const span = Math.min(tEnd - this.t, this.#maxStep);
    this.problem.derivative(this.t, this.x, this.#next);
    let size = 0;
    let slope = 0;
    for (let i = 0; i < this.x.length; i++) {
      const scale = this.#abstol[i]! + this.#reltol[i]! * Math.abs(this.x[i]!);
      size += (this.x[i]! / scale) ** 2;
      slope += (this.#next[i]! / scale) ** 2;
    }
    const guess = slope > 1e-10 && size > 1e-10 ? 0.01 * Math.sqrt(size / slope) : 1e-6 * span;
    // Near an equilibrium at zero the guess may not even move the time.
    const least = 16 * Number.EPSILON * Math.abs(this.t);
    return guess > 0 && Number.isFinite(guess) ? Math.min(span, Math.max(guess, least)) : 1e-6 * span;
  }

  #failure(status: 'step-too-small' | 'not-finite' | 'too-many-steps', what: string): OdeOutcome {
    return {
      status,
      reason: `${what} at t = ${this.t} (${this.#method.name}, last error ${this.#oldError})`,
    };
  }
}

function spread(name: string, n: number, value: number | Float64Array): Float64Array {
  const values = typeof value === 'number' ? new Float64Array(n).fill(value) : Float64Array.from(value);
  if (values.length !== n) throw new RangeError(`${name} has ${values.length} entries for ${n} states`);
  const at = values.findIndex((entry) => !(entry > 0));
  if (at >= 0) throw new RangeError(`${name}[${at}] = ${values[at]} must be positive`);
  return values;
}
