/**
 * Groups of nodes that nothing ties to the rest but junctions without a charge, and beside them ideal diodes and switches: the secondary of
 * a rectifier whose diodes all block. 1e-12 S across each of these elements decides about their common voltage, at rest and in a
 * transient alike; nothing else gets any. That voltage u is where the tails of the exponentials balance,
 *
 *     sum of I_k (e^(v_k / N_k V_t) - 1) = 0,     v_k the voltages of the junctions, each moving with u,
 *
 * below rounding of what leaks by more than 1e-16 of itself (from 1 V on), so that no arithmetic finds it: the middle between alike ones is
 * where the tails put it as well. Conductances within a group add rounding of their own: v eps / R, of 300 V and 5 milliohms ten volts of
 * what leaks. The current of those that are large is an unknown, v_a - v_b - R i = 0, so that the sums of the group have no such term. What ideal elements alone leave open is another matter (conventions: undetermined quantities).
 * Cost: one pass over the branches.
 */
import { localPoint } from '../../kernel/modeling/laws/local-law.js';
import { forEachNode } from '../branch-nodes.js';
import { DisjointSets, ground } from '../compiler/tree.js';
import type { LawBranch, SmoothBranch } from '../primitives.js';
import { leakage, leakAcross } from './leaking-laws.js';

/** Volts at one of which a junction that blocks conducts next to nothing. */
const reverse: readonly number[] = Object.freeze([-1, -2, -4, -8]);
/** Siemens and farads that are next to nothing: what transit times leave of a charge there, too. */
const nothing = Object.freeze({ conductance: 1e-3 * leakage, capacitance: 1e-24 });

/** Ohms: of 1 kV across what is larger rounding moves a group by less than a millivolt. */
const smooth = 100;

export interface LooseNodes {
  /** In the order of the branches. */
  readonly nodes: readonly string[];
  /** All, some with currents of their own, and behind them what leaks. */
  readonly branches: readonly SmoothBranch[];
}

export function looseNodes(branches: readonly SmoothBranch[]): LooseNodes {
  const openings = branches.map((branch) => openingOf(branch));
  if (!openings.includes('junction')) return { nodes: [], branches };
  const places = new Map([[ground, 0]]);
  for (const branch of branches)
    forEachNode(branch, (node) => {
      if (!places.has(node)) places.set(node, places.size);
    });
  const sets = new DisjointSets(places.size);
  const setOf = (node: string): number => sets.find(places.get(node) ?? 0);
  branches.forEach((branch, k) => {
    if (openings[k] !== undefined) return;
    const first = places.get(branch.a) ?? 0;
    forEachNode(branch, (node) => void sets.join(first, places.get(node) ?? 0));
  });
  const bounds = branches.flatMap((branch, k) => {
    const [how, from, to] = [openings[k], setOf(branch.a), setOf(branch.b)];
    return how === undefined || how === 'source' || from === to ? [] : [{ branch, how, from, to }];
  });
  const groups = Array.from({ length: places.size }, () => ({
    byJunction: false,
    leadsIn: false,
    leadsOut: false,
  }));
  for (const { how, from, to } of bounds) {
    const [first, second] = [groups[from], groups[to]];
    if (!first || !second) continue;
    if (how === 'junction') first.byJunction = second.byJunction = true;
    first.leadsOut = second.leadsIn = true;
    if (how === 'switch') first.leadsIn = second.leadsOut = true;
  }
  // Where all of them lead out, or in, one never blocks: it rests at 0 V.
  const isLoose = groups.map(({ byJunction, leadsIn, leadsOut }) => byJunction && leadsIn && leadsOut);
  isLoose[setOf(ground)] = false;
  const leaking = bounds.filter(({ from, to }) => isLoose[from] || isLoose[to]);
  if (leaking.length === 0) return { nodes: [], branches };
  const leaks = leaking.map(({ branch: { name, a, b }, how }) =>
    leakAcross(`${name}${how === 'junction' ? '#gmin1' : '#leak'}`, a, b),
  );
  const carried = branches.map((branch) => {
    const within = branch.kind === 'resistance' && isLoose[setOf(branch.a)] && branch.a !== branch.b;
    return within && Math.abs(branch.resistance) < smooth ? { ...branch, carried: true } : branch;
  });
  return {
    nodes: [...places.keys()].filter((node) => isLoose[setOf(node)]),
    branches: [...carried, ...leaks],
  };
}

type Opening = 'junction' | 'diode' | 'switch' | 'source';

/** What a branch is that ties its nodes to nothing, always or where it is open; undefined where it ties them. */
function openingOf(branch: SmoothBranch): Opening | undefined {
  switch (branch.kind) {
    case 'law':
      return isJunctionAlone(branch) ? 'junction' : undefined;
    case 'unilateral':
      return 'diode';
    case 'ideal-switch':
      return 'switch';
    case 'current':
      return 'source';
    case 'controlled':
      return branch.output === 'current' ? 'source' : undefined;
    default:
      return undefined;
  }
}

/** Whether a law is that of a junction that keeps no charge and lets next to nothing pass where it blocks. */
function isJunctionAlone({ law, junctions, parameters }: LawBranch): boolean {
  if (junctions !== 'ends' || law.reads !== 2) return false;
  const point = localPoint(law);
  return reverse.some((volts) => {
    law.evaluate(parameters, 0, Float64Array.of(volts, 0), point);
    return (
      point.df.every((slope) => Math.abs(slope) < nothing.conductance) &&
      point.dq.every((slope) => Math.abs(slope) < nothing.capacitance)
    );
  });
}
