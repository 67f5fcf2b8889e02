/**
 * The operating point block by block: with all rates 0 the blocks are smaller still (what only a capacitor couples is apart),
 * and each is solved with the values of those before it. A chain of inverters of any gain is solved stage by stage, where
 * Newton's method on the whole has to find all levels at once. Blocks that are alike share what is compiled, and
 * with equal inputs the point itself. Cost: that of the blocks.
 */
import type { MachineCode } from '../../../numerics/code/machine-room.js';
import type { NumberRoom } from '../../../numerics/code/number-room.js';
import { Triplets } from '../../../numerics/sparse/sparse-matrix.js';
import { constantSignal } from '../../modeling/signals/constant-signal.js';
import type { DescriptorSystem } from '../../modeling/descriptor-system.js';
import { HeldSignal } from '../../modeling/signals/held-signal.js';
import { CompiledDescriptor } from '../sparse-stepping/compiled-descriptor.js';
import { roomFor, roomForAll } from '../sparse-stepping/descriptor/descriptor-room.js';
import { operatingPoint, type OperatingPoint } from '../sparse-stepping/operating-point.js';
import { SteppingFailure } from '../sparse-stepping/newton/stepping-failure.js';
import type { SparseSteppingOptions } from '../sparse-stepping/descriptor/stepping-options.js';
import { blockParts, type CutSystem, type SystemBlocks, systemsOf } from './block-system.js';
import { areSameAtRest, dependencyBlocks } from './dependency-blocks.js';
import { ExplicitUnknown } from './explicit-unknown.js';

/** Unknowns from which on it pays to ask whether rest and motion have the same blocks. */
const LARGE = 100;

export interface BlockOperatingPoint extends OperatingPoint {
  /** Where the blocks are those of motion too. */
  readonly cut?: CutSystem;
}

/**
 * Finds the operating point at t, by `machine` code where it is given; blocks that have none by themselves, or structure that leaves something open, are left to
 * the whole system, with `holds` as in `operatingPoint`. Throws a `SteppingFailure` where there is none to be found.
 */
export function blockOperatingPoint(
  system: DescriptorSystem,
  options: Partial<SparseSteppingOptions>,
  t: number,
  holds = false,
  machine?: MachineCode,
): BlockOperatingPoint {
  const point = solveBlocks(system, options, t, machine);
  if (point) return point;
  return operatingPoint(new CompiledDescriptor(system, options, roomFor(system, machine)), t, holds);
}

function solveBlocks(
  system: DescriptorSystem,
  options: Partial<SparseSteppingOptions>,
  t: number,
  machine: MachineCode | undefined,
): BlockOperatingPoint | undefined {
  const moving = system.size >= LARGE ? dependencyBlocks(system) : undefined;
  const shared = moving && 'count' in moving && areSameAtRest(system, moving) ? moving : undefined;
  const blocks = shared ?? dependencyBlocks(system, 'static');
  if (!('count' in blocks)) return undefined;
  const z = new Float64Array(system.size);
  const guards = new Uint8Array(system.guards.length);
  const notes: string[] = [];
  const grounded: string[] = [];
  let iterations = 0;
  let way: OperatingPoint['way'] = 'newton';
  const cut = blockParts(shared ? system : { ...system, Q: new Triplets() }, blocks);
  const kinds = new Map<number, PointKind>();
  const room = roomForAll(systemsOf(cut.parts), machine);
  for (let k = 0; k < cut.parts.length; k++) {
    const parts = cut.parts[k]!;
    const u: number[] = [];
    for (let j = 0; j < parts.externals.length; j++) u.push(z[parts.externals[j]!]!);
    for (let j = 0; j < parts.inputs.length; j++) u.push(system.inputs[parts.inputs[j]!]!.value(t));
    if (parts.explicit !== undefined) {
      z[parts.unknowns[0]!] = new ExplicitUnknown(parts, u.map(constantSignal)).value(t);
      continue;
    }
    let point: OperatingPoint;
    try {
      let kind = kinds.get(parts.kind);
      if (!kind) {
        kind = new PointKind(k, u.length, cut, options, t, room);
        kinds.set(parts.kind, kind);
      }
      point = kind.at(u, k);
    } catch (error) {
      if (error instanceof SteppingFailure) return undefined;
      throw error;
    }
    parts.unknowns.forEach((unknown, at) => (z[unknown] = point.z[at]!));
    parts.guards.forEach((guard, g) => (guards[guard] = point.guards[g]!));
    notes.push(...point.notes);
    grounded.push(...point.grounded);
    iterations += point.iterations;
    if (point.way !== 'newton') way = point.way;
  }
  const found = { z, guards, way, iterations, notes, grounded };
  return shared ? { ...found, cut: { system, dependencies: shared, cut } } : found;
}

/** Points that are remembered of one kind of blocks. */
const REMEMBERED = 4;

/** Operating points of blocks that are alike. */
class PointKind {
  #compiled: CompiledDescriptor | undefined;
  /** Inputs that hold what they are told. */
  readonly #inputs: readonly HeldSignal[];
  /** The last points, each with its inputs. */
  readonly #known: { readonly u: readonly number[]; readonly point: OperatingPoint }[] = [];

  constructor(
    private readonly first: number,
    inputs: number,
    private readonly cut: SystemBlocks,
    private readonly options: Partial<SparseSteppingOptions>,
    private readonly t: number,
    private readonly room: NumberRoom,
  ) {
    this.#inputs = Array.from({ length: inputs }, () => new HeldSignal(0));
  }

  /** The point of block k, which is of this kind, with inputs u. */
  at(u: readonly number[], k: number): OperatingPoint {
    const known = this.#known.find((one) => one.u.every((value, j) => Object.is(value, u[j])));
    if (known) return { ...known.point, iterations: 0 };
    this.#inputs.forEach((input, j) => (input.held = u[j]!));
    this.#compiled ??= this.#compile(this.first);
    const point = operatingPoint(this.#compiled, this.t);
    if (point.notes.length > 0) {
      // What was grounded belongs to this block alone, and is called by its names.
      this.#compiled = undefined;
      if (k === this.first) return point;
      return operatingPoint(this.#compile(k), this.t);
    }
    if (this.#known.length === REMEMBERED) this.#known.shift();
    this.#known.push({ u, point });
    return point;
  }

  #compile(k: number): CompiledDescriptor {
    return new CompiledDescriptor(this.cut.system(k, this.#inputs), this.options, this.room);
  }
}
