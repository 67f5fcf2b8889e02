/**
 * What a model needs of a simulation, object by object, and what a simulation declares that it cannot do: such a model is
 * refused by name, with what to use instead. Nothing is passed over.
 */
import { linearRelation } from '../modeling/relations/first-order-relation.js';
import { linearDynamics } from '../modeling/systems/first-order-system.js';
import type { LinearInput } from '../modeling/signals/linear-input.js';
import { ModelError } from '../modeling/model-error.js';
import { ModelLayout } from '../modeling/model-layout.js';
import type { NonSmoothDynamicalSystem } from '../modeling/nonsmooth-dynamical-system.js';

/**
 * "nonlinear": a system or relation without constant matrices; "reinitialisation": a rule x+ = F(t, x-); "impact", "cone":
 * laws with restitution or impulses, with second-order cones; "parameters": z in an input of a system or relation; "no-closed-form": a
 * signal whose course between breakpoints is not known.
 */
export type Need = 'nonlinear' | 'reinitialisation' | 'impact' | 'cone' | 'parameters' | 'no-closed-form';

export interface Capabilities {
  /** Who declares them. */
  readonly simulation: string;
  /** What it cannot do, each with what to use instead. */
  readonly refuses: Readonly<Partial<Record<Need, string>>>;
}

interface NamedNeed {
  readonly need: Need;
  /** The object, as the sentence "... cannot take ..." goes on. */
  readonly object: string;
}

/** Throws `ModelError` naming the first object of the model that the simulation cannot take. */
export function requireCapabilities(
  nsds: NonSmoothDynamicalSystem,
  { simulation, refuses }: Capabilities,
): void {
  for (const { need, object } of needsOf(nsds)) {
    const instead = refuses[need];
    if (instead !== undefined) throw new ModelError(`${simulation} cannot take ${object}; use ${instead}`);
  }
}

function needsOf(nsds: NonSmoothDynamicalSystem): NamedNeed[] {
  const layout = new ModelLayout(nsds);
  const needs: NamedNeed[] = [];
  layout.rules.forEach((_, k) =>
    needs.push({ need: 'reinitialisation', object: `the reinitialisation ${k} of the model` }),
  );
  layout.systems.forEach(({ system }, k) => {
    const linear = linearDynamics(system);
    if (linear) {
      needs.push(...parameterNeeds(system.name, system.z, linear.b));
      return;
    }
    needs.push({
      need: 'nonlinear',
      object: `${system.name} (system ${k} of the model), which is ${notLinear}`,
    });
  });
  layout.links.forEach(({ interaction: { relation, law } }, k) => {
    const where = `of interaction ${k}`;
    if (!linearRelation(relation)) {
      needs.push({ need: 'nonlinear', object: `the ${relation.name} ${where}, which is ${notLinear}` });
    }
    const name = `the ${law.constructor.name} ${where}`;
    if (law.restitution || law.impulsive === true)
      needs.push({ need: 'impact', object: `${name}, a law of impacts` });
    if ((law.cones ?? []).length > 0)
      needs.push({ need: 'cone', object: `${name}, which has second-order cones` });
    needs.push(...parameterNeeds(relation.name, relation.z, linearRelation(relation)?.e));
  });
  for (const signal of layout.signals) {
    if (signal.generator && signal.generate) continue;
    needs.push({
      need: 'no-closed-form',
      object: `${layout.nameOfSignal(signal)}, which has no closed form`,
    });
  }
  return needs;
}

/** z of a system or relation, where a callback of its input may read it. */
function parameterNeeds(name: string, z: Float64Array, input: LinearInput | undefined): NamedNeed[] {
  if (z.length === 0 || !input?.signals.some(({ generator }) => !generator)) return [];
  return [{ need: 'parameters', object: `the parameters z of ${name}, whose changes it would not see` }];
}

const notLinear = 'not linear with constant matrices';
