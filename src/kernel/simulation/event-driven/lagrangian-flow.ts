/**
 * Mechanical systems with contacts and joints, without friction, as an event flow, [lecture] 1.3. Index sets at an event:
 *
 *     I_0  all contacts     I_1  y = 0     I_2  y = 0 and y' = 0     I_3  those of I_2 that stay closed, y'' = 0
 *
 *     impact         where a contact of I_1 approaches: over I_1,  u+ = u- + W p,  0 <= u+ + e u-  _|_  p >= 0
 *     acceleration   over I_2,  y'' = W lambda + y''_free,  0 <= y''  _|_  lambda >= 0;   I_3 = {lambda > 0}
 *
 * Which contacts open is an answer of that whole problem: dropping those whose force has turned negative is wrong where
 * contacts are coupled [Delassus 1917]. A contact of which lambda falls to zero, or whose gap closes, ends a segment; infinitely
 * many impacts in finite time end at their limit with the contact closed (`zeno-detector.ts`). Between events: `OdeIntegrator`.
 */
import { solveMlcp } from '../../../numerics/mlcp/solve-mlcp.js';
import { OdeIntegrator, type OdeOptions } from '../../../numerics/ode/ode-integrator.js';
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import type { Segment } from '../stream.js';
import { ContactDynamics } from './contact-dynamics.js';
import { EventDrivenFailure } from './event-driven-failure.js';
import type { EventFlow, FlowEvent, TransitionResult } from './event-flow.js';

export interface LagrangianFlowOptions extends Omit<OdeOptions, 'guards'> {
  /** Gaps that close within this of an event belong to it, seconds. */
  readonly evtol: number;
}

/** A relative velocity this much smaller than the largest velocity of the run is rest: its rounding, and the integrator's. */
const restPart = 1e-10;

export class LagrangianFlow implements EventFlow {
  readonly x: Float64Array;
  readonly lambda: Float64Array;
  due = false;
  readonly closeEvents = Infinity;
  readonly slidingRows: readonly number[] = Object.freeze([]);
  readonly segment: LagrangianSegment;
  readonly #dynamics: ContactDynamics;
  readonly #integrator: OdeIntegrator;
  readonly #gap: Float64Array;
  readonly #rate: Float64Array;
  readonly #scratch: Float64Array;
  readonly #atRoot: Uint8Array;
  #fastest = 0;
  #t = 0;

  /** Throws `ModelError` where the model is not one of this kind. */
  constructor(
    model: NonSmoothDynamicalSystem,
    private readonly options: LagrangianFlowOptions,
  ) {
    const dynamics = new ContactDynamics(model);
    this.#dynamics = dynamics;
    const { n, m } = dynamics;
    const y = new Float64Array(m);
    const guards = Array.from({ length: m }, (_, i) => ({
      direction: 'falling' as const,
      evaluate: (t: number, x: Float64Array): number => {
        if (dynamics.bilateral[i] === 1) return 1;
        if (dynamics.active[i] === 1) dynamics.multipliers(t, x, y);
        else dynamics.output(0, t, x, y);
        return y[i]!;
      },
    }));
    this.#integrator = new OdeIntegrator(dynamics, { ...options, guards });
    this.x = dynamics.x0.slice();
    this.lambda = new Float64Array(m);
    this.segment = new LagrangianSegment(this.#integrator, dynamics);
    this.#gap = new Float64Array(m);
    this.#rate = new Float64Array(m);
    this.#scratch = new Float64Array(n);
    this.#atRoot = new Uint8Array(m);
  }

  get t(): number {
    return this.#t;
  }

  get mode(): number {
    return this.#dynamics.active.reduce((mode, on) => (mode * 2 + on) % 2 ** 31, 0);
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
  }

  transition(): TransitionResult {
    this.due = false;
    return this.#settle(this.firedRows(), false);
  }

  restart(t: number, x: Float64Array, accumulated = false): TransitionResult {
    this.#t = t;
    this.due = false;
    this.x.set(x);
    return this.#settle(accumulated ? this.firedRows() : [], accumulated);
  }

  /** Impact, then acceleration; `met`: rows whose guard has fired, `resting`: they come to rest. */
  #settle(met: readonly number[], resting: boolean): TransitionResult {
    const dynamics = this.#dynamics;
    const { m, bilateral, active } = dynamics;
    const [gap, rate] = [this.#gap, this.#rate];
    dynamics.normalize(this.x);
    this.#readRates();
    const rest = restPart * this.#fastest;
    const closed = Array.from({ length: m }, (_, i) => i).filter(
      (i) =>
        bilateral[i] === 1 ||
        active[i] === 1 ||
        met.includes(i) ||
        gap[i]! <= Math.abs(rate[i]!) * this.options.evtol,
    );
    dynamics.linearize(this.#t, this.x, this.#scratch);
    const events: FlowEvent[] = [];
    let impulse: Float64Array | undefined;
    const approaching = closed.filter(
      (i) => rate[i]! < -rest || (bilateral[i] === 1 && Math.abs(rate[i]!) > rest),
    );
    if (approaching.length > 0 || resting) {
      const constants = closed.map((i) => {
        const e = resting && met.includes(i) ? 0 : dynamics.restitution[i]!;
        return rate[i]! * (1 + (rate[i]! < 0 ? e : 0));
      });
      const p = this.#complementarity(closed, constants);
      if (!p) return { status: 'undecided', residual: NaN, events, rows: approaching };
      dynamics.addAcceleration(p, this.x);
      impulse = p;
      this.#readRates();
      dynamics.linearize(this.#t, this.x, this.#scratch);
    }
    const still = closed.filter(
      (i) => bilateral[i] === 1 || (resting && met.includes(i)) || Math.abs(rate[i]!) <= rest,
    );
    const before = active.slice();
    active.set(bilateral);
    if (still.length > 0) {
      const lambda = this.#complementarity(
        still,
        still.map((i) => dynamics.freeAcceleration[i]!),
      );
      if (!lambda) return { status: 'undecided', residual: NaN, events, rows: still };
      for (const i of still) if (lambda[i]! > 0) active[i] = 1;
    }
    const changed = [...active.keys()].filter((i) => active[i] !== before[i]);
    if (changed.length > 0) events.push({ kind: 'mode', rows: changed });
    dynamics.multipliers(this.#t, this.x, this.lambda);
    // A contact that opens, or has bounced, stands on its guard's zero and leaves it.
    this.#atRoot.fill(0);
    for (const i of closed) if (active[i] === 0) this.#atRoot[i] = 1;
    this.#integrator.restart(this.#t, this.x, this.#atRoot);
    return { status: 'ok', events, impulse };
  }

  #readRates(): void {
    const dynamics = this.#dynamics;
    dynamics.output(0, this.#t, this.x, this.#gap);
    dynamics.output(1, this.#t, this.x, this.#rate);
    for (const rate of this.#rate) this.#fastest = Math.max(this.#fastest, Math.abs(rate));
  }

  /** 0 <= w = W z + q _|_ z >= 0 over some rows (joints: w = 0); z over all rows, undefined where it is not solved. */
  #complementarity(rows: readonly number[], q: readonly number[]): Float64Array | undefined {
    const { W, m, bilateral } = this.#dynamics;
    const size = rows.length;
    const problem = {
      n: size,
      M: Float64Array.from(rows.flatMap((i) => rows.map((j) => W[i * m + j]!))),
      q: Float64Array.from(q),
      equality: Uint8Array.from(rows, (i) => bilateral[i]!),
    };
    const z = new Float64Array(size);
    const { status } = solveMlcp(problem, z, new Float64Array(size));
    if (status !== 'solved') return undefined;
    const all = new Float64Array(m);
    rows.forEach((i, k) => (all[i] = z[k]!));
    return all;
  }
}

/** One accepted step of the integrator, up to the event in it. */
class LagrangianSegment implements Segment {
  t0 = 0;
  t1 = 0;
  mode = 0;
  fired = 0;
  readonly gridCount = 0;
  readonly firedGuards: Int32Array;

  constructor(
    private readonly integrator: OdeIntegrator,
    private readonly dynamics: ContactDynamics,
  ) {
    this.firedGuards = new Int32Array(dynamics.m);
  }

  gridTime(): number {
    return this.t0;
  }

  gridPoint(_k: number, x: Float64Array, lambda: Float64Array): void {
    this.interpolate(this.t0, x, lambda);
  }

  interpolate(t: number, x: Float64Array, lambda: Float64Array): void {
    this.integrator.interpolate(t, x);
    this.dynamics.multipliers(t, x, lambda);
  }
}
