/**
 * A model laid out for Newton steps: the states of all systems side by side, the interactions' places in
 * them, the groups of systems that share one W, and the boxes of all laws.
 */
import type { FirstOrderRelation, RelationLinearization } from '../modeling/first-order-relation.js';
import { relationLinearization } from '../modeling/first-order-relation.js';
import type { FirstOrderSystem } from '../modeling/first-order-system.js';
import type { NonSmoothDynamicalSystem } from '../modeling/nonsmooth-dynamical-system.js';
import {
  boxesOf,
  type BoxRows,
  type NonSmoothLaw,
  type SecondOrderCone,
  type SwitchGuard,
} from '../modeling/nonsmooth-law.js';
import { coupledGroups, linkedInteractions } from './interaction-graph.js';
import { concatenateBoxes } from './lifted-laws.js';

export interface PlacedSystem {
  readonly system: FirstOrderSystem;
  /** Its first state among all. */
  readonly start: number;
}

export interface PlacedInteraction {
  readonly relation: FirstOrderRelation;
  /** Its first row among all. */
  readonly row: number;
  /** Where each entry of the relation's x stands among all states. */
  readonly place: Int32Array;
  /** The interactions with a system in common, itself first. */
  readonly linked: readonly number[];
  readonly guards: readonly SwitchGuard[];
  /** Work space: the states of the linked systems, and the relation linearised. */
  readonly x: Float64Array;
  readonly at: RelationLinearization;
}

export interface NewtonModel {
  readonly n: number;
  readonly m: number;
  readonly x0: Float64Array;
  readonly systems: readonly PlacedSystem[];
  readonly interactions: readonly PlacedInteraction[];
  /** The states of every group, ascending. */
  readonly groups: readonly Int32Array[];
  readonly boxes: BoxRows;
  /** Second-order cones; `first` counts boxes. */
  readonly cones: readonly SecondOrderCone[];
  readonly notes: readonly string[];
}

/** Lays out a model. */
export function layOutModel(nsds: NonSmoothDynamicalSystem): NewtonModel {
  const starts = new Map<FirstOrderSystem, number>();
  let n = 0;
  for (const system of nsds.systems) {
    starts.set(system, n);
    n += system.n;
  }
  const systems = nsds.systems.map((system) => ({ system, start: starts.get(system) ?? 0 }));
  const statesOf = (of: readonly FirstOrderSystem[]): Int32Array =>
    Int32Array.from(
      of.flatMap((system) => Array.from({ length: system.n }, (_, j) => (starts.get(system) ?? 0) + j)),
    );
  const x0 = new Float64Array(n);
  for (const { system, start } of systems) x0.set(system.x0, start);

  const links = linkedInteractions(nsds.links);
  let m = 0;
  const interactions = nsds.links.map(({ interaction, systems: linked }, k): PlacedInteraction => {
    const { relation, law } = interaction;
    const row = m;
    m += law.size;
    return {
      relation,
      row,
      place: statesOf(linked),
      linked: [k, ...(links[k] ?? []).map(({ index }) => index)],
      guards: law.guards ?? [],
      x: new Float64Array(relation.n),
      at: relationLinearization(relation.n, relation.m),
    };
  });
  const laws = nsds.links.map(({ interaction }) => interaction.law);
  return {
    n,
    m,
    x0,
    systems,
    interactions,
    groups: coupledGroups(nsds.systems, nsds.links).map(statesOf),
    boxes: concatenateBoxes(laws),
    cones: placedCones(laws),
    notes: [
      ...nsds.systems.flatMap(({ notes }) => notes),
      ...nsds.links.flatMap(({ interaction }) => interaction.relation.notes),
    ],
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
