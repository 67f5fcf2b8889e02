/**
 * The queue of all events that are due by time alone: breakpoints of sources, and commutations of clocked switches, which
 * follow each other whatever the circuit does. It is a function of time, written ahead into memory that generated code
 * reads too: each item has its time, the set of clocks that are due (those within evtol of each other are one item), and
 * the generators z at their right limits. Cost: one item a breakpoint or commutation.
 */
import type { FlowMemory } from './motion/flow-memory.js';
import { eventQueue, queueLength, run } from './motion/flow-memory.js';
import type { GeneratorBank } from './modes/generator-bank.js';
import type { SetInterner } from './modes/set-interner.js';
import type { SwitchClocks } from './switch-clocks.js';

/** Where the queue stands: behind all events up to `time`, each clock's next commutation known. */
export interface QueueState {
  readonly time: number;
  readonly commutations: Float64Array;
}

/** "due" of an item at which an input has an impulse: it takes a closer look. */
export const impulsive = -1;

export class EventQueue {
  readonly #items: Float64Array;
  readonly #run: Float64Array;
  readonly #width: number;
  /** By item: the clocks' next commutations before it; one row more for those behind the last. */
  readonly #commutations: Float64Array;
  readonly #ahead: Float64Array;
  readonly #isOn: Uint8Array;
  readonly #impulses: Float64Array;
  /** Time up to which all events lie behind the first item. */
  #from = -Infinity;

  constructor(
    memory: FlowMemory,
    private readonly bank: GeneratorBank,
    private readonly clocks: SwitchClocks,
    /** Numbers of sets of clocks. */
    private readonly sets: SetInterner,
    /** Events closer than this are one, seconds. */
    private readonly evtol: number,
  ) {
    this.#items = memory.array('eventQueue');
    this.#run = memory.array('run');
    this.#width = eventQueue.z + bank.order;
    this.#commutations = new Float64Array((queueLength + 1) * clocks.count);
    this.#ahead = new Float64Array(clocks.count);
    this.#isOn = new Uint8Array(clocks.count);
    this.#impulses = new Float64Array(bank.signals.length);
  }

  /** Starts at t, given the states of all switches; returns the guards whose switches commutate at once. */
  begin(t: number, on: Uint8Array): number[] {
    const beyond: number[] = [];
    const { clocks } = this;
    for (let k = 0; k < clocks.count; k++) {
      const guard = clocks.guardOf(k);
      const isBeyond = clocks.isBeyond(k, on[guard] === 1, t);
      if (isBeyond) beyond.push(guard);
      this.#isOn[k] = isBeyond ? 1 - on[guard]! : on[guard]!;
      this.#ahead[k] = clocks.commutation(k, this.#isOn[k] === 1, t);
    }
    this.#fill(t);
    return beyond;
  }

  /** Goes on from a state, given the states of all switches there. */
  resume({ time, commutations }: QueueState, on: Uint8Array): void {
    this.#ahead.set(commutations);
    for (let k = 0; k < this.clocks.count; k++) this.#isOn[k] = on[this.clocks.guardOf(k)]!;
    this.#fill(time);
  }

  state(): QueueState {
    const item = this.#run[run.item]!;
    const time = item > 0 ? this.#items[(item - 1) * this.#width]! : this.#from;
    return { time, commutations: this.#before(item).slice() };
  }

  /** Time of the next item, seconds; Infinity for none. */
  get next(): number {
    const item = this.#present();
    return this.#items[item * this.#width + eventQueue.time]!;
  }

  /** The set of clocks that are due then, `impulsive` where an input has an impulse. */
  get due(): number {
    return this.#items[this.#present() * this.#width + eventQueue.due]!;
  }

  /** The guards of the clocks that are due at the next item. */
  guardsDue(): readonly number[] {
    const item = this.#present();
    const time = this.#items[item * this.#width + eventQueue.time]!;
    const before = this.#before(item);
    const due: number[] = [];
    for (let k = 0; k < before.length; k++)
      if (this.#isDue(before[k]!, time)) due.push(this.clocks.guardOf(k));
    return due;
  }

  /** Writes the generators behind the next item to out[offset ...]. */
  generators(out: Float64Array, offset: number): void {
    const at = this.#present() * this.#width + eventQueue.z;
    for (let k = 0; k < this.bank.order; k++) out[offset + k] = this.#items[at + k]!;
  }

  /** Leaves the next item behind. */
  pop(): void {
    this.#run[run.item] = this.#present() + 1;
  }

  /** Writes the items behind the last one, all of which lie behind. */
  refill(): void {
    const last = this.#run[run.items]!;
    this.#ahead.set(this.#before(last));
    this.#fill(this.#items[(last - 1) * this.#width]!);
  }

  #present(): number {
    if (this.#run[run.item]! >= this.#run[run.items]!) this.refill();
    return this.#run[run.item]!;
  }

  /** Whether a commutation belongs to an item at a time. */
  #isDue(commutation: number, time: number): boolean {
    return time < Infinity && commutation <= time + this.evtol;
  }

  #before(item: number): Float64Array {
    const { count } = this.clocks;
    return this.#commutations.subarray(item * count, (item + 1) * count);
  }

  /** Notes the clocks' next commutations before an item. */
  #note(item: number): void {
    const ahead = this.#ahead;
    for (let k = 0, at = item * ahead.length; k < ahead.length; k++, at++) this.#commutations[at] = ahead[k]!;
  }

  /** Writes the items behind `from`, given the clocks' states and next commutations there. */
  #fill(from: number): void {
    const { bank } = this;
    const items = this.#items;
    this.#from = from;
    let t = from;
    let item = 0;
    for (; item < queueLength && t < Infinity; item++) {
      t = this.#write(item, Math.min(bank.nextBreakpoint(t), this.#earliest()));
      if (t < Infinity) bank.stateAt(t, items, item * this.#width + eventQueue.z);
    }
    this.#note(item);
    this.#run[run.item] = 0;
    this.#run[run.items] = item;
  }

  /** Writes time and clocks of an item; returns the time. */
  #write(item: number, time: number): number {
    const { clocks } = this;
    const ahead = this.#ahead;
    const isOn = this.#isOn;
    this.#note(item);
    let due = 0;
    for (let k = 0; k < ahead.length; k++) {
      const commutation = ahead[k]!;
      if (!this.#isDue(commutation, time)) continue;
      due = this.sets.with(due, k);
      isOn[k] = 1 - isOn[k]!;
      ahead[k] = clocks.commutation(k, isOn[k] === 1, Math.max(commutation, time));
    }
    const at = item * this.#width;
    this.#items[at + eventQueue.time] = time;
    this.#items[at + eventQueue.due] =
      time < Infinity && this.bank.impulses(time, this.#impulses) ? impulsive : due;
    return time;
  }

  #earliest(): number {
    let time = Infinity;
    for (let k = 0; k < this.#ahead.length; k++) if (this.#ahead[k]! < time) time = this.#ahead[k]!;
    return time;
  }
}
