/**
 * Selects the mode in which a linear complementarity system goes on from a state: the active set that solves
 * the LCP of one Euler-Moreau step, theta = gamma = 1, over a step h well below every time constant that
 * matters. As h -> 0 this is the mode of the right limit [Acary-Brogliato 2008, event-capturing schemes]; impulses appear as
 * multipliers of order 1/h. Cost: one factorisation of the step for each set of forced rows, and one LCP.
 */
import { multiply, multiplyAdd } from '../../../numerics/dense/matrix.js';
import { classifyMatrix, type MatrixClassName } from '../../../numerics/lcp/matrix-class.js';
import { ModeSolver, type Mode, type ModeResult } from '../../../numerics/lcp/mode-solver.js';
import { addMultipliers } from '../../../numerics/lcp/mode.js';
import { rowsOfOtherSolution } from '../../../numerics/lcp/other-solution.js';
import { discretizeSystem, type DiscreteScheme } from '../linear/discrete-scheme.js';
import { EulerMoreauOSI } from '../integrators/euler-moreau-osi.js';
import type { LinearSystem } from '../linear/linear-system.js';
import { SearchBudget } from './search-budget.js';

/** Classes of which two solutions never exclude each other, whatever rows switches force (`other-solution.ts`). */
const provesUniqueness: ReadonlySet<MatrixClassName> = new Set([
  'positive-definite',
  'p',
  'positive-semidefinite',
]);

/** Modes of which another solution is looked for: each costs more than the selection itself, */
const maxAsked = 16;
/** and these together at most so many times the third power of their rows, but for the first. */
const maxWork = 1e6;

export class ModeSelector {
  readonly #scheme: DiscreteScheme;
  readonly #solver: ModeSolver;
  readonly #z: Float64Array;
  readonly #q: Float64Array;
  readonly #terms: Float64Array;
  /** The class of the matrix leaves no second solution; tested when first asked. */
  #unique: boolean | undefined;
  #asked = 0;

  /** Takes h in seconds. */
  constructor(
    private readonly system: LinearSystem,
    private readonly h: number,
    maxModes: number,
    private readonly budget = new SearchBudget(),
  ) {
    this.#scheme = discretizeSystem(system, new EulerMoreauOSI(1, 1, { source: 'sample' }), h);
    const { M, Q, nz } = this.#scheme;
    this.#solver = new ModeSolver(system.m, M, {
      kind: system.flowIsY,
      limit: maxModes,
      range: { Q, cols: nz },
    });
    this.#z = new Float64Array(nz);
    this.#q = new Float64Array(system.m);
    this.#terms = new Float64Array(system.m);
  }

  /**
   * Solves for the mode right after t, from a state that leads `xi`; the search begins at a mode. What pivoting does not
   * find, and the inequalities alone do not exclude, is left undecided.
   */
  solve(t: number, xi: Float64Array, forced: Int8Array, from?: Pick<Mode, 'key'>): ModeResult {
    this.#load(t, xi);
    return this.#solver.solve(this.#q, forced, from, this.#terms, 1);
  }

  /** Decides the problem posed last by exact search: 2^m nodes where nothing bounds it, up to what the run may spend. */
  search(forced: Int8Array, from?: Pick<Mode, 'key'>): ModeResult {
    const { m } = this.system;
    const found = this.#solver.solve(this.#q, forced, from, this.#terms, this.budget.nodes(m));
    this.budget.spend(found, m);
    return found;
  }

  /** Whether another solution is still looked for: the matrix does not exclude one, and not every mode that is asked has been. */
  get asksForOthers(): boolean {
    this.#unique ??= provesUniqueness.has(classifyMatrix(this.system.m, this.#scheme.M).class);
    return !this.#unique && this.#asked < Math.max(1, Math.min(maxAsked, maxWork / this.system.m ** 3));
  }

  /** The rows in which another solution of the problem posed last excludes `mode`; empty where none is found. */
  otherSolution(mode: Mode, forced: Int8Array): readonly number[] {
    if (!this.asksForOthers) return [];
    this.#asked++;
    return rowsOfOtherSolution(this.#solver, mode, this.#q, forced, this.#terms);
  }

  /** The rows that contradict each other in the problem posed last. */
  conflict(forced: Int8Array): readonly number[] {
    return this.#solver.conflict(this.#q, forced);
  }

  /** Replaces the leading state by that at the end of the step; false, and nothing done, where there is none. */
  step(t: number, xi: Float64Array, forced: Int8Array): boolean {
    const { n, m } = this.system;
    const { X, nz, reaction } = this.#scheme;
    const quick = this.solve(t, xi, forced);
    const found = quick.status === 'undecided' ? this.search(forced) : quick;
    if (found.status !== 'solved') return false;
    const lambda = new Float64Array(m);
    addMultipliers(found.mode, this.#q, lambda);
    const x = new Float64Array(n);
    multiply(n, nz, 1, X, this.#z, x);
    multiplyAdd(n, m, 1, reaction, lambda, x);
    xi.set(x);
    return true;
  }

  /** Writes the known vector of the step and q = Q z with the magnitudes of its terms. */
  #load(t: number, xi: Float64Array): void {
    const { n, m, signals } = this.system;
    const { nz, Q, inputStart, varying, varyingInY, hasConstant } = this.#scheme;
    const z = this.#z;
    for (let j = 0; j < n; j++) z[j] = xi[j]!;
    varying.forEach((j, k) => (z[inputStart + k] = signals[j]?.value(t + this.h) ?? 0));
    varyingInY.forEach((j, k) => (z[inputStart + varying.length + k] = signals[j]?.value(t + this.h) ?? 0));
    if (hasConstant) z[nz - 1] = 1;
    for (let i = 0; i < m; i++) {
      let sum = 0;
      let terms = 0;
      for (let j = 0; j < nz; j++) {
        const term = Q[i * nz + j]! * z[j]!;
        sum += term;
        terms += Math.abs(term);
      }
      this.#q[i] = sum;
      this.#terms[i] = terms;
    }
  }
}
