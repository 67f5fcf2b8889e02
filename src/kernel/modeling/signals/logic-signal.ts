/**
 * An output of a logic network as an input of a system: straight lines towards its last target, each begun at an event. What
 * is to come after the line under way is not known; points that are passed are kept as long as a step may ask for them.
 */
import type { Signal } from './signal.js';

/** Points that are kept. */
const remembered = 256;

export class LogicSignal implements Signal {
  readonly constant = false;
  /** Rising times; two of one time are a jump. The last value goes on. */
  #times: number[] = [0];
  #values: number[];

  constructor(initial: number) {
    this.#values = [initial];
  }

  /** Forgets everything: the value is `value` from ever on. */
  begin(t: number, value: number): void {
    this.#times = [t];
    this.#values = [value];
  }

  /** From t on the signal goes to `value` in a straight line of `duration` seconds; 0: it jumps. Returns whether it changes. */
  go(t: number, value: number, duration: number): boolean {
    const now = this.value(t);
    if (now === value && this.#values.at(-1) === value) return false;
    while (this.#times.length > 1 && this.#times.at(-1)! > t) {
      this.#times.pop();
      this.#values.pop();
    }
    if (this.#times.length > 2 * remembered) {
      this.#times = this.#times.slice(-remembered);
      this.#values = this.#values.slice(-remembered);
    }
    this.#push(t, now);
    this.#push(t + (now === value ? 0 : duration), value);
    return true;
  }

  value(t: number): number {
    return this.#at(this.#lastAt(t), t);
  }

  valueLeft(t: number): number {
    let k = this.#lastAt(t);
    while (k > 0 && this.#times[k] === t) k--;
    return this.#times[k + 1] === t ? this.#values[k + 1]! : this.#at(k, t);
  }

  integral(t0: number, t1: number): number {
    let sum = 0;
    for (let t = t0; t < t1;) {
      const next = Math.min(this.nextBreakpoint(t), t1);
      sum += ((next - t) * (this.value(t) + this.valueLeft(next))) / 2;
      t = next;
    }
    return sum;
  }

  nextBreakpoint(t: number): number {
    const times = this.#times;
    let k = times.length;
    while (k > 0 && times[k - 1]! > t) k--;
    return times[k] ?? Infinity;
  }

  #push(t: number, value: number): void {
    if (this.#times.at(-1) === t && this.#values.at(-1) === value) return;
    this.#times.push(t);
    this.#values.push(value);
  }

  /** The last point at or before t; the first one before all. */
  #lastAt(t: number): number {
    let low = 0;
    let high = this.#times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#times[middle]! <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The line behind point k at t. */
  #at(k: number, t: number): number {
    const [t0, v0] = [this.#times[k]!, this.#values[k]!];
    const t1 = this.#times[k + 1];
    if (t1 === undefined || !(t1 > t0) || t <= t0) return v0;
    return v0 + ((this.#values[k + 1]! - v0) * (t - t0)) / (t1 - t0);
  }
}
