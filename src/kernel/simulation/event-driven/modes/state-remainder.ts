/**
 * What doubles leave of a state: xi + lo with twice the digits, where xi was lifted from a slow manifold or from coordinates
 * (d | s) beside one (`slow-manifolds.ts`),
 *
 *     xi + lo = lift s,        d = off (xi + lo).
 *
 * d may be 1e-16 of the states of which it is a difference, and behind a gain (1 TOhm) it is a voltage: from xi alone it
 * would be rounding at each new beginning. An entry of xi that was moved since has no remainder; that is seen by its bits, so that
 * nobody who moves a state has to tell. Cost: size double-double products an entry, at ends of segments beside manifolds.
 */
import type { SlowManifold } from './slow-manifolds.js';
import { DoubleDoubleSum, type DoubleDoubles } from '../../../../numerics/dense/double-double.js';

export interface RemainderState {
  readonly of: Float64Array;
  readonly lo: Float64Array;
  readonly followed: number;
}

export class StateRemainder {
  /** Of the coordinates that xi was lifted from so many are d: of no other manifold is d known to digits of its own. */
  followed = 0;
  /** The entries of xi of which remainders are known, NaN where none is. */
  readonly #of: Float64Array;
  readonly #lo: Float64Array;
  readonly #sum = new DoubleDoubleSum();

  constructor(size: number) {
    this.#of = new Float64Array(size).fill(NaN);
    this.#lo = new Float64Array(size);
  }

  /** Nothing is known beyond doubles. */
  clear(): void {
    this.#of.fill(NaN);
    this.followed = 0;
  }

  /** Writes lift s (size x width) to xi and keeps what is left of it. */
  lift(
    { wide, size: width, followed }: Pick<SlowManifold, 'wide' | 'size' | 'followed'>,
    s: Float64Array,
    xi: Float64Array,
  ): void {
    const { hi, lo } = wide.lift;
    const sum = this.#sum;
    this.followed = followed;
    for (let i = 0; i < xi.length; i++) {
      sum.clear();
      for (let j = 0; j < width; j++) sum.addProduct(hi[i * width + j]!, lo[i * width + j]!, s[j]!, 0);
      xi[i] = this.#of[i] = sum.hi;
      this.#lo[i] = sum.lo;
    }
  }

  /** A row of a matrix (rows x size) times xi + lo. */
  product({ hi, lo }: DoubleDoubles, row: number, xi: Float64Array): number {
    const sum = this.#sum.clear();
    const start = row * xi.length;
    for (let j = 0; j < xi.length; j++) {
      if (hi[start + j] !== 0) sum.addProduct(hi[start + j]!, lo[start + j]!, xi[j]!, this.#lowOf(xi, j));
    }
    return sum.hi + sum.lo;
  }

  /** Whether all states that a row reads are known beyond doubles: the first `states` entries. */
  knows({ hi }: DoubleDoubles, row: number, xi: Float64Array, states: number): boolean {
    for (let j = 0; j < states; j++) {
      if (hi[row * xi.length + j] !== 0 && this.#of[j] !== xi[j]) return false;
    }
    return true;
  }

  /** Moves the leading entries of xi; what is known beyond doubles stays known. */
  move(xi: Float64Array, by: Float64Array): void {
    const sum = this.#sum;
    for (let i = 0; i < by.length; i++) {
      if (by[i] === 0) continue;
      sum.clear().add(xi[i]!, this.#lowOf(xi, i)).add(by[i]!, 0);
      if (this.#of[i] === xi[i]) [this.#of[i], this.#lo[i]] = [sum.hi, sum.lo];
      xi[i] = sum.hi;
    }
  }

  state(): RemainderState {
    return { of: this.#of.slice(), lo: this.#lo.slice(), followed: this.followed };
  }

  adopt(other: StateRemainder): void {
    this.#of.set(other.#of);
    this.#lo.set(other.#lo);
    this.followed = other.followed;
  }

  resume({ of, lo, followed }: RemainderState): void {
    this.#of.set(of);
    this.#lo.set(lo);
    this.followed = followed;
  }

  #lowOf(xi: Float64Array, j: number): number {
    return this.#of[j] === xi[j] ? this.#lo[j]! : 0;
  }
}
