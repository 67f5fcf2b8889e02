/**
 * A small conductance between any two nodes between which a smooth law conducts, as SPICE has one across every junction: where all
 * laws about a group of nodes are flat (a leg of two transistors that are off, between two diodes that block), it alone decides
 * where in between they lie at rest. The same across ideal switches, for a group that only open ones tie to the rest (conventions:
 * undetermined quantities). For nothing else.
 */
import type { ResistanceBranch, SmoothBranch } from '../primitives.js';

/** Ohms: SPICE's gmin. */
const RESISTANCE = 1e12;

export function leaksAcrossLaws(branches: readonly SmoothBranch[]): ResistanceBranch[] {
  return branches.flatMap((branch) => {
    if (branch.kind !== 'law') return [];
    const { law, rows, reads } = branch;
    const leaks = new Map<string, ResistanceBranch>();
    rows.forEach((a, i) => {
      reads.forEach((b, j) => {
        const key = a < b ? `${a} ${b}` : `${b} ${a}`;
        if (a === b || !rows.includes(b) || !law.conducts[i * law.reads + j] || leaks.has(key)) return;
        const name = `${branch.name}#leak${String(leaks.size + 1)}`;
        leaks.set(key, { kind: 'resistance', name, element: name, a, b, resistance: RESISTANCE });
      });
    });
    return [...leaks.values()];
  });
}

export function leaksAcrossSwitches(branches: readonly SmoothBranch[]): ResistanceBranch[] {
  return branches.flatMap(({ kind, name: own, a, b }) => {
    if (kind !== 'ideal-switch' || a === b) return [];
    const name = `${own}#leak`;
    return [{ kind: 'resistance', name, element: name, a, b, resistance: RESISTANCE }];
  });
}
