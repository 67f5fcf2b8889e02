/**
 * Nonsmooth Gauss-Seidel: the contacts one after another, each solved with the impulses of the others held,
 *
 *     q_i' = q_i + sum over j != i of W_ij r_j,      u_i = W_ii r_i + q_i',
 *
 * boxes row by row in closed form, Coulomb's law by a local solver. Converges for symmetric positive definite W without
 * friction, and in practice for contact graphs of moderate depth with friction; hyperstatic ones (W singular) included.
 * The rate falls with the depth: a column of n bodies needs about n^2 sweeps, which is what Newton's method is for.
 * Cost: the blocks of W a sweep. Source: [Jean-Moreau 1992], [Jourdan-Alart-Jean 1998].
 */
import type { LocalSolver } from './one-contact.js';
import { contactKind, ContactResidual, type ContactProblem, type ContactResult } from './contact-problem.js';
import { newtonSolver } from './local-newton.js';
import { projectionSolver } from './local-projection.js';
import { solveQuartic } from './local-quartic.js';
import { addBlockRow } from '../sparse/block-matrix.js';
import { RESIDUAL_TOLERANCE } from '../lcp/linear-complementarity.js';

export interface NsgsOptions {
  /** Largest `contactResidual` of a solution; default 1e-9, the certificate's. */
  readonly tolerance?: number;
  /** Default 10000. */
  readonly sweeps?: number;
  /** Default "newton", which falls back on the quartic and the projection where it does not converge. */
  readonly local?: 'newton' | 'quartic' | 'projection';
}

/** Sweeps between two looks at the residual. */
const BATCH = 10;
/** Sweeps over which the residual must fall by half; one that does not is a cycle or a problem without solution. */
const PATIENCE = 1000;

export class Nsgs {
  readonly #residual: ContactResidual;
  readonly #q = new Float64Array(3);
  readonly #r = new Float64Array(3);
  readonly #row: Float64Array;
  readonly #projection = projectionSolver();
  readonly #newton = newtonSolver();

  constructor(private readonly problem: ContactProblem) {
    this.#residual = new ContactResidual(problem);
    this.#row = new Float64Array(problem.W.n);
  }

  /** Solves from the guess r. Never "infeasible". */
  solve(r: Float64Array, options: NsgsOptions = {}): ContactResult {
    const { tolerance = RESIDUAL_TOLERANCE, sweeps = 10000, local = 'newton' } = options;
    let residual = this.#residual.evaluate(r);
    let reference = residual;
    let since = 0;
    let done = 0;
    while (residual > tolerance && done < sweeps && since < PATIENCE) {
      const count = Math.min(BATCH, sweeps - done);
      for (let k = 0; k < count; k++) this.sweep(r, local);
      done += count;
      since += count;
      residual = this.#residual.evaluate(r);
      if (residual <= reference / 2) {
        reference = residual;
        since = 0;
      }
    }
    return { status: residual <= tolerance ? 'solved' : 'undecided', iterations: done, residual };
  }

  /** Goes once over all contacts. */
  sweep(r: Float64Array, local: NsgsOptions['local'] = 'newton'): void {
    const { W, q, kind } = this.problem;
    const row = this.#row;
    for (let i = 0; i < W.blocks; i++) {
      if (kind[i] === contactKind.absent) continue;
      const first = W.offset[i]!;
      const end = W.offset[i + 1]!;
      for (let a = first; a < end; a++) row[a] = q[a]!;
      addBlockRow(W, i, r, row);
      if (kind[i] === contactKind.box) this.#boxes(i, first, end, r);
      else this.#coulomb(i, first, end - first, r, local);
    }
  }

  /** Rows of a box in turn; the velocities of the block follow every change. */
  #boxes(i: number, first: number, end: number, r: Float64Array): void {
    const { W, lower, upper } = this.problem;
    const size = end - first;
    const at = W.place[W.diagonal[i]!]!;
    for (let k = 0; k < size; k++) {
      const w = W.values[at + k * size + k]!;
      if (!(w > 0)) continue;
      const before = r[first + k]!;
      const free = before - this.#row[first + k]! / w;
      const after = Math.max(lower[first + k]!, Math.min(upper[first + k]!, free));
      if (after === before) continue;
      r[first + k] = after;
      for (let l = 0; l < size; l++) this.#row[first + l]! += W.values[at + l * size + k]! * (after - before);
    }
  }

  #coulomb(i: number, first: number, size: number, r: Float64Array, local: NsgsOptions['local']): void {
    const { W, mu } = this.problem;
    const at = W.place[W.diagonal[i]!]!;
    for (let k = 0; k < size; k++) {
      let sum = this.#row[first + k]!;
      for (let l = 0; l < size; l++) sum -= W.values[at + k * size + l]! * r[first + l]!;
      this.#q[k] = sum;
      this.#r[k] = r[first + k]!;
    }
    if (!this.#solveLocal(size, mu[i]!, at, local)) {
      for (let k = 0; k < size; k++) this.#r[k] = r[first + k]!;
      this.#projection(size, mu[i]!, W.values, at, this.#q, this.#r);
    }
    for (let k = 0; k < size; k++) r[first + k] = this.#r[k]!;
  }

  #solveLocal(size: number, mu: number, at: number, local: NsgsOptions['local']): boolean {
    const { values } = this.problem.W;
    const apply = (solver: LocalSolver): boolean => solver(size, mu, values, at, this.#q, this.#r);
    if (local === 'projection') return apply(this.#projection);
    if (local === 'quartic') return apply(solveQuartic);
    return apply(this.#newton) || apply(solveQuartic);
  }
}
