/** A binary heap of numbered things, each with a time: the soonest comes first, of equal ones the lowest number. */
export class SoonestFirst {
  readonly #heap: Int32Array;
  readonly #time: Float64Array;
  #count = 0;

  /** Takes the number of things. */
  constructor(size: number) {
    this.#heap = new Int32Array(size);
    this.#time = new Float64Array(size);
  }

  /** Time of the first; Infinity where there is none. */
  get soonest(): number {
    return this.#count > 0 ? this.#timeAt(0) : Infinity;
  }

  push(thing: number, time: number): void {
    this.#time[thing] = time;
    let at = this.#count++;
    this.#heap[at] = thing;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!this.#isBefore(at, up)) break;
      this.#swap(at, up);
      at = up;
    }
  }

  /** Takes out the first; there must be one. */
  pop(): number {
    const first = this.#heap[0] as number;
    this.#swap(0, --this.#count);
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= this.#count) return first;
      const right = left + 1;
      const sooner = right < this.#count && this.#isBefore(right, left) ? right : left;
      if (!this.#isBefore(sooner, at)) return first;
      this.#swap(at, sooner);
      at = sooner;
    }
  }

  #timeAt(at: number): number {
    return this.#time[this.#heap[at] as number] as number;
  }

  #isBefore(one: number, other: number): boolean {
    const difference = this.#timeAt(one) - this.#timeAt(other);
    return difference !== 0 ? difference < 0 : (this.#heap[one] as number) < (this.#heap[other] as number);
  }

  #swap(one: number, other: number): void {
    const held = this.#heap[one] as number;
    this.#heap[one] = this.#heap[other] as number;
    this.#heap[other] = held;
  }
}
