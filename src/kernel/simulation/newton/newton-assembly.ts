/**
 * The one-step problem of a Newton iterate by the block formulas of [notes] 1.1 and 9.3, in the unknowns dw of the
 * integrators (`one-step-integrator.ts`),
 *
 *     dw = shift + G lambda,    G = W^-1 c B,    y = q + Mlcp lambda,
 *     (Mlcp)_alpha,beta = delta_alpha,beta D_alpha + sum over common systems of (C T)_alpha W^-1 c B_beta,
 *
 * where only linked interactions have a block and every interaction is at its own level. W is block-diagonal: one block
 * a system, or a group of systems that an input r depending on x couples. Cost: one factorisation a group, one solve a
 * column of B.
 */
import { compressColumns, Triplets, type SparseMatrix } from '../../../numerics/sparse/sparse-matrix.js';
import type { LinearSolver } from '../../../numerics/linear-solver.js';
import { ModelError } from '../../modeling/model-error.js';
import type { NewtonLinearization } from './newton-linearization.js';
import type { NewtonModel } from './newton-model.js';

interface Group {
  readonly equations: Int32Array;
  readonly solver: LinearSolver;
  /** W of the group with a full pattern; its values are overwritten. */
  readonly W: SparseMatrix;
  readonly column: Float64Array;
}

export class NewtonAssembly {
  /** equations x m: W^-1 c B. */
  readonly G: Float64Array;
  /** m x m and m. */
  readonly M: Float64Array;
  readonly q: Float64Array;
  /** The step dw to where lambda = 0 would lead. */
  readonly shift: Float64Array;
  readonly #model: NewtonModel;
  readonly #groups: readonly Group[];
  /** W - c K T, equations x equations with zeros between groups. */
  readonly #W: Float64Array;

  constructor(readonly at: NewtonLinearization) {
    const { equations, m, groups } = at.model;
    this.#model = at.model;
    this.G = new Float64Array(equations * m);
    this.M = new Float64Array(m * m);
    this.q = new Float64Array(m);
    this.shift = new Float64Array(equations);
    this.#W = new Float64Array(equations * equations);
    this.#groups = groups.map((group) => newGroup(group, at));
  }

  /** Assembles at the iterate for which `at` was evaluated; throws `ModelError` where W is singular. */
  assemble(lambda: Float64Array, h: number): void {
    this.#factor(h);
    this.#solveFree(lambda);
    this.#solveInputs();
    this.#blocks(lambda);
  }

  #factor(h: number): void {
    const total = this.#W;
    const { equations: size, interactions } = this.#model;
    total.fill(0);
    for (const { equation, size: own, W } of this.at.steps) {
      for (let i = 0; i < own; i++) {
        for (let j = 0; j < own; j++) total[(equation + i) * size + equation + j] = W[i * own + j]!;
      }
    }
    interactions.forEach(({ interaction, equations }, k) => {
      if (!interaction.relation.couplesStates) return;
      const { K, weight } = this.at.relations[k]!;
      const e = equations.length;
      for (let i = 0; i < e; i++) {
        for (let j = 0; j < e; j++)
          total[equations[i]! * size + equations[j]!]! -= weight[i]! * K[i * e + j]!;
      }
    });
    for (const { equations, solver, W } of this.#groups) {
      const own = equations.length;
      for (let j = 0; j < own; j++) {
        for (let i = 0; i < own; i++) W.values[j * own + i] = total[equations[i]! * size + equations[j]!]!;
      }
      const factored = solver.factor(W);
      if (factored.status !== 'ok') this.#failSingular(equations[factored.column] ?? 0, h);
    }
  }

  #failSingular(equation: number, h: number): never {
    const at = this.at.steps.findLastIndex(({ equation: first }) => first <= equation);
    const { integrator, system, equation: first } = this.at.steps[at]!;
    throw new ModelError(
      `${integrator.name}: W of ${system.name} (system ${at} of the model) is singular at its equation ` +
        `${equation - first} for h = ${h} s; its mass matrix must be regular and h small enough`,
    );
  }

  /** shift = -W^-1 (R - c (g - B lambda)). */
  #solveFree(lambda: Float64Array): void {
    const { shift } = this;
    const { free, weightedR, relations } = this.at;
    for (let i = 0; i < shift.length; i++) shift[i] = -free[i]! + weightedR[i]!;
    this.#model.interactions.forEach(({ interaction: { m }, row, equations, at }, k) => {
      const { weight } = relations[k]!;
      for (let j = 0; j < equations.length; j++) {
        for (let i = 0; i < m; i++) {
          shift[equations[j]!]! -= weight[j]! * at.B[j * m + i]! * lambda[row + i]!;
        }
      }
    });
    for (const { equations, solver, column } of this.#groups) {
      for (let i = 0; i < equations.length; i++) column[i] = shift[equations[i]!]!;
      solver.solve(column, column);
      for (let i = 0; i < equations.length; i++) shift[equations[i]!] = column[i]!;
    }
  }

  #solveInputs(): void {
    const { G } = this;
    const { m, interactions } = this.#model;
    G.fill(0);
    interactions.forEach(({ interaction: { m: rows }, row, equations, at }, k) => {
      const { weight } = this.at.relations[k]!;
      for (let j = 0; j < equations.length; j++) {
        for (let i = 0; i < rows; i++) G[equations[j]! * m + row + i]! += weight[j]! * at.B[j * rows + i]!;
      }
    });
    for (const { equations, solver, column } of this.#groups) {
      for (let j = 0; j < m; j++) {
        let used = false;
        for (let i = 0; i < equations.length; i++) {
          column[i] = G[equations[i]! * m + j]!;
          used ||= column[i] !== 0;
        }
        if (!used) continue;
        solver.solve(column, column);
        for (let i = 0; i < equations.length; i++) G[equations[i]! * m + j] = column[i]!;
      }
    }
  }

  #blocks(lambda: Float64Array): void {
    const { G, M, q, shift } = this;
    const { m, interactions } = this.#model;
    M.fill(0);
    interactions.forEach(({ interaction, row, equations, at, linked }, alpha) => {
      const rows = interaction.m;
      const { C } = this.at.relations[alpha]!;
      for (let i = 0; i < rows; i++) {
        let value = at.y[i]!;
        for (let j = 0; j < rows; j++) {
          M[(row + i) * m + row + j] = at.D[i * rows + j]!;
          value -= at.D[i * rows + j]! * lambda[row + j]!;
        }
        for (let j = 0; j < equations.length; j++) {
          const entry = C[i * equations.length + j]!;
          if (entry === 0) continue;
          value += entry * shift[equations[j]!]!;
          for (const beta of linked) {
            const other = interactions[beta]!;
            for (let k = other.row; k < other.row + other.interaction.m; k++) {
              M[(row + i) * m + k]! += entry * G[equations[j]! * m + k]!;
            }
          }
        }
        q[row + i] = value;
      }
    });
  }
}

function newGroup(equations: Int32Array, { steps }: NewtonLinearization): Group {
  const size = equations.length;
  const full = new Triplets();
  for (let j = 0; j < size; j++) for (let i = 0; i < size; i++) full.add(i, j, 1);
  const W = compressColumns(size, size, full);
  const owner = steps.find(
    ({ equation, size: own }) => equation <= equations[0]! && equations[0]! < equation + own,
  );
  const solver = (owner ?? steps[0]!).integrator.newSolver();
  solver.analyze(W);
  return { equations, solver, W, column: new Float64Array(size) };
}
