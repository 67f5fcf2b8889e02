/**
 * A model laid out for Newton steps (`modeling/model-layout.ts`): for every interaction the level at which its law is
 * stated, the systems that share one W, and the boxes of all laws.
 */
import { relationLinearization, type RelationLinearization } from '../../modeling/relations/relation.js';
import { ModelLayout, type PlacedLink, type PlacedSystem } from '../../modeling/model-layout.js';
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import {
  boxesOf,
  type BoxRows,
  type CoulombRows,
  type NonSmoothLaw,
  type SecondOrderCone,
} from '../../modeling/laws/nonsmooth-law.js';
import type { IntegratorAssignment, StatedProblem } from '../integrators/integrator-assignment.js';
import { coupledGroups, linkedInteractions } from '../integrators/interaction-graph.js';
import { concatenateBoxes } from '../linear/lifted-laws.js';

export interface PlacedInteraction extends PlacedLink, StatedProblem {
  /** The interactions with a system in common, itself first. */
  readonly linked: readonly number[];
  /** Its systems' numbers in the model, one after another as in the relation's x. */
  readonly systemIndices: readonly number[];
  /** Work space: the states of the linked systems, and the relation linearised. */
  readonly x: Float64Array;
  readonly at: RelationLinearization;
}

export interface NewtonModel {
  readonly n: number;
  readonly equations: number;
  readonly m: number;
  readonly x0: Float64Array;
  readonly systems: readonly PlacedSystem[];
  readonly interactions: readonly PlacedInteraction[];
  /** The equations of every group that shares one W. */
  readonly groups: readonly Int32Array[];
  readonly boxes: BoxRows;
  /** Second-order cones; `first` counts boxes. */
  readonly cones: readonly SecondOrderCone[];
  /** Contacts with friction; `first` counts rows of the model. */
  readonly coulomb: readonly CoulombRows[];
  readonly notes: readonly string[];
}

/** Lays out a model; throws `ModelError` where integrators cannot step its interactions. */
export function layOutModel(nsds: NonSmoothDynamicalSystem, integrators: IntegratorAssignment): NewtonModel {
  const layout = new ModelLayout(nsds);
  const links = linkedInteractions(nsds.links);
  const interactions = layout.links.map((link, k): PlacedInteraction => {
    const { relation } = link.interaction;
    return {
      ...link,
      ...integrators.problemOf(link, k),
      linked: [k, ...(links[k] ?? []).map(({ index }) => index)],
      systemIndices: link.systems.map((system) => nsds.systems.indexOf(system)),
      x: new Float64Array(relation.n),
      at: relationLinearization(relation.n, relation.m, link.equations.length),
    };
  });
  const laws = nsds.links.map(({ interaction }) => interaction.law);
  const { n, equations, m, x0, systems, notes } = layout;
  return {
    n,
    equations,
    m,
    x0,
    systems,
    interactions,
    groups: coupledGroups(nsds.systems, nsds.links).map((group) => layout.equationsOf(group)),
    boxes: concatenateBoxes(laws),
    cones: placedCones(laws),
    coulomb: interactions.flatMap(({ interaction: { law }, row }) =>
      (law.coulomb ?? []).map((contact) => ({ ...contact, first: row + contact.first })),
    ),
    notes,
  };
}

function placedCones(laws: readonly NonSmoothLaw[]): SecondOrderCone[] {
  const cones: SecondOrderCone[] = [];
  let box = 0;
  for (const law of laws) {
    for (const cone of law.cones ?? []) cones.push({ ...cone, first: box + cone.first });
    box += boxesOf(law).row.length;
  }
  return cones;
}
