/**
 * Newton's method on contacts of one row each (no friction, joints row by row): as `contact-newton.ts`, in plain loops over
 * the rows of W. One step guesses which rows are at a bound, from r - u / W_ii, and solves
 *
 *     W_FF r_F = -q_F - W_FB r_B
 *
 * for the others: a primal-dual active set method, which for M-matrices (columns of bodies) converges from every start and
 * ends exactly [Hintermueller-Ito-Kunisch 2002]. Singular W_FF: the proximal point method, as there.
 * Cost: the non-zeros of W and of its factors a step.
 */
import { RESIDUAL_TOLERANCE } from '../lcp/linear-complementarity.js';
import { RowLU } from '../sparse/row-lu.js';
import type { ContactNewtonOptions } from './contact-newton.js';
import { contactKind, ContactResidual, type ContactProblem, type ContactResult } from './contact-problem.js';

/** Whether every block is a box of one row. */
export function isScalarProblem({ W, kind }: ContactProblem): boolean {
  return W.n === W.blocks && kind.every((value) => value !== contactKind.coulomb);
}

/** As in `contact-newton.ts`. */
const PROXIMAL = 1e-8;
/** Of a row before the first step. */
const UNKNOWN = 2;
/**
 * In the first steps a row whose velocity is zero within this part of the largest q is taken along: where bodies move
 * together (a touching column that falls) the wave of an impact would else win one contact a step.
 */
const TOGETHER = 1e-9;
const FIRST_STEPS = 3;

export class RowNewton {
  readonly #lu: RowLU;
  readonly #residual: ContactResidual;
  readonly #free: Uint8Array;
  readonly #right: Float64Array;
  readonly #best: Float64Array;
  readonly #u: Float64Array;
  #shift = 0;

  constructor(private readonly problem: ContactProblem) {
    this.#lu = new RowLU(problem.W);
    this.#residual = new ContactResidual(problem);
    this.#free = new Uint8Array(problem.W.n);
    this.#right = new Float64Array(problem.W.n);
    this.#best = new Float64Array(problem.W.n);
    this.#u = new Float64Array(problem.W.n);
  }

  /** Solves from the guess r, into which the best point is written. Never "infeasible". */
  solve(
    r: Float64Array,
    { tolerance = RESIDUAL_TOLERANCE, steps = 50 }: ContactNewtonOptions = {},
  ): ContactResult {
    this.#shift = 0;
    let best = this.#residual.evaluate(r);
    if (best <= tolerance) return { status: 'solved', iterations: 0, residual: best };
    this.#best.set(r);
    this.#u.set(this.#residual.velocity);
    this.#free.fill(UNKNOWN);
    const together = TOGETHER * this.#largest();
    let done = 0;
    while (done < steps) {
      const changed = this.#select(r, done < FIRST_STEPS ? together : 0);
      // The same rows give the same point: it is the answer, or rounding decides.
      const last = changed === 0 && this.#shift === 0;
      if (!last && !this.#solveFree(r)) break;
      if (!last) done++;
      if (last || this.#shift !== 0 || done === steps) {
        const residual = this.#residual.evaluate(r);
        if (residual < best || Number.isNaN(best)) {
          best = residual;
          if (residual <= tolerance) return { status: 'solved', iterations: done, residual };
          this.#best.set(r);
        }
        if (last && done >= FIRST_STEPS) break;
        if (last) done = FIRST_STEPS;
        this.#u.set(this.#residual.velocity);
      } else {
        this.#velocities(r);
      }
    }
    r.set(this.#best);
    return { status: 'undecided', iterations: done, residual: best };
  }

  #largest(): number {
    const { q, kind } = this.problem;
    let largest = 0;
    for (let i = 0; i < q.length; i++) {
      if (kind[i] !== contactKind.absent) largest = Math.max(largest, Math.abs(q[i]!));
    }
    return largest;
  }

  /** u = W r + q: zero in the free rows, which were solved for that; the residual at the end asks all rows. */
  #velocities(r: Float64Array): void {
    const { W, q, kind } = this.problem;
    const { rowStart, column, values } = W;
    const u = this.#u;
    const free = this.#free;
    for (let i = 0; i < W.n; i++) {
      let sum = 0;
      if (free[i] === 0 && kind[i] !== contactKind.absent) {
        sum = q[i]!;
        for (let e = rowStart[i]!; e < rowStart[i + 1]!; e++) sum += values[e]! * r[column[e]!]!;
      }
      u[i] = sum;
    }
  }

  /** Says from (u, r) which rows are free (`together`: velocities below it are no way off), sets the others to their bounds; counts changes. */
  #select(r: Float64Array, together: number): number {
    const { W, kind, lower, upper } = this.problem;
    const { values, diagonal } = W;
    const free = this.#free;
    const u = this.#u;
    let changed = 0;
    for (let i = 0; i < W.n; i++) {
      let now = 0;
      if (kind[i] === contactKind.absent) {
        r[i] = 0;
      } else {
        const w = values[diagonal[i]!]!;
        const x = r[i]! - (w > 0 ? (u[i]! - together) / w : u[i]!);
        if (x > lower[i]! && x < upper[i]!) now = 1;
        else r[i] = x <= lower[i]! ? lower[i]! : upper[i]!;
      }
      if (free[i] === now) continue;
      free[i] = now;
      changed++;
    }
    return changed;
  }

  /** Solves for the free rows; false where their matrix is singular even so. */
  #solveFree(r: Float64Array): boolean {
    const { W, q } = this.problem;
    const { rowStart, column, values, diagonal } = W;
    const free = this.#free;
    const right = this.#right;
    if (this.#lu.factor(free, this.#shift) >= 0) {
      if (this.#shift !== 0) return false;
      this.#shift = PROXIMAL;
      if (this.#lu.factor(free, this.#shift) >= 0) return false;
    }
    const shift = this.#shift;
    let bound = 0;
    for (let i = 0; i < W.n; i++) if (free[i] === 0 && r[i] !== 0) bound++;
    for (let i = 0; i < W.n; i++) {
      if (free[i] === 0) continue;
      let sum = -q[i]!;
      if (bound > 0)
        for (let e = rowStart[i]!; e < rowStart[i + 1]!; e++) {
          const j = column[e]!;
          if (free[j] === 0) sum -= values[e]! * r[j]!;
        }
      // The proximal point: the shifted diagonal acts on r - r_before.
      right[i] = shift === 0 ? sum : sum + shift * values[diagonal[i]!]! * r[i]!;
    }
    this.#lu.solve(right);
    for (let i = 0; i < W.n; i++) if (free[i] !== 0) r[i] = right[i]!;
    return true;
  }
}
