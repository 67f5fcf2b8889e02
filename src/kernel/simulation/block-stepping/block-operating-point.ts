/**
 * The operating point block by block: with all rates 0 the blocks are smaller still (what only a capacitor couples is apart),
 * and each is solved with the values of those before it. A chain of inverters of any gain is solved stage by stage, where
 * Newton's method on the whole has to find all levels at once. Cost: that of the blocks.
 */
import { Triplets } from '../../../numerics/sparse/sparse-matrix.js';
import { constantSignal } from '../../modeling/constant-signal.js';
import type { DescriptorSystem } from '../../modeling/descriptor-system.js';
import { CompiledDescriptor } from '../sparse-stepping/compiled-descriptor.js';
import { operatingPoint, type OperatingPoint } from '../sparse-stepping/operating-point.js';
import { SteppingFailure } from '../sparse-stepping/stepping-failure.js';
import type { SparseSteppingOptions } from '../sparse-stepping/stepping-options.js';
import { blockParts, blockSystem } from './block-system.js';
import { dependencyBlocks } from './dependency-blocks.js';
import { ExplicitUnknown } from './explicit-unknown.js';

/**
 * Finds the operating point at t; blocks that have none by themselves, or structure that leaves something open, are left to
 * the whole system. Throws a `SteppingFailure` where there is none to be found.
 */
export function blockOperatingPoint(
  system: DescriptorSystem,
  options: Partial<SparseSteppingOptions>,
  t: number,
): OperatingPoint {
  return solveBlocks(system, options, t) ?? operatingPoint(new CompiledDescriptor(system, options), t);
}

function solveBlocks(
  system: DescriptorSystem,
  options: Partial<SparseSteppingOptions>,
  t: number,
): OperatingPoint | undefined {
  const blocks = dependencyBlocks(system, 'static');
  if (!('count' in blocks)) return undefined;
  const still = { ...system, Q: new Triplets() };
  const z = new Float64Array(system.size);
  const guards = new Uint8Array(system.guards.length);
  const notes: string[] = [];
  let iterations = 0;
  let way: OperatingPoint['way'] = 'newton';
  for (const parts of blockParts(still, blocks)) {
    const inputs = [
      ...parts.externals.map((unknown) => constantSignal(z[unknown]!)),
      ...parts.inputs.map((input) => constantSignal(system.inputs[input]!.value(t))),
    ];
    if (parts.explicit !== undefined) {
      z[parts.unknowns[0]!] = new ExplicitUnknown(parts, inputs).value(t);
      continue;
    }
    let point: OperatingPoint;
    try {
      point = operatingPoint(new CompiledDescriptor(blockSystem(parts, inputs), options), t);
    } catch (error) {
      if (error instanceof SteppingFailure) return undefined;
      throw error;
    }
    parts.unknowns.forEach((unknown, at) => (z[unknown] = point.z[at]!));
    parts.guards.forEach((guard, g) => (guards[guard] = point.guards[g]!));
    notes.push(...point.notes);
    iterations += point.iterations;
    if (point.way !== 'newton') way = point.way;
  }
  return { z, guards, way, iterations, notes };
}
