/**
 * Which of voltage and current is the multiplier of every ideal element.
 *
 * The tree rule of CONVENTIONS 5 decides by topology alone, which suffices for R, L, C, sources and ideal elements.
 * Controlled sources and ideal transformers bind voltages and currents that the graph does not see; where the tree's
 * choice has no explicit form, elements are decided one after the other, in netlist order:
 *
 *     decided elements are multipliers, undecided ones resistors of various sizes; the next one gets the tree's choice
 *     when the circuit has an explicit form then, otherwise the other.
 *
 * The determinant of a linear circuit is g a + b in the conductance g of one resistor: if it is regular for a
 * g in general position, it is so for g = 0 or for g = infinity. Hence one of both choices is always open, and no
 * choice has to be taken back. Cost: one shuffle, O(N^3), an ideal element.
 */
import type { Descriptor, ReducedSystem } from './compiled-circuit.js';
import { buildDescriptor, type MultiplierChoice, treeMultipliers } from './descriptor.js';
import type { Branch } from './primitives.js';
import { reduce } from './reduction.js';
import { shuffle, type ShuffleFailure } from './shuffle.js';
import type { Tree } from './tree.js';

export interface ReducedBranches {
  readonly descriptor: Descriptor;
  readonly system: ReducedSystem;
}

/** Builds and reduces the descriptor with multipliers that give it an explicit form; the failure is the tree's. */
export function reduceBranches(branches: readonly Branch[], tree: Tree): ReducedBranches | ShuffleFailure {
  const descriptor = buildDescriptor(branches, tree);
  const system = reduce(descriptor);
  if (!('failure' in system)) return { descriptor, system };
  const choice = searchChoice(branches, tree);
  if (choice === undefined) return system;
  const chosen = buildDescriptor(branches, tree, choice);
  const reduced = reduce(chosen);
  return 'failure' in reduced ? system : { descriptor: chosen, system: reduced };
}

function searchChoice(branches: readonly Branch[], tree: Tree): MultiplierChoice | undefined {
  const preferred = treeMultipliers(branches, tree);
  const undecided = new Set(preferred.flatMap((choice, index) => (choice ? [index] : [])));
  if (undecided.size === 0) return undefined;
  const scale = typicalResistance(branches);
  const choice = [...preferred];
  const explicit = (): boolean => {
    const trial = branches.map((branch, index) =>
      undecided.has(index) ? asResistor(branch, index, scale) : branch,
    );
    const multipliers = choice.map((chosen, index) => (undecided.has(index) ? undefined : chosen));
    return !('failure' in shuffle(buildDescriptor(trial, tree, multipliers)));
  };
  for (const index of [...undecided]) {
    undecided.delete(index);
    if (explicit()) continue;
    choice[index] = choice[index] === 'voltage' ? 'current' : 'voltage';
    if (!explicit()) return undefined;
  }
  return choice;
}

/** A resistor of about `scale` ohms whose size no other has: the golden ratio spreads them. */
function asResistor(branch: Branch, index: number, scale: number): Branch {
  const { name, element, a, b, reversed } = branch;
  const spread = 1 + (((index + 1) * 0.6180339887498949) % 1);
  return {
    kind: 'resistance',
    name,
    element,
    a,
    b,
    ...(reversed && { reversed }),
    resistance: scale * spread,
  };
}

/** Geometric mean of the circuit's resistances in ohms; 1 where it has none. */
function typicalResistance(branches: readonly Branch[]): number {
  let sum = 0;
  let count = 0;
  for (const branch of branches) {
    if (branch.kind !== 'resistance') continue;
    sum += Math.log(Math.abs(branch.resistance));
    count++;
  }
  return count === 0 ? 1 : Math.exp(sum / count);
}
