/**
 * A small conductance where nothing else decides at rest: across pn junctions, as SPICE has one across each, where less than it
 * conducts about a node (`weak-nodes.ts`); between any two nodes between which a smooth law conducts, where all laws about a group of nodes
 * are flat (a leg of two transistors that are off, between two diodes that block); across ideal switches, for a group that only
 * open ones tie to the rest (conventions: undetermined quantities). For nothing else.
 */
import type { LawBranch, ResistanceBranch, SmoothBranch } from '../primitives.js';

/** Siemens: SPICE's gmin. */
export const leakage = 1e-12;

export function leaksAcrossJunctions(branches: readonly SmoothBranch[]): ResistanceBranch[] {
  return branches.flatMap((branch) =>
    branch.kind === 'law'
      ? junctionsOf(branch)
          .filter(([a, b]) => a !== b)
          .map(([a, b], k) => leakAcross(`${branch.name}#gmin${String(k + 1)}`, a, b))
      : [],
  );
}

/** The junctions of a law, each by its two nodes. */
export function junctionsOf({ junctions, a, b }: LawBranch): readonly (readonly [a: string, b: string])[] {
  return junctions === 'ends' ? [[a, b]] : (junctions ?? []);
}

export function leaksAcrossLaws(branches: readonly SmoothBranch[]): ResistanceBranch[] {
  return branches.flatMap((branch) => {
    if (branch.kind !== 'law') return [];
    const { law, rows, reads } = branch;
    const leaks = new Map<string, ResistanceBranch>();
    rows.forEach((a, i) => {
      reads.forEach((b, j) => {
        const key = a < b ? `${a} ${b}` : `${b} ${a}`;
        if (a === b || !rows.includes(b) || !law.conducts[i * law.reads + j] || leaks.has(key)) return;
        leaks.set(key, leakAcross(`${branch.name}#leak${String(leaks.size + 1)}`, a, b));
      });
    });
    return [...leaks.values()];
  });
}

export function leaksAcrossSwitches(branches: readonly SmoothBranch[]): ResistanceBranch[] {
  return branches.flatMap(({ kind, name, a, b }) =>
    kind === 'ideal-switch' && a !== b ? [leakAcross(`${name}#leak`, a, b)] : [],
  );
}

/** A conductance of `leakage` between two nodes. */
export function leakAcross(name: string, a: string, b: string): ResistanceBranch {
  return { kind: 'resistance', name, element: name, a, b, resistance: 1 / leakage };
}
