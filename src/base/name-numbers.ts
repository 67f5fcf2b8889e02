/**
 * Different names numbered 0, 1, ... in the order in which they are met: what a map from names to numbers does, for a million
 * of them in a third of its time, for what its table holds are numbers in a typed array, which grows without work for the garbage
 * collector.
 *
 * Open addressing with linear probing, at most half full; names that find no place within MAX_PROBES of theirs, as letters
 * that are chosen for it make them, stand in a map. Cost: O(length of the name).
 */
export class NameNumbers {
  readonly #names: string[] = [];
  /** Number of the name in each slot, -1 where it is free; 2^bits of them. */
  #slots = new Int32Array(1 << FIRST_BITS).fill(-1);
  #bits = FIRST_BITS;
  /** Numbers of the names without a slot. */
  readonly #others = new Map<string, number>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  get size(): number {
    return this.#names.length;
  }

  /** All names, in order of their numbers. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Returns the number of a name; -1 where it has none. */
  find(name: string): number {
    return this.#numberIn(this.#slotOf(name), name);
  }

  has(name: string): boolean {
    return this.find(name) >= 0;
  }

  /** Returns the number of a name, which it gets here where it had none. */
  add(name: string): number {
    const slot = this.#slotOf(name);
    const known = this.#numberIn(slot, name);
    if (known >= 0) return known;
    const number = this.#names.push(name) - 1;
    this.#put(slot, name, number);
    if (2 * this.#names.length > this.#slots.length) this.#grow();
    return number;
  }

  #numberIn(slot: number, name: string): number {
    return slot < 0 ? (this.#others.get(name) ?? -1) : (this.#slots[slot] as number);
  }

  #put(slot: number, name: string, number: number): void {
    if (slot < 0) this.#others.set(name, number);
    else this.#slots[slot] = number;
  }

  /** The slot that holds a name, or the free one in which it belongs; -1 where all near it have other names. */
  #slotOf(name: string): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let hash = 0;
    for (let k = 0; k < name.length; k++) hash = (Math.imul(hash, FACTOR) + name.charCodeAt(k)) | 0;
    let slot = Math.imul(hash, SPREAD) >>> (WORD - this.#bits);
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const number = slots[slot] as number;
      if (number < 0 || this.#names[number] === name) return slot;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  #grow(): void {
    this.#bits += GROWTH_BITS;
    this.#slots = new Int32Array(1 << this.#bits).fill(-1);
    this.#others.clear();
    this.#names.forEach((name, number) => {
      this.#put(this.#slotOf(name), name, number);
    });
  }
}

const FIRST_BITS = 6;
const GROWTH_BITS = 2;
const MAX_PROBES = 64;
/** More than there are letters or digits, so that names of one length that differ in few places have hashes of their own. */
const FACTOR = 31;
/** 2^32 by the golden ratio: spreads neighbours evenly over the high bits. */
const SPREAD = 0x9e3779b1;
const WORD = 32;
