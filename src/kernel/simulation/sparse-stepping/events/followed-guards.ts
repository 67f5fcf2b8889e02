/**
 * Guards that follow inputs and other guards at once, over rows that store nothing, as the inverted gate of a leg does: what one
 * row after the other determines by itself,
 *
 *     k z_j + f(what is determined, u) = 0,
 *
 * is the same whatever the rest of the system does, so that a jump with the rest as it was tells what such a guard is to be.
 */
import type { DescriptorSystem } from '../../../modeling/descriptor-system.js';

export class FollowedGuards {
  /** Of those that are watched, the ones that what is determined controls. */
  readonly following: readonly number[];
  /** 1 where the unknown of a guard is determined itself: a comparison, which others may follow. */
  readonly isLogic: Uint8Array;
  /** 1 where that of a pair is: what it decides does not act on it. */
  readonly isGiven: Uint8Array;

  constructor(system: DescriptorSystem, watched: Int32Array) {
    const isDetermined = determinedUnknowns(system);
    const { guards, pairs, size } = system;
    this.isGiven = Uint8Array.from(pairs, ({ unknown }) => isDetermined[unknown]!);
    this.isLogic = Uint8Array.from(guards, ({ unknown }) => isDetermined[unknown]!);
    // Logic is told of its probes where they turn over, behind a jump.
    this.following = [...watched].filter(
      (g) =>
        guards[g]!.probe === undefined &&
        guards[g]!.control.index.every((at) => at >= size || isDetermined[at] === 1),
    );
  }
}

/** Rows that determine unknowns together. */
interface Block {
  /** What of them is not determined yet. */
  readonly reads: Set<number>;
  /** The unknowns that rows in two readings determine; absent: any that is the last one. */
  readonly own?: ReadonlySet<number>;
}

/** 1 for every unknown that a row determines by itself, from inputs, guards and what other such rows determine. */
function determinedUnknowns(system: DescriptorSystem): Uint8Array {
  const isDetermined = new Uint8Array(system.size);
  const readers: Block[][] = Array.from({ length: system.size }, () => []);
  const open = blocksOf(system).filter((block) => {
    for (const unknown of block.reads) readers[unknown]!.push(block);
    return isClosed(block);
  });
  for (let block = open.pop(); block; block = open.pop())
    for (const unknown of [...block.reads]) {
      isDetermined[unknown] = 1;
      for (const other of readers[unknown]!) {
        other.reads.delete(unknown);
        if (isClosed(other)) open.push(other);
      }
    }
  return isDetermined;
}

function isClosed({ reads, own }: Block): boolean {
  if (!own) return reads.size === 1;
  return reads.size > 0 && [...reads].every((unknown) => own.has(unknown));
}

/** The rows that store nothing: both of a relay together, each other one by itself. */
function blocksOf(system: DescriptorSystem): Block[] {
  const { pairs, guards } = system;
  const rows = readsOf(system);
  const blocks: Block[] = [];
  const add = (list: readonly { readonly row: number; readonly unknown: number }[]): void => {
    const reads = list.map(({ row }) => rows[row]);
    const own = new Set(list.map(({ unknown }) => unknown));
    for (const { row } of list) rows[row] = undefined;
    if (reads.every((each) => each !== undefined))
      blocks.push({ reads: new Set([...own, ...reads.flatMap((each) => [...each])]), own });
  };
  pairs.forEach((pair, p) => {
    if (pair.relay !== 'upper') add(pair.relay ? [pair, pairs[p + 1]!] : [pair]);
  });
  for (const guard of guards) add([guard]);
  for (const reads of rows) if (reads) blocks.push({ reads });
  return blocks;
}

/** By row the unknowns that it reads; undefined where it stores anything. */
function readsOf({ size, K, Q, groups }: DescriptorSystem): (Set<number> | undefined)[] {
  const reads: (Set<number> | undefined)[] = Array.from({ length: size }, () => new Set<number>());
  K.row.forEach((row, k) => K.value[k] !== 0 && reads[row]!.add(K.col[k]!));
  for (const { law, count, reads: values, rows } of groups)
    for (let k = 0; k < count; k++)
      for (let r = 0; r < law.rows; r++) {
        const row = rows[k * law.rows + r]!;
        if (row < 0) continue;
        for (let v = 0; v < law.reads; v++) {
          const read = values[k * law.reads + v]!;
          if (law.conducts[r * law.reads + v] === 1 && read >= 0 && read < size) reads[row]?.add(read);
          if (law.stores[r * law.reads + v] === 1 && read >= 0) reads[row] = undefined;
        }
      }
  Q.row.forEach((row, k) => {
    if (Q.value[k] !== 0) reads[row] = undefined;
  });
  return reads;
}
