/**
 * A network of logic: nets that carry levels, and parts that read and drive them. It changes at events only. A part is
 * called where a net that it reads changes, or at a time that it asked for, and says which of its outputs go to which level
 * after which delay; a new level of an output cancels those that would come at its time or later. What comes at one
 * time is done in rounds: all levels that are due, then all parts that read them.
 *
 * At rest nothing is delayed: parts are called until nothing changes, from nets that are unknown on. Rounds without time that
 * do not end are a failure with the names of the parts.
 *
 * Where the network meets a system of equations: a `LogicProbe` is told what a guard of the system says, and where it is asked for
 * the value of a form at events; a `LogicSignal` is an input of the system. Cost: O(log n) for an event, and what its parts cost. Source: [Cox et al. 1992] (XSPICE).
 */
import type { LogicSignal } from './logic-signal.js';
import { resolved, undriven } from './logic-level.js';
import { EventHeap } from './event-heap.js';

/** Rounds at one time after which the network does not settle. */
const maxRounds = 1000;

/** What a part may ask and say while it is called. */
export interface LogicCall {
  /** Seconds. */
  readonly t: number;
  /** True at rest: delays count as 0. */
  readonly atRest: boolean;
  /** The level of the k-th net that the part reads. */
  input(k: number): number;
  /** The k-th output goes to a level after a delay in seconds. */
  drive(k: number, level: number, delay: number): void;
  /** Drops what the k-th output was to go to. */
  cancel(k: number): void;
  /** The part wants to be called at t. */
  wakeAt(t: number): void;
  /** A signal that the part owns goes on as `LogicSignal.go` says. */
  send(signal: LogicSignal, value: number, duration: number): void;
}

/** Does what a part does; it remembers what it has to, from one call to the next. */
export type LogicBehaviour = (call: LogicCall) => void;

export interface LogicPart {
  /** For messages. */
  readonly name: string;
  readonly reads: readonly number[];
  readonly drives: readonly number[];
  /** A new behaviour, at the start of a run. */
  begin(): LogicBehaviour;
}

/** What a guard of a system tells the network: whether it is on, and what is measured beside it. */
export interface LogicProbe {
  readonly network: LogicNetwork;
  /** Of the part that is called when it changes. */
  readonly index: number;
}

interface Pending {
  /** Output -1: the part itself is called. */
  readonly output: number;
  readonly part: number;
  readonly level: number;
  cancelled: boolean;
}

/** Parts that change each other without end and without delay. */
export class LogicFailure extends Error {
  constructor(readonly parts: readonly string[]) {
    super(`${parts.join(', ')} change each other without end and without delay`);
  }
}

export class LogicNetwork {
  readonly #netOf = new Map<string, number>();
  readonly #parts: LogicPart[] = [];
  readonly #readers: number[][] = [];
  /** Outputs that drive a net, and of each output its net and part. */
  readonly #drivers: number[][] = [];
  readonly #netOfOutput: number[] = [];
  readonly #firstOutput: number[] = [];
  readonly #probes: { readonly part: number }[] = [];
  #probed: Uint8Array = new Uint8Array(0);
  #measured: Float64Array = new Float64Array(0);
  #behaviours: LogicBehaviour[] = [];
  #levels: number[] = [];
  #outputs: number[] = [];
  #pendingOf: Pending[][] = [];
  #queue = new EventHeap<Pending>();
  #t = 0;
  #changed = false;

  /** The number of the net with a name. */
  net(name: string): number {
    const known = this.#netOf.get(name);
    if (known !== undefined) return known;
    this.#netOf.set(name, this.#readers.length);
    this.#drivers.push([]);
    return this.#readers.push([]) - 1;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  get netNames(): readonly string[] {
    return [...this.#netOf.keys()];
  }

  /** Nets that parts read and none drives. */
  undrivenNets(): readonly string[] {
    return this.netNames.filter(
      (_, net) => this.#drivers[net]!.length === 0 && this.#readers[net]!.length > 0,
    );
  }

  add(part: LogicPart): number {
    const index = this.#parts.push(part) - 1;
    for (const net of new Set(part.reads)) this.#readers[net]!.push(index);
    this.#firstOutput.push(this.#netOfOutput.length);
    for (const net of part.drives) this.#drivers[net]!.push(this.#netOfOutput.push(net) - 1);
    return index;
  }

  /** A guard's state for a part; `probed` reads it. */
  probe(part: number): LogicProbe {
    return { network: this, index: this.#probes.push({ part }) - 1 };
  }

  /** Whether the guard of a probe is on. */
  probed(probe: LogicProbe): boolean {
    return this.#probed[probe.index] === 1;
  }

  /** The form that goes with a probe, as it is at the event for which its part is called; not known at rest. */
  measured(probe: LogicProbe): number {
    return this.#measured[probe.index]!;
  }

  /** Takes the value of the form that goes with a probe. */
  measure(probe: number, value: number): void {
    this.#measured[probe] = value;
  }

  /** The time of the next event, Infinity where there is none. */
  get nextTime(): number {
    return this.#queue.soonest;
  }

  /** The level of a net. */
  level(net: number): number {
    return this.#levels[net] ?? undriven;
  }

  /** Begins at t from nothing; `settle` follows. */
  begin(t: number): void {
    this.#t = t;
    this.#queue = new EventHeap();
    this.#probed = new Uint8Array(this.#probes.length);
    this.#measured = new Float64Array(this.#probes.length);
    this.#behaviours = this.#parts.map((part) => part.begin());
    this.#levels = this.#readers.map(() => undriven);
    this.#outputs = this.#netOfOutput.map(() => undriven);
    this.#pendingOf = this.#netOfOutput.map(() => []);
  }

  /** Takes the states of all probes and settles at rest; returns whether any signal changed. */
  settle(isOn: (probe: number) => boolean): boolean {
    for (let p = 0; p < this.#probes.length; p++) this.#probed[p] = isOn(p) ? 1 : 0;
    let called = this.#parts.map((_, part) => part);
    for (let round = 0; called.length > 0; round++) {
      if (round > maxRounds) throw this.#withoutEnd(called);
      for (const part of called) this.#call(part, this.#t, true);
      called = this.#deliver(this.#t);
    }
    return this.#takeChange();
  }

  /** Tells that a probe turned at t; returns whether any signal changed. */
  turn(probe: number, on: boolean, t: number): boolean {
    if ((this.#probed[probe] === 1) === on) return false;
    this.#probed[probe] = on ? 1 : 0;
    this.#call(this.#probes[probe]!.part, t, false);
    return this.advance(t);
  }

  /** Does all that is due up to t; returns whether any signal changed. */
  advance(t: number): boolean {
    let rounds = 0;
    let last = -Infinity;
    this.#t = t;
    while (this.#queue.soonest <= t) {
      const now = this.#queue.soonest;
      rounds = now === last ? rounds + 1 : 0;
      last = now;
      const called = this.#deliver(now);
      if (rounds > maxRounds) throw this.#withoutEnd(called);
      for (const part of called) this.#call(part, now, false);
    }
    return this.#takeChange();
  }

  /** Gives outputs the levels that are due at t; returns the parts that are to be called. */
  #deliver(t: number): number[] {
    const parts = new Set<number>();
    const nets = new Set<number>();
    while (this.#queue.soonest <= t) {
      const due = this.#queue.take();
      if (due.cancelled) continue;
      if (due.output < 0) {
        parts.add(due.part);
        continue;
      }
      const own = this.#pendingOf[due.output]!;
      own.splice(own.indexOf(due), 1);
      this.#outputs[due.output] = due.level;
      nets.add(this.#netOfOutput[due.output]!);
    }
    for (const net of nets) {
      const level = this.#drivers[net]!.map((output) => this.#outputs[output]!).reduce(resolved);
      if (level === this.#levels[net]) continue;
      this.#levels[net] = level;
      for (const part of this.#readers[net]!) parts.add(part);
    }
    return [...parts];
  }

  #call(part: number, t: number, atRest: boolean): void {
    const { reads } = this.#parts[part]!;
    const first = this.#firstOutput[part]!;
    this.#behaviours[part]!({
      ...{ t, atRest },
      input: (k) => this.#levels[reads[k]!] ?? undriven,
      drive: (k, level, delay) => {
        this.#schedule(first + k, part, level, atRest ? t : t + delay);
      },
      cancel: (k) => {
        this.#cancelFrom(first + k, -Infinity);
      },
      wakeAt: (time) => {
        this.#queue.put(time, { output: -1, part, level: 0, cancelled: false });
      },
      send: (signal, value, duration) => {
        if (atRest) {
          if (signal.value(t) !== value) this.#changed = true;
          signal.begin(t, value);
          return;
        }
        if (signal.go(t, value, duration)) this.#changed = true;
      },
    });
  }

  #schedule(output: number, part: number, level: number, time: number): void {
    this.#cancelFrom(output, time);
    const own = this.#pendingOf[output]!;
    if ((own.at(-1)?.level ?? this.#outputs[output]) === level) return;
    const event: Pending = { output, part, level, cancelled: false };
    own.push(event);
    this.#queue.put(time, event);
  }

  #cancelFrom(output: number, time: number): void {
    const own = this.#pendingOf[output]!;
    for (let last = own.at(-1); last && this.#queue.timeOf(last) >= time; last = own.at(-1)) {
      last.cancelled = true;
      own.pop();
    }
  }

  #takeChange(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  #withoutEnd(parts: readonly number[]): LogicFailure {
    return new LogicFailure(parts.slice(0, 8).map((part) => this.#parts[part]!.name));
  }
}
