/**
 * Whether the two halves of a step lie on a straight line: |z_mid - (z_0 + z_1) / 2| <= part max |z_i| for the quantities
 * that are watched, each by its largest magnitude so far. A step within its error may bend all the same: multipliers
 * follow inputs without any error, however long the step, and who reads the points draws lines between them.
 *
 * A quantity that still bends in three of the shortest steps one after the other is no curve: it rings (theta = 1/2 after
 * an inconsistent multiplier) and is left alone from then on.
 */
const maxShortBends = 3;

/** What is watched: `read` writes `count` values at a point, `side` telling the limit of inputs that jump there. */
export interface WatchedQuantities {
  readonly count: number;
  read(t: number, x: Float64Array, lambda: Float64Array, side: 'left' | 'right', out: Float64Array): void;
}

export class ChordControl {
  readonly #largest: Float64Array;
  readonly #shortBends: Uint8Array;
  readonly #first: Float64Array;
  readonly #middle: Float64Array;
  readonly #last: Float64Array;

  constructor(
    private readonly quantities: WatchedQuantities,
    private readonly part: number,
  ) {
    const { count } = quantities;
    this.#largest = new Float64Array(count);
    this.#shortBends = new Uint8Array(count);
    this.#first = new Float64Array(count);
    this.#middle = new Float64Array(count);
    this.#last = new Float64Array(count);
  }

  /** Keeps the point at the start of a step. */
  noteFirst(t: number, x: Float64Array, lambda: Float64Array): void {
    this.quantities.read(t, x, lambda, 'right', this.#first);
  }

  /** Keeps the point between its halves. */
  noteMiddle(t: number, x: Float64Array, lambda: Float64Array): void {
    this.quantities.read(t, x, lambda, 'left', this.#middle);
  }

  /**
   * How far the middle is off the line to this point, by the bound; above 1 the step is to be taken in shorter ones, and
   * the shortest ones are taken as they are.
   */
  excess(t: number, x: Float64Array, lambda: Float64Array, shortest: boolean): number {
    this.quantities.read(t, x, lambda, 'left', this.#last);
    let worst = 0;
    for (let k = 0; k < this.#first.length; k++) {
      const [first, middle, last] = [this.#first[k]!, this.#middle[k]!, this.#last[k]!];
      const largest = Math.max(this.#largest[k]!, Math.abs(first), Math.abs(middle), Math.abs(last));
      this.#largest[k] = largest;
      if (this.#shortBends[k]! >= maxShortBends || largest === 0) continue;
      const excess = Math.abs(middle - (first + last) / 2) / (this.part * largest);
      worst = Math.max(worst, excess);
      if (!(excess > 1)) this.#shortBends[k] = 0;
      else if (shortest) this.#shortBends[k]!++;
    }
    return worst;
  }
}
