/**
 * The inputs u of a circuit: u_0 = 1 when constants occur (DC sources and thresholds are folded into it),
 * then the sources, then derivatives of sources as the reduction asks for them.
 */
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import { derivativeSignal } from '../sources/derivative-signal.js';

/** One term: coefficient times input. */
export interface InputTerm {
  readonly input: number;
  readonly coefficient: number;
}

export class InputTable {
  readonly #signals: Signal[] = [];
  readonly #names: string[] = [];
  readonly #indexOf = new Map<string, number>();
  readonly #derivative = new Map<number, number>();
  readonly #hasConstant: boolean;

  constructor(hasConstant: boolean) {
    this.#hasConstant = hasConstant;
    if (hasConstant) this.#append('1', constantSignal(1));
  }

  get signals(): readonly Signal[] {
    return this.#signals;
  }

  get names(): readonly string[] {
    return this.#names;
  }

  /** Returns a copy that grows on its own. */
  copy(): InputTable {
    const copy = new InputTable(false);
    for (const signal of this.#signals) copy.#signals.push(signal);
    this.#names.forEach((name, index) => {
      copy.#names.push(name);
      if (this.#indexOf.get(name) === index) copy.#indexOf.set(name, index);
    });
    for (const [input, derivative] of this.#derivative) copy.#derivative.set(input, derivative);
    return copy;
  }

  /** Returns the term of a constant. */
  constant(value: number): InputTerm {
    if (!this.#hasConstant && value !== 0) throw new RangeError('this table was made without constants');
    return { input: 0, coefficient: value };
  }

  /** Returns the term of a source. */
  source(name: string, signal: Signal): InputTerm {
    if (signal.constant) return this.constant(signal.value(0));
    return { input: this.#indexOf.get(name) ?? this.#append(name, signal), coefficient: 1 };
  }

  /** Returns the input that is the derivative of another, or undefined where that is 0. */
  derivativeOf(input: number): number | undefined {
    const signal = this.#signals[input];
    if (signal === undefined || signal.constant) return undefined;
    let derivative = this.#derivative.get(input);
    if (derivative === undefined) {
      derivative = this.#append(`d/dt ${this.#names[input] ?? ''}`, derivativeSignal(signal));
      this.#derivative.set(input, derivative);
    }
    return derivative;
  }

  /** Tells whether the derivative of an input is an input too, or 0. */
  hasDerivative(input: number): boolean {
    return this.#signals[input]?.constant === true || this.#derivative.has(input);
  }

  #append(name: string, signal: Signal): number {
    if (!this.#indexOf.has(name)) this.#indexOf.set(name, this.#names.length);
    this.#names.push(name);
    this.#signals.push(signal);
    return this.#signals.length - 1;
  }
}
