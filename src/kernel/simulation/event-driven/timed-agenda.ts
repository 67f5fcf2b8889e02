/**
 * What is due by time alone, written ahead for code that goes from mode to mode by itself (`run-code.ts`): the corners of
 * sources with the generators' values behind them, and the turns of clocks, which follow each other whatever the circuit
 * does. Items at one time are one.
 */
import { agenda, agendaItems, run, type FlowMemory } from './flow-memory.js';
import type { GeneratorBank } from './generator-bank.js';
import type { SwitchClocks } from './switch-clocks.js';

export class TimedAgenda {
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
    this.#items = memory.array('agenda');
    this.#run = memory.array('run');
    this.#width = agenda.z + bank.order;
    this.#times = new Float64Array((agendaItems + 1) * clocks.count);
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
    const ahead = this.#ahead;
    const isOn = this.#isOn;
    ahead.set(times);
    for (let k = 0; k < ahead.length; k++) isOn[k] = on[clocks.guardOf(k)]!;
    let t = from;
    let item = 0;
    for (; item < agendaItems && t < Infinity; item++) {
      this.#times.set(ahead, item * ahead.length);
      let next = bank.nextCorner(t);
      for (let k = 0; k < ahead.length; k++) next = Math.min(next, ahead[k]!);
      let due = 0;
      for (let k = 0; k < ahead.length; k++) {
        if (next === Infinity || !clocks.isDue(ahead[k]!, next)) continue;
        due |= 1 << k;
        isOn[k] = 1 - isOn[k]!;
        ahead[k] = clocks.passage(k, isOn[k] === 1, Math.max(next, ahead[k]!));
      }
      const at = item * this.#width;
      this.#items[at + agenda.time] = next;
      this.#items[at + agenda.due] = due;
      if (next < Infinity) bank.stateAt(next, this.#items, at + agenda.z);
      t = next;
    }
    this.#times.set(ahead, item * ahead.length);
    this.#run[run.item] = 0;
    this.#run[run.items] = item;
  }
}
