/**
 * The one-step problem of a Newton iterate by the block formulas of [notes] 1.1 and 9.3,
 *
 *     x = x_p + c G lambda,    G = W^-1 B,    y = q + Mlcp lambda,
 *     (Mlcp)_alpha,beta = delta_alpha,beta D_alpha + c w sum over common systems of C_alpha W^-1 B_beta,
 *
 * where only linked interactions have a block. W is block-diagonal: one block a system, or a group of systems
 * that an input r depending on x couples. Cost: one factorisation a group, one solve a column of B.
 */
import { compressColumns, Triplets, type SparseMatrix } from '../../numerics/sparse/sparse-matrix.js';
import type { LinearSolver } from '../../numerics/linear-solver.js';
import { ModelError } from '../modeling/model-error.js';
import type { EulerMoreauOSI } from './euler-moreau-osi.js';
import type { Iterate, NewtonLinearization } from './newton-linearization.js';
import type { NewtonModel } from './newton-model.js';

interface Group {
  readonly states: Int32Array;
  readonly solver: LinearSolver;
  /** W of the group with a full pattern; its values are overwritten. */
  readonly W: SparseMatrix;
  readonly column: Float64Array;
}

export class NewtonAssembly {
  /** n x m: W^-1 B. */
  readonly G: Float64Array;
  /** m x m and m. */
  readonly M: Float64Array;
  readonly q: Float64Array;
  /** x_p - x, n: the step to where lambda = 0 would lead. */
  readonly shift: Float64Array;
  readonly #groups: readonly Group[];
  /** K summed over interactions, n x n. */
  readonly #K: Float64Array;

  constructor(
    readonly model: NewtonModel,
    readonly osi: EulerMoreauOSI,
  ) {
    const { n, m, groups } = model;
    this.G = new Float64Array(n * m);
    this.M = new Float64Array(m * m);
    this.q = new Float64Array(m);
    this.shift = new Float64Array(n);
    this.#K = new Float64Array(n * n);
    this.#groups = groups.map((states) => newGroup(states, osi));
  }

  /** Assembles at the iterate for which `at` was evaluated; throws `ModelError` where W is singular. */
  assemble(at: NewtonLinearization, { lambda }: Iterate, h: number): void {
    const { osi } = this;
    const c = osi.inputWeight * h;
    const w = osi.relationWeight;
    this.#factor(at, c * w, h);
    this.#solveFree(at, lambda, c);
    this.#solveInputs();
    this.#blocks(c * w, w, lambda);
  }

  #factor(at: NewtonLinearization, cw: number, h: number): void {
    const { n, interactions } = this.model;
    const K = this.#K;
    K.fill(0);
    for (const { relation, place, at: local } of interactions) {
      if (!relation.couplesStates) continue;
      for (let i = 0; i < place.length; i++) {
        for (let j = 0; j < place.length; j++)
          K[place[i]! * n + place[j]!]! += local.K[i * place.length + j]!;
      }
    }
    for (const { states, solver, W } of this.#groups) {
      const size = states.length;
      for (let j = 0; j < size; j++) {
        for (let i = 0; i < size; i++) {
          const from = states[i]! * n + states[j]!;
          W.values[j * size + i] = at.W[from]! - cw * K[from]!;
        }
      }
      const factored = solver.factor(W);
      if (factored.status === 'ok') continue;
      throw new ModelError(
        `EulerMoreauOSI: W = M - h theta A - gamma h K is singular at state ${states[factored.column]} for ` +
          `h = ${h} s, theta = ${this.osi.theta}; M must be regular and h small enough`,
      );
    }
  }

  /** shift = -W^-1 (R - c (g - B lambda)). */
  #solveFree(at: NewtonLinearization, lambda: Float64Array, c: number): void {
    const { shift } = this;
    for (let i = 0; i < shift.length; i++) shift[i] = -at.free[i]! + c * at.r[i]!;
    for (const { relation, row, place, at: local } of this.model.interactions) {
      const { m } = relation;
      for (let j = 0; j < place.length; j++) {
        for (let i = 0; i < m; i++) shift[place[j]!]! -= c * local.B[j * m + i]! * lambda[row + i]!;
      }
    }
    for (const { states, solver, column } of this.#groups) {
      for (let i = 0; i < states.length; i++) column[i] = shift[states[i]!]!;
      solver.solve(column, column);
      for (let i = 0; i < states.length; i++) shift[states[i]!] = column[i]!;
    }
  }

  #solveInputs(): void {
    const { G } = this;
    const { m, interactions } = this.model;
    G.fill(0);
    for (const { relation, row, place, at } of interactions) {
      for (let j = 0; j < place.length; j++) {
        for (let i = 0; i < relation.m; i++) G[place[j]! * m + row + i]! += at.B[j * relation.m + i]!;
      }
    }
    for (const { states, solver, column } of this.#groups) {
      for (let j = 0; j < m; j++) {
        let used = false;
        for (let i = 0; i < states.length; i++) {
          column[i] = G[states[i]! * m + j]!;
          used ||= column[i] !== 0;
        }
        if (!used) continue;
        solver.solve(column, column);
        for (let i = 0; i < states.length; i++) G[states[i]! * m + j] = column[i]!;
      }
    }
  }

  #blocks(cw: number, w: number, lambda: Float64Array): void {
    const { G, M, q, shift } = this;
    const { m, interactions } = this.model;
    M.fill(0);
    for (const { relation, row, place, at, linked } of interactions) {
      const rows = relation.m;
      for (let i = 0; i < rows; i++) {
        let value = at.y[i]!;
        for (let j = 0; j < rows; j++) {
          M[(row + i) * m + row + j] = at.D[i * rows + j]!;
          value -= at.D[i * rows + j]! * lambda[row + j]!;
        }
        for (let j = 0; j < place.length; j++) {
          const entry = at.C[i * place.length + j]!;
          if (entry === 0) continue;
          value += w * entry * shift[place[j]!]!;
          for (const beta of linked) {
            const other = interactions[beta]!;
            for (let k = other.row; k < other.row + other.relation.m; k++) {
              M[(row + i) * m + k]! += cw * entry * G[place[j]! * m + k]!;
            }
          }
        }
        q[row + i] = value;
      }
    }
  }
}

function newGroup(states: Int32Array, osi: EulerMoreauOSI): Group {
  const size = states.length;
  const full = new Triplets();
  for (let j = 0; j < size; j++) for (let i = 0; i < size; i++) full.add(i, j, 1);
  const W = compressColumns(size, size, full);
  const solver = osi.newSolver();
  solver.analyze(W);
  return { states, solver, W, column: new Float64Array(size) };
}
