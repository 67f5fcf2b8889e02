/** Times that come in any order, some of them more than once, and are then passed in order. Cost: one sort. */
export class TimesInOrder {
  #times = new Float64Array(64);
  #count = 0;
  #at = 0;

  add(time: number): void {
    if (this.#count === this.#times.length) {
      const longer = new Float64Array(2 * this.#count);
      longer.set(this.#times);
      this.#times = longer;
    }
    this.#times[this.#count++] = time;
  }

  sort(): void {
    this.#times.subarray(0, this.#count).sort();
  }

  /** The first that was not passed; Infinity where there is none. */
  get next(): number {
    return this.#at < this.#count ? (this.#times[this.#at] as number) : Infinity;
  }

  /** Passes all up to a time, itself included. */
  passTo(time: number): void {
    while (this.next <= time) this.#at++;
  }

  clear(): void {
    this.#count = this.#at = 0;
  }
}
