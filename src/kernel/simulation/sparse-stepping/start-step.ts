/**
 * Backward Euler steps behind a start, a jump or an event, as short as charges have digits:
 *
 *     s(w) - s- + eps k(w) = 0.
 *
 * Jumps are the limit eps -> 0 of one (`consistent-start.ts`), rates what one more has (`start-rates.ts`).
 */
import { flowsBalance, impulsesBalance } from './descriptor/row-balance.js';
import type { DescriptorNewton } from './newton/newton.js';
import type { NewtonStatus } from './newton/newton-status.js';
import { followResidual } from './newton/residual-path.js';
import { standsAtRounding } from './newton/rounding-end.js';
import { OtherWays } from './stages/other-ways.js';
import type { StageSolver } from './stages/stage-solver.js';

/** How much longer a step is tried, up to how much. */
const LONGER = 100;
const LONGEST = 1e6;
/** To this part of its size an unknown behind d/dt is known at least: where J has digits far better. */
const RESOLVED = 0.1;

export class StartStep {
  /** Of the step that was solved last, seconds. */
  length = 0;
  /** What times are known to where it begins, seconds: it may be longer by as much as a step of that. */
  resolution = 0;
  /** In a step that is an impact. */
  collides = false;
  /** Of the jump that points[0] of the solver is the end of, Infinity where it is no jump's. */
  jumpLength = Infinity;
  /** Whether that was solved as the limit of regular modes, which leave a part of what its pairs carry in its charges. */
  isLimit = false;
  /** How far behind t the inputs are that points[0] was made consistent with, seconds. */
  ahead = 0;
  /** s-, and where the step that was solved last begins. */
  readonly history: Float64Array;
  readonly from: Float64Array;
  readonly #ways: OtherWays;

  constructor(
    readonly solver: StageSolver,
    readonly newton: DescriptorNewton,
  ) {
    const { pointLength, size, room } = solver.assembly;
    this.from = room.floats(pointLength);
    this.history = room.floats(size);
    this.#ways = new OtherWays(solver);
  }

  /**
   * Solves a step of length eps; where J is singular to rounding or charges are nothing but that (a farad in a
   * nanosecond) or impulses have no digits, a longer one; where it is singular for all of them, with nodes that are undetermined
   * grounded; where none of them is found step by step.
   */
  solve(w: Float64Array, eps: number, maxIterations: number): NewtonStatus {
    const { newton } = this;
    newton.grounds = false;
    let status = this.#solveLonger(w, eps, maxIterations);
    newton.grounds = true;
    if (status === 'singular') status = this.#solveLonger(w, eps, maxIterations);
    if (status === 'converged') return status;
    this.length = eps;
    const { history } = this;
    if (this.#ways.leads(w, () => (status = followResidual(newton, w, history, 1 / eps, maxIterations))))
      return status;
    return this.#ways.followCapacitances(w, history, 1 / eps, maxIterations) ? 'converged' : status;
  }

  /**
   * Solves a step of length eps at a fold, where Newton's method takes the last solution for one though none is there any more: by where
   * capacitances lead at once.
   */
  leave(w: Float64Array, eps: number, maxIterations: number): NewtonStatus {
    this.length = eps;
    if (this.#ways.followCapacitances(w, this.history, 1 / eps, maxIterations)) return 'converged';
    return this.solve(w, eps, maxIterations);
  }

  /** Over longer and longer steps; what is singular in none of them is said to have diverged. */
  #solveLonger(w: Float64Array, eps: number, maxIterations: number): NewtonStatus {
    const { rows, assembly } = this.solver;
    const before = w.slice();
    const forced = rows.forced.slice();
    let failure: NewtonStatus = 'diverged';
    const longest = LONGEST * Math.max(eps, this.resolution);
    for (let longer = 1; longer * eps <= longest; longer *= LONGER) {
      this.length = longer * eps;
      const status = this.newton.solve(w, this.history, 1 / this.length, maxIterations);
      const isLongest = longer * LONGER * eps > longest;
      if (status === 'converged' && (isLongest || this.#isResolved(w))) return status;
      if (isLongest && status === 'diverged' && this.#standsAtRounding(w)) return 'converged';
      if (status === 'singular') failure = status;
      w.set(before);
      rows.restore(forced);
      assembly.resetLimits(w);
    }
    return failure;
  }

  /** Whether what is behind d/dt has digits where so short a step is solved: among pairs its rounding would choose the mode. */
  #isResolved(w: Float64Array): boolean {
    const { newton, solver, history } = this;
    const { assembly, rows } = solver;
    if (this.collides && !impulsesBalance(assembly, w, history, 1 / this.length)) return false;
    if (rows.pairCount === 0) return true;
    // A mode that was solved as the limit of regular ones has no factors of its own to tell by.
    if (!newton.refine(w, history, 1 / this.length))
      return (
        assembly.nonlinear || flowsBalance(assembly, w, history, 1 / this.length, newton.reltol, RESOLVED)
      );
    const { stateUnknowns, system } = assembly;
    return stateUnknowns.every((i) => {
      const size = Math.max(Math.abs(w[i]!), newton.sizes[i]!, system.absolute[i]! / newton.reltol);
      return Math.abs(newton.dz[i]!) <= RESOLVED * size;
    });
  }

  /** Whether the step that was tried last ended at its solution but for rounding: where its charges are known no better. */
  #standsAtRounding(w: Float64Array): boolean {
    const { iterations, reltol } = this.newton;
    return standsAtRounding(iterations.arrays, w, this.history, 1 / this.length, reltol);
  }

  /** Lets a further step begin where the last one ended. */
  goOn(): void {
    const { assembly } = this.solver;
    const { storageRows, s } = assembly;
    for (let p = 0; p < storageRows.length; p++) this.history[storageRows[p]!] = s[storageRows[p]!]!;
  }

  /** Takes the charges of the step that was solved last as those that the run begins with. */
  keepCharges(): void {
    const { assembly, start } = this.solver;
    const { storageRows, s } = assembly;
    for (let p = 0; p < storageRows.length; p++) start[storageRows[p]!] = s[storageRows[p]!]!;
  }

  /** Takes ds/dt of the step that was solved last as rates of the start. */
  keepRates(): void {
    const { history, length, solver } = this;
    const { assembly, rates } = solver;
    const { storageRows, s } = assembly;
    for (let p = 0; p < storageRows.length; p++) {
      const row = storageRows[p]!;
      rates[0]![row] = (s[row]! - history[row]!) / length;
    }
  }
}
