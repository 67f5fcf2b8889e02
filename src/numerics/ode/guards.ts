/**
 * Guards on one step of dense output. A linear guard g = c . x + d is a polynomial of the dense output's
 * degree: its first root comes with a proof from the Bernstein coefficients. A nonlinear guard g(t, x) is
 * replaced segment by segment by the polynomial through five of its values; four values between them must agree
 * within FIT of its size, else the segment is halved; the disagreement counts as its error, and a root is
 * refined on g itself. Nonlinear dips narrower than 2^-DEPTH of a step can be missed; linear ones cannot.
 */
import { RootFinder, type RootDirection } from '../polynomial/first-root.js';
import { evaluateDense } from './step-method.js';

interface GuardBase {
  readonly direction: RootDirection;
}
/** g = c . x + offset. */
export interface LinearOdeGuard extends GuardBase {
  readonly c: Float64Array;
  readonly offset?: number;
}
/** g(t, x). */
export interface NonlinearOdeGuard extends GuardBase {
  evaluate(t: number, x: Float64Array): number;
}
export type OdeGuard = LinearOdeGuard | NonlinearOdeGuard;

/** The dense output of a step. */
export interface DenseStep {
  readonly t: number;
  readonly h: number;
  readonly degree: number;
  readonly dense: Float64Array;
}

export interface GuardEvent {
  kind: 'none' | 'crossing' | 'touching';
  /** The part of the step, 0 to 1. */
  theta: number;
  guard: number;
  /** +1 rising, -1 falling, 0 a touch. */
  direction: number;
}

const FIT = 1e-3;
const DEPTH = 12;
const FIT_DEGREE = 4;

export class GuardSearch {
  readonly #finder = new RootFinder(8);
  readonly #a = new Float64Array(9);
  readonly #samples = new Float64Array(9);
  readonly #x: Float64Array;
  readonly #before: Int8Array;
  readonly #event: GuardEvent = { kind: 'none', theta: 1, guard: -1, direction: 0 };
  readonly #found: GuardEvent = { kind: 'none', theta: 1, guard: -1, direction: 0 };
  readonly #search = {
    error: 0,
    direction: 'both' as RootDirection,
    before: 0,
    startsAtRoot: false,
    touches: true,
  };

  constructor(
    readonly n: number,
    readonly guards: readonly OdeGuard[],
  ) {
    this.#x = new Float64Array(n);
    this.#before = new Int8Array(guards.length);
  }

  /** Forgets the signs of the last step: after a jump. */
  restart(): void {
    this.#before.fill(0);
  }

  /** Finds the earliest event of a step; `atRoot[i]` = 1: the root at its start was dealt with. */
  find(step: DenseStep, atRoot?: Uint8Array): GuardEvent {
    const event = this.#event;
    event.kind = 'none';
    event.guard = -1;
    event.theta = 1;
    event.direction = 0;
    for (let i = 0; i < this.guards.length; i++) {
      const guard = this.guards[i]!;
      this.#search.direction = guard.direction;
      this.#search.before = this.#before[i]!;
      this.#search.startsAtRoot = atRoot !== undefined && atRoot[i] === 1;
      const found = this.#found;
      found.kind = 'none';
      if ('c' in guard) this.#linear(guard, step);
      else this.#segment(guard, step, 0, 1, 0);
      if (found.kind === 'none' || (event.guard >= 0 && found.theta >= event.theta)) continue;
      event.kind = found.kind;
      event.theta = found.theta;
      event.direction = found.direction;
      event.guard = i;
    }
    if (event.guard < 0) this.#noteSigns(step);
    return event;
  }

  #linear({ c, offset = 0 }: LinearOdeGuard, { degree, dense }: DenseStep): void {
    let size = Math.abs(offset);
    for (let k = 0; k <= degree; k++) {
      let sum = k === 0 ? offset : 0;
      for (let i = 0; i < this.n; i++) {
        const term = c[i]! * dense[k * this.n + i]!;
        sum += term;
        size += Math.abs(term);
      }
      this.#a[k] = sum;
    }
    this.#search.error = 2 ** -51 * size;
    this.#take(degree, 0, 1);
  }

  /** Runs the finder on the polynomial of [from, to]. Returns whether an event was found. */
  #take(degree: number, from: number, to: number): boolean {
    const root = this.#finder.find(degree, this.#a, this.#search);
    if (root.kind === 'none' || root.kind === 'flat') return false;
    // A touch at the very end is judged with the next step, which sees both sides.
    if (root.kind === 'touching' && root.u > 1 - 1e-12) return false;
    const found = this.#found;
    found.kind = root.kind;
    found.theta = from + root.u * (to - from);
    found.direction = root.direction;
    return true;
  }

  #segment(guard: NonlinearOdeGuard, step: DenseStep, from: number, to: number, depth: number): boolean {
    const y = this.#samples;
    let size = 0;
    for (let k = 0; k <= 8; k++) {
      y[k] = this.#value(guard, step, from + ((to - from) * k) / 8);
      size = Math.max(size, Math.abs(y[k]!));
    }
    const error = this.#fit(y);
    this.#search.error = 2 * error + 2 ** -50 * size;
    const rough = error > FIT * size;
    if (!(rough && depth < DEPTH)) {
      const found = this.#take(FIT_DEGREE, from, to);
      if (!found) {
        this.#search.startsAtRoot = false;
        this.#search.before = Math.sign(y[8]!);
        return false;
      }
      if (this.#found.kind === 'crossing' && this.#refine(guard, step, from, to)) return true;
      if (depth >= DEPTH) return true;
      this.#found.kind = 'none';
    }
    const middle = (from + to) / 2;
    return (
      this.#segment(guard, step, from, middle, depth + 1) || this.#segment(guard, step, middle, to, depth + 1)
    );
  }

  /** Monomials through the even samples; returns the largest distance of the odd ones. */
  #fit(y: Float64Array): number {
    const a = this.#a;
    // Forward differences of the five values at u = 0, 1/4, .. 1; v = 4 u.
    const d1 = y[2]! - y[0]!;
    const d2 = y[4]! - 2 * y[2]! + y[0]!;
    const d3 = y[6]! - 3 * y[4]! + 3 * y[2]! - y[0]!;
    const d4 = y[8]! - 4 * y[6]! + 6 * y[4]! - 4 * y[2]! + y[0]!;
    a[0] = y[0]!;
    a[1] = 4 * (d1 - d2 / 2 + d3 / 3 - d4 / 4);
    a[2] = 16 * (d2 / 2 - d3 / 2 + (11 * d4) / 24);
    a[3] = 64 * (d3 / 6 - d4 / 4);
    a[4] = (256 * d4) / 24;
    let worst = 0;
    for (let k = 1; k < 8; k += 2) {
      const u = k / 8;
      const p = (((a[4] * u + a[3]) * u + a[2]) * u + a[1]) * u + a[0];
      worst = Math.max(worst, Math.abs(p - y[k]!));
    }
    return worst;
  }

  /** Bisects and interpolates g itself around the root found; false where g has no sign change there. */
  #refine(guard: NonlinearOdeGuard, step: DenseStep, from: number, to: number): boolean {
    const { theta, direction } = this.#found;
    let low: number;
    let high: number;
    let width = 1e-9 * (to - from);
    do {
      low = Math.max(from, theta - width);
      high = Math.min(to, theta + width);
      if (direction * this.#value(guard, step, low) < 0 && direction * this.#value(guard, step, high) > 0)
        break;
      if (low === from && high === to) return false;
      width *= 8;
    } while (width > 0);
    let gLow = direction * this.#value(guard, step, low);
    let gHigh = direction * this.#value(guard, step, high);
    for (let k = 0; k < 200 && high - low > 2 ** -52 * high; k++) {
      let u = k % 3 === 2 ? (low + high) / 2 : low - (gLow * (high - low)) / (gHigh - gLow);
      if (!(u > low && u < high)) u = (low + high) / 2;
      if (!(u > low && u < high)) break;
      const g = direction * this.#value(guard, step, u);
      if (g < 0) {
        low = u;
        gLow = g;
      } else {
        high = u;
        gHigh = g;
      }
      if (g === 0) break;
    }
    this.#found.theta = high;
    return true;
  }

  #value(guard: NonlinearOdeGuard, { t, h, degree, dense }: DenseStep, theta: number): number {
    evaluateDense(this.n, degree, dense, theta, this.#x);
    return guard.evaluate(t + theta * h, this.#x);
  }

  #noteSigns(step: DenseStep): void {
    for (let i = 0; i < this.guards.length; i++) {
      const guard = this.guards[i]!;
      let value: number;
      if ('c' in guard) {
        evaluateDense(this.n, step.degree, step.dense, 1, this.#x);
        value = guard.offset ?? 0;
        for (let j = 0; j < this.n; j++) value += guard.c[j]! * this.#x[j]!;
      } else {
        value = this.#value(guard, step, 1);
      }
      if (value !== 0) this.#before[i] = Math.sign(value);
    }
  }
}
