/**
 * What is due by time alone, written ahead for code that goes from mode to mode by itself (`event-loop-code.ts`): the breakpoints of
 * sources with the generators' values behind them, and the turns of clocks, which follow each other whatever the circuit
 * does. Items at one time are one.
 */
import { eventQueue, queueLength, run, type FlowMemory } from './flow-memory.js';
import type { GeneratorBank } from './generator-bank.js';
import type { SwitchClocks } from './switch-clocks.js';

export class EventQueue {
  readonly #items: Float64Array;
  readonly #run: Float64Array;
  readonly #width: number;
  /** By item: the clocks' times before it; one row more for those behind the last. */
  readonly #times: Float64Array;
  readonly #ahead: Float64Array;
  readonly #isOn: Uint8Array;

  constructor(
    memory: FlowMemory,
    private readonly bank: GeneratorBank,
    private readonly clocks: SwitchClocks,
  ) {
    this.#items = memory.array('eventQueue');
    this.#run = memory.array('run');
    this.#width = eventQueue.z + bank.order;
    this.#times = new Float64Array((queueLength + 1) * clocks.count);
    this.#ahead = new Float64Array(clocks.count);
    this.#isOn = new Uint8Array(clocks.count);
  }

  /** Makes the first item behind t the present one, given the states of the switches; what still holds is kept. */
  begin(t: number, on: Uint8Array): void {
    const count = this.#run[run.items]!;
    let item = this.#run[run.item]!;
    while (item < count && this.#items[item * this.#width]! <= t) item++;
    this.#run[run.item] = item;
    if (item >= count || !this.#agrees(item)) this.#fill(t, this.clocks.times, on);
  }

  /** Goes on behind the last item, with the states of the switches there. */
  goOn(on: Uint8Array): void {
    const last = this.#run[run.items]!;
    this.#fill(this.#items[(last - 1) * this.#width]!, this.timesBefore(last), on);
  }

  /** The clocks' times before an item. */
  timesBefore(item: number): Float64Array {
    const { count } = this.clocks;
    return this.#times.subarray(item * count, (item + 1) * count);
  }

  /** Whether the clocks are as they were thought to be before an item. */
  #agrees(item: number): boolean {
    const { times } = this.clocks;
    const thought = item * times.length;
    for (let k = 0; k < times.length; k++) if (times[k] !== this.#times[thought + k]) return false;
    return true;
  }

  #fill(from: number, times: Float64Array, on: Uint8Array): void {
    const { bank, clocks } = this;
    const items = this.#items;
    const width = this.#width;
    for (let k = 0; k < times.length; k++) {
      this.#ahead[k] = times[k]!;
      this.#isOn[k] = on[clocks.guardOf(k)]!;
    }
    let t = from;
    let item = 0;
    for (; item < queueLength && t < Infinity; item++) {
      t = this.#write(item, Math.min(bank.nextBreakpoint(t), this.#earliest()));
      if (t < Infinity) bank.stateAt(t, items, item * width + eventQueue.z);
    }
    this.#keep(item);
    this.#run[run.item] = 0;
    this.#run[run.items] = item;
  }

  /** Writes time and clocks of an item; returns the time. */
  #write(item: number, time: number): number {
    const { clocks } = this;
    const ahead = this.#ahead;
    const isOn = this.#isOn;
    this.#keep(item);
    let due = 0;
    for (let k = 0; k < ahead.length; k++) {
      const turn = ahead[k]!;
      if (time === Infinity || !clocks.isDue(turn, time)) continue;
      due |= 1 << k;
      isOn[k] = 1 - isOn[k]!;
      ahead[k] = clocks.crossing(k, isOn[k] === 1, turn > time ? turn : time);
    }
    const at = item * this.#width;
    this.#items[at + eventQueue.time] = time;
    this.#items[at + eventQueue.due] = due;
    return time;
  }

  #earliest(): number {
    let time = Infinity;
    for (let k = 0; k < this.#ahead.length; k++) if (this.#ahead[k]! < time) time = this.#ahead[k]!;
    return time;
  }

  /** Notes the clocks' times before an item. */
  #keep(item: number): void {
    const count = this.#ahead.length;
    for (let k = 0; k < count; k++) this.#times[item * count + k] = this.#ahead[k]!;
  }
}
