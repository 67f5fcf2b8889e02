/**
 * The state just behind a start, a jump of an input or an event: z+ is the limit of a backward Euler step of length 0
 * that conserves charges and fluxes,
 *
 *     s(z+) - s- + eps k(z+) = 0,     eps -> 0,
 *
 * so that impulses pass through algebraic rows and through pairs, and complementarity holds of finite values and of
 * impulses alike; contacts that approach jump by their impact law first (`impact-signal.ts`). A second such step from s(z+) gives rates
 * (`start-rates.ts`). Both lengths are small parts of the step that follows: the first moves no charge worth a digit of it.
 */
import type { DescriptorImpact, SparseForm } from '../../modeling/descriptor-system.js';
import { clearImpacts, setImpacts } from '../../modeling/signals/impact-signal.js';
import type { Collision, StepObserver } from './stages/accepted-step.js';
import { formAt } from './events/guard-state.js';
import type { DescriptorNewton } from './newton/newton.js';
import type { FailedStatus, NewtonStatus } from './newton/newton-status.js';
import type { StageSolver } from './stages/stage-solver.js';
import { leastRate, shortestRate, StartRates } from './start-rates.js';
import { StartStep } from './start-step.js';
import type { UnknownSizes } from './stages/unknown-sizes.js';

/** Part of the expected step. */
const JUMP = 1e-9;
/** From how many reltol of its size on a move without a charge counts. */
const SHIFT = 0.01;
/** Velocities of a contact below this part of reltol of their size are 0. */
const TURNS = 1e-3;

export class ConsistentStart {
  readonly #step: StartStep;
  readonly #rates: StartRates;
  /** As for `jump`. */
  #beyond = 0;
  /** Jumps since they were told last, but for collisions; `after` is the state that all of them lead to. */
  readonly jumps: Omit<Collision, 'after'>[] = [];

  constructor(
    private readonly solver: StageSolver,
    private readonly newton: DescriptorNewton,
    sizes: UnknownSizes,
    passed: ReadonlyMap<number, unknown>,
  ) {
    this.#step = new StartStep(solver, newton);
    this.#rates = new StartRates(this.#step, sizes, passed);
  }

  /** Of the step that was solved last, seconds. */
  get length(): number {
    return this.#step.length;
  }

  /**
   * Moves points[0] and `start` of the solver to z+ and its charges. The inputs are those right behind t, so that signs which
   * are 0 at t decide on the mode that follows. Observers are told of collisions. `least`: the least length of the step, seconds. `beyond`:
   * of the steps behind t that no solution was found for, seconds; 0 where there was none.
   */
  jump(
    t: number,
    expectedStep: number,
    maxIterations: number,
    observers: readonly StepObserver[],
    least = 0,
    beyond = 0,
  ): NewtonStatus {
    const { impacts = [] } = this.solver.assembly.system;
    const [w] = this.solver.points;
    this.#beyond = beyond;
    const length = Math.max(JUMP * expectedStep, least);
    if (impacts.length === 0) return this.#noted(t, expectedStep, length, maxIterations);
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
    if (!approach) return this.#noted(t, expectedStep, length, maxIterations);
    const before = w.slice();
    this.#step.collides = true;
    const hit = this.#jump(t, expectedStep, length, maxIterations);
    this.#step.collides = false;
    clearImpacts(impacts);
    if (hit !== 'converged') return hit;
    const [within, taken] = [w.slice(), this.#step.length];
    const status = this.#noted(t, expectedStep, length, maxIterations);
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

  #noted(t: number, expectedStep: number, length: number, maxIterations: number): NewtonStatus {
    const w = this.solver.points[0]!;
    const before = w.slice();
    const status = this.#jump(t, expectedStep, length, maxIterations);
    if (status === 'converged') this.jumps.push({ t, before, within: w.slice(), length: this.#step.length });
    return status;
  }

  #jump(t: number, expectedStep: number, length: number, maxIterations: number): NewtonStatus {
    const { solver } = this;
    const { points, start, inputs } = solver;
    const w = points[0]!;
    this.#step.history.set(start);
    this.#step.resolution = leastRate(t);
    this.#step.ahead = Math.max(shortestRate(t, expectedStep), this.#beyond);
    inputs.evaluate(t + this.#step.ahead, false, w);
    this.#step.from.set(w);
    const status =
      this.#beyond > 0
        ? this.#step.leave(w, length, maxIterations)
        : this.#step.solve(w, length, maxIterations);
    inputs.evaluate(t, false, w);
    this.#step.jumpLength = this.#step.length;
    this.#step.isLimit = this.newton.iterations.isLimit;
    if (status !== 'converged') return status;
    this.#step.keepCharges();
    // What an impulse makes of their common voltage is none.
    const { from, history } = this.#step;
    const move = { z: from, w, from: history, to: start, part: SHIFT * this.newton.reltol };
    for (const i of solver.floating.moved(move)) w[i] = from[i]!;
    return status;
  }

  /** As `StartRates.find`. */
  rates(...how: Parameters<StartRates['find']>): number | FailedStatus {
    return this.#rates.find(...how);
  }
}
