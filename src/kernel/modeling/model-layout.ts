/**
 * Where everything of a model stands: the states x of all systems side by side in the order of insertion, their
 * equations (reactions) likewise, the rows of y and lambda of all interactions in the order of `link`, the signals u,
 * each once, and the parameters z. Assembly, events and reinitialisations read it; nobody counts anew.
 */
import { equationsOf, type DynamicalSystem } from './systems/dynamical-system.js';
import { linearRelation } from './relations/first-order-relation.js';
import { isFirstOrder } from './systems/first-order-system.js';
import type { Interaction } from './interaction.js';
import type { NonSmoothDynamicalSystem } from './nonsmooth-dynamical-system.js';
import type { Reinitialisation } from './reinitialisation.js';
import type { Signal } from './signals/signal.js';

export interface PlacedSystem<System extends DynamicalSystem = DynamicalSystem> {
  readonly system: System;
  /** Its first state and its first equation among all. */
  readonly start: number;
  readonly equation: number;
}

export interface PlacedLink {
  readonly interaction: Interaction;
  readonly systems: readonly DynamicalSystem[];
  /** Its first row among all. */
  readonly row: number;
  /** Where each entry of the relation's x and r stands among all states and equations. */
  readonly place: Int32Array;
  readonly equations: Int32Array;
}

export interface PlacedRule {
  readonly rule: Reinitialisation;
  /** Where each entry of the rule's x stands among all states. */
  readonly place: Int32Array;
}

/** Parameters of a system, relation or rule; `name` is its class. */
export interface PlacedParameters {
  readonly name: string;
  readonly z: Float64Array;
  /** The first of them among all. */
  readonly start: number;
}

export class ModelLayout {
  /** States, equations, rows. */
  readonly n: number;
  readonly equations: number;
  readonly m: number;
  /** The initial state (n). */
  readonly x0: Float64Array;
  readonly systems: readonly PlacedSystem[];
  readonly links: readonly PlacedLink[];
  readonly rules: readonly PlacedRule[];
  /** Signals of systems, linear relations and switches, by identity. */
  readonly signals: readonly Signal[];
  readonly parameters: readonly PlacedParameters[];
  readonly notes: readonly string[];

  constructor({ systems, links, reinitialisations }: NonSmoothDynamicalSystem) {
    const [states, equations] = [new Map<DynamicalSystem, number>(), new Map<DynamicalSystem, number>()];
    let [n, e, m] = [0, 0, 0];
    for (const system of systems) {
      states.set(system, n);
      equations.set(system, e);
      n += system.n;
      e += equationsOf(system);
    }
    const statesOf = (of: readonly DynamicalSystem[]): Int32Array => places(of, states, ({ n }) => n);
    this.systems = systems.map((system) => ({
      system,
      start: states.get(system) ?? 0,
      equation: equations.get(system) ?? 0,
    }));
    this.links = links.map(({ interaction, systems: linked }) => {
      const row = m;
      m += interaction.m;
      const place = statesOf(linked);
      return { interaction, systems: linked, row, place, equations: places(linked, equations, equationsOf) };
    });
    this.rules = reinitialisations.map(({ rule, systems: linked }) => ({ rule, place: statesOf(linked) }));
    [this.n, this.equations, this.m] = [n, e, m];
    this.x0 = new Float64Array(n);
    for (const { system, start } of this.systems) this.x0.set(system.x0, start);
    this.signals = collectSignals(systems, links);
    const relations = links.map(({ interaction }) => interaction.relation);
    this.parameters = placeParameters([
      ...systems,
      ...relations,
      ...reinitialisations.map(({ rule }) => ({ name: 'Reinitialisation', z: rule.z })),
    ]);
    this.notes = [...systems, ...relations].flatMap(({ notes }) => notes);
  }

  /** Names a signal for messages: whose, and the how-manieth of its input. */
  nameOfSignal(signal: Signal): string {
    if (signal.text !== undefined) return signal.text;
    for (const { system } of this.systems) {
      const k = isFirstOrder(system) ? (system.b?.signals.indexOf(signal) ?? -1) : -1;
      if (k >= 0) return `${system.name}: signal ${k} of b`;
    }
    for (const { interaction } of this.links) {
      const k = linearRelation(interaction.relation)?.e?.signals.indexOf(signal) ?? -1;
      if (k >= 0) return `${interaction.relation.name}: signal ${k} of e`;
    }
    return 'a switch: a signal of its control';
  }

  /** Where the equations of systems stand, one system after another. */
  equationsOf(systems: readonly DynamicalSystem[]): Int32Array {
    const placed = new Map(this.systems.map(({ system, equation }) => [system, equation]));
    return places(systems, placed, equationsOf);
  }
}

/** Names a row of all for messages: of which interaction, and the how-manieth. */
export function nameOfRow(links: readonly PlacedLink[], row: number): string {
  const at = links.findLastIndex(({ row: first }) => first <= row);
  const link = links[at];
  if (!link) return `row ${row}`;
  return `row ${row - link.row} of the ${link.interaction.relation.name} of interaction ${at}`;
}

function places(
  systems: readonly DynamicalSystem[],
  starts: ReadonlyMap<DynamicalSystem, number>,
  sizeOf: (system: DynamicalSystem) => number,
): Int32Array {
  return Int32Array.from(
    systems.flatMap((system) =>
      Array.from({ length: sizeOf(system) }, (_, j) => (starts.get(system) ?? 0) + j),
    ),
  );
}

function collectSignals(
  systems: readonly DynamicalSystem[],
  links: NonSmoothDynamicalSystem['links'],
): readonly Signal[] {
  const inputs = systems.map((system) => (isFirstOrder(system) ? system.b : undefined));
  for (const { interaction } of links) {
    inputs.push(linearRelation(interaction.relation)?.e);
    for (const guard of interaction.law.guards ?? []) inputs.push(guard.controlInput);
  }
  return [...new Set(inputs.flatMap((input) => input?.signals ?? []))];
}

function placeParameters(
  owners: readonly { readonly name: string; readonly z: Float64Array }[],
): PlacedParameters[] {
  let start = 0;
  return owners.flatMap(({ name, z }) => {
    const placed = { name, z, start };
    start += z.length;
    return z.length > 0 ? [placed] : [];
  });
}
