/**
 * The sum of many numbers of which few change at a time: pieces of it, of which those are summed anew in which something has changed.
 * All are summed in their order, so that the sum does not depend on what changed when. Cost: a piece for each number that
 * changes, and one addition for each piece.
 */

/** Numbers of a piece, as a power of two. */
const PIECE = 6;

export class PartialSums {
  readonly #values: Float64Array;
  readonly #sums: Float64Array;
  /** Pieces in which something has changed, and which these are. */
  readonly #isStale: Uint8Array;
  readonly #stale: number[] = [];

  /** Of so many numbers, all 0. */
  constructor(length: number) {
    const pieces = (length + (1 << PIECE) - 1) >> PIECE;
    this.#values = new Float64Array(length);
    this.#sums = new Float64Array(pieces);
    this.#isStale = new Uint8Array(pieces);
  }

  set(k: number, value: number): void {
    if (this.#values[k] === value) return;
    this.#values[k] = value;
    const piece = k >> PIECE;
    if (this.#isStale[piece] === 1) return;
    this.#isStale[piece] = 1;
    this.#stale.push(piece);
  }

  get total(): number {
    const values = this.#values;
    for (const piece of this.#stale) {
      this.#isStale[piece] = 0;
      const end = Math.min(values.length, (piece + 1) << PIECE);
      let sum = 0;
      for (let k = piece << PIECE; k < end; k++) sum += values[k]!;
      this.#sums[piece] = sum;
    }
    this.#stale.length = 0;
    let total = 0;
    for (let piece = 0; piece < this.#sums.length; piece++) total += this.#sums[piece]!;
    return total;
  }
}
