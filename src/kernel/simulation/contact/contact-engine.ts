/**
 * Moreau-Jean steps of linear mechanical systems over the graph of their contacts (`contact-model.ts`): what all step sizes
 * share; `contact-stepper.ts` takes the steps.
 */
import { ModelError } from '../../modeling/model-error.js';
import { ModelLayout } from '../../modeling/model-layout.js';
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import { contactModel } from './contact-model.js';
import { ModeNumbers } from './contact-status.js';
import { ContactStepper } from './contact-stepper.js';
import type { IntegratorAssignment } from '../integrators/integrator-assignment.js';
import { newStepperState } from '../linear/linear-engine.js';
import type { StepperState } from '../linear/linear-stepper.js';
import type { BlockStepper, StepEngine } from '../linear/step-engine.js';

export class ContactEngine implements StepEngine {
  readonly n: number;
  readonly m: number;
  readonly rows: number;
  readonly state: StepperState;
  readonly multipliers = undefined;
  readonly notes: readonly string[];
  readonly modes = new ModeNumbers();

  constructor(
    readonly nsds: NonSmoothDynamicalSystem,
    integrators: IntegratorAssignment,
  ) {
    const layout = new ModelLayout(nsds);
    layout.links.forEach((link, k) => integrators.problemOf(link, k));
    this.n = layout.n;
    this.m = layout.m;
    this.rows = layout.m;
    this.notes = layout.notes;
    this.state = newStepperState(layout.x0, layout.m, new Uint8Array(0));
  }

  /** Impulses are not said by a state alone: none before the first step. */
  initialMultiplier(): Float64Array {
    return new Float64Array(this.m);
  }

  /** Positions are continuous, whatever forces do. */
  nextJump(): number {
    return Infinity;
  }

  stepper({ only }: IntegratorAssignment, h: number): BlockStepper {
    if (!only?.contactScheme)
      throw new ModelError('steps over contacts are taken by one scheme for all systems');
    return new ContactStepper(this, contactModel(this.nsds, only.contactScheme, h), only.contactScheme, h);
  }
}
