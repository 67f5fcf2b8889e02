/**
 * Groups of nodes that nothing but junctions without a charge ties to the rest, and with them ideal diodes and switches: the secondary
 * of a rectifier whose diodes all block. Their common voltage u is where the tails of the exponentials balance,
 *
 *     sum of I_k (e^(v_k / N_k V_t) - 1) = 0,     v_k the voltages of the junctions, each moving with u,
 *
 * below rounding of what leaks by more than 1e-16 of itself (from 1 V on), so that no arithmetic finds it. 1e-12 S across each of these
 * junctions decides, as in SPICE, at rest and in a transient alike, and the middle between junctions that are alike is where both laws
 * put it. Nothing else gets any. Cost: one pass over the branches.
 */
import { localPoint } from '../../kernel/modeling/laws/local-law.js';
import { DisjointSets, ground } from '../compiler/tree.js';
import type { LawBranch, ResistanceBranch, SmoothBranch } from '../primitives.js';
import { leakage, leakAcross } from './leaking-laws.js';

/** Volts at one of which a junction that blocks conducts next to nothing. */
const reverse: readonly number[] = Object.freeze([-1, -2, -4, -8]);
/** Siemens and farads that are next to nothing: what transit times leave of a charge there, too. */
const nothing = Object.freeze({ conductance: 1e-3 * leakage, capacitance: 1e-24 });

export interface JunctionHeldNodes {
  /** In the order of the branches. */
  readonly nodes: readonly string[];
  readonly leaks: readonly ResistanceBranch[];
}

export function junctionHeldNodes(branches: readonly SmoothBranch[]): JunctionHeldNodes {
  const open = branches.map((branch) => mayBlock(branch));
  if (!open.includes('junction')) return { nodes: [], leaks: [] };
  const places = new Map([[ground, 0]]);
  for (const branch of branches)
    for (const node of nodesOf(branch)) if (!places.has(node)) places.set(node, places.size);
  const sets = new DisjointSets(places.size);
  const setOf = (node: string): number => sets.find(places.get(node) ?? 0);
  branches.forEach((branch, k) => {
    if (open[k] !== undefined) return;
    const [first = branch.a, ...others] = nodesOf(branch);
    for (const other of others) sets.join(places.get(first) ?? 0, places.get(other) ?? 0);
  });
  const atGround = setOf(ground);
  // A group that ideal elements alone leave open is their own matter (conventions: undetermined quantities).
  const held = new Set(
    branches.flatMap(({ a, b }, k) =>
      open[k] === 'junction' && setOf(a) !== setOf(b) ? [setOf(a), setOf(b)] : [],
    ),
  );
  held.delete(atGround);
  const isOutward = ({ a, b }: SmoothBranch): boolean =>
    setOf(a) !== setOf(b) && (held.has(setOf(a)) || held.has(setOf(b)));
  const leaks = branches.flatMap((branch, k) => {
    const how = open[k];
    if (how === undefined || how === 'source' || !isOutward(branch)) return [];
    const { name, a, b } = branch;
    return [leakAcross(how === 'junction' ? `${name}#gmin1` : `${name}#leak`, a, b)];
  });
  return { nodes: [...places.keys()].filter((node) => held.has(setOf(node))), leaks };
}

/** What a branch that ties its nodes to nothing, always or when it blocks, is; undefined where it ties them. */
function mayBlock(branch: SmoothBranch): 'junction' | 'ideal' | 'source' | undefined {
  switch (branch.kind) {
    case 'law':
      return isJunctionAlone(branch) ? 'junction' : undefined;
    case 'unilateral':
    case 'ideal-switch':
      return 'ideal';
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

function nodesOf(branch: SmoothBranch): readonly string[] {
  return branch.kind === 'law' ? [...branch.rows, ...branch.reads] : [branch.a, branch.b];
}
