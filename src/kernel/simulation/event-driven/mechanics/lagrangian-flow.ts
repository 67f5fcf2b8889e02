/**
 * Mechanical systems with contacts, joints and friction in the plane as an event flow, [lecture] 1.3. Index sets at an event:
 *
 *     I_0  all contacts     I_c  y = 0     I_s  y = 0 and y' = 0, those that stay closed     I_r, I_t  of these: stick, slide
 *
 *     impact         where a contact of I_c approaches: over I_c,  u+ + e u- = W p + ...,  0 <= normal  _|_  p >= 0
 *     acceleration   over those at rest,  y'' = W lambda + y''_free,  0 <= y''  _|_  lambda >= 0;   I_s = {lambda > 0}
 *
 * both with Coulomb's law (`closed-contacts.ts`). Which contacts open is an answer of that whole problem: dropping those whose
 * force has turned negative is wrong where contacts are coupled [Delassus 1917]. A segment ends where
 *
 *     open     y falls to 0             stick    |lambda_T| reaches mu lambda_N: it slides against lambda_T
 *     closed   lambda falls to 0        slide    y_T' comes to 0: it sticks or turns round, as the accelerations say
 *
 * Infinitely many impacts in finite time end at their limit with the contact closed (`zeno-detector.ts`). In between:
 * `OdeIntegrator`. In space sliding turns without events: refused.
 */
import { OdeIntegrator, type OdeOptions } from '../../../../numerics/ode/ode-integrator.js';
import { ModelError } from '../../../modeling/model-error.js';
import { nameOfRow } from '../../../modeling/model-layout.js';
import type { NonSmoothDynamicalSystem } from '../../../modeling/nonsmooth-dynamical-system.js';
import { solveClosed, type ClosedResult } from './closed-contacts.js';
import { ContactDynamics } from './contact-dynamics.js';
import { rowMode, rowRole } from './contact-rows.js';
import { EventDrivenFailure } from '../event-driven-failure.js';
import type { EventFlow, FlowEvent, TransitionResult } from '../event-flow.js';
import { OdeSegment } from './ode-segment.js';

export interface LagrangianFlowOptions extends Omit<OdeOptions, 'guards'> {
  /** Gaps that close within this of an event belong to it, seconds. */
  readonly evtol: number;
}

/** A relative velocity this much smaller than the largest velocity of the run is rest: its rounding, and the integrator's. */
const restPart = 1e-10;
/** A friction force this near to its bound, and an acceleration this small beside its terms, relative, are at it and zero. */
const boundPart = 1e-9;
const stillPart = 1e-8;
/** A constraint that is violated at the start by more than this part of the largest state is no rounding of its numbers. */
const startPart = 1e-6;

export class LagrangianFlow implements EventFlow {
  readonly x: Float64Array;
  readonly lambda: Float64Array;
  due = false;
  readonly closeEvents = Infinity;
  readonly slidingRows: readonly number[] = Object.freeze([]);
  readonly segment: OdeSegment;
  readonly #dynamics: ContactDynamics;
  readonly #integrator: OdeIntegrator;
  readonly #gap: Float64Array;
  readonly #rate: Float64Array;
  readonly #scratch: Float64Array;
  readonly #values: Float64Array;
  readonly #modes = new Map<string, number>();
  #mode = 0;
  readonly #atRoot: Uint8Array;
  #fastest = 0;
  /** Whether the state is that which the last segment led to, in its mode. */
  #continues = false;
  /** Time of the last event, s. */
  #settled = 0;
  #t = 0;

  /** Throws `ModelError` where the model is not one of this kind. */
  constructor(
    model: NonSmoothDynamicalSystem,
    private readonly options: LagrangianFlowOptions,
  ) {
    const dynamics = new ContactDynamics(model);
    this.#dynamics = dynamics;
    const { n, m } = dynamics;
    this.#values = new Float64Array(m);
    const guards = Array.from({ length: m }, (_, i) => ({
      direction: 'falling' as const,
      evaluate: (t: number, x: Float64Array): number => this.#guard(i, t, x),
    }));
    this.#integrator = new OdeIntegrator(dynamics, { ...options, guards });
    this.x = dynamics.x0.slice();
    this.lambda = new Float64Array(m);
    this.segment = new OdeSegment(this.#integrator, m, (t, x, lambda) => dynamics.multipliers(t, x, lambda));
    this.#gap = new Float64Array(m);
    this.#rate = new Float64Array(m);
    this.#scratch = new Float64Array(n);
    this.#atRoot = new Uint8Array(m);
  }

  get t(): number {
    return this.#t;
  }

  get mode(): number {
    return this.#mode;
  }

  get firedGuard(): number {
    return this.segment.fired > 0 ? this.segment.firedGuards[0]! : -1;
  }

  firedRows(): readonly number[] {
    return [...this.segment.firedGuards.subarray(0, this.segment.fired)];
  }

  begin(t0: number): TransitionResult {
    this.#t = t0;
    this.segment.fired = 0;
    this.#checkStart();
    return this.#settle([], false);
  }

  nextBreakpoint(): number {
    return Infinity;
  }

  flow(until: number): void {
    const { segment } = this;
    segment.mode = this.mode;
    segment.t0 = this.#t;
    segment.fired = 0;
    const { status } = this.#integrator.advance(until, true);
    this.#t = segment.t1 = this.#integrator.t;
    this.x.set(this.#integrator.x);
    if (status === 'event') {
      segment.firedGuards[0] = this.#integrator.event.guard;
      segment.fired = 1;
    } else if (status !== 'done') {
      throw new EventDrivenFailure(status, this.#t, []);
    }
    this.due = segment.fired > 0;
    this.#dynamics.multipliers(this.#t, this.x, this.lambda);
    this.#checkSliding();
  }

  /** What may not fall below zero in the mode of row i. */
  #guard(i: number, t: number, x: Float64Array): number {
    const dynamics = this.#dynamics;
    const { rows } = dynamics;
    const values = this.#values;
    const mode = rows.mode[i]!;
    if (rows.role[i] === rowRole.joint) return 1;
    if (rows.role[i] === rowRole.contact) {
      if (mode === rowMode.held) dynamics.multipliers(t, x, values);
      else dynamics.output(0, t, x, values);
      return values[i]!;
    }
    if (mode === rowMode.free) return 1;
    if (mode === rowMode.held) {
      dynamics.multipliers(t, x, values);
      return (rows.bound(i, 'upper', values) - values[i]!) * (values[i]! - rows.bound(i, 'lower', values));
    }
    dynamics.output(1, t, x, values);
    return mode === rowMode.forward ? values[i]! : -values[i]!;
  }

  /** Friction never drives: a row that slides against its mode has no solution there (a paradox of Painleve). */
  #checkSliding(): void {
    const { rows } = this.#dynamics;
    if (!rows.hasFriction) return;
    this.#readRates();
    const since = this.#t - this.#settled;
    const wrong = [...rows.mode.keys()].filter((i) => {
      const speed = rows.mode[i] === rowMode.forward ? this.#rate[i]! : -this.#rate[i]!;
      const gained = since * this.#acceleration(i, this.lambda).terms;
      return rows.isSliding(i) && speed < -stillPart * Math.max(this.#fastest, gained);
    });
    if (wrong.length > 0) throw new EventDrivenFailure('undecided', this.#t, wrong);
  }

  transition(): TransitionResult {
    this.due = false;
    return this.#settle(this.firedRows(), false);
  }

  restart(t: number, x: Float64Array, accumulated = false): TransitionResult {
    this.#t = t;
    this.due = false;
    this.#continues = false;
    this.x.set(x);
    return this.#settle(accumulated ? this.firedRows() : [], accumulated);
  }

  /** Impact, then acceleration; `met`: rows whose guard has fired, `resting`: they come to rest. */
  #settle(met: readonly number[], resting: boolean): TransitionResult {
    const dynamics = this.#dynamics;
    const { rows } = dynamics;
    const { role, mode } = rows;
    const [gap, rate] = [this.#gap, this.#rate];
    dynamics.normalize(this.x);
    this.#settled = this.#t;
    this.#readRates();
    // What its mode or its guard holds at rest is at rest: what is read there is rounding.
    if (this.#continues) {
      for (const i of mode.keys()) {
        if (mode[i] === rowMode.held || (rows.isSliding(i) && met.includes(i))) rate[i] = 0;
      }
    }
    this.#continues = true;
    const rest = restPart * this.#fastest;
    const isJoint = (i: number): boolean => role[i] === rowRole.joint;
    const closed = [...role.keys()].filter(
      (i) =>
        role[i] !== rowRole.friction &&
        (mode[i] === rowMode.held || met.includes(i) || gap[i]! <= Math.abs(rate[i]!) * this.options.evtol),
    );
    dynamics.linearize(this.#t, this.x, this.#scratch);
    const events: FlowEvent[] = [];
    let impulse: Float64Array | undefined;
    const approaches = closed.some((i) => (isJoint(i) ? Math.abs(rate[i]!) > rest : rate[i]! < 0));
    if (approaches || resting) {
      // What is as slow as rest does not bounce.
      const slow = closed.filter((i) => Math.abs(rate[i]!) <= rest);
      const impact = this.#impact(closed, resting ? [...slow, ...met] : slow);
      if (impact.status !== 'solved') return this.#failed(impact, events, closed);
      impulse = impact.lambda;
      dynamics.addAcceleration(impulse, this.x);
      this.#addRates(impulse);
      const entering = closed.filter((i) => !isJoint(i) && rate[i]! < -rest);
      if (entering.length > 0) return this.#failed({ ...impact, status: 'undecided' }, events, entering);
      dynamics.linearize(this.#t, this.x, this.#scratch);
    }
    const still = closed.filter(
      (i) => isJoint(i) || (resting && met.includes(i)) || Math.abs(rate[i]!) <= rest,
    );
    const before = mode.slice();
    const forces = this.#accelerate(still, impulse ? undefined : met, rest);
    if (forces.status !== 'solved') return this.#failed(forces, events, still);
    const changed = [...mode.keys()].filter((i) => mode[i] !== before[i]);
    if (changed.length > 0) events.push({ kind: 'mode', rows: changed });
    this.#noteMode();
    dynamics.multipliers(this.#t, this.x, this.lambda);
    this.#markRoots(closed, rest);
    this.#integrator.restart(this.#t, this.x, this.#atRoot);
    return { status: 'ok', events, impulse };
  }

  /** The impulses of closed contacts with the restitution of each; of those in `plastic` none. */
  #impact(closed: readonly number[], plastic: readonly number[]): ClosedResult {
    const { rows, W } = this.#dynamics;
    const undecided = this.#frictionOf(closed);
    const constant = this.#rate.map((u, i) => {
      const e = plastic.includes(i) ? 0 : rows.restitution[i]!;
      // Newton's law returns what approaches; of friction rows both directions.
      return u * (1 + (u < 0 || rows.role[i] === rowRole.friction ? e : 0));
    });
    return solveClosed(rows, { closed, undecided, sliding: [], W, constant });
  }

  /** Tangential rows of those contacts; mu = 0 is none. */
  #frictionOf(closed: readonly number[]): number[] {
    const { partner, role, mu } = this.#dynamics.rows;
    return closed.flatMap((i) => {
      const tangent = partner[i]!;
      return role[i] === rowRole.contact && tangent >= 0 && mu[tangent]! > 0 ? [tangent] : [];
    });
  }

  /** Solves for the forces of contacts at rest and sets all modes; `met` is undefined after an impact. */
  #accelerate(still: readonly number[], met: readonly number[] | undefined, rest: number): ClosedResult {
    const { rows, W, freeAcceleration } = this.#dynamics;
    const { mode, role, partner } = rows;
    const friction = this.#frictionOf(still);
    for (const i of mode.keys()) if (role[i] === rowRole.friction && partner[i]! < 0) friction.push(i);
    const next = new Map(friction.map((i) => [i, this.#slides(i, met, rest)]));
    for (const i of mode.keys())
      mode[i] = role[i] === rowRole.joint ? rowMode.held : (next.get(i) ?? rowMode.free);
    const sliding = friction.filter((i) => rows.isSliding(i));
    const undecided = friction.filter((i) => !rows.isSliding(i));
    if (still.length + undecided.length === 0) return nothingClosed;
    const result = solveClosed(rows, { closed: still, undecided, sliding, W, constant: freeAcceleration });
    if (result.status !== 'solved') return result;
    const { lambda } = result;
    for (const i of still) if (lambda[i]! > 0) mode[i] = rowMode.held;
    for (const i of friction) {
      if (partner[i]! >= 0 && mode[partner[i]!] !== rowMode.held) mode[i] = rowMode.free;
      else if (!rows.isSliding(i)) mode[i] = this.#stickOrSlide(i, lambda);
    }
    return result;
  }

  /** The direction in which a friction row slides, or held where only the accelerations can say it. */
  #slides(i: number, met: readonly number[] | undefined, rest: number): number {
    const { rows } = this.#dynamics;
    const rate = this.#rate[i]!;
    const mode = rows.mode[i]!;
    if (met && mode === rowMode.held)
      return this.#leavesStick(i, met) ? this.#against(this.lambda[i]!) : mode;
    if (met && rows.isSliding(i)) return met.includes(i) ? rowMode.held : mode;
    if (Math.abs(rate) <= rest) return rowMode.held;
    return rate > 0 ? rowMode.forward : rowMode.backward;
  }

  /** Whether a sticking row has come to its bound: its own guard has fired, or that of another one at the same time. */
  #leavesStick(i: number, met: readonly number[]): boolean {
    if (met.includes(i)) return true;
    const { rows } = this.#dynamics;
    if (!met.some((k) => rows.role[k] === rowRole.friction && rows.mode[k] === rowMode.held)) return false;
    return this.#isAtBound(i, this.lambda);
  }

  #isAtBound(i: number, lambda: Float64Array): boolean {
    const { rows } = this.#dynamics;
    const [lower, upper] = [rows.bound(i, 'lower', lambda), rows.bound(i, 'upper', lambda)];
    return Math.min(upper - lambda[i]!, lambda[i]! - lower) <= boundPart * (upper - lower);
  }

  #against(force: number): number {
    return force > 0 ? rowMode.backward : rowMode.forward;
  }

  /** The mode of a friction row at rest: forces at their bound with an acceleration against them slide. */
  #stickOrSlide(i: number, lambda: Float64Array): number {
    if (!this.#isAtBound(i, lambda)) return rowMode.held;
    const { value, terms } = this.#acceleration(i, lambda);
    if (Math.abs(value) <= stillPart * terms) return rowMode.held;
    return value > 0 ? rowMode.forward : rowMode.backward;
  }

  /** y'' of a row with the multipliers, and the sum of the magnitudes of its terms. */
  #acceleration(i: number, lambda: Float64Array): { readonly value: number; readonly terms: number } {
    const { W, freeAcceleration, m } = this.#dynamics;
    let [value, terms] = [freeAcceleration[i]!, Math.abs(freeAcceleration[i]!)];
    for (let j = 0; j < m; j++) {
      value += W[i * m + j]! * lambda[j]!;
      terms += Math.abs(W[i * m + j]! * lambda[j]!);
    }
    return { value, terms };
  }

  #noteMode(): void {
    const key = this.#dynamics.rows.mode.join('');
    this.#mode = this.#modes.get(key) ?? this.#modes.size;
    this.#modes.set(key, this.#mode);
  }

  /** Guards that stand on their zero and leave it: of contacts that open or have bounced, of friction that begins to slide. */
  #markRoots(closed: readonly number[], rest: number): void {
    const { rows } = this.#dynamics;
    this.#atRoot.fill(0);
    for (const i of closed) if (rows.mode[i] === rowMode.free) this.#atRoot[i] = 1;
    for (const i of rows.mode.keys()) {
      if (rows.role[i] !== rowRole.friction) continue;
      if (rows.isSliding(i) && Math.abs(this.#rate[i]!) <= rest) this.#atRoot[i] = 1;
    }
  }

  #failed(
    { status, residual }: ClosedResult,
    events: readonly FlowEvent[],
    rows: readonly number[],
  ): TransitionResult {
    const { links } = this.#dynamics;
    const named = rows.slice(0, 4).map((row) => `${nameOfRow(links, row)} (y' = ${this.#rate[row]})`);
    const detail = `${named.join(', ')} contradict each other`;
    return { status: status === 'infeasible' ? 'infeasible' : 'undecided', residual, events, rows, detail };
  }

  /** Throws `ModelError` where the start violates a constraint: events would keep what is wrong. */
  #checkStart(): void {
    const { rows, links, n } = this.#dynamics;
    let size = 0;
    for (let k = 0; k < n; k++) size = Math.max(size, Math.abs(this.x[k]!));
    this.#readRates();
    this.#gap.forEach((y, i) => {
      const violation =
        rows.role[i] === rowRole.joint ? Math.abs(y) : rows.role[i] === rowRole.contact ? -y : 0;
      if (violation <= startPart * size) return;
      throw new ModelError(
        `LagrangianFlow: ${nameOfRow(links, i)} is violated at the start: y = ${y}; choose q0 so that joints have y = 0, ` +
          'contacts y >= 0',
      );
    });
  }

  /** u+ = u- + W p. */
  #addRates(impulse: Float64Array): void {
    const { W, m } = this.#dynamics;
    for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) this.#rate[i]! += W[i * m + j]! * impulse[j]!;
  }

  #readRates(): void {
    const dynamics = this.#dynamics;
    dynamics.output(0, this.#t, this.x, this.#gap);
    dynamics.output(1, this.#t, this.x, this.#rate);
    for (const rate of this.#rate) this.#fastest = Math.max(this.#fastest, Math.abs(rate));
  }
}

const nothingClosed: ClosedResult = Object.freeze({
  status: 'solved',
  residual: 0,
  lambda: new Float64Array(0),
});
