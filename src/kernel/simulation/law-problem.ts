/**
 * The one-step problem y = M lambda + q of a model's laws in their boxes (`nonsmooth-law.ts`), with the rows that
 * switches force, solved by a `OneStepNSProblem`.
 */
import type { BoxRows } from '../modeling/nonsmooth-law.js';
import { boxMatrix } from './lifted-laws.js';
import type { OneStepNSProblem, OneStepReport } from './one-step-ns-problem.js';

/** Where the boxes' multipliers stand: '-' at the lower bound, '+' at the upper, '=' between, a character a box. */
export type LawMode = string;

export class LawProblem {
  readonly #mu: Float64Array;
  readonly #w: Float64Array;

  constructor(
    readonly m: number,
    readonly boxes: BoxRows,
    readonly problem: OneStepNSProblem,
  ) {
    this.#mu = new Float64Array(boxes.row.length);
    this.#w = new Float64Array(boxes.row.length);
  }

  /** Writes lambda (m); `forced` by row: 1 makes it y = 0, -1 lambda = 0, 0 leaves it to its law. */
  solve(
    M: Float64Array,
    q: Float64Array,
    forced: Int8Array,
    lambda: Float64Array,
  ): OneStepReport & { readonly mode: LawMode } {
    const { boxes } = this;
    const { row, offset } = boxes;
    const n = row.length;
    const { D1, constant } = boxMatrix(this.m, M, boxes);
    const lb = boxes.lower.slice();
    const ub = boxes.upper.slice();
    for (let a = 0; a < n; a++) {
      constant[a]! += q[row[a]!]!;
      if (forced[row[a]!] === 0) continue;
      lb[a] = forced[row[a]!]! > 0 ? -Infinity : 0;
      ub[a] = forced[row[a]!]! > 0 ? Infinity : 0;
    }
    const mu = this.#mu;
    const report = this.problem.solve({ n, M: D1, q: constant, lb, ub }, mu, this.#w);
    if (report.status !== 'solved') return { ...report, mode: '' };
    lambda.set(offset);
    let mode = '';
    for (let a = 0; a < n; a++) {
      lambda[row[a]!]! += mu[a]!;
      mode += mu[a] === lb[a] ? '-' : mu[a] === ub[a] ? '+' : '=';
    }
    return { ...report, mode };
  }
}
