/**
 * The first point of [0, 1] at which a polynomial p(s) = a_0 + a_1 s + ... + a_d s^d turns negative.
 *
 * p is cleared on an interval when its Bernstein coefficients there are all non-negative, since p lies in
 * their convex hull; exactly one change of sign among them means exactly one root (variation diminishing),
 * which safeguarded Newton steps find; anything else is halved (de Casteljau), left half first, down to
 * `resolution` [Farouki 2012, 5]. No dip deeper than `tolerance` and wider than `resolution` is missed, and
 * no simple root is reported late. Values down to -tolerance count as 0, so that a guard that has just been
 * crossed and rises is clear.
 * `RootFinder` (first-root.ts) answers the general question - both directions, touches, a proved error of the
 * polynomial itself - at several times the cost; this one serves the guards of exact flows, of which each is
 * asked once a segment and nearly all are clear.
 * Most questions are answered before that, by a program that is machine code where it is asked often
 * (`guarded-search.ts`): a polynomial is cleared by its first terms (`clear-bound.ts`), one that rises from 0 when p/s is,
 * and where p(0) > 0 a root is proved to be the first (`proved-root.ts`). Cost 12^2 to clear, 4 d a step to a root, d^2 for
 * the rest. Owns its work space: one instance a user, no allocation in `find`.
 */

import { toBernstein } from './bernstein.js';
import { clearDegree } from './clear-bound.js';
import { search, type SearchMemory } from './polynomial-programs.gen.js';
import { maxDegree } from './proved-root.js';

const width = maxDegree + 1;
/** Halvings after which an interval is below the resolution of a double in [0, 1]. */
const maxHalvings = 54;
/** Newton steps before bisection alone goes on; a simple root needs four to six. */
const newtonSteps = 12;
export class FirstNegative {
  /** Bernstein coefficients of the intervals on the way down, one row a level. */
  readonly #rows = new Float64Array((maxHalvings + 3) * width);
  /** What the quick answers read: the polynomial with zeros behind it. */
  readonly #quick: SearchMemory = {
    coefficients: new Float64Array(width + 1),
    bernstein: new Float64Array(clearDegree + 1),
    proved: new Float64Array(1),
    other: (at, degree, tolerance, resolution) =>
      this.subdivide(this.#quick.coefficients, degree, tolerance, resolution, at),
  };
  /** The polynomial of the present question. */
  #a: Float64Array = new Float64Array(0);
  /** Where its coefficients begin. */
  #at = 0;
  #degree = 0;
  #tolerance = 0;
  #resolution = 0;

  /**
   * Returns the first s in [0, 1] where p turns negative (below -tolerance), approached from the left; 0
   * where p is negative at once, 2 where it stays non-negative. `a` holds degree + 1 coefficients from `at` on.
   */
  find(a: Float64Array, degree: number, tolerance: number, resolution: number, at = 0): number {
    const { coefficients } = this.#quick;
    for (let k = 0; k <= degree; k++) coefficients[k] = a[at + k]!;
    return search(this.#quick, noMode, 0, degree, tolerance, resolution, 0);
  }

  /** The same without the quick answers. */
  subdivide(a: Float64Array, degree: number, tolerance: number, resolution: number, at = 0): number {
    this.#a = a;
    this.#at = at;
    this.#degree = degree;
    this.#tolerance = tolerance;
    this.#resolution = Math.max(resolution, 2 ** -maxHalvings);
    toBernstein(degree, a, this.#rows, at);
    return this.#search(0, 0, 1);
  }

  /** Searches [from, from + length], whose coefficients stand in row `level`. */
  #search(level: number, from: number, length: number): number {
    const rows = this.#rows;
    const row = level * width;
    const d = this.#degree;
    let least = Infinity;
    let changes = 0;
    let sign = 0;
    for (let j = 0; j <= d; j++) {
      const b = rows[row + j]!;
      if (b < least) least = b;
      const s = Math.sign(b);
      if (s !== 0) {
        if (sign !== 0 && s !== sign) changes++;
        sign = s;
      }
    }
    if (least >= -this.#tolerance) return 2;
    if (rows[row]! < -this.#tolerance) return from;
    if (changes === 1 && rows[row]! > 0) return this.#simpleRoot(from, from + length, from + length / 2);
    if (length <= this.#resolution || level >= maxHalvings) return from;
    this.#halve(row);
    const found = this.#search(level + 1, from, length / 2);
    return found <= 1 ? found : this.#search(level, from + length / 2, length / 2);
  }

  /** De Casteljau: the left half goes to the next row, the right half stays in this one. */
  #halve(row: number): void {
    const rows = this.#rows;
    const d = this.#degree;
    const left = row + width;
    const work = left + width;
    for (let j = 0; j <= d; j++) rows[work + j] = rows[row + j]!;
    for (let j = 0; j <= d; j++) {
      rows[left + j] = rows[work]!;
      rows[row + d - j] = rows[work + d - j]!;
      for (let i = 0; i < d - j; i++) rows[work + i] = 0.5 * (rows[work + i]! + rows[work + i + 1]!);
    }
  }

  /** The only root in [low, high], where p falls from positive to negative. */
  #simpleRoot(from: number, to: number, guess: number): number {
    const a = this.#a;
    const start = this.#at;
    const end = start + this.#degree;
    let low = from;
    let high = to;
    let s = guess > low && guess < high ? guess : 0.5 * (low + high);
    for (let step = 0; ; step++) {
      let value = a[end]!;
      let slope = 0;
      for (let k = end - 1; k >= start; k--) {
        slope = slope * s + value;
        value = value * s + a[k]!;
      }
      if (value > 0) low = s;
      else high = s;
      if (value === 0 || high - low <= Number.EPSILON * high) return s;
      const newton = s - value / slope;
      const inside = newton > low && newton < high && step < newtonSteps;
      const next = inside ? newton : 0.5 * (low + high);
      if (next === s || next === low || next === high) return s;
      if (inside && Math.abs(next - s) <= Number.EPSILON * Math.abs(s)) return next;
      s = next;
    }
  }
}

const noMode = Object.freeze({});
