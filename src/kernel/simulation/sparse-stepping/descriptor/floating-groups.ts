/**
 * Groups of unknowns that capacitances tie to each other and nothing else ties to any value: nodes between coils, of which only slopes
 * of currents say how high they are together (index 2). Their common voltage has no charge. It jumps where a pair commutates, and what an
 * impulse makes of it is no value of it.
 */
import type { ActiveRows } from '../newton/active-rows.js';
import type { DescriptorAssembly } from './assembly.js';
import type { StorageGroups } from './storage-groups.js';

/** Part of its size by which a group is shifted at least to see what that changes: of a small move all is nothing. */
const LEAST_SHIFT = 0.1;

/** What is looked at: unknowns from z to w, charges from one to the other by row, and from which part of its size on a move counts. */
export interface GroupMove {
  readonly z: Float64Array;
  readonly w: Float64Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly part: number;
}

export class FloatingGroups {
  readonly #groups: readonly Int32Array[];
  /** 1 of rows with d/dt. */
  readonly #stores: Uint8Array;
  readonly #inGroup: Uint8Array;
  readonly #sum: Float64Array;
  readonly #terms: Float64Array;

  constructor(
    private readonly assembly: DescriptorAssembly,
    private readonly rows: ActiveRows,
    private readonly sizes: Float64Array,
    private readonly reltol: number,
    { groupStart, groupMembers }: StorageGroups,
  ) {
    const { size, storageRows } = assembly;
    this.#groups = Array.from(groupStart.subarray(1), (end, g) => groupMembers.slice(groupStart[g], end));
    this.#stores = new Uint8Array(size);
    for (const row of storageRows) this.#stores[row] = 1;
    this.#inGroup = new Uint8Array(size);
    this.#sum = new Float64Array(size);
    this.#terms = new Float64Array(size);
  }

  /** Unknowns of groups that float at w and moved by more than their charges did. Evaluates the rows at w where one may have. */
  moved(move: GroupMove): readonly number[] {
    const candidates = this.#groups.filter((group) => group.some((i) => this.#movesWithoutCharge(i, move)));
    if (candidates.length === 0) return none;
    const { w, z } = move;
    this.assembly.evaluate(w, 0, false);
    this.#measure(w);
    return candidates.filter((group) => this.#floats(group, z, w)).flatMap((group) => [...group]);
  }

  /** Writes the terms of all rows at w, those with d/dt as charges. */
  #measure(w: Float64Array): void {
    const { size, storage, pattern, values } = this.assembly;
    const terms = this.#terms.fill(0);
    for (let i = 0; i < size; i++) {
      const own = Math.abs(w[i]!);
      for (let e = pattern.colStart[i]!; e < pattern.colStart[i + 1]!; e++) {
        const row = pattern.rowIndex[e]!;
        if (this.#stores[row] === 0) terms[row] = terms[row]! + Math.abs(values[e]!) * own;
      }
      for (let e = storage.colStart[i]!; e < storage.colStart[i + 1]!; e++) {
        const row = storage.rowIndex[e]!;
        terms[row] = terms[row]! + Math.abs(storage.values[e]!) * own;
      }
    }
  }

  #movesWithoutCharge(i: number, { z, w, from, to, part }: GroupMove): boolean {
    const size = Math.max(Math.abs(z[i]!), Math.abs(w[i]!), this.sizes[i]!);
    return Math.abs(w[i]! - z[i]!) - chargedBy(this.assembly, i, from, to) > part * size;
  }

  /** The largest terms of rows of the kind of this one that a group is in: all that a node has may be the leakage of a switch. */
  #largestBeside(group: Int32Array, row: number): number {
    const { pattern, system } = this.assembly;
    let largest = this.#terms[row]!;
    for (const i of group)
      for (let e = pattern.colStart[i]!; e < pattern.colStart[i + 1]!; e++) {
        const other = pattern.rowIndex[e]!;
        if (this.#stores[other] === this.#stores[row] && system.residual[other] === system.residual[row])
          largest = Math.max(largest, this.#terms[other]!);
      }
    return largest;
  }

  /** Whether a shift of all of a group, by as much as it moved or more, changes no charge and no row without d/dt, but for what is nothing in them. */
  #floats(group: Int32Array, z: Float64Array, w: Float64Array): boolean {
    const { assembly, rows, reltol } = this;
    const { storage, pattern, values } = assembly;
    const sum = this.#sum.fill(0);
    let moved = 0;
    this.#inGroup.fill(0);
    for (const i of group) {
      this.#inGroup[i] = 1;
      const size = Math.max(Math.abs(w[i]!), this.sizes[i]!);
      moved = Math.max(moved, Math.abs(w[i]! - z[i]!), LEAST_SHIFT * size);
      for (let e = pattern.colStart[i]!; e < pattern.colStart[i + 1]!; e++) {
        const row = pattern.rowIndex[e]!;
        if (this.#stores[row] === 0) sum[row] = sum[row]! + values[e]!;
      }
      for (let e = storage.colStart[i]!; e < storage.colStart[i + 1]!; e++) {
        const row = storage.rowIndex[e]!;
        sum[row] = sum[row]! + storage.values[e]!;
      }
    }
    for (let i = 0; i < rows.count; i++) {
      if (rows.forced[i] === 0) continue;
      if (this.#inGroup[rows.unknown[i]!] === 1) return false;
      sum[rows.row[i]!] = 0;
    }
    return sum.every((value, row) => moved * Math.abs(value) <= reltol * this.#largestBeside(group, row));
  }
}

const none: readonly number[] = Object.freeze([]);

/** By how much the charges of unknown i have changed, in units of the unknown: the most that one row says. */
export function chargedBy(
  { storage: { colStart, rowIndex, values } }: DescriptorAssembly,
  i: number,
  from: Float64Array,
  to: Float64Array,
): number {
  let charged = 0;
  for (let e = colStart[i]!; e < colStart[i + 1]!; e++) {
    const row = rowIndex[e]!;
    const slope = values[e]!;
    if (slope !== 0) charged = Math.max(charged, Math.abs((to[row]! - from[row]!) / slope));
  }
  return charged;
}
