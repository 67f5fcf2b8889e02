/** A queue of events by time; those of one time leave it in the order in which they came. O(log n). */
interface Entry<Event> {
  readonly time: number;
  readonly order: number;
  readonly event: Event;
}

export class EventHeap<Event extends object> {
  readonly #heap: Entry<Event>[] = [];
  readonly #times = new Map<Event, number>();
  #count = 0;

  /** The earliest time; Infinity where there is none. */
  get soonest(): number {
    return this.#heap[0]?.time ?? Infinity;
  }

  /** The time of an event that is in the queue. */
  timeOf(event: Event): number {
    return this.#times.get(event) ?? NaN;
  }

  put(time: number, event: Event): void {
    const heap = this.#heap;
    const entry = { time, order: this.#count++, event };
    this.#times.set(event, time);
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(entry, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = entry;
  }

  /** Removes and returns the earliest event; there must be one. */
  take(): Event {
    const heap = this.#heap;
    const first = heap[0]!;
    const last = heap.pop()!;
    this.#times.delete(first.event);
    if (heap.length === 0) return first.event;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first.event;
  }
}

function isBefore<Event>(a: Entry<Event>, b: Entry<Event>): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}
