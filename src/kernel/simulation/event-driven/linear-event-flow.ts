/** The exact flow of a linear time-invariant model with the defaults of conventions: defaults. */
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import { assembleLinearSystem } from '../linear-system.js';
import type { ExactMode } from './exact-mode.js';
import type { QuadraticLedger } from './mode-integrals.js';
import { LcsFlow } from './lcs-flow.js';
import type { LcsFlowOptions } from './lcs-flow-options.js';

/** Modes kept; the oldest goes first. */
const maxModes = 4096;
/** The selecting step and evtol as parts of the interval. */
const selectionPart = 1e-8;
const evtolPart = 1e-12;
/** A state off a constraint by more than this part jumps; less is rounding. */
const jumpTolerance = 1e-9;

/**
 * Makes the flow that `EventDriven` runs; `ledger` receives every mode with the integrals it asks for. Throws
 * `ModelError` where the model is not linear or a signal has no closed form.
 */
export function linearEventFlow(
  nsds: NonSmoothDynamicalSystem,
  options: Partial<LcsFlowOptions> = {},
  ledger?: QuadraticLedger<ExactMode>,
): LcsFlow {
  const span = nsds.T - nsds.t0;
  const defaults = {
    ...{ evtol: evtolPart * span, selectionStep: selectionPart * span, longestSegment: span },
    ...{ jumpTolerance, maxModes },
  };
  return new LcsFlow(assembleLinearSystem(nsds), { ...defaults, ...options }, ledger);
}
