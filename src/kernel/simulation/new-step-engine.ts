/** Chooses how a model is stepped: by cached maps where everything is linear under one scheme, else by Newton's method. */
import type { NonSmoothDynamicalSystem } from '../modeling/nonsmooth-dynamical-system.js';
import type { IntegratorAssignment } from './integrator-assignment.js';
import { LinearEngine } from './linear-engine.js';
import { isLinearTimeInvariant } from './linear-system.js';
import { NewtonEngine } from './newton-engine.js';
import type { NewtonOptions } from './newton-options.js';
import type { OneStepNSProblem } from './one-step-ns-problem.js';
import type { StepEngine } from './step-engine.js';
import type { StepMap } from './step-map.js';

/** Makes the engine; `retire` is told of every cached map that goes. */
export function newStepEngine(
  nsds: NonSmoothDynamicalSystem,
  integrators: IntegratorAssignment,
  problem: OneStepNSProblem,
  retire: (map: StepMap) => void,
  newton?: Partial<NewtonOptions>,
): StepEngine {
  return integrators.only?.linearScheme && isLinearTimeInvariant(nsds)
    ? new LinearEngine(nsds, problem.options, retire)
    : new NewtonEngine(nsds, problem, integrators.given, newton);
}
