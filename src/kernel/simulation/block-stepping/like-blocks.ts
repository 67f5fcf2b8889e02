/**
 * Blocks that differ in nothing but their inputs and names: the cells of a memory, the stages of a chain. What is worked out
 * for one holds for all. Blocks with pairs, guards or delays stand alone. Cost: linear in the entries of all blocks.
 */
import type { LocalGroup } from '../../modeling/local-law.js';
import type { Triplets } from '../../../numerics/sparse/sparse-matrix.js';
import type { BlockParts } from './block-system.js';

/** Kinds of blocks found so far, each with what `make` has made of the first of its kind. */
export class LikeBlocks<Kind> {
  /** By a number that alike blocks share. */
  readonly #kinds = new Map<number, { readonly first: BlockParts; readonly kind: Kind }[]>();

  constructor(private readonly make: (first: BlockParts) => Kind) {}

  /** The kind of a block; one of its own where it has what keeps a state of its own. */
  of(parts: BlockParts): Kind {
    const { pairs, guards, delays } = parts.system;
    if (pairs.length + guards.length + delays.length > 0) return this.make(parts);
    const key = keyOf(parts);
    let known = this.#kinds.get(key);
    if (!known) this.#kinds.set(key, (known = []));
    const found = known.find(({ first }) => isAlike(first, parts));
    if (found) return found.kind;
    const kind = this.make(parts);
    known.push({ first: parts, kind });
    return kind;
  }
}

function keyOf({ system: { size, K, Q, S, groups } }: BlockParts): number {
  let key = size;
  for (const { value } of [K, Q, S]) for (const entry of value) key += entry;
  for (const { parameters } of groups) for (const parameter of parameters) key += parameter;
  return key;
}

function isAlike({ system: a, ...one }: BlockParts, { system: b, ...other }: BlockParts): boolean {
  return (
    a.size === b.size &&
    one.explicit === other.explicit &&
    one.externals.length === other.externals.length &&
    one.inputs.length === other.inputs.length &&
    equalTriplets(a.K, b.K) &&
    equalTriplets(a.Q, b.Q) &&
    equalTriplets(a.S, b.S) &&
    equal(a.absolute, b.absolute) &&
    equal(a.residual, b.residual) &&
    equal(a.grounds ?? [], b.grounds ?? []) &&
    a.groups.length === b.groups.length &&
    a.groups.every((group, g) => equalGroups(group, b.groups[g]!))
  );
}

function equalTriplets(a: Triplets, b: Triplets): boolean {
  return equal(a.value, b.value) && equal(a.row, b.row) && equal(a.col, b.col);
}

function equalGroups(a: LocalGroup, b: LocalGroup): boolean {
  if (a.law !== b.law || a.count !== b.count) return false;
  return equal(a.parameters, b.parameters) && equal(a.reads, b.reads) && equal(a.rows, b.rows);
}

function equal(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
