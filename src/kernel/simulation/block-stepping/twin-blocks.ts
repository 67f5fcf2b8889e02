/**
 * Blocks that do the same to the bit: alike (`block-shape.ts`), with the very same inputs and the same start. Taken in the
 * order of blocks, whose inputs come from blocks before them, this finds whole chains, buses and arrays that move alike; one
 * of each steps for all. Cost: linear in the entries of the blocks, but for chance collisions of a hash.
 */
import type { DescriptorStart } from '../../modeling/descriptor-system.js';
import type { Signal } from '../../modeling/signals/signal.js';
import type { BlockParts } from './block-system.js';

interface Candidate {
  readonly parts: BlockParts;
  readonly inputs: readonly Signal[];
}

export class TwinBlocks<Block extends Candidate> {
  /** By a hash of kind, inputs and start. */
  readonly #known = new Map<number, Block[]>();
  readonly #numberOf = new Map<Signal, number>();
  readonly #start: DescriptorStart;
  readonly #bits: Int32Array;

  constructor(start: DescriptorStart) {
    this.#start = start;
    this.#bits = new Int32Array(start.z.buffer, start.z.byteOffset, 2 * start.z.length);
  }

  /** The block that does the same as one of these parts would; where there is none, what `make` makes, in `parts` itself. */
  of(parts: BlockParts, inputs: readonly Signal[], make: () => Block): Block {
    const key = this.#hash(parts, inputs);
    const candidates = this.#known.get(key);
    if (candidates)
      for (const block of candidates)
        if (
          block.parts.kind === parts.kind &&
          block.inputs.every((signal, j) => signal === inputs[j]) &&
          this.#startsAlike(block.parts, parts)
        )
          return block;
    const block = make();
    if (candidates) candidates.push(block);
    else this.#known.set(key, [block]);
    return block;
  }

  #hash({ kind, unknowns }: BlockParts, inputs: readonly Signal[]): number {
    let hash = kind;
    for (let j = 0; j < inputs.length; j++) hash = (Math.imul(hash, 31) + this.#number(inputs[j]!)) | 0;
    for (let j = 0; j < unknowns.length; j++) {
      const at = 2 * unknowns[j]!;
      hash = (Math.imul(Math.imul(hash, 31) + this.#bits[at]!, 31) + this.#bits[at + 1]!) | 0;
    }
    return hash;
  }

  #number(signal: Signal): number {
    let number = this.#numberOf.get(signal);
    if (number === undefined) this.#numberOf.set(signal, (number = this.#numberOf.size));
    return number;
  }

  #startsAlike(one: BlockParts, other: BlockParts): boolean {
    const { z, stored } = this.#start;
    return (
      same(z, one.unknowns, other.unknowns) && (stored === undefined || same(stored, one.rows, other.rows))
    );
  }
}

/** True where values at both places are the same to the bit. */
function same(values: Float64Array, one: readonly number[], other: readonly number[]): boolean {
  for (let k = 0; k < one.length; k++) if (!Object.is(values[one[k]!], values[other[k]!])) return false;
  return true;
}
