/**
 * What of a descriptor system belongs to which block: entries of K, Q and S, pairs, guards and instances of local laws, as
 * numbers in one list sorted by blocks, in the system's order within each. Memory: one number for each. Cost: linear.
 */
import type {
  ComplementarityPair,
  DescriptorGuard,
  DescriptorSystem,
} from '../../modeling/descriptor-system.js';
import type { LocalGroup } from '../../modeling/laws/local-law.js';
import type { DependencyBlocks } from './dependency-blocks.js';

/** Is told of all that belongs to a block, rows and unknowns in the whole system's numbers. */
export interface ContentVisitor {
  addStatic(row: number, unknown: number, value: number): void;
  addStored(row: number, unknown: number, value: number): void;
  addInput(row: number, input: number, value: number): void;
  addPair(pair: ComplementarityPair): void;
  addGuard(guard: DescriptorGuard, number: number): void;
  addInstance(group: LocalGroup, instance: number): void;
}

export class BlockContents {
  /** Block b has the items start[b] .. start[b+1]-1. */
  readonly #start: Int32Array;
  readonly #item: Int32Array;
  /** The first item that is an entry of Q, of S, a pair, a guard, an instance of group 0, 1 ..., and one behind all. */
  readonly #first: readonly number[];

  constructor(
    private readonly system: DescriptorSystem,
    private readonly blocks: DependencyBlocks,
  ) {
    const { K, Q, S, pairs, guards, groups } = system;
    const first = [K.length];
    for (const { length } of [Q, S, pairs, guards]) first.push(first[first.length - 1]! + length);
    for (const { count } of groups) first.push(first[first.length - 1]! + count);
    this.#first = first;
    const owners = this.#owners(first.at(-1)!);
    const start = new Int32Array(blocks.count + 1);
    for (let k = 0; k < owners.length; k += 2) start[owners[k]! + 1]!++;
    for (let b = 0; b < blocks.count; b++) start[b + 1]! += start[b]!;
    const next = start.slice();
    const item = new Int32Array(start[blocks.count]!);
    for (let k = 0; k < owners.length; k += 2) item[next[owners[k]!]!++] = owners[k + 1]!;
    this.#start = start;
    this.#item = item;
  }

  /** How much belongs to a block. */
  count(block: number): number {
    return this.#start[block + 1]! - this.#start[block]!;
  }

  visit(block: number, visitor: ContentVisitor): void {
    const { K, Q, S, pairs, guards, groups } = this.system;
    const [endK = 0, endQ = 0, endS = 0, endPairs = 0, endGuards = 0] = this.#first;
    let g = 0;
    for (let p = this.#start[block]!; p < this.#start[block + 1]!; p++) {
      const item = this.#item[p]!;
      if (item < endK) visitor.addStatic(K.row[item]!, K.col[item]!, K.value[item]!);
      else if (item < endQ) {
        const k = item - endK;
        visitor.addStored(Q.row[k]!, Q.col[k]!, Q.value[k]!);
      } else if (item < endS) {
        const k = item - endQ;
        visitor.addInput(S.row[k]!, S.col[k]!, S.value[k]!);
      } else if (item < endPairs) visitor.addPair(pairs[item - endS]!);
      else if (item < endGuards) visitor.addGuard(guards[item - endPairs]!, item - endPairs);
      else {
        while (item >= this.#first[5 + g]!) g++;
        visitor.addInstance(groups[g]!, item - this.#first[4 + g]!);
      }
    }
  }

  /** Of every item the blocks that it belongs to, those of its rows, each once: block and item, one pair behind the other. */
  #owners(items: number): Int32Array {
    const { K, Q, S, pairs, guards, groups } = this.system;
    const { ofRow } = this.blocks;
    let most = items;
    for (const { law, count } of groups) most += count * Math.max(0, law.rows - 1);
    const owners = new Int32Array(2 * most);
    let item = 0;
    let end = 0;
    for (const { row } of [K, Q, S]) {
      for (let k = 0; k < row.length; k++) {
        owners[end++] = ofRow[row[k]!]!;
        owners[end++] = item++;
      }
    }
    for (const forced of [pairs, guards]) {
      for (const { row } of forced) {
        owners[end++] = ofRow[row]!;
        owners[end++] = item++;
      }
    }
    for (const { law, count, rows } of groups) {
      const rowCount = law.rows;
      for (let instance = 0; instance < count; instance++, item++) {
        const from = end;
        for (let place = instance * rowCount; place < (instance + 1) * rowCount; place++) {
          const row = rows[place]!;
          if (row < 0) continue;
          const block = ofRow[row]!;
          let at = from;
          while (at < end && owners[at] !== block) at += 2;
          if (at < end) continue;
          owners[end++] = block;
          owners[end++] = item;
        }
      }
    }
    return owners.subarray(0, end);
  }
}
