/**
 * Which blocks are alike: they differ in nothing but in what their inputs are and in names, as do the cells of a memory or
 * the stages of a chain. A block is written down as numbers - its entries, laws and tolerances in its own numbering of rows,
 * unknowns and inputs, first come first numbered - and the numbers are compared to the bit. Blocks with pairs, guards or
 * delays stand alone, as do very large ones. Cost: linear in what belongs to the blocks.
 */
import type { DescriptorSystem } from '../../modeling/descriptor-system.js';
import type { LocalGroup, LocalLaw } from '../../modeling/laws/local-law.js';
import type { ContentVisitor, BlockContents } from './block-contents.js';
import type { DependencyBlocks } from './dependency-blocks.js';

/** Items of a block from which on it is not compared with others. */
const LARGE = 1000;

/** Marks between the parts of a description; unknowns count from 0, what is foreign from -4 on downwards. */
const GROUND = -1;

const none: readonly number[] = Object.freeze([]);

/** Where each unknown and each row stands in its block. */
export interface LocalPlaces {
  readonly unknown: Int32Array;
  readonly row: Int32Array;
}

/** A description and the number of the blocks that have it. */
interface Shape {
  readonly bits: Int32Array;
  readonly number: number;
}

export class BlockShapes implements ContentVisitor {
  /** What the block that was looked at last reads of others: unknowns, and inputs of the whole system, as `BlockParts` has them. */
  get externals(): readonly number[] {
    return this.#externals.slice();
  }

  get inputs(): readonly number[] {
    return this.#inputs.length === 0 ? none : this.#inputs.slice();
  }

  readonly #externals: number[] = [];
  readonly #inputs: number[] = [];
  #count = 0;
  readonly #known = new Map<number, Shape[]>();
  /** That of the block that was looked at last, which the next one often has too. */
  #last: Shape | undefined;
  readonly #lawNumbers = new Map<LocalLaw, number>();
  /** Of unknowns and inputs the block that noted them last, and as what. */
  readonly #noted: Int32Array;
  readonly #number: Int32Array;
  #values = new Float64Array(64);
  #bits = new Int32Array(this.#values.buffer);
  #length = 0;
  #block = -1;
  #isSingle = false;

  constructor(
    private readonly whole: DescriptorSystem,
    private readonly blocks: DependencyBlocks,
    private readonly places: LocalPlaces,
    private readonly contents: BlockContents,
  ) {
    const length = whole.size + whole.inputs.length;
    this.#noted = new Int32Array(length).fill(-1);
    this.#number = new Int32Array(length);
  }

  /** The number that a block shares with those that are alike; `isFirst` where it is the first of its number. */
  of(block: number): { readonly kind: number; readonly isFirst: boolean } {
    this.#block = block;
    this.#length = 0;
    this.#isSingle = this.contents.count(block) > LARGE;
    this.#externals.length = 0;
    this.#inputs.length = 0;
    if (!this.#isSingle) {
      const { start, unknowns, rows } = this.blocks;
      const { absolute, residual, grounds } = this.whole;
      for (let p = start[block]!; p < start[block + 1]!; p++) {
        this.#write(absolute[unknowns[p]!]!);
        this.#write(residual[rows[p]!]!);
        this.#write(grounds ? this.#place(grounds[unknowns[p]!]!) : GROUND);
      }
      this.contents.visit(block, this);
      // Delays belong to whoever reads them.
      for (const { input } of this.whole.delays) if (this.#inputs.includes(input)) this.#isSingle = true;
    }
    if (this.#isSingle) return { kind: this.#count++, isFirst: true };
    if (this.#last && this.#equals(this.#last.bits)) return { kind: this.#last.number, isFirst: false };
    const key = this.#hash();
    let shapes = this.#known.get(key);
    if (!shapes) this.#known.set(key, (shapes = []));
    this.#last = shapes.find(({ bits }) => this.#equals(bits));
    if (this.#last) return { kind: this.#last.number, isFirst: false };
    const number = this.#count++;
    this.#last = { bits: this.#bits.slice(0, 2 * this.#length), number };
    shapes.push(this.#last);
    return { kind: number, isFirst: true };
  }

  addStatic(row: number, unknown: number, value: number): void {
    this.#entry(1, row, this.#read(unknown), value);
  }

  addStored(row: number, unknown: number, value: number): void {
    this.#entry(2, row, this.#read(unknown), value);
  }

  addInput(row: number, input: number, value: number): void {
    this.#entry(3, row, this.#read(this.whole.size + input), value);
  }

  addPair(): void {
    this.#isSingle = true;
  }

  addGuard(): void {
    this.#isSingle = true;
  }

  addInstance({ law, reads, rows, parameters }: LocalGroup, instance: number): void {
    let number = this.#lawNumbers.get(law);
    if (number === undefined) this.#lawNumbers.set(law, (number = this.#lawNumbers.size));
    const { reads: readCount, rows: rowCount, parameterCount } = law;
    this.#reserve(1 + readCount + rowCount + parameterCount);
    const values = this.#values;
    let at = this.#length;
    values[at++] = 4 + number;
    for (let j = instance * readCount; j < (instance + 1) * readCount; j++)
      values[at++] = this.#read(reads[j]!);
    for (let i = instance * rowCount; i < (instance + 1) * rowCount; i++)
      values[at++] = this.#place(rows[i]!);
    const from = instance * parameterCount;
    for (let p = from; p < from + parameterCount; p++) values[at++] = parameters[p]!;
    this.#length = at;
  }

  #entry(kind: number, row: number, read: number, value: number): void {
    this.#write(kind);
    this.#write(this.places.row[row]!);
    this.#write(read);
    this.#write(value);
  }

  /** The block's number of a row, GROUND where the row is none or another block's. */
  #place(row: number): number {
    return row >= 0 && this.blocks.ofRow[row] === this.#block ? this.places.row[row]! : GROUND;
  }

  /** The block's number of what it reads. */
  #read(index: number): number {
    if (index < 0) return GROUND;
    const { size } = this.whole;
    if (index < size && this.blocks.ofUnknown[index] === this.#block) return this.places.unknown[index]!;
    if (this.#noted[index] !== this.#block) {
      this.#noted[index] = this.#block;
      if (index < size) this.#number[index] = -2 - 2 * this.#externals.push(index);
      else this.#number[index] = -3 - 2 * this.#inputs.push(index - size);
    }
    return this.#number[index]!;
  }

  #write(value: number): void {
    this.#reserve(1);
    this.#values[this.#length++] = value;
  }

  /** Has room for so many more values. */
  #reserve(count: number): void {
    const length = this.#length + count;
    if (length <= this.#values.length) return;
    const values = new Float64Array(2 * length);
    values.set(this.#values);
    this.#values = values;
    this.#bits = new Int32Array(values.buffer);
  }

  #hash(): number {
    const bits = this.#bits;
    let hash = 17;
    for (let k = 0; k < 2 * this.#length; k++) hash = (Math.imul(hash, 31) + bits[k]!) | 0;
    return hash;
  }

  #equals(bits: Int32Array): boolean {
    if (bits.length !== 2 * this.#length) return false;
    const own = this.#bits;
    for (let k = 0; k < bits.length; k++) if (bits[k] !== own[k]) return false;
    return true;
  }
}
