/**
 * Newton's method on all contacts in local variables, [notes] 16.1: with u = W r + q eliminated,
 *
 *     (A W + B) dr = -Phi(u, r),      A = dPhi/du,  B = dPhi/dr  block diagonal,
 *
 * Phi the function of Alart and Curnier in Coulomb's law (`alart-curnier.ts`) and r - proj(r - rho u) in boxes, rho from
 * the diagonal of W. Blocks at their bounds (open contacts) leave the system: their impulse is known. So without friction
 * and in two dimensions, where Phi is piecewise linear, a step is a solve for one guess of what every contact does, and
 * the method ends exactly after finitely many; for M-matrices (columns of bodies) it converges from every start
 * [Hintermueller-Ito-Kunisch 2002]. In three dimensions it converges superlinearly from near, with damping.
 *
 * Where the matrix is singular (hyperstatic: more contacts than freedoms) every step is one of the proximal point method,
 * W + alpha diag(W) in the place of W on the left side only, which needs no regularity and changes no solution.
 * Cost: one sparse factorisation a step. Source: [Alart-Curnier 1991], [Acary-Brogliato 2008, 13.6].
 */
import { RESIDUAL_TOLERANCE } from '../lcp/linear-complementarity.js';
import { BlockLU, type BlockRows } from '../sparse/block-lu.js';
import { blockProduct } from '../sparse/block-matrix.js';
import { alartCurnier } from './alart-curnier.js';
import { contactKind, ContactResidual, type ContactProblem, type ContactResult } from './contact-problem.js';

export interface ContactNewtonOptions {
  /** Largest `contactResidual` of a solution; default 1e-9, the certificate's. */
  readonly tolerance?: number;
  /** Default 50. */
  readonly steps?: number;
}

/** Part of diag(W) added where the matrix is singular: far above rounding, so small that two or three steps undo it. */
export const PROXIMAL = 1e-8;
const HALVINGS = 6;

export class ContactNewton implements BlockRows {
  readonly blocks: number;
  readonly #lu: BlockLU;
  readonly #residual: ContactResidual;
  readonly #u: Float64Array;
  readonly #phi: Float64Array;
  readonly #step: Float64Array;
  readonly #best: Float64Array;
  /** A and B of every block, at the place of its diagonal block in W. */
  readonly #A: Float64Array;
  readonly #B: Float64Array;
  readonly #local: Float64Array;
  readonly #localA: Float64Array;
  readonly #localB: Float64Array;
  readonly #diagonalPlace: Int32Array;
  readonly #live: Uint8Array;
  /** Steps per velocity, one a row: rho_N, then rho_T in Coulomb's law. */
  readonly #rho: Float64Array;
  #proximal = 0;

  constructor(private readonly problem: ContactProblem) {
    const { W } = problem;
    this.blocks = W.blocks;
    this.#lu = new BlockLU(W);
    this.#residual = new ContactResidual(problem);
    this.#u = new Float64Array(W.n);
    this.#phi = new Float64Array(W.n);
    this.#step = new Float64Array(W.n);
    this.#best = new Float64Array(W.n);
    this.#rho = new Float64Array(W.n);
    this.#live = new Uint8Array(W.blocks);
    this.#diagonalPlace = new Int32Array(W.blocks);
    let entries = 0;
    let largest = 1;
    for (let i = 0; i < W.blocks; i++) {
      const size = W.offset[i + 1]! - W.offset[i]!;
      this.#diagonalPlace[i] = entries;
      entries += size * size;
      largest = Math.max(largest, size);
    }
    this.#A = new Float64Array(entries);
    this.#B = new Float64Array(entries);
    this.#local = new Float64Array(largest);
    this.#localA = new Float64Array(largest * largest);
    this.#localB = new Float64Array(largest * largest);
  }

  /** Solves from the guess r, into which the best point is written. Never "infeasible". */
  solve(
    r: Float64Array,
    { tolerance = RESIDUAL_TOLERANCE, steps = 50 }: ContactNewtonOptions = {},
  ): ContactResult {
    this.#chooseRho();
    this.#proximal = 0;
    let residual = this.#residual.evaluate(r);
    let best = residual;
    this.#best.set(r);
    let done = 0;
    while (!(residual <= tolerance) && done < steps) {
      if (!this.#newtonStep(r)) break;
      done++;
      residual = this.#residual.evaluate(r);
      if (residual < best || Number.isNaN(best)) {
        best = residual;
        this.#best.set(r);
      }
    }
    r.set(this.#best);
    return { status: best <= tolerance ? 'solved' : 'undecided', iterations: done, residual: best };
  }

  #chooseRho(): void {
    const { W, kind } = this.problem;
    for (let i = 0; i < W.blocks; i++) {
      const first = W.offset[i]!;
      const size = W.offset[i + 1]! - first;
      const at = W.place[W.diagonal[i]!]!;
      for (let k = 0; k < size; k++) {
        const w = Math.abs(W.values[at + k * size + k]!);
        this.#rho[first + k] = w > 0 ? 1 / w : 1;
      }
      if (kind[i] !== contactKind.coulomb) continue;
      const rhoT =
        size === 3 ? Math.min(this.#rho[first + 1]!, this.#rho[first + 2]!) : this.#rho[first + 1]!;
      this.#rho.fill(rhoT, first + 1, first + size);
    }
  }

  /** Takes one step; false where the matrix is singular even so. */
  #newtonStep(r: Float64Array): boolean {
    const { W, q } = this.problem;
    const u = this.#u;
    blockProduct(W, r, q, u);
    const before = this.#linearize(r);
    // What leaves the system takes its value first; the others see it.
    const step = this.#step;
    for (let i = 0; i < W.blocks; i++) {
      const live = this.#live[i] !== 0;
      for (let a = W.offset[i]!; a < W.offset[i + 1]!; a++) step[a] = live ? 0 : -this.#phi[a]!;
    }
    blockProduct(W, step, this.#phi, u);
    for (let i = 0; i < W.blocks; i++) if (this.#live[i] !== 0) this.#rightSide(i, u);
    let singular = this.#lu.factor(this.#live, this);
    if (singular >= 0 && this.#proximal === 0) {
      this.#proximal = PROXIMAL;
      singular = this.#lu.factor(this.#live, this);
    }
    if (singular >= 0) return false;
    this.#lu.solve(step, step);
    for (let a = 0; a < W.n; a++) r[a]! += step[a]!;
    if (this.#smooth) this.#damp(r, before);
    return true;
  }

  /** Whether Phi is nonlinear between its kinks: contacts in three dimensions that slide. */
  #smooth = false;

  /**
   * Evaluates Phi, A and B at (u, r) and which blocks stay in the system; returns |Phi|. Blocks out of it have
   * Phi = r - bound.
   */
  #linearize(r: Float64Array): number {
    const { W, kind, mu } = this.problem;
    let norm = 0;
    this.#smooth = false;
    for (let i = 0; i < W.blocks; i++) {
      const first = W.offset[i]!;
      const size = W.offset[i + 1]! - first;
      if (kind[i] === contactKind.box) {
        this.#linearizeBox(i, first, size, r);
      } else if (kind[i] === contactKind.coulomb) {
        const rhoT = this.#rho[first + 1]!;
        const [local, A, B] = [this.#local, this.#localA, this.#localB];
        alartCurnier(size, mu[i]!, this.#rho[first]!, rhoT, this.#u, r, first, local, A, B);
        const place = this.#diagonalPlace[i]!;
        for (let p = 0; p < size * size; p++) {
          this.#A[place + p] = A[p]!;
          this.#B[place + p] = B[p]!;
        }
        for (let k = 0; k < size; k++) this.#phi[first + k] = local[k]!;
        this.#live[i] = A[0] !== 0 ? 1 : 0;
        if (size === 3 && A[0] !== 0 && B[4] !== 0) this.#smooth = true;
      } else {
        this.#live[i] = 0;
        for (let k = 0; k < size; k++) this.#phi[first + k] = r[first + k]!;
      }
      for (let k = 0; k < size; k++) norm += this.#phi[first + k]! ** 2;
    }
    return Math.sqrt(norm);
  }

  #linearizeBox(i: number, first: number, size: number, r: Float64Array): void {
    const { lower, upper } = this.problem;
    const place = this.#diagonalPlace[i]!;
    let live = 0;
    for (let k = 0; k < size; k++) {
      const a = first + k;
      const rho = this.#rho[a]!;
      const x = r[a]! - rho * this.#u[a]!;
      const free = x > lower[a]! && x < upper[a]!;
      for (let l = 0; l < size; l++) {
        this.#A[place + k * size + l] = 0;
        this.#B[place + k * size + l] = 0;
      }
      if (free) {
        live = 1;
        this.#A[place + k * size + k] = rho;
        this.#phi[a] = rho * this.#u[a]!;
      } else {
        this.#B[place + k * size + k] = 1;
        this.#phi[a] = r[a]! - (x <= lower[a]! ? lower[a]! : upper[a]!);
      }
    }
    this.#live[i] = live;
  }

  /** -Phi - A W (step of what left): `moved` holds Phi + W step. */
  #rightSide(i: number, moved: Float64Array): void {
    const { W } = this.problem;
    const first = W.offset[i]!;
    const size = W.offset[i + 1]! - first;
    const place = this.#diagonalPlace[i]!;
    for (let k = 0; k < size; k++) {
      let sum = -this.#phi[first + k]!;
      for (let l = 0; l < size; l++) {
        sum -= this.#A[place + k * size + l]! * (moved[first + l]! - this.#phi[first + l]!);
      }
      this.#step[first + k] = sum;
    }
  }

  write(i: number, lu: BlockLU): void {
    const { W } = this.problem;
    const first = W.offset[i]!;
    const size = W.offset[i + 1]! - first;
    const A = this.#A;
    const own = this.#diagonalPlace[i]!;
    const { values } = lu;
    for (let e = W.rowStart[i]!; e < W.rowStart[i + 1]!; e++) {
      const j = W.column[e]!;
      const to = lu.placeOf(j);
      if (to < 0) continue;
      const cols = W.offset[j + 1]! - W.offset[j]!;
      const from = W.place[e]!;
      for (let a = 0; a < size; a++) {
        for (let b = 0; b < size; b++) {
          const factor = A[own + a * size + b]!;
          if (factor === 0) continue;
          for (let c = 0; c < cols; c++)
            values[to + a * cols + c]! += factor * W.values[from + b * cols + c]!;
        }
      }
      if (j !== i) continue;
      for (let p = 0; p < size * size; p++) values[to + p]! += this.#B[own + p]!;
      if (this.#proximal === 0) continue;
      for (let a = 0; a < size; a++) {
        for (let b = 0; b < size; b++) {
          values[to + a * size + b]! += (this.#proximal * A[own + a * size + b]!) / this.#rho[first + b]!;
        }
      }
    }
  }

  /** Halves the step while |Phi| grows. */
  #damp(r: Float64Array, before: number): void {
    const { W, q } = this.problem;
    const step = this.#step;
    for (let halving = 0, part = 1; halving < HALVINGS; halving++, part /= 2) {
      blockProduct(W, r, q, this.#u);
      const after = this.#linearize(r);
      if (after <= before) return;
      for (let a = 0; a < W.n; a++) r[a]! -= (part / 2) * step[a]!;
    }
  }
}
