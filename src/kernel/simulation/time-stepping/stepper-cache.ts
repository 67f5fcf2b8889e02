/** The steppers of a run: one for whole steps, one for the implicit step after a jump, a few for split steps. */
import type { IntegratorAssignment } from '../integrators/integrator-assignment.js';
import type { BlockStepper, StepEngine } from '../linear/step-engine.js';
import type { StepPlan } from './step-grid.js';

/** Steppers of split or shortened steps that are kept; every one has a step size of its own. */
const keptSteppers = 64;

/** Identities of modes: those of one stepper times this, plus the stepper's number. */
const identityStride = 65536;

export class StepperCache {
  readonly #engine: StepEngine;
  readonly #integrators: IntegratorAssignment;
  readonly #steppers = new Map<string, BlockStepper>();
  readonly #numbers = new Map<BlockStepper, number>();
  #made = 0;

  constructor(engine: StepEngine, integrators: IntegratorAssignment) {
    this.#engine = engine;
    this.#integrators = integrators;
  }

  /** The stepper for a plan; after a jump one with theta = gamma = 1. */
  get({ h, whole }: Pick<StepPlan, 'h' | 'whole'>, afterJump: boolean): BlockStepper {
    const role = `${whole ? 'whole' : h}${afterJump ? ' after a jump' : ''}`;
    let stepper = this.#steppers.get(role);
    if (stepper) return stepper;
    stepper = this.#engine.stepper(afterJump ? this.#integrators.implicit() : this.#integrators, h);
    if (this.#steppers.size >= keptSteppers) this.#dropOldestSplit();
    this.#steppers.set(role, stepper);
    this.#numbers.set(stepper, this.#made++ % identityStride);
    return stepper;
  }

  /** Identity of the stepper's present mode among all of the run; -1 where there is none. */
  modeOf(stepper: BlockStepper): number {
    return stepper.mode < 0 ? -1 : stepper.mode * identityStride + (this.#numbers.get(stepper) ?? 0);
  }

  retireAll(): void {
    for (const stepper of this.#steppers.values()) stepper.retireAll();
  }

  #dropOldestSplit(): void {
    for (const [role, stepper] of this.#steppers) {
      if (role.startsWith('whole')) continue;
      stepper.retireAll();
      this.#numbers.delete(stepper);
      this.#steppers.delete(role);
      return;
    }
  }
}
