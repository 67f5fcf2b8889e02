/**
 * The state just behind a start, a jump of an input or an event: z+ is the limit of a backward Euler step of length 0
 * that conserves charges and fluxes,
 *
 *     s(z+) - s- + eps k(z+) = 0,     eps -> 0,
 *
 * so that impulses pass through algebraic rows and through pairs, and complementarity holds of finite values and of
 * impulses alike; contacts that approach jump by their impact law first (`impact-signal.ts`). A second such step from s(z+) gives the rates ds/dt and the algebraic unknowns, those of capacitor loops
 * among them, that only a derivative of an input determines. Both lengths are small parts of the step that follows: the
 * first moves no charge worth a digit of it, the second is as long as rounding of differences of charges wants it.
 */
import type { DescriptorImpact, SparseForm } from '../../modeling/descriptor-system.js';
import { clearImpacts, setImpacts } from '../../modeling/signals/impact-signal.js';
import type { StepObserver } from './stages/accepted-step.js';
import { chargedBy } from './descriptor/floating-groups.js';
import { flowsBalance, impulsesBalance } from './descriptor/row-balance.js';
import { formAt } from './events/guard-state.js';
import type { DescriptorNewton } from './newton/newton.js';
import type { FailedStatus, NewtonStatus } from './newton/newton-status.js';
import { followResidual } from './newton/residual-path.js';
import type { StageSolver } from './stages/stage-solver.js';
import { LEAST, ROUNDING } from './stages/step-loop.js';
import type { UnknownSizes } from './stages/unknown-sizes.js';

/** Parts of the expected step. */
const JUMP = 1e-9;
const RATE = 1e-6;
/** How much longer a step is tried, up to how much. */
const LONGER = 100;
const LONGEST = 1e6;
/** To this part of its size an unknown behind d/dt is known at least: where J has digits far better. */
const RESOLVED = 0.1;
/** Of its size: an unknown that moves so much in the second step did not stay where it was. */
const MOVED = 1e-3;
/** Part of its change that the charges of what shifted alone go along with, and from how many reltol of its size on that counts. */
const UNCHARGED = 0.1;
const SHIFT = 0.01;
/** How much longer the steps are that give rates where unknowns have shifted. */
const SHIFTED = 1e3;
/** Part of the tolerance of an unknown that rounding of rates may be of it. */
const NOISE = 0.1;

/** Velocities of a contact below this part of reltol of their size are 0. */
const TURNS = 1e-3;

export class ConsistentStart {
  /** Of the step that was solved last, seconds. */
  length = 0;
  readonly #w: Float64Array;
  readonly #history: Float64Array;
  readonly #noise: Float64Array;
  /** Where the step that was solved last begins. */
  readonly #from: Float64Array;
  #hasShifted = false;
  /** In a step that is an impact. */
  #collides = false;
  /** Of the jump that points[0] of the solver is the end of, Infinity where it is no jump's. */
  #jumpLength = Infinity;
  /** How far behind t the inputs are that points[0] was made consistent with, seconds. */
  #ahead = 0;

  constructor(
    private readonly solver: StageSolver,
    private readonly newton: DescriptorNewton,
    private readonly sizes: UnknownSizes,
  ) {
    const { pointLength, size, room } = solver.assembly;
    this.#w = room.floats(pointLength);
    this.#from = room.floats(pointLength);
    this.#history = room.floats(size);
    this.#noise = room.floats(size);
  }

  /**
   * Moves points[0] and `start` of the solver to z+ and its charges. The inputs are those right behind t, so that signs which
   * are 0 at t decide on the mode that follows. Observers are told of collisions. `least`: the least length of the step, seconds.
   */
  jump(
    t: number,
    expectedStep: number,
    maxIterations: number,
    observers: readonly StepObserver[],
    least = 0,
  ): NewtonStatus {
    const { impacts = [] } = this.solver.assembly.system;
    const [w] = this.solver.points;
    const length = Math.max(JUMP * expectedStep, least);
    if (impacts.length === 0) return this.#jump(t, expectedStep, length, maxIterations);
    return this.#collide(t, expectedStep, length, maxIterations, impacts, w!, observers);
  }

  /** Jumps by the impact laws where contacts approach, then as everywhere. */
  #collide(
    t: number,
    expectedStep: number,
    length: number,
    maxIterations: number,
    impacts: readonly DescriptorImpact[],
    w: Float64Array,
    observers: readonly StepObserver[],
  ): NewtonStatus {
    let approach = false;
    setImpacts(impacts, (velocity) => {
      const speed = formAt(velocity, w);
      // A contact that is closed turns where its velocity is 0, but for the tolerance of that time: there it rests.
      const approaches = speed < -TURNS * this.newton.reltol * this.#sizeOf(velocity);
      approach ||= approaches;
      return approaches ? speed : 0;
    });
    if (!approach) return this.#jump(t, expectedStep, length, maxIterations);
    const before = w.slice();
    this.#collides = true;
    const hit = this.#jump(t, expectedStep, length, maxIterations);
    this.#collides = false;
    clearImpacts(impacts);
    if (hit !== 'converged') return hit;
    const [within, taken] = [w.slice(), this.length];
    const status = this.#jump(t, expectedStep, length, maxIterations);
    if (status !== 'converged') return status;
    const collision = { t, before, within, after: w.slice(), length: taken };
    for (const observer of observers) observer.collision?.(collision);
    return status;
  }

  #sizeOf({ index, gain }: SparseForm): number {
    const { sizes } = this.newton;
    let size = 0;
    for (let k = 0; k < index.length; k++) size += Math.abs(gain[k]!) * (sizes[index[k]!] ?? 0);
    return size;
  }

  #jump(t: number, expectedStep: number, length: number, maxIterations: number): NewtonStatus {
    const { points, start, inputs } = this.solver;
    const w = points[0]!;
    this.#history.set(start);
    this.#ahead = shortestRate(t, expectedStep);
    inputs.evaluate(t + this.#ahead, false, w);
    this.#from.set(w);
    const status = this.#solve(w, this.#history, length, maxIterations);
    inputs.evaluate(t, false, w);
    this.#jumpLength = this.length;
    if (status !== 'converged') return status;
    this.#keepCharges();
    // What an impulse makes of their common voltage is none.
    for (const i of this.#shifted(this.#from, w, this.#history, start)) w[i] = this.#from[i]!;
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
    const z = points[0]!;
    const w = this.#w;
    const from = this.#from;
    w.set(z);
    from.set(w);
    this.#history.set(start);
    const held = t + shortest;
    inputs.evaluate(held, false, w);
    let longest: number;
    // What Newton's method left of a current between coils is volts in a short step: where it shifts nodes, a longer step
    // takes it away, and one more has rates.
    for (let again = 0; ; again++) {
      const length = (again === 0 ? 1 : SHIFTED) * shortest;
      const status = this.#solve(w, this.#history, length, maxIterations);
      if (status !== 'converged') return status;
      const eps = this.length;
      this.#keepRates();
      longest = this.#longest(eps, part, false);
      if (!(this.#hasShifted || (again === 0 && this.#isNoisy(w))) || again === 2) {
        const begin = again === 0 ? t + this.#ahead : held;
        const followed = begin + eps === held ? 'converged' : this.#followInputs(w, begin, maxIterations);
        if (followed !== 'converged') return followed;
        break;
      }
      from.set(w);
      if (again === 0) continue;
      const { storageRows, s } = assembly;
      for (let p = 0; p < storageRows.length; p++) this.#history[storageRows[p]!] = s[storageRows[p]!]!;
    }
    if (longest < expectedStep && this.#jumpLength < this.length)
      longest = this.#longest(this.length, part, true);
    this.#jumpLength = Infinity;
    this.#ahead = 0;
    if (solver.rows.count === 0) this.#writeRates(w, 1 / this.length);
    const { size } = assembly;
    if (solver.rows.pairCount > 0) solver.y[0]!.set(newton.y);
    // What stands behind d/dt is what the jump left, and so is what has moved only as far as this step is long.
    for (const i of this.#shifted(z, w, start, assembly.s)) z[i] = w[i]!;
    const { colStart } = assembly.storage;
    for (let i = 0; i < size; i++) {
      if (colStart[i + 1]! > colStart[i]!) continue;
      const own = Math.max(Math.abs(w[i]!), newton.sizes[i]!);
      if (!(Math.abs(w[i]! - z[i]!) <= Math.min(MOVED, newton.reltol) * own)) z[i] = w[i]!;
    }
    return longest;
  }

  #shifted(z: Float64Array, w: Float64Array, from: Float64Array, to: Float64Array): readonly number[] {
    return this.solver.floating.moved({ z, w, from, to, part: SHIFT * this.newton.reltol });
  }

  /** Takes ds/dt from the step that was solved last. */
  #keepRates(): void {
    const { assembly, rates } = this.solver;
    const { storageRows, s } = assembly;
    for (let p = 0; p < storageRows.length; p++) {
      const row = storageRows[p]!;
      rates[0]![row] = (s[row]! - this.#history[row]!) / this.length;
    }
  }

  /**
   * What inputs that move from `begin` on add to the rates of a step that was solved while they stood, as those of capacitors across
   * sources: it is solved once more with those at its end, and then for the same rates with those at its start, so that all unknowns
   * are those of one time. Where one of these has no solution the unknowns, charges and factors are as they were.
   */
  #followInputs(w: Float64Array, begin: number, maxIterations: number): NewtonStatus {
    const { inputs, assembly, rows } = this.solver;
    const { storageRows, s, size } = assembly;
    const history = this.#history;
    const [before, held, eps, end] = [w.slice(), history.slice(), this.length, begin + this.length];
    const forced = rows.forced.slice();
    if (inputs.before(end) < end) return 'converged';
    inputs.evaluate(end, false, w);
    // Less what rounding of times makes of it.
    this.length = end - begin;
    if (w.subarray(size).every((value, j) => value === before[size + j])) return 'converged';
    const [solve, kept] = [() => this.newton.solve(w, history, 1 / this.length, maxIterations), s.slice()];
    const goBack = (): void => {
      w.set(before);
      assembly.resetLimits(w);
    };
    if (solve() === 'converged') {
      this.#keepRates();
      for (const row of storageRows) history[row] = history[row]! + kept[row]! - s[row]!;
      goBack();
      if (solve() === 'converged') return 'converged';
    }
    goBack();
    rows.restore(forced);
    history.set(held);
    return this.#solve(w, history, eps, maxIterations);
  }

  /**
   * Writes ds/dt = -k(z): a difference of charges over so short a time is rounding by nanoamperes, from which a bistable circuit at rest
   * between its states would leave.
   */
  #writeRates(w: Float64Array, b: number): void {
    const { assembly, rates } = this.solver;
    const { storageRows, k } = assembly;
    assembly.evaluate(w, b, false);
    for (let p = 0; p < storageRows.length; p++) rates[0]![storageRows[p]!] = -k[storageRows[p]!]!;
  }

  /**
   * The longest step in which no unknown behind d/dt changes by more than `part` of its size, by its change from `#from` to
   * `#w` in `eps`, or by that of its charges where this is less: a node between coils that only capacitors tie to others
   * moves as their voltages ask, without a charge. `#hasShifted` where one did. `beyondNoise`: what rounding of charges makes
   * of voltages in a first step as short as it was is no change.
   */
  #longest(eps: number, part: number, beyondNoise: boolean): number {
    const { newton, sizes } = this;
    const { assembly } = this.solver;
    const { stateUnknowns, system } = assembly;
    const w = this.#w;
    const from = this.#from;
    const noise = this.#noise;
    let rounding = 0;
    if (beyondNoise) {
      newton.correct(assembly.magnitudes(w, LEAST, noise));
      rounding = ROUNDING * (eps / this.#jumpLength);
    }
    let longest = Infinity;
    this.#hasShifted = false;
    for (let p = 0; p < stateUnknowns.length; p++) {
      const i = stateUnknowns[p]!;
      const least = system.absolute[i]! / newton.reltol;
      const own = Math.max(Math.abs(w[i]!), newton.sizes[i]!, 0.1 * sizes.largestOfKind(p), least);
      const moved = Math.abs(w[i]! - from[i]!) - ROUNDING * own - rounding * Math.abs(noise[i]!);
      if (!(moved > 0)) continue;
      const charged = chargedBy(assembly, i, this.#history, assembly.s);
      if (moved > SHIFT * newton.reltol * own && charged < UNCHARGED * moved) this.#hasShifted = true;
      longest = Math.min(longest, (part * own * eps) / Math.min(moved, charged));
    }
    return longest;
  }

  /**
   * Whether what rounding makes of charges over the step that was solved last counts in an unknown that is behind d/dt: a current
   * through what lies in series with a large charge, of which the next step would make an error that is none the shorter it is.
   */
  #isNoisy(w: Float64Array): boolean {
    const { newton, solver } = this;
    const { assembly } = solver;
    const { system, stateUnknowns } = assembly;
    newton.correct(assembly.magnitudes(w, LEAST, this.#noise));
    return stateUnknowns.some((i) => {
      const allowed = newton.reltol * Math.max(Math.abs(w[i]!), newton.sizes[i]!) + system.absolute[i]!;
      return ROUNDING * Math.abs(this.#noise[i]!) > NOISE * allowed;
    });
  }

  /**
   * A backward Euler step of length eps; where J is singular to rounding or charges are nothing but that (a farad in a
   * nanosecond) or impulses have no digits, a longer one; where it is singular for all of them, with nodes that are undetermined
   * grounded; where none of them is found step by step.
   */
  #solve(w: Float64Array, history: Float64Array, eps: number, maxIterations: number): NewtonStatus {
    const { newton } = this;
    newton.grounds = false;
    let status = this.#solveLonger(w, history, eps, maxIterations);
    newton.grounds = true;
    if (status === 'singular') status = this.#solveLonger(w, history, eps, maxIterations);
    if (status === 'converged') return status;
    this.length = eps;
    return followResidual(newton, w, history, 1 / eps, maxIterations);
  }

  /** Over longer and longer steps; what is singular in none of them is said to have diverged. */
  #solveLonger(w: Float64Array, history: Float64Array, eps: number, maxIterations: number): NewtonStatus {
    const { rows, assembly } = this.solver;
    const before = w.slice();
    const forced = rows.forced.slice();
    let failure: NewtonStatus = 'diverged';
    for (let longer = 1; longer <= LONGEST; longer *= LONGER) {
      this.length = longer * eps;
      const status = this.newton.solve(w, history, 1 / this.length, maxIterations);
      if (status === 'converged' && (longer >= LONGEST || this.#isResolved(w, history))) return status;
      if (status === 'singular') failure = status;
      w.set(before);
      rows.restore(forced);
      assembly.resetLimits(w);
    }
    return failure;
  }

  /** Whether what is behind d/dt has digits where so short a step is solved: among pairs its rounding would choose the mode. */
  #isResolved(w: Float64Array, history: Float64Array): boolean {
    const { newton, solver } = this;
    const { assembly, rows } = solver;
    if (this.#collides && !impulsesBalance(assembly, w, history, 1 / this.length)) return false;
    if (rows.pairCount === 0) return true;
    // A mode that was solved as the limit of regular ones has no factors of its own to tell by.
    if (!newton.refine(w, history, 1 / this.length))
      return (
        assembly.nonlinear ||
        flowsBalance(assembly, w, history, 1 / this.length, this.newton.reltol, RESOLVED)
      );
    const { stateUnknowns, system } = assembly;
    return stateUnknowns.every((i) => {
      const size = Math.max(Math.abs(w[i]!), newton.sizes[i]!, system.absolute[i]! / newton.reltol);
      return Math.abs(newton.dz[i]!) <= RESOLVED * size;
    });
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
