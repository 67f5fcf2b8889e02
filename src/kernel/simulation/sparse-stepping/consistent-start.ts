/**
 * The state just behind a start, a jump of an input or an event: z+ is the limit of a backward Euler step of length 0
 * that conserves charges and fluxes,
 *
 *     s(z+) - s- + eps k(z+) = 0,     eps -> 0,
 *
 * so that impulses pass through algebraic rows and through pairs, and complementarity holds of finite values and of
 * impulses alike. A second such step from s(z+) gives the rates ds/dt and the algebraic unknowns, those of capacitor loops
 * among them, that only a derivative of an input determines. Both lengths are small parts of the step that follows: the
 * first moves no charge worth a digit of it, the second is as long as rounding of differences of charges wants it.
 */
import type { DescriptorNewton, FailedStatus, NewtonStatus } from './newton.js';
import { LEAST, ROUNDING, type StageSolver } from './stage-solver.js';
import type { UnknownSizes } from './unknown-sizes.js';

/** Parts of the expected step. */
const JUMP = 1e-9;
const RATE = 1e-6;
/** How much longer a step is tried, up to how much. */
const LONGER = 100;
const LONGEST = 1e6;
/** Of its size: an unknown that moves so much in the second step did not stay where it was. */
const MOVED = 1e-3;

export class ConsistentStart {
  readonly #w: Float64Array;
  readonly #history: Float64Array;
  readonly #noise: Float64Array;
  /** Of the step that was solved last. */
  #length = 0;
  /** Of the jump that points[0] of the solver is the end of, Infinity where it is no jump's. */
  #jumpLength = Infinity;

  constructor(
    private readonly solver: StageSolver,
    private readonly newton: DescriptorNewton,
    private readonly sizes: UnknownSizes,
  ) {
    const { pointLength, size } = solver.assembly;
    this.#w = new Float64Array(pointLength);
    this.#history = new Float64Array(size);
    this.#noise = new Float64Array(size);
  }

  /**
   * Moves points[0] and `start` of the solver to z+ and its charges. The inputs are those right behind t, so that signs which
   * are 0 at t decide on the mode that follows.
   */
  jump(t: number, expectedStep: number, maxIterations: number): NewtonStatus {
    const { points, start, inputs } = this.solver;
    const w = points[0]!;
    this.#history.set(start);
    inputs.evaluate(t + shortestRate(t, expectedStep), false, w);
    const status = this.#solve(w, this.#history, JUMP * expectedStep, maxIterations);
    inputs.evaluate(t, false, w);
    this.#jumpLength = this.#length;
    if (status === 'converged') this.#keepCharges();
    return status;
  }

  /**
   * Writes ds/dt at t as rates of stage 0 and what algebraic unknowns are; returns the longest step in which no unknown
   * behind d/dt changes by more than `part` of its size.
   */
  rates(t: number, expectedStep: number, part: number, maxIterations: number): number | FailedStatus {
    const { solver, newton } = this;
    const { assembly, inputs, points, start } = solver;
    const shortest = shortestRate(t, expectedStep);
    const w = this.#w;
    w.set(points[0]!);
    inputs.evaluate(t + shortest, false, w);
    const status = this.#solve(w, start, shortest, maxIterations);
    if (status !== 'converged') return status;
    const eps = this.#length;
    const { storageRows, size, s } = assembly;
    for (let p = 0; p < storageRows.length; p++) {
      const row = storageRows[p]!;
      solver.rates[0]![row] = (s[row]! - start[row]!) / eps;
    }
    if (solver.rows.pairCount > 0) solver.y[0]!.set(newton.y);
    const z = points[0]!;
    let longest = this.#longest(z, eps, part, false);
    if (longest < expectedStep && this.#jumpLength < eps) longest = this.#longest(z, eps, part, true);
    this.#jumpLength = Infinity;
    // What stands behind d/dt is what the jump left, and so is what has moved only as far as this step is long.
    const { colStart } = assembly.storage;
    for (let i = 0; i < size; i++) {
      if (colStart[i + 1]! > colStart[i]!) continue;
      const own = Math.max(Math.abs(w[i]!), newton.sizes[i]!);
      if (!(Math.abs(w[i]! - z[i]!) <= MOVED * own)) z[i] = w[i]!;
    }
    return longest;
  }

  /**
   * The longest step in which no unknown behind d/dt moves by more than `part` of its size, at its pace from z over eps to the
   * end of the second step; `beyondNoise`: what rounding of charges makes of voltages in a first step as short as it was is no
   * pace.
   */
  #longest(z: Float64Array, eps: number, part: number, beyondNoise: boolean): number {
    const { newton, solver } = this;
    const { stateUnknowns, system } = solver.assembly;
    const w = this.#w;
    const noise = this.#noise;
    let rounding = 0;
    if (beyondNoise) {
      newton.correct(solver.assembly.magnitudes(w, LEAST, noise));
      rounding = ROUNDING * (eps / this.#jumpLength);
    }
    let longest = Infinity;
    for (let p = 0; p < stateUnknowns.length; p++) {
      const i = stateUnknowns[p]!;
      const least = system.absolute[i]! / newton.reltol;
      const own = Math.max(Math.abs(w[i]!), newton.sizes[i]!, 0.1 * this.sizes.largestOfKind(p), least);
      const change = Math.abs(w[i]! - z[i]!) - ROUNDING * own - rounding * Math.abs(noise[i]!);
      if (change > 0) longest = Math.min(longest, (part * own * eps) / change);
    }
    return longest;
  }

  /**
   * A backward Euler step of length eps; where J is singular to rounding or charges are nothing but that (a farad in a
   * nanosecond) a longer one.
   */
  #solve(w: Float64Array, history: Float64Array, eps: number, maxIterations: number): NewtonStatus {
    const { rows, assembly } = this.solver;
    const before = w.slice();
    const forced = rows.forced.slice();
    for (let longer = 1; ; longer *= LONGER) {
      this.#length = longer * eps;
      const status = this.newton.solve(w, history, 1 / this.#length, maxIterations);
      if (status === 'converged' || longer >= LONGEST) return status;
      w.set(before);
      rows.restore(forced);
      assembly.resetLimits(w);
    }
  }

  #keepCharges(): void {
    const { assembly, start } = this.solver;
    const { storageRows, s } = assembly;
    for (let p = 0; p < storageRows.length; p++) start[storageRows[p]!] = s[storageRows[p]!]!;
  }
}

/** The length of the step that gives rates, seconds. */
function shortestRate(t: number, expectedStep: number): number {
  return Math.max(RATE * expectedStep, 8 * Number.EPSILON * Math.abs(t));
}
