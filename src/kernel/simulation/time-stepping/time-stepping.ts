/**
 * Time stepping on a fixed grid, [intro] 7 (`stepped-simulation.ts`). Events of an `EventsManager` are reached exactly: one
 * between two grid points splits that step.
 */
import { requireKnownOptions } from '../../modeling/known-options.js';
import { ModelError } from '../../modeling/model-error.js';
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import { BoxVI } from '../problems/box-vi.js';
import type { Integrators } from '../integrators/integrator-assignment.js';
import type { OneStepNSProblem } from '../problems/one-step-ns-problem.js';
import { SteppedSimulation, type SteppingOptions } from './stepped-simulation.js';
import type { TimeDiscretisation } from './time-discretisation.js';
import { UniformSteps } from './uniform-steps.js';

export interface TimeSteppingOptions extends SteppingOptions {
  /** Time up to which all inputs are known, where they come from the run itself (a delay); blocks end before it. */
  readonly knownUntil?: () => number;
}

export class TimeStepping extends SteppedSimulation {
  readonly #steps: UniformSteps;

  /**
   * Takes the integrator of all systems, or a map with one for each, and the one-step problem; `BoxVI`, which solves all
   * of them, when absent. Throws `ModelError` where sizes, theta, laws or W do not allow a simulation.
   */
  constructor(
    nsds: NonSmoothDynamicalSystem,
    readonly discretisation: TimeDiscretisation,
    osi: Integrators,
    problem: OneStepNSProblem = new BoxVI(),
    options: TimeSteppingOptions = {},
  ) {
    const all = {
      startsWithJump: true,
      ledger: true,
      events: true,
      knownUntil: true,
      newton: true,
      projection: true,
      impacts: true,
    } as const;
    requireKnownOptions('TimeStepping', options, all);
    if (discretisation.t0 !== nsds.t0) {
      throw new ModelError(
        `TimeStepping: the discretisation begins at ${discretisation.t0} s, the model at ${nsds.t0} s; they must agree`,
      );
    }
    const steps = new UniformSteps(discretisation, nsds.T, options.knownUntil);
    super(nsds, osi, problem, options, steps);
    this.#steps = steps;
  }

  /** Steps in [t0, T], a shortened last one included, those that events split counted once. */
  get stepCount(): number {
    return this.#steps.stepCount;
  }
}
