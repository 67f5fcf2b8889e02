/** The exact flow of a linear time-invariant model with the defaults of conventions: defaults. */
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import { requireCapabilities, type Capabilities } from '../capabilities.js';
import { attachInteractions } from '../integrators/interaction-reader.js';
import { assembleLinearSystem } from '../linear/linear-system.js';
import type { ExactMode } from './modes/exact-mode.js';
import type { QuadraticLedger } from './modes/quadratic-ledger.js';
import { LcsFlow } from './lcs-flow.js';
import type { LcsFlowOptions } from './lcs-flow-options.js';

/** Modes kept; the oldest goes first. */
const maxModes = 4096;
/** The selecting step and evtol as parts of the interval. */
const selectionPart = 1e-8;
const evtolPart = 1e-12;
/** A state off a constraint by more than this part jumps; less is rounding. */
const jumpTolerance = 1e-9;

/** What exact propagation of linear modes cannot do. */
const capabilities: Capabilities = Object.freeze({
  simulation: 'linearEventFlow',
  refuses: Object.freeze({
    reinitialisation: 'OdeFlow, which takes them where there are no interactions, or TimeStepping',
    nonlinear: 'TimeStepping',
    impact: 'TimeStepping',
    cone: 'TimeStepping',
    parameters: 'TimeStepping',
    'no-closed-form': 'TimeStepping',
  }),
});

/**
 * Makes the flow that `EventDriven` runs; `ledger` receives every mode with the integrals it asks for. Throws
 * `ModelError` that names what it cannot take: reinitialisations, what is not linear, signals without a closed form.
 */
export function linearEventFlow(
  nsds: NonSmoothDynamicalSystem,
  options: Partial<LcsFlowOptions> = {},
  ledger?: QuadraticLedger<ExactMode>,
): LcsFlow {
  requireCapabilities(nsds, capabilities);
  const span = nsds.T - nsds.t0;
  const defaults = {
    ...{ evtol: evtolPart * span, selectionStep: selectionPart * span, longestSegment: span },
    ...{ jumpTolerance, maxModes },
  };
  const flow = new LcsFlow(assembleLinearSystem(nsds), { ...defaults, ...options }, ledger);
  attachInteractions(nsds, flow);
  return flow;
}
