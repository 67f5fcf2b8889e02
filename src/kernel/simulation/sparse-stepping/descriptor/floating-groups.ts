/**
 * Groups of unknowns that capacitances tie to each other and nothing else ties to any value: nodes between coils, of which only slopes
 * of currents say how high they are together (index 2). Their common voltage has no charge. It jumps where a pair commutates, and what an
 * impulse makes of it is no value of it. Cost: the entries of a group to say whether its charges let it float; an evaluation and a pass over all
 * entries only where one does that has moved.
 */
import type { SparsePattern } from '../../../../numerics/sparse/compressed-columns.js';
import type { ActiveRows } from '../newton/active-rows.js';
import type { DescriptorAssembly } from './assembly.js';
import type { StorageGroups } from './storage-groups.js';

/** Part of its size by which a group is shifted at least to see what that changes: of a small move all is nothing. */
const LEAST_SHIFT = 0.1;

/** Sums of charges' entries are 0 below this part of them: a stray capacitance to ground is none, and has the voltage that its charge says. */
const ROUNDING = 1e-12;

/** What is looked at: unknowns from z to w, charges from one to the other by row, and from which part of its size on a move counts. */
export interface GroupMove {
  readonly z: Float64Array;
  readonly w: Float64Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly part: number;
}

/** A group and the rows without d/dt and with it that one of its members stands in. */
interface Group {
  readonly members: Int32Array;
  readonly rows: Int32Array;
  readonly storageRows: Int32Array;
  /** Pairs and guards whose unknown is a member: where they are forced, that is 0. */
  readonly forcing: readonly number[];
}

export class FloatingGroups {
  readonly #groups: readonly Group[];
  /** Of each row its pair or guard, -1 where it has none. */
  readonly #forcedBy: Int32Array;
  /** Of each row what kind it is, by whether it is a rate and by its unit. */
  readonly #kind: Int32Array;
  readonly #largest: Float64Array;
  readonly #sum: Float64Array;
  readonly #terms: Float64Array;

  constructor(
    private readonly assembly: DescriptorAssembly,
    private readonly active: ActiveRows,
    private readonly sizes: Float64Array,
    private readonly reltol: number,
    { groupStart, groupMembers }: StorageGroups,
  ) {
    const { size, storageRows, storage, pattern, system } = assembly;
    const count = groupStart.length - 1;
    const isRate = new Uint8Array(size);
    for (const row of storageRows) isRate[row] = 1;
    const kinds = new Map<string, number>();
    this.#kind = Int32Array.from({ length: count > 0 ? size : 0 }, (_, row) => {
      const kind = `${isRate[row]} ${system.residual[row]}`;
      const known = kinds.get(kind) ?? kinds.size;
      kinds.set(kind, known);
      return known;
    });
    this.#forcedBy = new Int32Array(size).fill(-1);
    const forcing = new Map<number, number[]>();
    for (let i = 0; i < active.count; i++) {
      this.#forcedBy[active.row[i]!] = i;
      const unknown = active.unknown[i]!;
      forcing.set(unknown, [...(forcing.get(unknown) ?? []), i]);
    }
    this.#groups = Array.from({ length: count }, (_, g) => {
      const members = groupMembers.slice(groupStart[g], groupStart[g + 1]);
      return {
        members,
        rows: rowsOf(pattern, members).filter((row) => isRate[row] === 0),
        storageRows: rowsOf(storage, members),
        forcing: [...members].flatMap((i) => forcing.get(i) ?? []),
      };
    });
    this.#largest = new Float64Array(kinds.size);
    this.#sum = new Float64Array(count > 0 ? size : 0);
    this.#terms = new Float64Array(count > 0 ? size : 0);
  }

  /** Unknowns of groups that float at w and moved by more than their charges did. Evaluates the rows at w where one may have. */
  moved(move: GroupMove): readonly number[] {
    const candidates = this.#groups.filter(
      (group) => this.#mayFloat(group) && group.members.some((i) => this.#movesWithoutCharge(i, move)),
    );
    if (candidates.length === 0) return none;
    const { w, z } = move;
    this.assembly.evaluate(w, 0, false);
    this.#measure(w);
    return candidates.filter((group) => this.#floats(group, z, w)).flatMap(({ members }) => [...members]);
  }

  /** The same of all groups without a charge that nothing holds, whatever leaks. */
  settled(move: GroupMove): readonly number[] {
    const moved = (group: Group): boolean => group.members.some((i) => this.#movesWithoutCharge(i, move));
    return this.#groups
      .filter((group) => this.#mayFloat(group) && moved(group))
      .flatMap(({ members }) => [...members]);
  }

  /** Whether all charges of a group are between its members, and no pair holds one of these. */
  #mayFloat({ members, storageRows, forcing }: Group): boolean {
    if (forcing.some((i) => this.active.forced[i] === 1)) return false;
    const sum = this.#sum;
    const terms = this.#terms;
    for (const row of storageRows) sum[row] = terms[row] = 0;
    this.#addColumns(this.assembly.storage, members);
    return storageRows.every((row) => Math.abs(sum[row]!) <= ROUNDING * terms[row]!);
  }

  /** Adds columns to sums of rows, and their magnitudes to the terms. */
  #addColumns({ colStart, rowIndex, values }: DescriptorAssembly['storage'], members: Int32Array): void {
    for (const i of members)
      for (let e = colStart[i]!; e < colStart[i + 1]!; e++) {
        const row = rowIndex[e]!;
        this.#sum[row] = this.#sum[row]! + values[e]!;
        this.#terms[row] = this.#terms[row]! + Math.abs(values[e]!);
      }
  }

  #movesWithoutCharge(i: number, { z, w, from, to, part }: GroupMove): boolean {
    const size = Math.max(Math.abs(z[i]!), Math.abs(w[i]!), this.sizes[i]!);
    return Math.abs(w[i]! - z[i]!) - chargedBy(this.assembly, i, from, to) > part * size;
  }

  /** Writes the terms of all rows at w as they were evaluated. */
  #measure(w: Float64Array): void {
    const { size, pattern, values } = this.assembly;
    const terms = this.#terms.fill(0);
    for (let i = 0; i < size; i++)
      for (let e = pattern.colStart[i]!; e < pattern.colStart[i + 1]!; e++) {
        const row = pattern.rowIndex[e]!;
        terms[row] = terms[row]! + Math.abs(values[e]! * w[i]!);
      }
  }

  /**
   * Whether a shift of all of a group, by as much as it moved or more, changes no row without d/dt, but for what is nothing in them
   * beside the largest of their kind: all that a node has may be the leakage of a switch.
   */
  #floats({ members, rows }: Group, z: Float64Array, w: Float64Array): boolean {
    const { pattern, values } = this.assembly;
    const sum = this.#sum;
    for (const row of rows) sum[row] = 0;
    let moved = 0;
    for (const i of members) {
      const size = Math.max(Math.abs(w[i]!), this.sizes[i]!);
      moved = Math.max(moved, Math.abs(w[i]! - z[i]!), LEAST_SHIFT * size);
      for (let e = pattern.colStart[i]!; e < pattern.colStart[i + 1]!; e++)
        sum[pattern.rowIndex[e]!] = sum[pattern.rowIndex[e]!]! + values[e]!;
    }
    const largest = this.#largest.fill(0);
    for (const row of rows)
      largest[this.#kind[row]!] = Math.max(largest[this.#kind[row]!]!, this.#terms[row]!);
    return rows.every((row) => {
      const by = this.#forcedBy[row]!;
      if (by >= 0 && this.active.forced[by] === 1) return true;
      return moved * Math.abs(sum[row]!) <= this.reltol * largest[this.#kind[row]!]!;
    });
  }
}

/** Rows in which columns have entries, each once. */
function rowsOf({ colStart, rowIndex }: SparsePattern, columns: Int32Array): Int32Array {
  return Int32Array.from(
    new Set([...columns].flatMap((j) => [...rowIndex.subarray(colStart[j], colStart[j + 1])])),
  );
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
