/**
 * Moreau-Jean steps of one size over the graph of contacts (`contact-model.ts`): free velocities, forecast, one-step problem
 * of the contacts that may touch, impulses, positions. A single contact that may touch is solved in closed form, several by
 * `ContactSolver` from the impulses of the last step. Inside a block nothing is allocated while contacts solve at the first
 * attempt. Steady steps of a small model run as machine code (`contact-code.ts`) after some tens of them, with the same bits.
 * Cost a step: the systems and contacts once, and the factors of those that touch.
 */
import { contactKind } from '../../../numerics/friction/contact-problem.js';
import { ContactSolver } from '../../../numerics/friction/contact-solver.js';
import { newtonSolver } from '../../../numerics/friction/local-newton.js';
import { solvePlanar } from '../../../numerics/friction/one-contact.js';
import { checkFinite } from '../../modeling/model-error.js';
import { generateContactSteps, mayBeSteady, type ContactMemory } from './contact-code.js';
import type { ContactModel } from './contact-model.js';
import { contactStatus, slidingPart, type ModeNumbers } from './contact-status.js';
import { blockSteps, type StepperState } from '../linear/linear-stepper.js';
import type { ContactScheme } from '../integrators/one-step-integrator.js';
import type { BlockStepper } from '../linear/step-engine.js';
import type { StepStop } from '../linear/step-stop.js';

const { absent, open, closed, sliding } = contactStatus;

/** Steady steps before code is made, and those left of a block for which it is worth a call. */
const hotSteps = 32;
const worthCode = 4;

/** What the steppers of one simulation share. */
export interface ContactRun {
  readonly n: number;
  readonly m: number;
  readonly state: StepperState;
  readonly modes: ModeNumbers;
}

export class ContactStepper implements BlockStepper {
  mode = -1;
  recordX: Float64Array;
  recordLambda: Float64Array;
  readonly #time = new Float64Array(blockSteps + 1);
  /** v_free, then v_k+1, by equation. */
  readonly #v: Float64Array;
  /** Forces at the ends of the step, by equation; h W^-1 F where they are constant. */
  readonly #F0: Float64Array;
  readonly #F1: Float64Array;
  readonly #push: Float64Array;
  readonly #constant: Float64Array;
  readonly #impulse: Float64Array;
  readonly #status: Uint8Array;
  readonly #newStatus: Uint8Array;
  readonly #solver: ContactSolver;
  readonly #local = newtonSolver();
  readonly #localQ = new Float64Array(3);
  readonly #localR = new Float64Array(3);
  /** Systems whose force depends on time. */
  readonly #driven: readonly number[];
  #forcesAt = NaN;
  #record = false;
  /** Steps since one was not steady; code, or that there is none. */
  #steady = 0;
  #code: ContactMemory | 'none' | undefined;

  constructor(
    private readonly engine: ContactRun,
    private readonly model: ContactModel,
    private readonly scheme: ContactScheme,
    private readonly h: number,
  ) {
    const { n, m } = engine;
    const { maps, constants, problem } = model;
    this.recordX = new Float64Array((blockSteps + 1) * n);
    this.recordLambda = new Float64Array((blockSteps + 1) * m);
    const equations = n / 2;
    this.#v = new Float64Array(equations);
    this.#F0 = new Float64Array(equations);
    this.#F1 = new Float64Array(equations);
    this.#push = new Float64Array(equations);
    this.#constant = new Float64Array(m);
    this.#impulse = new Float64Array(m);
    this.#status = new Uint8Array(constants.length).fill(255);
    this.#newStatus = new Uint8Array(constants.length);
    this.#solver = new ContactSolver(problem);
    this.#driven = maps.flatMap(({ mechanics }, i) => (mechanics.constantForce ? [] : [i]));
    for (const { mechanics, equation, size } of maps) {
      if (mechanics.constantForce) mechanics.external?.(0, this.#F0.subarray(equation, equation + size));
    }
    maps.forEach((_, i) => this.#applyForce(i, this.#F0));
    this.#readConstants();
    if (!mayBeSteady(model)) this.#code = 'none';
  }

  configure(record: boolean): void {
    this.#record = record;
  }

  /** Impulses and velocities are in the state, which both share. */
  follow(): void {
    this.#status.fill(255);
    this.#steady = 0;
  }

  prepare(k: number, count: number, time: (k: number) => number): void {
    for (let i = 0; i <= count; i++) this.#time[i] = time(k + i);
    this.#forcesAt = NaN;
    const { unit } = this.model.rows;
    const { lambda } = this.engine.state;
    for (let i = 0; i < lambda.length; i++) this.#impulse[i] = lambda[i]! * unit[i]!;
  }

  advance(first: number, count: number, outcome: { stop: StepStop }): number {
    const { state, n, m } = this.engine;
    outcome.stop = { status: 'ok' };
    for (let done = 0; done < count; done++) {
      if (this.#steady > 0 && this.#code !== 'none' && count - done >= worthCode) {
        done += this.#runCode(first + done, count - done);
        if (done === count) break;
      }
      const k = first + done;
      if (!this.#step(k, outcome)) return done;
      if (!this.#record) continue;
      this.recordX.set(state.x, (k + 1) * n);
      this.recordLambda.set(state.lambda, (k + 1) * m);
    }
    return count;
  }

  /** Takes steady steps by code, where there is some; returns how many. */
  #runCode(first: number, count: number): number {
    if (this.#code === undefined && this.#steady >= hotSteps) this.#code = this.#makeCode();
    const code = this.#code;
    if (code === undefined || code === 'none') return 0;
    const { x, lambda, counters } = this.engine.state;
    code.x.set(x);
    code.impulse.set(this.#impulse);
    code.status.set(this.#status);
    const done = code.run(first, count);
    x.set(code.x);
    this.#impulse.set(code.impulse);
    this.#readImpulses(lambda);
    counters.steps += done;
    return done;
  }

  #makeCode(): ContactMemory | 'none' {
    const { scheme, h } = this;
    const numbers = { theta: scheme.theta, h, push: this.#push, constant: this.#constant };
    const code = generateContactSteps(this.model, numbers);
    if (!code) return 'none';
    code.recordX.set(this.recordX);
    code.recordLambda.set(this.recordLambda);
    this.recordX = code.recordX;
    this.recordLambda = code.recordLambda;
    return code;
  }

  retireAll(): void {
    this.mode = -1;
  }

  /** The step from time k on; times stay in their array, since a number handed on may be boxed. */
  #step(k: number, outcome: { stop: StepStop }): boolean {
    const { state } = this.engine;
    if (this.model.changing) this.#readConstants();
    if (this.#driven.length > 0) this.#force(k);
    this.#freeVelocities(state.x);
    const active = this.#forecast(state.x);
    if (active >= 0) {
      if (!this.#solve(active, outcome)) return false;
      this.#applyImpulses();
    }
    this.#accept(state.x);
    const steady = this.#count() && active < this.model.kinds.length;
    this.#steady = steady ? this.#steady + 1 : 0;
    return true;
  }

  #readConstants(): void {
    for (const constant of this.model.constants)
      constant.write(this.#constant.subarray(constant.row, constant.row + constant.m));
  }

  /** h W^-1 F of the systems whose force depends on time. */
  #force(k: number): void {
    const [t0, t1] = [this.#time[k]!, this.#time[k + 1]!];
    const { theta, forceAt } = this.scheme;
    const [F0, F1] = [this.#F0, this.#F1];
    const { maps } = this.model;
    const fresh = this.#forcesAt !== t0;
    for (const i of this.#driven) {
      const { mechanics, equation, size } = maps[i]!;
      const end = equation + size;
      if (forceAt === 'midpoint') {
        mechanics.external!(theta * t1 + (1 - theta) * t0, F0.subarray(equation, end));
        this.#applyForce(i, F0);
        continue;
      }
      if (fresh) mechanics.external!(t0, F0.subarray(equation, end));
      const ahead = F1.subarray(equation, end);
      mechanics.external!(t1, ahead);
      checkFinite('FExt', 'FExt(t, out, z)', t1, ahead);
      for (let j = equation; j < end; j++) F0[j] = theta * F1[j]! + (1 - theta) * F0[j]!;
      this.#applyForce(i, F0);
      for (let j = equation; j < end; j++) F0[j] = F1[j]!;
    }
    this.#forcesAt = t1;
  }

  #applyForce(i: number, F: Float64Array): void {
    const { equation, size, inverse } = this.model.maps[i]!;
    for (let a = 0; a < size; a++) {
      let sum = 0;
      for (let b = 0; b < size; b++) sum += inverse[a * size + b]! * F[equation + b]!;
      this.#push[equation + a] = this.h * sum;
    }
  }

  #freeVelocities(x: Float64Array): void {
    const v = this.#v;
    const push = this.#push;
    for (const { start, equation, size, byV, byQ } of this.model.maps) {
      for (let a = 0; a < size; a++) {
        let sum = x[start + size + a]! + push[equation + a]!;
        if (byV) for (let b = 0; b < size; b++) sum += byV[a * size + b]! * x[start + size + b]!;
        if (byQ) for (let b = 0; b < size; b++) sum += byQ[a * size + b]! * x[start + b]!;
        v[equation + a] = sum;
      }
    }
  }

  /**
   * Says which contacts may touch, [notes] (11.52), and writes q of their problem. Returns -1 where none may, the
   * interaction where it is one, and the number of interactions where there are several.
   */
  #forecast(x: Float64Array): number {
    const { problem, kinds, rows } = this.model;
    const { kind, W } = problem;
    const { offset } = W;
    const { start, H, q, v, oneSided } = rows;
    const constant = this.#constant;
    const blocks = kinds.length;
    const half = this.h / 2;
    let active = -1;
    for (let k = 0; k < blocks; k++) {
      const first = offset[k]!;
      const end = offset[k + 1]!;
      let touches = false;
      for (let i = first; i < end; i++) {
        if (oneSided[i] === 0) {
          touches = true;
          continue;
        }
        let gap = constant[i]!;
        let rate = 0;
        for (let e = start[i]!, last = start[i + 1]!; e < last; e++) {
          gap += H[e]! * x[q[e]!]!;
          rate += H[e]! * x[v[e]!]!;
        }
        const may = gap + half * rate <= 0;
        if (may) touches = true;
        // The normal row speaks for all rows of a contact with friction.
        if (kinds[k] === contactKind.coulomb) break;
        problem.upper[i] = may ? this.model.upper[i]! : 0;
      }
      if (!touches) {
        kind[k] = contactKind.absent;
        for (let i = first; i < end; i++) this.#impulse[i] = 0;
        continue;
      }
      kind[k] = kinds[k]!;
      active = active < 0 ? k : blocks;
      for (let i = first; i < end; i++) {
        let sum = 0;
        const e = rows.restitution[i]!;
        for (let p = rows.start[i]!; p < rows.start[i + 1]!; p++)
          sum += rows.H[p]! * (this.#v[rows.equation[p]!]! + e * x[rows.v[p]!]!);
        problem.q[i] = sum;
      }
    }
    return active;
  }

  #solve(active: number, outcome: { stop: StepStop }): boolean {
    const { counters } = this.engine.state;
    if (active < this.model.kinds.length && this.#solveAlone(active)) return true;
    counters.lcpSolves++;
    const { status, residual } = this.#solver.solve(this.#impulse);
    if (status === 'solved') return true;
    const { kind, W } = this.model.problem;
    const rows: number[] = [];
    for (let k = 0; k < kind.length; k++) if (kind[k] !== contactKind.absent) rows.push(W.offset[k]!);
    outcome.stop = { status, residual, rows };
    return false;
  }

  /** One contact in closed form; false where it has none. */
  #solveAlone(k: number): boolean {
    const { W, q, kind, mu, lower, upper } = this.model.problem;
    const first = W.offset[k]!;
    const size = W.offset[k + 1]! - first;
    const at = W.place[W.diagonal[k]!]!;
    if (kind[k] === contactKind.box) {
      const w = W.values[at]!;
      if (size !== 1 || !(w > 0)) return false;
      this.#impulse[first] = Math.max(lower[first]!, Math.min(upper[first]!, -q[first]! / w));
      return true;
    }
    for (let i = 0; i < size; i++) {
      this.#localQ[i] = q[first + i]!;
      this.#localR[i] = this.#impulse[first + i]!;
    }
    const solve = size === 2 ? solvePlanar : this.#local;
    if (!solve(size, mu[k]!, W.values, at, this.#localQ, this.#localR)) return false;
    for (let i = 0; i < size; i++) this.#impulse[first + i] = this.#localR[i]!;
    return true;
  }

  #applyImpulses(): void {
    const { responseStart: start, responseEquation: equation, response, m } = this.model.rows;
    for (let i = 0; i < m; i++) {
      const r = this.#impulse[i]!;
      if (r === 0) continue;
      for (let e = start[i]!; e < start[i + 1]!; e++) this.#v[equation[e]!]! += response[e]! * r;
    }
  }

  #accept(x: Float64Array): void {
    const { theta } = this.scheme;
    const { h } = this;
    for (const { start, equation, size } of this.model.maps) {
      for (let a = 0; a < size; a++) {
        const next = this.#v[equation + a]!;
        x[start + a]! += h * (theta * next + (1 - theta) * x[start + size + a]!);
        x[start + size + a] = next;
      }
    }
    this.#readImpulses(this.engine.state.lambda);
  }

  #readImpulses(lambda: Float64Array): void {
    const { unit, m } = this.model.rows;
    for (let i = 0; i < m; i++) lambda[i] = this.#impulse[i]! / unit[i]!;
  }

  /** Says whether every contact does what it did in the step before. */
  #count(): boolean {
    const { counters } = this.engine.state;
    const status = this.#newStatus;
    const { problem, kinds } = this.model;
    let changed = false;
    for (let k = 0; k < kinds.length; k++) {
      status[k] = this.#statusOf(k, problem.kind[k]!);
      if (status[k] === this.#status[k]) continue;
      this.#status[k] = status[k]!;
      changed = true;
    }
    counters.steps++;
    if (!changed && this.mode >= 0) return true;
    const { modes } = this.engine;
    const mode = modes.numberOf(status);
    if (mode !== this.mode) counters.modeChanges++;
    this.mode = mode;
    counters.modesSeen = modes.seen;
    return false;
  }

  #statusOf(k: number, kind: number): number {
    if (kind === contactKind.absent) return absent;
    const { W, mu, lower, upper } = this.model.problem;
    const first = W.offset[k]!;
    const size = W.offset[k + 1]! - first;
    const own = this.#impulse[first]!;
    if (kind === contactKind.box) return own > lower[first]! && own < upper[first]! ? closed : open;
    if (own === 0) return open;
    const second = this.#impulse[first + 1]!;
    const tangent = size === 2 ? Math.abs(second) : Math.hypot(second, this.#impulse[first + 2]!);
    return tangent < mu[k]! * own * (1 - slidingPart) ? closed : sliding;
  }
}
