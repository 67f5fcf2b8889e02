/** A set of whole numbers below `size` that gives back the lowest first; numbers come in behind the last one taken. Binary heap. */
export class OrderedQueue {
  readonly #heap: number[] = [];
  readonly #contains: Uint8Array;

  constructor(size: number) {
    this.#contains = new Uint8Array(size);
  }

  add(value: number): void {
    if (this.#contains[value] === 1) return;
    this.#contains[value] = 1;
    const heap = this.#heap;
    let at = heap.push(value) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent]! <= value) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = value;
  }

  /** Removes and returns the lowest; -1 when there is none. */
  take(): number {
    const heap = this.#heap;
    const first = heap[0];
    if (first === undefined) return -1;
    this.#contains[first] = 0;
    const last = heap.pop()!;
    const length = heap.length;
    if (length > 0) {
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= length) break;
        if (child + 1 < length && heap[child + 1]! < heap[child]!) child++;
        if (heap[child]! >= last) break;
        heap[at] = heap[child]!;
        at = child;
      }
      heap[at] = last;
    }
    return first;
  }
}
