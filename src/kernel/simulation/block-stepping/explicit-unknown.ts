/**
 * An unknown that other blocks and inputs give directly,
 *
 *     factor z + S u(t) + sum f_e(u) + d/dt sum q_e(u) = 0,
 *
 * such as the voltage at an ideal source, or the current through one: it is computed where somebody reads it. As an
 * input of other blocks it is a signal, as long as nothing stands behind d/dt; a current that has such a part is read
 * with the rates of what it depends on. Of many terms (`moving-terms.ts`) those that rest are summed once a window. Cost: its
 * terms that move, at each reading.
 */
import { localPoint, type LocalGroup, type LocalPoint } from '../../modeling/laws/local-law.js';
import type { Signal } from '../../modeling/signals/signal.js';
import type { BlockParts } from './block-system.js';
import { MovingTerms } from './moving-terms.js';
import { PartialSums } from './partial-sums.js';
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
  readonly #stores: boolean;
  #sorted: MovingTerms | undefined;
  /** Of the inputs at the time that was read last. */
  readonly #values: Float64Array;
  readonly #rates: Float64Array;
  /** What rests: gains times inputs, and laws; made when something first does. */
  #restingSum = 0;
  #restingLaws = 0;
  #resting: { readonly terms: PartialSums; readonly flows: readonly PartialSums[] } | undefined;

  constructor(
    { system, explicit, rows }: BlockParts,
    readonly inputs: readonly Signal[],
    /** Its inputs are of blocks that tell when they move. */
    private readonly told = false,
  ) {
    const { S, groups } = system;
    this.#gains = new Float64Array(inputs.length);
    for (let k = 0; k < S.length; k++) this.#gains[S.col[k]!]! -= S.value[k]! / explicit!;
    this.#groups = groups;
    this.#points = groups.map(({ law }) => localPoint(law));
    this.#v = new Float64Array(Math.max(0, ...groups.map(({ law }) => law.reads)));
    this.#stores = groups.some(({ law }) => law.stores.includes(1));
    this.#values = new Float64Array(inputs.length);
    this.#rates = new Float64Array(inputs.length);
    this.constant = inputs.every((signal) => signal.constant);
    this.factor = explicit!;
    this.row = rows[0]!;
  }

  value(t: number): number {
    return this.#read(t, 'right', false);
  }

  valueLeft(t: number): number {
    return this.#read(t, 'left', false);
  }

  /** With what stands behind d/dt; its left limit if told so. */
  valueWithRates(t: number, left: boolean): number {
    return this.#read(t, left ? 'left' : 'right', true);
  }

  /** What stands behind d/dt in its row, differentiated. */
  storedRate(t: number): number {
    if (!this.#stores) return 0;
    this.#readInputs(t, 'right', true);
    return this.#laws(0, 0, 1);
  }

  rate(t: number): number {
    this.#readInputs(t, 'right', true);
    let sum = 0;
    for (const j of this.#terms.inputs) sum += this.#gains[j]! * this.#rates[j]!;
    return sum - this.#laws(0, 1, 0) / this.factor;
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

  nextSegment(t: number): number {
    let next = Infinity;
    for (const signal of this.inputs)
      if (!signal.constant) next = Math.min(next, signal.nextSegment?.(t) ?? Infinity);
    return next;
  }

  #read(t: number, side: 'left' | 'right', withRates: boolean): number {
    this.#readInputs(t, side, withRates && this.#stores);
    let sum = this.#restingSum;
    for (const j of this.#terms.inputs) if (this.#gains[j] !== 0) sum += this.#gains[j]! * this.#values[j]!;
    return sum - (this.#restingLaws + this.#laws(1, 0, withRates && this.#stores ? 1 : 0)) / this.factor;
  }

  #readInputs(t: number, side: 'left' | 'right', withRates: boolean): void {
    const { inputs } = this;
    if (this.#terms.sort(t)) this.#sumResting();
    for (const j of this.#terms.inputs) {
      const signal = inputs[j]!;
      this.#values[j] = side === 'left' ? signal.valueLeft(t) : signal.value(t);
      if (withRates) this.#rates[j] = rateOf(signal, t);
    }
  }

  /** Made when it is first read: few are. */
  get #terms(): MovingTerms {
    return (this.#sorted ??= new MovingTerms(this.inputs, this.#groups, this.#values, this.told));
  }

  /** What the inputs and laws at rest add, which have no rates. */
  #sumResting(): void {
    const { rests, sorted, fresh, moving } = this.#terms;
    const { terms, flows } = (this.#resting ??= {
      terms: new PartialSums(this.inputs.length),
      flows: this.#groups.map(({ count }) => new PartialSums(count)),
    });
    for (const j of sorted) {
      const isResting = rests[j] === 1;
      if (isResting) this.#rates[j] = 0;
      terms.set(j, isResting && this.#gains[j] !== 0 ? this.#gains[j]! * this.#values[j]! : 0);
    }
    this.#restingSum = terms.total;
    this.#restingLaws = 0;
    for (let g = 0; g < moving.length; g++) {
      for (const instance of fresh[g]!) flows[g]!.set(instance, this.#law(g, instance, 1, 0, 0));
      for (const instance of moving[g]!) flows[g]!.set(instance, 0);
      this.#restingLaws += flows[g]!.total;
    }
  }

  /** The sum over the laws that move of f, df/dv v' and dq/dv v', each as often as told, at the inputs that have been read. */
  #laws(f: number, fRate: number, qRate: number): number {
    let sum = 0;
    const { moving } = this.#terms;
    for (let g = 0; g < moving.length; g++)
      for (const instance of moving[g]!) sum += this.#law(g, instance, f, fRate, qRate);
    return sum;
  }

  /** The same of one instance of a group. */
  #law(g: number, instance: number, f: number, fRate: number, qRate: number): number {
    const { law, reads, rows, parameters } = this.#groups[g]!;
    const point = this.#points[g]!;
    const v = this.#v;
    const at = instance * law.reads;
    for (let j = 0; j < law.reads; j++) v[j] = reads[at + j]! < 0 ? 0 : this.#values[reads[at + j]! - 1]!;
    law.evaluate(parameters, instance * law.parameterCount, v, point);
    let sum = 0;
    for (let row = 0; row < law.rows; row++) {
      if (rows[instance * law.rows + row]! < 0) continue;
      if (f !== 0) sum += f * point.f[row]!;
      if (fRate === 0 && qRate === 0) continue;
      for (let j = 0; j < law.reads; j++) {
        const rate = reads[at + j]! < 0 ? 0 : this.#rates[reads[at + j]! - 1]!;
        sum += (fRate * point.df[row * law.reads + j]! + qRate * point.dq[row * law.reads + j]!) * rate;
      }
    }
    return sum;
  }
}
