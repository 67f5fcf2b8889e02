/**
 * Steps of a descriptor system, as a whole or block by block, whichever is cheaper: blocks pay where there are many, since
 * each then chooses its own steps; few share their steps at less cost than windows have. Contacts hit in one impact together:
 * a system that has some steps as a whole.
 */
import type { MachineCode } from '../../../numerics/code/machine-room.js';
import type { DescriptorStart, DescriptorSystem } from '../../modeling/descriptor-system.js';
import { CompiledDescriptor } from '../sparse-stepping/compiled-descriptor.js';
import { roomFor } from '../sparse-stepping/descriptor/descriptor-room.js';
import { SparseStepper } from '../sparse-stepping/sparse-stepper.js';
import type { SparseSteppingOptions } from '../sparse-stepping/descriptor/stepping-options.js';
import { areAlike, type CutSystem } from './block-system.js';
import { BlockStepping } from './block-stepping.js';
import { dependencyBlocks } from './dependency-blocks.js';
import { steppedCount } from './stepped-count.js';

/** Blocks from which on each steps by itself. */
const MANY = 8;
/**
 * Steps no longer than `options.maxStep`, and where all steps are one no longer than `options.resolvedStep`, even of one state: what an
 * input makes of algebraic unknowns between two points nobody sees. They run by `machine` code where it is given. Blocks that were
 * `found` for the operating point are not looked for again.
 */
export function steppingEngine(
  system: DescriptorSystem,
  start: DescriptorStart,
  options: Partial<SparseSteppingOptions> & Pick<SparseSteppingOptions, 'maxStep' | 'resolvedStep'>,
  machine?: MachineCode,
  found?: CutSystem,
): SparseStepper | BlockStepping {
  const known = found && areAlike(found.system, system) ? found : undefined;
  const dependencies = known?.dependencies ?? dependencyBlocks(system);
  const isParted = system.impacts === undefined && 'count' in dependencies && dependencies.count >= MANY;
  if (isParted && steppedCount(system, dependencies, MANY) >= MANY)
    return new BlockStepping(system, known ?? dependencies, start, options, machine);
  const maxStep = Math.min(options.maxStep, options.resolvedStep);
  const own = { ...options, maxStep, passesCorners: true };
  return new SparseStepper(new CompiledDescriptor(system, own, roomFor(system, machine)), start);
}
