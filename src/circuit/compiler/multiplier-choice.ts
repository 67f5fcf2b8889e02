/**
 * Which of voltage and current is the multiplier of every ideal element.
 *
 * The tree rule of conventions: tree rule decides by topology alone, which suffices for R, L, C, sources and ideal elements.
 * Controlled sources and ideal transformers bind voltages and currents that the graph does not see; where the tree's
 * choice has no explicit form, elements are decided one after the other, in order of names:
 *
 *     decided elements are multipliers, undecided ones resistors of various sizes; the next one gets the tree's choice
 *     when the circuit has an explicit form then, otherwise the other.
 *
 * The determinant of a linear circuit is g a + b in the conductance g of one resistor: if it is regular for a
 * g in general position, it is so for g = 0 or for g = infinity. Hence one of both choices is always open, and no
 * choice has to be taken back.
 *
 * The resistances in ideal elements (1 mOhm of a closed switch) count as 0 here: a form that is explicit only thanks to
 * them divides by them, and differences of multipliers over 1 mOhm drown what 1 GOhm beside them lets through.
 * Of ideal elements between the same two nodes one at most sets the voltage: the others carry a current.
 * Cost: one shuffle, O(N^3), a pair of nodes with ideal elements.
 */
import type { Descriptor, ReducedSystem } from './compiled-circuit.js';
import { buildDescriptor, type MultiplierChoice, treeMultipliers } from './descriptor.js';
import type { Branch } from '../primitives.js';
import { reduce } from './reduction.js';
import { shuffle, type ShuffleFailure } from './shuffle.js';
import type { Tree } from './tree.js';

export interface ReducedBranches {
  readonly descriptor: Descriptor;
  readonly system: ReducedSystem;
}

/** Builds and reduces the descriptor with multipliers that give it an explicit form; the failure is the tree's. */
export function reduceBranches(branches: readonly Branch[], tree: Tree): ReducedBranches | ShuffleFailure {
  const ideal = branches.map(withoutResistance);
  const preferred = treeMultipliers(branches, tree);
  if (bindsBeyondGraph(branches) && !isExplicit(ideal, tree, preferred)) {
    const choice = searchChoice(ideal, tree, preferred);
    const found = choice && reduceWith(branches, tree, choice);
    if (found && !('failure' in found)) return found;
  }
  const reduced = reduceWith(branches, tree, preferred);
  if (!('failure' in reduced)) return reduced;
  const choice = searchChoice(branches, tree, preferred);
  const found = choice && reduceWith(branches, tree, choice);
  return found && !('failure' in found) ? found : reduced;
}

function reduceWith(
  branches: readonly Branch[],
  tree: Tree,
  choice: MultiplierChoice,
): ReducedBranches | ShuffleFailure {
  const descriptor = buildDescriptor(branches, tree, choice);
  const system = reduce(descriptor);
  return 'failure' in system ? system : { descriptor, system };
}

/** Whether something binds voltages or currents that share no loop or cutset. */
function bindsBeyondGraph(branches: readonly Branch[]): boolean {
  return branches.some(
    (branch) =>
      branch.kind === 'controlled' || (branch.kind === 'inductance' && (branch.mutual ?? []).length > 0),
  );
}

function isExplicit(branches: readonly Branch[], tree: Tree, choice: MultiplierChoice): boolean {
  return !('failure' in shuffle(buildDescriptor(branches, tree, choice)));
}

function withoutResistance(branch: Branch): Branch {
  return branch.kind === 'unilateral' || branch.kind === 'ideal-switch'
    ? { ...branch, resistance: 0 }
    : branch;
}

function searchChoice(
  branches: readonly Branch[],
  tree: Tree,
  preferred: MultiplierChoice,
): MultiplierChoice | undefined {
  const undecided = new Set(onePerPair(branches, preferred));
  if (undecided.size === 0) return undefined;
  const scale = typicalResistance(branches);
  const choice = [...preferred];
  const explicit = (): boolean => {
    const trial = branches.map((branch, index) =>
      undecided.has(index) ? asResistor(branch, index, scale) : branch,
    );
    const multipliers = choice.map((chosen, index) => (undecided.has(index) ? undefined : chosen));
    return isExplicit(trial, tree, multipliers);
  };
  for (const index of [...undecided]) {
    undecided.delete(index);
    if (explicit()) continue;
    choice[index] = choice[index] === 'voltage' ? 'current' : 'voltage';
    if (!explicit()) return undefined;
  }
  return choice;
}

/** Ideal elements, one a pair of nodes: the tree's where it has one, else the first. */
function onePerPair(branches: readonly Branch[], preferred: MultiplierChoice): number[] {
  const ofPair = new Map<string, number>();
  branches.forEach(({ a, b }, index) => {
    if (preferred[index] === undefined) return;
    const pair = [a, b].sort().join('\n');
    if (preferred[index] === 'voltage' || !ofPair.has(pair)) ofPair.set(pair, index);
  });
  return [...ofPair.values()].sort((p, q) => p - q);
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
