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
    const start = new Int32Array(blocks.count + 1);
    this.#each((block) => start[block + 1]!++);
    for (let b = 0; b < blocks.count; b++) start[b + 1]! += start[b]!;
    const next = start.slice();
    const item = new Int32Array(start[blocks.count]!);
    this.#each((block, at) => (item[next[block]!++] = at));
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

  /** Tells of every item the blocks that it belongs to: those of its rows, each once. */
  #each(tell: (block: number, item: number) => void): void {
    const { K, Q, S, pairs, guards, groups } = this.system;
    const { ofRow } = this.blocks;
    let item = 0;
    for (const { row } of [K, Q, S]) for (let k = 0; k < row.length; k++) tell(ofRow[row[k]!]!, item++);
    for (const { row } of pairs) tell(ofRow[row]!, item++);
    for (const { row } of guards) tell(ofRow[row]!, item++);
    for (const { law, count, rows } of groups) {
      for (let instance = 0; instance < count; instance++, item++) {
        const from = instance * law.rows;
        for (let place = from; place < from + law.rows; place++) {
          const row = rows[place]!;
          if (row < 0) continue;
          const block = ofRow[row]!;
          let earlier = from;
          while (rows[earlier]! < 0 || ofRow[rows[earlier]!] !== block) earlier++;
          if (earlier === place) tell(block, item);
        }
      }
    }
  }
}
