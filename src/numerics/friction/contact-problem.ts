/**
 * Contact problems in local variables: velocities u and impulses r of all contacts with
 *
 *     u = W r + q
 *
 * and, block by block, either boxes, -u_i in N_[l_i,u_i](r_i) a row ([0, inf): a contact without friction; (-inf, inf): a
 * joint; [-F, F]: dry friction of a given limit), or Coulomb's law with the normal first, r = (r_N, r_T), in two or three
 * dimensions:
 *
 *     K* contains u + mu |u_T| e_N   _|_   r in K,     K = {r: |r_T| <= mu r_N}     [De Saxce 1992], [notes] 11.47.
 *
 * Restitution is in q: a row of Newton's law has u_N + e u_N^- in the place of u_N. W is symmetric where masses are; it
 * need not be.
 */
import { blockProduct, type BlockMatrix } from '../sparse/block-matrix.js';

/** What holds in a block. "absent": r = 0 and nothing is asked of u (a contact that is open by forecast). */
export const contactKind = Object.freeze({ absent: 0, box: 1, coulomb: 2 });

export interface ContactProblem {
  readonly W: BlockMatrix;
  readonly q: Float64Array;
  /** One of `contactKind` a block; blocks with Coulomb's law have 2 or 3 rows. */
  readonly kind: Uint8Array;
  /** Coefficient of friction, one a block; read where Coulomb's law holds. */
  readonly mu: Float64Array;
  /** Bounds, one a row; read in boxes. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface ContactResult {
  /** "infeasible" is proved; "undecided": not solved and nothing proved. */
  readonly status: 'solved' | 'infeasible' | 'undecided';
  /** Sweeps, Newton steps or pivots. */
  readonly iterations: number;
  /** `contactResidual` of r. */
  readonly residual: number;
}

/** Throws a RangeError where sizes, coefficients or bounds make no problem. */
export function requireContactProblem({ W, q, kind, mu, lower, upper }: ContactProblem): void {
  const sizes = [
    ['q', q.length, W.n],
    ['kind', kind.length, W.blocks],
    ['mu', mu.length, W.blocks],
    ['lower', lower.length, W.n],
    ['upper', upper.length, W.n],
  ] as const;
  for (const [name, length, needed] of sizes) {
    if (length !== needed)
      throw new RangeError(`the contact problem needs ${needed} entries in ${name}, not ${length}`);
  }
  const at = q.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) throw new RangeError(`the contact problem has q[${at}] = ${q[at]}`);
  const bad = W.values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new RangeError(`the contact problem has ${W.values[bad]} in W`);
  for (let i = 0; i < W.blocks; i++) {
    const size = W.offset[i + 1]! - W.offset[i]!;
    if (kind[i] === contactKind.coulomb) {
      if (size !== 2 && size !== 3)
        throw new RangeError(`contact ${i} has ${size} rows; Coulomb's law has 2 or 3`);
      if (!(mu[i]! >= 0 && mu[i]! < Infinity))
        throw new RangeError(
          `contact ${i} has the coefficient of friction ${mu[i]}; it must be 0 or positive`,
        );
    }
    if (kind[i] !== contactKind.box) continue;
    for (let row = W.offset[i]!; row < W.offset[i + 1]!; row++) {
      if (!(lower[row]! <= upper[row]!))
        throw new RangeError(`row ${row} has the empty interval [${lower[row]}, ${upper[row]}]`);
    }
  }
}

/** Makes a problem of contacts with Coulomb's law alone, `dimension` rows each. */
export function frictionContact(
  dimension: 2 | 3,
  W: BlockMatrix,
  q: Float64Array,
  mu: Float64Array,
): ContactProblem {
  const problem = {
    W,
    q,
    mu,
    kind: new Uint8Array(W.blocks).fill(contactKind.coulomb),
    lower: new Float64Array(W.n),
    upper: new Float64Array(W.n),
  };
  requireContactProblem(problem);
  if (W.n !== dimension * W.blocks)
    throw new RangeError(
      `${W.blocks} contacts in ${dimension}D have ${dimension * W.blocks} rows, not ${W.n}`,
    );
  return problem;
}

/**
 * Writes the projection of (a, b) on the cone |b| <= mu a; the entries from `at` on, `size` of them, in place.
 * Inside: itself; in the polar cone, mu |b| <= -a: 0; else on the ray through b.
 */
export function projectCoulomb(mu: number, size: number, x: Float64Array, at: number): void {
  const a = x[at]!;
  const b = size === 2 ? Math.abs(x[at + 1]!) : Math.hypot(x[at + 1]!, x[at + 2]!);
  if (b <= mu * a) return;
  if (mu * b <= -a) {
    for (let k = 0; k < size; k++) x[at + k] = 0;
    return;
  }
  // NaN comes here, and goes through to the residual.
  const normal = (a + mu * b) / (1 + mu * mu);
  const factor = b > 0 ? (mu * normal) / b : 0;
  x[at] = normal;
  for (let k = 1; k < size; k++) x[at + k] = factor * x[at + k]!;
}

/** Impulses (velocities) this much smaller than the largest (their terms) are measured against that multiple of it. */
const FLOOR = 1e-3;
/**
 * Terms of u count up to this multiple of the largest q: impulses that grow without bound along a direction in which they
 * cancel (jamming) solve nothing, although u is small beside them.
 */
const CANCELLATION = 1e5;

/**
 * The public residual: the natural map max |r/t - P(r/t - v/s)| with v = u in boxes and v = (u_N + mu |u_T|, u_T) in
 * Coulomb's law, one pair of scales a block of Coulomb and one a row of a box: t the size of r, at least FLOOR of the
 * largest r; s the size of the terms of which u is summed, at most 1e5 of the largest q. 0 for a solution, near 1 for a wrong one, independent of units
 * of mass and velocity. Allocates in its constructor only.
 */
export class ContactResidual {
  readonly #u: Float64Array;
  readonly #s: Float64Array;
  readonly #point = new Float64Array(3);

  constructor(private readonly problem: ContactProblem) {
    this.#u = new Float64Array(problem.W.n);
    this.#s = new Float64Array(problem.W.n);
  }

  /** Returns the residual of r; u = W r + q is left in `velocity`. */
  evaluate(r: Float64Array): number {
    const { W, q, kind } = this.problem;
    const u = this.#u;
    const s = this.#s;
    let largest = 0;
    let driving = 0;
    for (let i = 0; i < W.blocks; i++) {
      if (kind[i] === contactKind.absent) continue;
      for (let a = W.offset[i]!; a < W.offset[i + 1]!; a++) {
        largest = Math.max(largest, Math.abs(r[a]!));
        driving = Math.max(driving, Math.abs(q[a]!));
      }
    }
    const most = driving > 0 ? CANCELLATION * driving : Infinity;
    let worst = 0;
    for (let i = 0; i < W.blocks; i++) {
      const first = W.offset[i]!;
      const end = W.offset[i + 1]!;
      for (let a = first; a < end; a++) {
        u[a] = q[a]!;
        s[a] = Math.abs(q[a]!);
      }
      if (kind[i] === contactKind.absent) continue;
      this.#addTerms(i, r, largest);
      for (let a = first; a < end; a++) s[a] = Math.min(s[a]!, most);
      const violation =
        kind[i] === contactKind.box ? this.#boxes(first, end, r, largest) : this.#coulomb(i, r, largest);
      if (!(violation <= worst)) worst = violation;
    }
    return worst;
  }

  /** u of the last r, absent contacts left at q. */
  get velocity(): Float64Array {
    return this.#u;
  }

  #addTerms(i: number, r: Float64Array, largest: number): void {
    const { W, kind } = this.problem;
    const u = this.#u;
    const s = this.#s;
    const first = W.offset[i]!;
    const end = W.offset[i + 1]!;
    for (let e = W.rowStart[i]!; e < W.rowStart[i + 1]!; e++) {
      const j = W.column[e]!;
      if (kind[j] === contactKind.absent) continue;
      const from = W.offset[j]!;
      const to = W.offset[j + 1]!;
      let at = W.place[e]!;
      for (let a = first; a < end; a++) {
        for (let b = from; b < to; b++) {
          const w = W.values[at++]!;
          const term = w * r[b]!;
          u[a]! += term;
          const size = Math.max(Math.abs(term), FLOOR * largest * Math.abs(w));
          if (size > s[a]!) s[a] = size;
        }
      }
    }
  }

  #boxes(first: number, end: number, r: Float64Array, largest: number): number {
    const { lower, upper } = this.problem;
    let worst = 0;
    for (let a = first; a < end; a++) {
      const unit = Math.max(Math.abs(r[a]!), FLOOR * largest);
      const t = unit > 0 ? unit : 1;
      const v = this.#s[a]! > 0 ? this.#u[a]! / this.#s[a]! : 0;
      const own = r[a]! / t;
      const image = Math.max(lower[a]! / t, Math.min(upper[a]! / t, own - v));
      const violation = Math.abs(own - image);
      if (!(violation <= worst)) worst = violation;
    }
    return worst;
  }

  #coulomb(i: number, r: Float64Array, largest: number): number {
    const { W, mu } = this.problem;
    const u = this.#u;
    const point = this.#point;
    const first = W.offset[i]!;
    const size = W.offset[i + 1]! - first;
    let unit = FLOOR * largest;
    let scale = 0;
    for (let k = 0; k < size; k++) {
      unit = Math.max(unit, Math.abs(r[first + k]!));
      scale = Math.max(scale, this.#s[first + k]!);
    }
    const t = unit > 0 ? unit : 1;
    const s = scale > 0 ? scale : 1;
    const slip = size === 2 ? Math.abs(u[first + 1]!) : Math.hypot(u[first + 1]!, u[first + 2]!);
    for (let k = 0; k < size; k++) point[k] = r[first + k]! / t - u[first + k]! / s;
    point[0]! -= (mu[i]! * slip) / s;
    projectCoulomb(mu[i]!, size, point, 0);
    let worst = 0;
    for (let k = 0; k < size; k++) {
      const violation = Math.abs(r[first + k]! / t - point[k]!);
      if (!(violation <= worst)) worst = violation;
    }
    return worst;
  }
}

/** Returns the residual of r; NaN for a NaN. */
export function contactResidual(problem: ContactProblem, r: Float64Array): number {
  return new ContactResidual(problem).evaluate(r);
}

/** Writes u = W r + q. */
export function contactVelocity({ W, q }: ContactProblem, r: Float64Array, u: Float64Array): void {
  blockProduct(W, r, q, u);
}
