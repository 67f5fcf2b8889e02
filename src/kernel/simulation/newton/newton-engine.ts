/** Steps of a model that is nonlinear or varies in time: Newton's method for each (`newton-step.ts`). */
import { sameInstant } from '../linear/step-inputs.js';
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import type { SwitchGuard } from '../../modeling/laws/nonsmooth-law.js';
import { IntegratorAssignment, type Integrators } from '../integrators/integrator-assignment.js';
import { LawProblem } from './law-problem.js';
import { newStepperState } from '../linear/linear-engine.js';
import { blockSteps, type StepperState } from '../linear/linear-stepper.js';
import type { StepStop } from '../linear/step-stop.js';
import { layOutModel, type NewtonModel, type PlacedInteraction } from './newton-model.js';
import { resolveNewtonOptions, type NewtonOptions } from './newton-options.js';
import { NewtonStep, type NewtonOutcome } from './newton-step.js';
import type { OneStepNSProblem } from '../problems/one-step-ns-problem.js';
import { SimulationFailure } from '../simulation-failure.js';
import { ProjectedStep, type ProjectionOptions } from './projected-step.js';
import type { BlockStepper, StepEngine } from '../linear/step-engine.js';

interface PlacedGuard {
  readonly guard: SwitchGuard;
  readonly interaction: PlacedInteraction;
}

/** A step by Newton's method, projected or not. */
type TakenStep = Pick<NewtonStep, 'take' | 'accept'>;

export class NewtonEngine implements StepEngine {
  readonly model: NewtonModel;
  readonly n: number;
  readonly m: number;
  readonly rows: number;
  readonly state: StepperState;
  readonly multipliers = undefined;
  readonly notes: readonly string[];
  readonly guards: readonly PlacedGuard[];
  readonly modes = new Map<string, number>();
  readonly #integrators: IntegratorAssignment;
  readonly #laws: LawProblem;
  readonly #options: NewtonOptions;

  constructor(
    nsds: NonSmoothDynamicalSystem,
    problem: OneStepNSProblem,
    integrators: Integrators,
    options: Partial<NewtonOptions> = {},
    private readonly projection?: ProjectionOptions,
  ) {
    this.#integrators = new IntegratorAssignment(nsds, integrators);
    const model = layOutModel(nsds, this.#integrators);
    this.model = model;
    this.n = model.n;
    this.m = model.m;
    this.rows = model.m;
    this.notes = model.notes;
    this.guards = model.interactions.flatMap((interaction) =>
      (interaction.interaction.law.guards ?? []).map((guard) => ({ guard, interaction })),
    );
    const on = Uint8Array.from(this.guards, ({ guard }) => (guard.initially === 'on' ? 1 : 0));
    this.state = newStepperState(model.x0, model.m, on);
    this.#laws = new LawProblem(model.m, model.boxes, model.cones, problem, model.coulomb);
    this.#options = resolveNewtonOptions(options);
    // What cannot be projected is refused here, not in the first step.
    if (projection) this.#takenStep(this.#integrators);
  }

  initialMultiplier(t: number): Float64Array | undefined {
    const { x, lambda: known } = this.state;
    const solve = (lambda: Float64Array): ReturnType<NewtonStep['solveMultiplier']> =>
      this.newStep().solveMultiplier(t, { x, lambda }, this.forcedRows());
    let lambda = new Float64Array(this.m);
    let status: ReturnType<typeof solve>;
    try {
      status = solve(lambda);
    } catch (error) {
      // A function without a value at 0 (1/v, ln v): from what is known of a point before.
      if (!(error instanceof SimulationFailure) || known.every((value) => value === 0)) throw error;
      status = solve((lambda = known.slice()));
    }
    if (status === 'infeasible') return undefined;
    // Not found, but not shown to be inconsistent either: the steps find their own.
    return status === 'solved' ? lambda : new Float64Array(this.m);
  }

  /** Newton's steps solve y at their ends as it is; jumps of inputs are not looked for. */
  nextJump(): number {
    return Infinity;
  }

  stepper(integrators: IntegratorAssignment): BlockStepper {
    return new NewtonBlocks(this, this.#takenStep(integrators));
  }

  /** Steps as they are asked for: with or without projection. */
  #takenStep(integrators: IntegratorAssignment): TakenStep {
    const step = this.newStep(integrators);
    return this.projection ? new ProjectedStep(step, this.model, this.projection) : step;
  }

  newStep(integrators = this.#integrators): NewtonStep {
    return new NewtonStep(this.model, integrators, this.#laws, this.#options);
  }

  /** By row: 1 where a switch makes y = 0, -1 where it makes lambda = 0. */
  forcedRows(): Int8Array {
    const forced = new Int8Array(this.m);
    this.guards.forEach(({ guard, interaction }, g) => {
      const isOn = this.state.on[g] === 1;
      forced[interaction.row + guard.row] = isOn === (guard.onMeans === 'y=0') ? 1 : -1;
    });
    return forced;
  }

  /** Turns every switch whose control left its band; returns their rows. */
  turnSwitches(t0: number, t1: number): number[] {
    const { x, lambda, on } = this.state;
    const rows: number[] = [];
    this.guards.forEach(({ guard, interaction }, g) => {
      const control = Float64Array.of(0);
      guard.controlInput?.addValue(guard.sourceOnly ? t1 + sameInstant * (t1 - t0) : t0, control);
      let sum = control[0]!;
      guard.controlX.forEach((k, j) => (sum += k * x[interaction.place[j]!]!));
      guard.controlLambda.forEach((k, j) => (sum += k * lambda[interaction.row + j]!));
      if (on[g] === 1 ? !(sum < guard.off) : !(sum > guard.on)) return;
      on[g] = on[g] === 1 ? 0 : 1;
      rows.push(interaction.row + guard.row);
    });
    return rows;
  }
}

class NewtonBlocks implements BlockStepper {
  mode = -1;
  readonly recordX: Float64Array;
  readonly recordLambda: Float64Array;
  readonly #time = new Float64Array(blockSteps + 1);
  #record = false;

  constructor(
    private readonly engine: NewtonEngine,
    private readonly step: TakenStep,
  ) {
    this.recordX = new Float64Array((blockSteps + 1) * engine.n);
    this.recordLambda = new Float64Array((blockSteps + 1) * engine.m);
  }

  configure(record: boolean): void {
    this.#record = record;
  }

  /** Newton starts from the state, which both share. */
  follow(): void {
    this.mode = -1;
  }

  prepare(k: number, count: number, time: (k: number) => number): void {
    for (let i = 0; i <= count; i++) this.#time[i] = time(k + i);
  }

  advance(first: number, count: number, outcome: { stop: StepStop }): number {
    const { state, n, m } = this.engine;
    outcome.stop = { status: 'ok' };
    for (let done = 0; done < count; done++) {
      const k = first + done;
      const [t0, t1] = [this.#time[k]!, this.#time[k + 1]!];
      let taken: NewtonOutcome;
      try {
        const rows = this.engine.turnSwitches(t0, t1);
        if (rows.length > 0) {
          outcome.stop = { status: 'switched', rows };
          return done;
        }
        taken = this.step.take(t0, t1, state, this.engine.forcedRows());
      } catch (error) {
        outcome.stop = { status: 'thrown', error };
        return done;
      }
      if (taken.status !== 'ok') {
        outcome.stop = taken;
        return done;
      }
      this.step.accept(state.x);
      this.#count(taken.mode, taken.iterations);
      if (!this.#record) continue;
      this.recordX.set(state.x, (k + 1) * n);
      this.recordLambda.set(state.lambda, (k + 1) * m);
    }
    return count;
  }

  retireAll(): void {
    this.mode = -1;
  }

  #count(key: string, iterations: number): void {
    const { modes, state } = this.engine;
    const { counters } = state;
    let mode = modes.get(key);
    if (mode === undefined) {
      mode = modes.size;
      modes.set(key, mode);
      counters.modesSeen++;
    }
    if (mode !== this.mode) counters.modeChanges++;
    this.mode = mode;
    counters.steps++;
    counters.lcpSolves += iterations;
  }
}
