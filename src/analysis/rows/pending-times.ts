/** Times that are to come, each once, the soonest first. Cost: a search and a move of what comes before it, a time. */
export class PendingTimes {
  /** The latest first. */
  #times = new Float64Array(64);
  #count = 0;

  /** Infinity where there is none. */
  get soonest(): number {
    return this.#count > 0 ? (this.#times[this.#count - 1] as number) : Infinity;
  }

  /** Takes out the soonest. */
  drop(): void {
    this.#count--;
  }

  add(time: number): void {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] as number) > time) low = middle + 1;
      else high = middle;
    }
    if (low < this.#count && this.#times[low] === time) return;
    if (this.#count === this.#times.length) {
      const longer = new Float64Array(2 * this.#count);
      longer.set(this.#times);
      this.#times = longer;
    }
    this.#times.copyWithin(low + 1, low, this.#count++);
    this.#times[low] = time;
  }
}
