/**
 * The earliest root on [start, 1] of a function f(u) = p(u) + e(u), p a polynomial given by monomials and
 * |e| <= error: an interval is cleared only where the Bernstein coefficients of p are all beyond the error
 * on one side, so that "no root" is proved; else it is halved (left half first). An interval with one sign
 * change of its coefficients holds exactly one root of p [Descartes], refined by Newton's method inside
 * a shrinking bracket to the last bit. Where p stays within the error, the signs on both sides decide
 * between a crossing and a touch (double root, tangency). Nothing is allocated by `find`. Where only the first
 * fall below zero matters and p is exact up to a tolerance, first-negative.ts is several times faster.
 *
 * Cost: d^2 a halving, usually none (cleared at once) or a few. Source: [Lane-Riesenfeld 1981], conventions: guard clearing.
 */
import { differentiateMonomials, evaluateMonomials, subdivide, toBernstein } from './bernstein.js';

/** Which crossings count. */
export type RootDirection = 'rising' | 'falling' | 'both';

/**
 * "none": proved that there is no root (of the direction asked for). "crossing": f changes sign at u.
 * "touching": |f| gets within the error at u without changing sign there (or its sign change cannot be
 * told from a touch because it sits at an end). "flat": f is within the error of 0 all the way.
 */
export type RootKind = 'none' | 'crossing' | 'touching' | 'flat';

export interface FirstRoot {
  kind: RootKind;
  u: number;
  /** +1 rising, -1 falling, 0 unknown. */
  direction: number;
}

export interface RootSearch {
  /** Bound of |f - p| on [0, 1]. */
  readonly error: number;
  readonly direction: RootDirection;
  /** Default 0. */
  readonly start?: number;
  /** Sign of f just before `start`, when known: a root at the start itself is then judged by it. */
  readonly before?: number;
  /** True: f(start) = 0 is an event already dealt with; the root at the start is skipped. */
  readonly startsAtRoot?: boolean;
  /** False skips touches. Default true. */
  readonly touches?: boolean;
}

/** Smallest interval, relative to [0, 1]: a few spacings of numbers near 1. */
const RESOLUTION = 2 ** -50;
const DEPTH = 60;
/** Rounding of a Bernstein coefficient and of Horner's rule, relative to the sum of |a_k|. */
const ROUNDING = 2 ** -50;

export class RootFinder {
  readonly #a: Float64Array;
  readonly #pool: Float64Array[];
  readonly #from = new Float64Array(DEPTH);
  readonly #to = new Float64Array(DEPTH);
  readonly #result: FirstRoot = { kind: 'none', u: 1, direction: 0 };
  #degree = 0;
  #error = 0;
  /** The error with room for the difference between two ways of rounding p. */
  #certain = 0;
  /** Where the last `#sideOf` ended. */
  #edge = 0;

  constructor(readonly maxDegree: number) {
    this.#a = new Float64Array(maxDegree + 1);
    this.#pool = Array.from({ length: DEPTH }, () => new Float64Array(maxDegree + 1));
  }

  /** Finds the earliest root; the object returned is used again by the next call. */
  find(degree: number, a: Float64Array, search: RootSearch): FirstRoot {
    const { start = 0, startsAtRoot = false, touches = true, before = 0, direction } = search;
    const result = this.#result;
    this.#load(degree, a, search.error);
    const wanted = direction === 'rising' ? 1 : direction === 'falling' ? -1 : 0;
    let top = this.#first(start);
    let skipTo = -1;
    while (top >= 0) {
      const b = this.#pool[top]!;
      const from = this.#from[top]!;
      const to = this.#to[top]!;
      const skipped = to <= skipTo || (from < skipTo && to - from <= RESOLUTION);
      if (skipped || this.#clear(b, startsAtRoot && from === start)) {
        top--;
        continue;
      }
      if (this.#crosses(b)) {
        const rising = b[0]! < 0 ? 1 : -1;
        if (wanted === 0 || wanted === rising)
          return this.#answer('crossing', this.#refine(from, to), rising);
        top--;
        continue;
      }
      if (to - from <= RESOLUTION || top + 2 >= DEPTH || this.#within(b)) {
        const left = this.#sideOf(from, start, -1);
        const low = this.#edge;
        const right = this.#sideOf(to, 1, 1);
        const high = this.#edge;
        skipTo = high;
        top--;
        const signLeft = left === 0 ? before : left;
        if (left === 0 && right === 0 && from <= start && skipTo >= 1) return this.#answer('flat', start, 0);
        if (left === 0 && startsAtRoot) continue;
        if (signLeft * right < 0) {
          const u = left === 0 ? from : this.#refine(low, high);
          if (wanted === 0 || wanted === right) return this.#answer('crossing', u, right);
        } else if (touches) {
          return this.#answer('touching', (low + high) / 2, 0);
        }
        continue;
      }
      this.#halve(top++, from, to);
    }
    result.kind = 'none';
    result.u = 1;
    result.direction = 0;
    return result;
  }

  #load(degree: number, a: Float64Array, error: number): void {
    this.#degree = degree;
    let size = 0;
    for (let k = 0; k <= degree; k++) {
      this.#a[k] = a[k]!;
      size += Math.abs(a[k]!);
    }
    this.#error = error + ROUNDING * size;
    this.#certain = error + 3 * ROUNDING * size;
  }

  #first(start: number): number {
    const b = this.#pool[0]!;
    toBernstein(this.#degree, this.#a, b);
    if (start > 0) subdivide(this.#degree, b, start, this.#pool[1]!, b);
    this.#from[0] = start;
    this.#to[0] = 1;
    return start < 1 ? 0 : -1;
  }

  /** Whether all coefficients are certain and of one sign; the first may vanish where a root is skipped. */
  #clear(b: Float64Array, skipFirst: boolean): boolean {
    const error = this.#error;
    const sign = b[this.#degree]! > 0 ? 1 : -1;
    if (skipFirst && this.#degree > 0 && !(Math.abs(b[0]!) <= error) && sign * b[0]! < 0) return false;
    for (let i = skipFirst && this.#degree > 0 ? 1 : 0; i <= this.#degree; i++) {
      if (!(sign * b[i]! > error)) return false;
    }
    return true;
  }

  /** Whether the ends are certain, of opposite signs, with one sign change of the coefficients between. */
  #crosses(b: Float64Array): boolean {
    const d = this.#degree;
    if (!(Math.abs(b[0]!) > this.#error && Math.abs(b[d]!) > this.#error)) return false;
    let changes = 0;
    let last = b[0]!;
    for (let i = 1; i <= d; i++) {
      if (b[i]! * last < 0 || (b[i] !== 0 && Math.sign(b[i]!) !== Math.sign(last))) changes++;
      if (b[i] !== 0) last = b[i]!;
    }
    return changes === 1;
  }

  #within(b: Float64Array): boolean {
    for (let i = 0; i <= this.#degree; i++) if (!(Math.abs(b[i]!) <= this.#error)) return false;
    return true;
  }

  /** Sign of p on one side of a cluster: steps away, doubling, until it is certain; 0 up to the limit. */
  #sideOf(from: number, limit: number, towards: number): number {
    for (let step = RESOLUTION; ; step *= 2) {
      const u = towards > 0 ? Math.min(limit, from + step) : Math.max(limit, from - step);
      const value = evaluateMonomials(this.#degree, this.#a, u);
      this.#edge = u;
      if (Math.abs(value) > this.#certain) return value > 0 ? 1 : -1;
      if (u === limit) return 0;
    }
  }

  /** Replaces the interval on top by its halves, the left one above. */
  #halve(top: number, from: number, to: number): void {
    const middle = (from + to) / 2;
    subdivide(this.#degree, this.#pool[top]!, 0.5, this.#pool[top + 1]!, this.#pool[top]!);
    this.#from[top] = middle;
    this.#to[top] = to;
    this.#from[top + 1] = from;
    this.#to[top + 1] = middle;
  }

  /** Newton's method inside a bracket with a sign change, bisection where it would leave it or stalls. */
  #refine(from: number, to: number): number {
    const d = this.#degree;
    const a = this.#a;
    let low = from;
    let high = to;
    const sign = evaluateMonomials(d, a, from) < 0 ? 1 : -1;
    let u = (low + high) / 2;
    for (let k = 0; k < 120; k++) {
      const value = sign * evaluateMonomials(d, a, u);
      if (value === 0) return u;
      if (value < 0) low = u;
      else high = u;
      const step = value / (sign * differentiateMonomials(d, a, u));
      let next = u - step;
      // Every third step bisects, so that the bracket shrinks whatever the shape.
      if (!(next > low && next < high) || k % 3 === 2) {
        if (Math.abs(step) <= 2 ** -53 * Math.abs(u)) return u;
        next = (low + high) / 2;
      }
      if (Math.abs(next - u) <= 2 ** -53 * Math.abs(u) || !(next > low && next < high)) return next;
      u = next;
    }
    return u;
  }

  #answer(kind: RootKind, u: number, direction: number): FirstRoot {
    this.#result.kind = kind;
    this.#result.u = u;
    this.#result.direction = direction;
    return this.#result;
  }
}
