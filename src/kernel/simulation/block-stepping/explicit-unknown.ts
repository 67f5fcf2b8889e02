/**
 * An unknown that other blocks and inputs give directly,
 *
 *     factor z + S u(t) + sum f_e(u) + d/dt sum q_e(u) = 0,
 *
 * such as the voltage at an ideal source, or the current through one: it is computed where somebody reads it. As an
 * input of other blocks it is a signal, as long as nothing stands behind d/dt; a current that has such a part is read
 * with the rates of what it depends on. Cost: its terms, at each reading.
 */
import { localPoint, type LocalGroup, type LocalPoint } from '../../modeling/local-law.js';
import type { Signal } from '../../modeling/signal.js';
import type { BlockParts } from './block-system.js';
import { rateOf } from './signal-rate.js';

export class ExplicitUnknown implements Signal {
  readonly constant: boolean;
  readonly factor: number;
  /** The row of the whole system that it follows from. */
  readonly row: number;
  readonly #gains: Float64Array;
  readonly #groups: readonly LocalGroup[];
  readonly #points: readonly LocalPoint[];
  readonly #v: Float64Array;

  constructor(
    { system, explicit, rows }: BlockParts,
    readonly inputs: readonly Signal[],
  ) {
    const { S, groups } = system;
    this.#gains = new Float64Array(inputs.length);
    for (let k = 0; k < S.length; k++) this.#gains[S.col[k]!]! -= S.value[k]! / explicit!;
    this.#groups = groups;
    this.#points = groups.map(({ law }) => localPoint(law));
    this.#v = new Float64Array(Math.max(0, ...groups.map(({ law }) => law.reads)));
    this.constant = inputs.every((signal) => signal.constant);
    this.factor = explicit!;
    this.row = rows[0]!;
  }

  value(t: number): number {
    return this.#sum((signal) => signal.value(t), undefined);
  }

  valueLeft(t: number): number {
    return this.#sum((signal) => signal.valueLeft(t), undefined);
  }

  /** With what stands behind d/dt; its left limit if told so. */
  valueWithRates(t: number, left: boolean): number {
    return this.#sum(
      (signal) => (left ? signal.valueLeft(t) : signal.value(t)),
      (signal) => rateOf(signal, t),
    );
  }

  /** What stands behind d/dt in its row, differentiated. */
  storedRate(t: number): number {
    if (!this.#groups.some(({ law }) => law.stores.includes(1))) return 0;
    let sum = 0;
    this.#laws(
      (signal) => signal.value(t),
      (point, row, reads, read) => {
        for (let j = 0; j < reads; j++)
          sum += point.dq[row * reads + j]! * read(j, (signal) => rateOf(signal, t));
      },
    );
    return sum;
  }

  rate(t: number): number {
    let sum = 0;
    this.inputs.forEach((signal, j) => {
      if (this.#gains[j] !== 0) sum += this.#gains[j]! * rateOf(signal, t);
    });
    this.#laws(
      (signal) => signal.value(t),
      (point, row, reads, read) => {
        for (let j = 0; j < reads; j++)
          sum -= (point.df[row * reads + j]! * read(j, (signal) => rateOf(signal, t))) / this.factor;
      },
    );
    return sum;
  }

  /** By Simpson's rule between breakpoints. */
  integral(t0: number, t1: number): number {
    let sum = 0;
    for (let from = t0; from < t1;) {
      const to = Math.min(t1, this.nextBreakpoint(from));
      sum += ((to - from) / 6) * (this.value(from) + 4 * this.value((from + to) / 2) + this.valueLeft(to));
      from = to;
    }
    return sum;
  }

  nextBreakpoint(t: number): number {
    let next = Infinity;
    for (const signal of this.inputs) if (!signal.constant) next = Math.min(next, signal.nextBreakpoint(t));
    return next;
  }

  #sum(valueOf: (signal: Signal) => number, rate: ((signal: Signal) => number) | undefined): number {
    let sum = 0;
    for (let j = 0; j < this.inputs.length; j++) {
      const gain = this.#gains[j]!;
      if (gain !== 0) sum += gain * valueOf(this.inputs[j]!);
    }
    this.#laws(valueOf, (point, row, reads, read) => {
      sum -= point.f[row]! / this.factor;
      if (rate)
        for (let j = 0; j < reads; j++) sum -= (point.dq[row * reads + j]! * read(j, rate)) / this.factor;
    });
    return sum;
  }

  /** Evaluates every law that adds to the row. */
  #laws(
    valueOf: (signal: Signal) => number,
    add: (
      point: LocalPoint,
      row: number,
      reads: number,
      read: (j: number, of: (signal: Signal) => number) => number,
    ) => void,
  ): void {
    this.#groups.forEach(({ law, count, reads, rows, parameters }, g) => {
      const point = this.#points[g]!;
      for (let instance = 0; instance < count; instance++) {
        const read = (j: number, of: (signal: Signal) => number): number => {
          const index = reads[instance * law.reads + j]!;
          return index < 0 ? 0 : of(this.inputs[index - 1]!);
        };
        for (let j = 0; j < law.reads; j++) this.#v[j] = read(j, valueOf);
        law.evaluate(parameters, instance * law.parameterCount, this.#v, point);
        for (let row = 0; row < law.rows; row++)
          if (rows[instance * law.rows + row]! >= 0) add(point, row, law.reads, read);
      }
    });
  }
}
