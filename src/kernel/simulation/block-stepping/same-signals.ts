/**
 * Signals that are the same function of time, of which blocks are given the first: so that what equal sources drive is seen to
 * do the same (`twin-blocks.ts`). Cost: linear in the signals.
 */
import type { Signal } from '../../modeling/signals/signal.js';
import type { ExplicitUnknown } from './explicit-unknown.js';

export class SameSignals {
  readonly #known = new Map<number, Signal[]>();
  readonly #explicit = new Map<number, { readonly kind: number; readonly signal: ExplicitUnknown }[]>();
  readonly #numberOf = new Map<Signal, number>();

  /** The first signal that is the same as this one. */
  of(signal: Signal): Signal {
    const { hash } = signal;
    if (hash === undefined) return signal;
    const candidates = listOf(this.#known, hash);
    const found = candidates.find((one) => one.isSameAs?.(signal));
    if (!found) candidates.push(signal);
    return found ?? signal;
  }

  /** The first unknown of a kind of blocks that follows from the very same inputs. */
  ofExplicit(signal: ExplicitUnknown, kind: number): ExplicitUnknown {
    const { inputs } = signal;
    let hash = kind;
    for (const input of inputs) hash = (Math.imul(hash, 31) + this.#number(input)) | 0;
    const candidates = listOf(this.#explicit, hash);
    const found = candidates.find(
      (one) => one.kind === kind && inputs.every((input, j) => input === one.signal.inputs[j]),
    );
    if (!found) candidates.push({ kind, signal });
    return found?.signal ?? signal;
  }

  #number(signal: Signal): number {
    let number = this.#numberOf.get(signal);
    if (number === undefined) this.#numberOf.set(signal, (number = this.#numberOf.size));
    return number;
  }
}

function listOf<Item>(lists: Map<number, Item[]>, hash: number): Item[] {
  let list = lists.get(hash);
  if (!list) lists.set(hash, (list = []));
  return list;
}
