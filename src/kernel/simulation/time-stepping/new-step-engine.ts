/**
 * Chooses how a model is stepped: by cached maps where everything is linear and of first order under one scheme, over the
 * graph of contacts where it is linear and mechanical, else, and where positions are projected, by Newton's method.
 */
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import type { IntegratorAssignment } from '../integrators/integrator-assignment.js';
import { ContactEngine } from '../contact/contact-engine.js';
import { isLinearContactModel } from '../contact/contact-model.js';
import { LinearEngine } from '../linear/linear-engine.js';
import { isLinearTimeInvariant } from '../linear/linear-system.js';
import { NewtonEngine } from '../newton/newton-engine.js';
import type { NewtonOptions } from '../newton/newton-options.js';
import type { OneStepNSProblem } from '../problems/one-step-ns-problem.js';
import type { ProjectionOptions } from '../newton/projected-step.js';
import type { StepEngine } from '../linear/step-engine.js';
import type { StepMap } from '../linear/step-map.js';

export interface StepEngineOptions {
  /** Of steps that are not linear. */
  readonly newton?: Partial<NewtonOptions>;
  /** Positions of every step are projected onto contacts and joints; such steps go by Newton's method. */
  readonly projection?: ProjectionOptions;
}

/** Makes the engine; `retire` is told of every cached map that goes. */
export function newStepEngine(
  nsds: NonSmoothDynamicalSystem,
  integrators: IntegratorAssignment,
  problem: OneStepNSProblem,
  retire: (map: StepMap) => void,
  { newton, projection }: StepEngineOptions,
): StepEngine {
  const { only } = integrators;
  if (projection) return new NewtonEngine(nsds, problem, integrators.given, newton, projection);
  if (only?.linearScheme && isLinearTimeInvariant(nsds)) {
    return new LinearEngine(nsds, problem.options, retire);
  }
  if (only?.contactScheme && isLinearContactModel(nsds)) return new ContactEngine(nsds, integrators);
  return new NewtonEngine(nsds, problem, integrators.given, newton);
}
