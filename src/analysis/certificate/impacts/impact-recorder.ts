/**
 * What steps on a grid say of impacts: the impulse of every contact that hits, and what it costs (`impact-list.ts`); that of a friction
 * which the impact presses, beyond what its force was, and whose work is heat of the step.
 */
import type { CompiledCircuit, ReducedSystem } from '../../../circuit/compiler/compiled-circuit.js';
import { impactsOf } from '../../../circuit/compiler/guards.js';
import { StepImpacts, type ImpactStep } from '../../../kernel/simulation/time-stepping/step-impacts.js';
import type { MechanicalDomains } from '../../../netlist/flat-circuit.js';
import { dot } from '../energy/energy-ledger.js';
import { frictionForces } from './friction-elements.js';
import { type ContactImpulse, contactOf, type ImpactContact, ImpactList } from './impact-list.js';

interface Contact extends ImpactContact {
  /** Force and velocity over zeta. */
  readonly force: Float64Array;
  readonly velocity: Float64Array;
}

export class ImpactRecorder {
  readonly list = new ImpactList();
  /** What steps are told of the contacts; undefined where there are none. */
  readonly steps: StepImpacts | undefined;
  readonly #contacts: readonly Contact[];
  readonly #frictions: readonly (ImpactContact & { readonly force: Float64Array })[];

  constructor(compiled: CompiledCircuit, domains: MechanicalDomains | undefined) {
    const { system } = compiled;
    const impacts = impactsOf(compiled);
    this.#contacts = impacts.map(({ name, velocity }) => ({
      ...{ velocity, force: forceOf(name, system) },
      ...contactOf(name, domains),
    }));
    this.#frictions =
      impacts.length === 0
        ? []
        : [...frictionForces(system, domains)].map(([name, force]) => ({
            force,
            ...contactOf(name, domains),
          }));
    if (impacts.length > 0)
      this.steps = new StepImpacts(impacts, system.inputs, (step) => {
        this.#add(step);
      });
  }

  #add({ t, h, before, after }: ImpactStep): void {
    const impact: ContactImpulse[] = [];
    for (const contact of this.#contacts) {
      const { force, velocity } = contact;
      const size = h * dot(force, after);
      if (size > 0)
        impact.push({ contact, size, before: dot(velocity, before), after: dot(velocity, after) });
    }
    for (const friction of this.#frictions) {
      const [was, is] = [dot(friction.force, before), dot(friction.force, after)];
      if (Math.abs(is - was) > Math.abs(was))
        impact.push({ contact: friction, size: h * (is - was), before: 0, after: 0 });
    }
    this.list.add(t + h, impact);
  }
}

/** The force of a contact: the current of its diode. */
function forceOf(name: string, { branches, forms }: ReducedSystem): Float64Array {
  const diode = branches.findIndex((branch) => branch.kind === 'unilateral' && branch.name === name);
  return forms[diode]?.i ?? new Float64Array(0);
}
