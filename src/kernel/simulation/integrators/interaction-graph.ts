/**
 * The graph of interactions, [notes] 1.1: two are linked when they have a dynamical system in common; the
 * block (alpha, beta) of the one-step problem is zero unless alpha and beta are linked.
 */
import type { DynamicalSystem } from '../../modeling/systems/dynamical-system.js';
import type { Link } from '../../modeling/nonsmooth-dynamical-system.js';

export interface LinkedInteraction {
  /** Index among the links of the model. */
  readonly index: number;
  readonly commonSystems: readonly DynamicalSystem[];
}

/** For each link of a model the links that have systems in common with it, itself left out. */
export function linkedInteractions(links: readonly Link[]): LinkedInteraction[][] {
  return links.map(({ systems }, alpha) =>
    links.flatMap((other, index) => {
      const commonSystems = systems.filter((system) => other.systems.includes(system));
      return index !== alpha && commonSystems.length > 0 ? [{ index, commonSystems }] : [];
    }),
  );
}

/**
 * The systems that must be solved together: those of an interaction whose r depends on x (K is not zero),
 * merged where such interactions share a system; every other system is a group of its own.
 */
export function coupledGroups(
  systems: readonly DynamicalSystem[],
  links: readonly Link[],
): DynamicalSystem[][] {
  const group = new Map(systems.map((system, k) => [system, k]));
  for (const { interaction, systems: linked } of links) {
    if (!interaction.relation.couplesStates) continue;
    const numbers = new Set(linked.map((system) => group.get(system)));
    const min = Math.min(...linked.map((system) => group.get(system) ?? 0));
    for (const [system, k] of group) if (numbers.has(k)) group.set(system, min);
  }
  const numbers = [...new Set(group.values())];
  return numbers.map((k) => systems.filter((system) => group.get(system) === k));
}
