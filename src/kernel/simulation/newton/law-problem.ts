/**
 * The one-step problem y = M lambda + q of a model's laws in their boxes (`nonsmooth-law.ts`), with the rows that
 * switches force, solved by a `OneStepNSProblem`. A cone of aperture a is brought to the standard one by scaling,
 * lambda = T l, w = T y, with T = diag(1/a, 1, 1, ...): M becomes T M T.
 */
import type { ConeBlock } from '../../../numerics/vi/cone.js';
import { ModelError } from '../../modeling/model-error.js';
import type { BoxRows, CoulombRows, SecondOrderCone } from '../../modeling/laws/nonsmooth-law.js';
import { CoulombProblem } from '../problems/coulomb-problem.js';
import { boxMatrix } from '../linear/lifted-laws.js';
import type { OneStepNSProblem, OneStepReport } from '../problems/one-step-ns-problem.js';

/** Where the boxes' multipliers stand: '-' at the lower bound, '+' at the upper, '=' between, a character a box. */
export type LawMode = string;

export class LawProblem {
  readonly #mu: Float64Array;
  readonly #w: Float64Array;

  readonly #scale: Float64Array;
  readonly #friction: CoulombProblem | undefined;

  /** Takes the boxes of all laws, the cones, whose `first` counts boxes, and the rows with friction. */
  constructor(
    readonly m: number,
    readonly boxes: BoxRows,
    readonly cones: readonly SecondOrderCone[],
    readonly problem: OneStepNSProblem,
    coulomb: readonly CoulombRows[] = [],
  ) {
    if (coulomb.length > 0) {
      if (cones.length > 0) {
        throw new ModelError(
          `${problem.name}: Coulomb friction and second-order cones stand in one model; it solves one of them`,
        );
      }
      this.#friction = new CoulombProblem(m, boxes, coulomb);
    }
    this.#scale = new Float64Array(boxes.row.length).fill(1);
    for (const { first, aperture } of cones) this.#scale[first] = 1 / aperture;
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
    if (this.#friction) return this.#friction.solve(M, q, forced, lambda);
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
    const report =
      this.cones.length === 0
        ? this.problem.solve({ n, M: D1, q: constant, lb, ub }, mu, this.#w)
        : this.#solveCones(D1, constant, lb, ub);
    if (report.status !== 'solved') return { ...report, mode: '' };
    lambda.set(offset);
    let mode = '';
    for (let a = 0; a < n; a++) {
      lambda[row[a]!]! += mu[a]!;
      mode += mu[a] === lb[a] ? '-' : mu[a] === ub[a] ? '+' : '=';
    }
    return { ...report, mode };
  }

  #solveCones(M: Float64Array, q: Float64Array, lb: Float64Array, ub: Float64Array): OneStepReport {
    const n = q.length;
    const scale = this.#scale;
    const cone: ConeBlock[] = [];
    for (let a = 0; a < n;) {
      const at = this.cones.find(({ first }) => first === a);
      if (at) cone.push({ kind: 'second-order', size: at.size });
      else cone.push({ kind: 'box', lb: lb.subarray(a, a + 1), ub: ub.subarray(a, a + 1) });
      a += at?.size ?? 1;
    }
    const scaled = M.map((entry, k) => scale[Math.floor(k / n)]! * scale[k % n]! * entry);
    const right = q.map((entry, a) => scale[a]! * entry);
    const report = this.problem.solveCones({ n, M: scaled, q: right, cone }, this.#mu, this.#w);
    for (let a = 0; a < n; a++) this.#mu[a]! *= scale[a]!;
    return report;
  }
}
