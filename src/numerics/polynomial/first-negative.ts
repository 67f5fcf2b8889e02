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
 * Most questions are answered before that. A polynomial of high degree is cleared without its tail: with
 * T = sum |a_k| over k > 12 and s^k <= s^12, p is no less than its first terms with T taken from the last of their
 * Bernstein coefficients. One that rises from 0 is cleared when p/s is. And where p(0) > 0, Halley's method looks for
 * a root r and a bound proves it to be the first: with t_k = a_k r^k, P_k = t_0 + ... + t_k and v = P_d = p(r)
 *
 *     p(u r) = (1 - u) Q(u) + v,     Q(u) = sum_{k < d} (P_k - v) u^k,
 *     sum_{12 < k < d} |P_k - v| <= sum_{k > 13} (k - 13) |t_k|,
 *
 * so that Q >= -(v + tolerance) on [0, 1] leaves nothing below -tolerance on [0, r]. Where v itself is,
 * Q >= -(v + tolerance) r / resolution leaves such values only within the resolution of r. Sums of sums give derivatives:
 * r p'(r) = d v - S, r^2 p''(r)/2 = d (d - 1)/2 v - d S + U with S = sum_{k < d} P_k, U = sum_{k < d} (P_0 + ... + P_k).
 * Halley's error is at most C(d, 3) sum |t_k| / |r p'| times the cube of the relative step, and 2 (r p''/2p')^2 times it:
 * the last step is the one behind which both are below eps sum |t_k| / |r p'|, what the rounding of the t_k does to r.
 * Cost 12^2 to clear, 4 d a step to a root, d^2 for the rest. Owns its work space: one instance a user, no allocation in
 * `find`.
 */

import { sumBinomially, toBernstein } from './bernstein.js';

/** Largest degree. */
export const maxDegree = 32;
const width = maxDegree + 1;
/** Degree up to which a polynomial is cleared as a whole. */
export const clearDegree = 12;
/** By degree: 1 / C(d, k), the first step of `toBernstein`. */
export const clearFactors: readonly Float64Array[] = Array.from({ length: clearDegree + 1 }, (_, d) => {
  let binomial = 1;
  return Float64Array.from({ length: d + 1 }, (_, k) => {
    if (k > 0) binomial = (binomial * (d - k + 1)) / k;
    return 1 / binomial;
  });
});
/** Halvings after which an interval is below the resolution of a double in [0, 1]. */
const maxHalvings = 54;
/** Newton steps before bisection alone goes on; a simple root needs four to six. */
const newtonSteps = 12;
/**
 * Halley's method: the most steps; the relative step that is the last one, the part of it that p'' may have, and the
 * part of Q(1) = -r p'(r) that Q has to exceed.
 */
export const halleySteps = 6;
export const lastStep = 2 ** -22;
export const lastTurn = 2 ** -16;
export const lastBound = 2 ** -6;

export class FirstNegative {
  /** Bernstein coefficients of the intervals on the way down, one row a level. */
  readonly #rows = new Float64Array((maxHalvings + 3) * width);
  /** Coefficients of a quotient. */
  readonly #quotient = new Float64Array(width);
  #a: Float64Array = new Float64Array(width);
  /** Where the coefficients begin. */
  #at = 0;
  #degree = 0;
  #tolerance = 0;
  #resolution = 0;

  /**
   * Returns the first s in [0, 1] where p turns negative (below -tolerance), approached from the left; 0
   * where p is negative at once, 2 where it stays non-negative. `a` holds degree + 1 coefficients from `at` on.
   */
  find(a: Float64Array, degree: number, tolerance: number, resolution: number, at = 0): number {
    this.#a = a;
    this.#at = at;
    this.#degree = degree;
    this.#tolerance = tolerance;
    if (this.#isClear(a, at, degree, tolerance)) return 2;
    this.#resolution = Math.max(resolution, 2 ** -maxHalvings);
    if (degree > 1 && a[at] === 0 && this.#isClear(a, at + 1, degree - 1, 0)) return 2;
    if (degree > 1 && a[at]! > 0) {
      const root = this.#provedRoot(this.#crossing());
      if (root > 0) return root;
    }
    toBernstein(degree, a, this.#rows, at);
    return this.#search(0, 0, 1);
  }

  /** Whether the polynomial of the coefficients from `at` on is at least -tolerance on [0, 1] by a bound. */
  #isClear(a: Float64Array, at: number, degree: number, tolerance: number): boolean {
    const rows = this.#rows;
    const d = Math.min(degree, clearDegree);
    const factors = clearFactors[d]!;
    let tail = 0;
    for (let k = d + 1; k <= degree; k++) tail += Math.abs(a[at + k]!);
    for (let k = 0; k <= d; k++) rows[k] = a[at + k]! * factors[k]!;
    sumBinomially(d, rows);
    rows[d]! -= tail;
    for (let j = 0; j <= d; j++) if (!(rows[j]! >= -tolerance)) return false;
    return true;
  }

  /** A root of a polynomial that is positive at 0, near a guess, where it is proved to be the first; else 0. */
  #provedRoot(guess: number): number {
    const a = this.#a;
    const at = this.#at;
    const d = this.#degree;
    const tolerance = this.#tolerance;
    const quotient = this.#quotient;
    let s = guess;
    for (let step = 0; step < halleySteps && s > 0 && s < 2; step++) {
      let power = 1;
      let value = a[at]!;
      let sums = 0;
      let sumsOfSums = 0;
      let tail = 0;
      for (let k = 1; k <= d; k++) {
        if (k <= clearDegree + 1) quotient[k - 1] = value;
        sums += value;
        sumsOfSums += sums;
        power *= s;
        const term = a[at + k]! * power;
        value += term;
        if (k > clearDegree + 1) tail += (k - clearDegree - 1) * Math.abs(term);
      }
      const slope = d * value - sums;
      const curve = 0.5 * (d * (d - 1)) * value - d * sums + sumsOfSums;
      if (!(slope < 0)) return 0;
      const turn = value * curve;
      const square = slope * slope;
      const root = s - (s * value * slope) / Math.max(square - turn, 0.5 * square);
      const skippable = value + tolerance;
      const bound = skippable < 0 ? (skippable * s) / this.#resolution : skippable;
      if (
        Math.abs(value) <= -lastStep * slope &&
        Math.abs(turn) <= lastTurn * square &&
        bound >= lastBound * slope
      ) {
        // Deeper than the tolerance, before the end and before p turns.
        if (!(slope * (1 - root) < -2 * tolerance * root && square > 4 * tolerance * curve)) return 0;
        const q = Math.min(d - 1, clearDegree);
        for (let k = 0; k <= q; k++) quotient[k]! -= value;
        quotient[q]! -= tail;
        return this.#isClear(quotient, 0, q, bound) ? root : 0;
      }
      s = root;
    }
    return 0;
  }

  /** Where the control polygon of the last bound falls through 0. */
  #crossing(): number {
    const rows = this.#rows;
    const d = Math.min(this.#degree, clearDegree);
    for (let j = 1; j <= d; j++) {
      if (rows[j]! < 0 && rows[j - 1]! >= 0) return (j - 1 + rows[j - 1]! / (rows[j - 1]! - rows[j]!)) / d;
    }
    return 0.5;
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
