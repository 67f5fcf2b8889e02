/**
 * What steps on a grid say of impacts: the impulse P of every contact that hits, and what it costs,
 *
 *     - P (w- + w+)/2,     w- and w+ its velocities before and behind
 *
 * which is the work of the impulse, whatever its law is (Kelvin). The first are kept, all are counted.
 */
import type { CompiledCircuit, ReducedSystem } from '../circuit/compiled-circuit.js';
import { impactsOf } from '../circuit/guards.js';
import { StepImpacts, type ImpactStep } from '../kernel/simulation/step-impacts.js';
import type { MechanicalDomains } from '../netlist/flat-circuit.js';
import type { Impulse } from './certificate.js';
import { dot } from './energy-ledger.js';

const maxKept = 1000;

interface Contact {
  readonly element: string;
  readonly unit: 'N s' | 'N m s';
  /** Force and velocity over zeta. */
  readonly force: Float64Array;
  readonly velocity: Float64Array;
}

export class ImpactRecorder {
  readonly impulses: Impulse[] = [];
  /** Impulses that are not kept. */
  leftOut = 0;
  /** Lost in all, joules. */
  energyLost = 0;
  /** What steps are told of the contacts; undefined where there are none. */
  readonly steps: StepImpacts | undefined;
  readonly #contacts: readonly Contact[];

  constructor(compiled: CompiledCircuit, domains: MechanicalDomains | undefined) {
    const { system } = compiled;
    const impacts = impactsOf(compiled);
    this.#contacts = impacts.map(({ name, velocity }) => ({
      ...{ velocity, force: forceOf(name, system) },
      element: name.replace(/#.*/, ''),
      unit: domains?.ports.get(name.replace(/#.*/, '')) === 'rotational' ? 'N m s' : 'N s',
    }));
    if (impacts.length > 0)
      this.steps = new StepImpacts(impacts, system.inputs, (step) => {
        this.#add(step);
      });
  }

  #add({ t, h, before, after }: ImpactStep): void {
    for (const { element, unit, force, velocity } of this.#contacts) {
      const size = h * dot(force, after);
      if (!(size > 0)) continue;
      const energyLost = (-size * (dot(velocity, before) + dot(velocity, after))) / 2;
      this.energyLost += energyLost;
      if (this.impulses.length < maxKept)
        this.impulses.push({ time: t + h, element, size, unit, energyLost });
      else this.leftOut++;
    }
  }
}

/** The force of a contact: the current of its diode. */
function forceOf(name: string, { branches, forms }: ReducedSystem): Float64Array {
  const diode = branches.findIndex((branch) => branch.kind === 'unilateral' && branch.name === name);
  return forms[diode]?.i ?? new Float64Array(0);
}
