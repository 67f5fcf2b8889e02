/**
 * Smooth systems with user events as an event flow, in the role of LSODAR: x' = f(t, x) by `OdeIntegrator`
 * with its dense output and root finding, and x+ = F(t, x-) where a guard falls below zero, [intro] (14).
 *
 * All guards that fall within evtol of an event fire with it, in the order of the rules. A guard that only
 * touches zero does not fire. At the limit of accumulating events the rule comes to rest: its own resting
 * field holds g = 0 until it is released. One segment is one accepted step of the integrator; accuracy is that
 * of its reltol and abstol, guards are as safe as numerics/ode/guards.ts says.
 */
import { OdeIntegrator, type OdeOptions } from '../../../../numerics/ode/ode-integrator.js';
import type { NonSmoothDynamicalSystem } from '../../../modeling/nonsmooth-dynamical-system.js';
import { EventDrivenFailure } from '../event-driven-failure.js';
import type { EventFlow, FlowEvent, TransitionResult } from '../event-flow.js';
import { OdeModel } from './ode-model.js';
import { OdeSegment } from './ode-segment.js';

export interface OdeFlowOptions extends Omit<OdeOptions, 'guards'> {
  /** Events closer than this are one, seconds. */
  readonly evtol: number;
}

/** The step of the difference that tells where a guard is going, as a part of the time scale and in evtol. */
const differencePart = 1e-8;

export class OdeFlow implements EventFlow {
  readonly x: Float64Array;
  readonly lambda = new Float64Array(0);
  due = false;
  readonly closeEvents = Infinity;
  readonly slidingRows: readonly number[] = Object.freeze([]);
  readonly segment: OdeSegment;
  readonly #model: OdeModel;
  readonly #integrator: OdeIntegrator;
  readonly #f: Float64Array;
  readonly #ahead: Float64Array;
  readonly #atRoot: Uint8Array;
  /** 1: the guard is below zero already: it has fallen before. */
  readonly #below: Uint8Array;
  #t = 0;

  /** Throws `ModelError` where the model has relations, or a singular M. */
  constructor(
    model: NonSmoothDynamicalSystem,
    private readonly options: OdeFlowOptions,
  ) {
    this.#model = new OdeModel(model);
    const { n, rules } = this.#model;
    const guards = rules.map((_, r) => ({
      direction: 'falling' as const,
      evaluate: (t: number, x: Float64Array) => this.#model.guard(r, t, x),
    }));
    this.#integrator = new OdeIntegrator(this.#model, { ...options, guards });
    this.x = this.#model.x0.slice();
    this.segment = new OdeSegment(this.#integrator, rules.length);
    this.#f = new Float64Array(n);
    this.#ahead = new Float64Array(n);
    this.#atRoot = new Uint8Array(rules.length);
    this.#below = new Uint8Array(rules.length);
  }

  get t(): number {
    return this.#t;
  }

  /** Number of the set of resting rules: bit r for rule r. */
  get mode(): number {
    return this.#model.resting.reduce((mode, resting, r) => mode + resting * 2 ** r, 0);
  }

  get firedGuard(): number {
    return this.segment.fired > 0 ? this.segment.firedGuards[0]! : -1;
  }

  firedRows(): readonly number[] {
    return [...this.segment.firedGuards.subarray(0, this.segment.fired)];
  }

  begin(t0: number): TransitionResult {
    this.#t = t0;
    this.#noteSides();
    return this.#go([]);
  }

  nextBreakpoint(): number {
    return this.#model.nextBreakpoint(this.#t);
  }

  flow(until: number): void {
    const breakpoint = this.nextBreakpoint();
    this.#advance(Math.min(until, breakpoint));
    this.due = this.segment.fired > 0 || this.#t >= breakpoint;
  }

  transition(): TransitionResult {
    this.due = false;
    const rows = this.firedRows();
    for (const r of rows) this.#model.apply(r, this.#t, this.x);
    this.#noteSides();
    return this.#go(rows.length > 0 ? [{ kind: 'user', rows }] : []);
  }

  restart(t: number, x: Float64Array, accumulated = false): TransitionResult {
    const rows = accumulated ? this.firedRows() : [];
    this.#t = t;
    this.due = false;
    this.x.set(x);
    for (const r of rows) {
      if (!this.#model.rules[r]?.rule.resting) {
        return { status: 'zeno-point', residual: NaN, events: [], rows };
      }
      this.#model.resting[r] = 1;
    }
    this.#noteSides();
    return this.#go([]);
  }

  /** One step of the integrator, to at most `until`, or to the guards that fire on the way. */
  #advance(until: number): void {
    const { segment } = this;
    this.#model.until = until;
    segment.mode = this.mode;
    segment.t0 = this.#t;
    segment.fired = 0;
    const { status } = this.#integrator.advance(until, true);
    this.#t = segment.t1 = this.#integrator.t;
    this.x.set(this.#integrator.x);
    if (status === 'done') return;
    if (status !== 'event') throw new EventDrivenFailure(status, this.#t, []);
    const { guard, kind } = this.#integrator.event;
    // A touch that goes on downwards began on zero: it is a crossing all the same.
    if (kind !== 'touching' || this.#fallsAt(guard)) segment.firedGuards[segment.fired++] = guard;
    for (let r = 0; r < this.#below.length; r++) {
      if (r !== guard && this.#fallsAt(r)) segment.firedGuards[segment.fired++] = r;
    }
  }

  #go(events: readonly FlowEvent[]): TransitionResult {
    this.#integrator.restart(this.#t, this.x, this.#atRoot);
    return { status: 'ok', events };
  }

  /** Whether a guard that was not below zero crosses it within evtol, along the field. */
  #fallsAt(r: number): boolean {
    const { value, rate } = this.#course(r);
    if (value > -rate * this.options.evtol) {
      if (value > 0) this.#below[r] = 0;
      return false;
    }
    return rate < 0 && this.#below[r] === 0;
  }

  /** Notes which guards stand at zero and on which side they go on: after a start, a map or a jump. */
  #noteSides(): void {
    for (let r = 0; r < this.#below.length; r++) {
      const { value, rate } = this.#course(r);
      const atRoot = Math.abs(value) <= Math.abs(rate) * this.options.evtol || value === 0;
      this.#atRoot[r] = atRoot ? 1 : 0;
      this.#below[r] = value < 0 || (atRoot && rate < 0) ? 1 : 0;
    }
  }

  /** A guard's value and its rate along the field, by a difference. */
  #course(r: number): { readonly value: number; readonly rate: number } {
    const model = this.#model;
    const t = this.#t;
    const step = Math.max(this.options.evtol, differencePart * Math.abs(t), Number.MIN_VALUE);
    model.derivative(t, this.x, this.#f);
    for (let i = 0; i < model.n; i++) this.#ahead[i] = this.x[i]! + step * this.#f[i]!;
    const value = model.guard(r, t, this.x);
    return { value, rate: (model.guard(r, t + step, this.#ahead) - value) / step };
  }
}
