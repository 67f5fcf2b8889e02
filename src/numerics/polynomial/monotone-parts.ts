/**
 * The zeros of the derivative of p(x) = a_0 + a_1 x + ... + a_n x^n in (-1, 1): between them p is monotone. They are found from
 * the highest derivative down, each zero between two neighbouring ones of the derivative of its own: all real ones, without
 * starting values. Coefficients below the rounding of the others count as zero. Cost n^2 bisected Newton iterations at most.
 */

/** No coefficient below this part of the largest counts. */
const rounding = 2 ** -50;
const iterations = 80;

export class MonotoneParts {
  readonly #a: Float64Array;
  readonly #derivatives: Float64Array[];
  #zeros: Float64Array;
  #next: Float64Array;

  constructor(readonly maxDegree: number) {
    this.#a = new Float64Array(maxDegree + 1);
    this.#derivatives = Array.from({ length: maxDegree + 1 }, () => new Float64Array(maxDegree + 1));
    this.#zeros = new Float64Array(maxDegree + 2);
    this.#next = new Float64Array(maxDegree + 2);
  }

  /** Writes the zeros of p' in (-1, 1), ascending, to out; returns how many there are. */
  find(a: Float64Array, out: Float64Array): number {
    const degree = this.#load(a);
    let count = 0;
    // zeros of the (degree - 1)th derivative, then of each one below it, down to the first
    for (let order = degree - 1; order >= 1; order--) {
      const p = this.#derivatives[order]!;
      const length = degree - order;
      let found = 0;
      let from = -1;
      let before = valueOf(p, length, from);
      for (let k = 0; k <= count; k++) {
        const to = k < count ? this.#zeros[k]! : 1;
        const after = valueOf(p, length, to);
        if (before === 0 && from > -1) this.#next[found++] = from;
        else if (before * after < 0) this.#next[found++] = zeroBetween(p, length, from, to, before);
        from = to;
        before = after;
      }
      [this.#zeros, this.#next] = [this.#next, this.#zeros];
      count = found;
    }
    for (let k = 0; k < count; k++) out[k] = this.#zeros[k]!;
    return count;
  }

  /** Takes p and its derivatives; returns its degree. */
  #load(a: Float64Array): number {
    let size = 0;
    for (let k = 0; k <= this.maxDegree; k++) size = Math.max(size, Math.abs(a[k]!));
    let degree = this.maxDegree;
    while (degree > 0 && !(Math.abs(a[degree]!) > rounding * size)) degree--;
    this.#a.set(a);
    this.#derivatives[0]!.set(this.#a);
    for (let order = 1; order <= degree; order++) {
      const [p, q] = [this.#derivatives[order - 1]!, this.#derivatives[order]!];
      for (let k = 0; k <= degree - order; k++) q[k] = (k + 1) * p[k + 1]!;
    }
    return degree;
  }
}

function valueOf(p: Float64Array, degree: number, x: number): number {
  let value = p[degree]!;
  for (let k = degree - 1; k >= 0; k--) value = value * x + p[k]!;
  return value;
}

function slopeOf(p: Float64Array, degree: number, x: number): number {
  let value = degree * p[degree]!;
  for (let k = degree - 1; k >= 1; k--) value = value * x + k * p[k]!;
  return value;
}

/** Newton's method within a bracket, bisection where it leaves it. */
function zeroBetween(p: Float64Array, degree: number, from: number, to: number, before: number): number {
  let [low, high] = [from, to];
  let x = (low + high) / 2;
  for (let k = 0; k < iterations; k++) {
    const value = valueOf(p, degree, x);
    if (value === 0) return x;
    if (value * before > 0) low = x;
    else high = x;
    let next = x - value / slopeOf(p, degree, x);
    if (!(next > low && next < high) || k % 4 === 3) next = (low + high) / 2;
    if (Math.abs(next - x) <= 2 ** -53 || !(next > low && next < high)) return next;
    x = next;
  }
  return x;
}
