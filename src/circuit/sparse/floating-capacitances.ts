/**
 * Capacitances whose common voltage little determines: those of a group of nodes that only capacitances and voltage sources join, none
 * of which leads to ground, and that no resistances tie to ground within a second (R of them times C of the group). Such a group stands
 * between switches, diodes and coils: a link's capacitor behind leakage, the capacitor of a SEPIC.
 *
 * A sum of currents at a node knows charges to q eps / h, which over a step of a femtosecond is amperes; through leakage these are kilovolts
 * of the common voltage. With currents of their own as unknowns, C dv/dt - i = 0, sums of currents have no charges: rounding moves the
 * voltage across the capacitance, by eps of itself. Where something ties the group it is not worth an unknown.
 *
 * What ties is a path of resistances, which may pass other groups, and of the paths the one whose largest resistance is least: a
 * resistance that ends at a diode or a coil, or at a group that floats itself, leads nowhere. Cost: one pass over resistances in their order.
 */
import type { SmoothBranch } from '../primitives.js';

/** Seconds. */
const TIED = 1;

/** Sets of nodes that are joined one by one. */
class JoinedNodes {
  readonly #parent: Int32Array;

  constructor(readonly size: number) {
    this.#parent = Int32Array.from({ length: size }, (_, i) => i);
  }

  rootOf(node: number): number {
    const parent = this.#parent;
    let at = node;
    while (parent[at] !== at) at = parent[at] = parent[parent[at] as number] as number;
    return at;
  }

  join(a: number, b: number): void {
    this.#parent[this.rootOf(a)] = this.rootOf(b);
  }
}

/** Places of them among the branches; nodes count from 0, ground is -1. */
export function floatingCapacitances(
  branches: readonly SmoothBranch[],
  nodeCount: number,
  first: Int32Array,
  second: Int32Array,
): ReadonlySet<number> {
  const groups = new JoinedNodes(nodeCount + 1);
  // Ground is the last one.
  const place = (node: number): number => (node < 0 ? nodeCount : node);
  const ends = (index: number): [number, number] => [
    place(first[index] as number),
    place(second[index] as number),
  ];
  branches.forEach(({ kind }, index) => {
    if (kind === 'capacitance' || kind === 'voltage') groups.join(...ends(index));
  });
  const rootOf = (index: number): number => groups.rootOf(ends(index)[0]);
  const ground = groups.rootOf(nodeCount);
  const farads = new Map<number, number>();
  branches.forEach((branch, index) => {
    if (branch.kind !== 'capacitance' || rootOf(index) === ground) return;
    farads.set(rootOf(index), (farads.get(rootOf(index)) ?? 0) + branch.capacitance);
  });
  const floating = untied(farads, branches, ends, groups, ground);
  return new Set(
    branches.flatMap(({ kind }, index) =>
      kind === 'capacitance' && floating.has(rootOf(index)) ? [index] : [],
    ),
  );
}

/** Those of the groups with these capacitances that no path of resistances ties to ground. */
function untied(
  farads: ReadonlyMap<number, number>,
  branches: readonly SmoothBranch[],
  ends: (index: number) => [number, number],
  groups: JoinedNodes,
  ground: number,
): ReadonlySet<number> {
  if (farads.size === 0) return new Set();
  const resistances = branches.flatMap((branch, index) =>
    branch.kind === 'resistance' ? { ohms: Math.abs(branch.resistance), ends: ends(index) } : [],
  );
  resistances.sort((a, b) => a.ohms - b.ohms);
  // The nodes of a group are one: their common voltage is looked for.
  const paths = new JoinedNodes(groups.size);
  for (let node = 0; node < groups.size; node++) paths.join(node, groups.rootOf(node));
  let next = 0;
  const waiting = [...farads].sort(([, a], [, b]) => b - a);
  return new Set(
    waiting.flatMap(([root, capacitance]) => {
      for (; next < resistances.length; next++) {
        const { ohms, ends: both } = resistances[next] as (typeof resistances)[number];
        if (ohms * capacitance > TIED) break;
        paths.join(...both);
      }
      return paths.rootOf(root) === paths.rootOf(ground) ? [] : root;
    }),
  );
}
