/**
 * Puts a state exactly on the zero of a guard that fired: the shortest change in energy, of the size of rounding, that
 * leaves the mode's constraints and slow manifold met. A mode that multiplies the distance by a gain (1 GOhm) would
 * otherwise start off its limit. With g the guard over x and h_k the rows that are to stay met, orthonormal in the energy
 * <a, b> = sum a_i b_i / w_i^2, the change is -value (g' / w^2) / <g', g'>, g' = g - sum <g, h_k> h_k.
 */
import { pinPart } from '../motion/rounding.js';

/** Rows over xi, of which the leading n entries are states. */
export interface PinRows {
  readonly rows: Float64Array;
  readonly count: number;
}

/** A direction is left where this part of the guard's is not bound by other rows. */
const leftOver = 1e-6;

export interface PinDirection {
  /** g', n entries, and <g', g'>; a square of 0 where the kept rows leave the guard no direction. */
  readonly direction: Float64Array;
  readonly square: number;
}

/** Rows h_k that are to stay met, made orthonormal where a direction is asked for. */
export class KeptRows {
  readonly #basis: Float64Array[] = [];
  readonly #added: PinRows[];

  /** `weight`: w_i = sqrt(M_ii) of each state. */
  constructor(
    readonly weight: Float64Array,
    ...rows: PinRows[]
  ) {
    this.#added = rows;
  }

  add(row: Float64Array): void {
    this.#added.push({ rows: row, count: 1 });
  }

  /** g' of a guard's row over xi. */
  direction(guard: Float64Array): PinDirection {
    const { weight } = this;
    const direction = guard.slice(0, weight.length);
    const whole = innerProduct(direction, direction, weight);
    const basis = this.#orthonormal();
    if (basis.length === 0) return { direction, square: whole };
    for (let twice = 0; twice < 2; twice++) {
      for (const row of basis) subtract(direction, innerProduct(direction, row, weight), row);
    }
    const square = innerProduct(direction, direction, weight);
    return { direction, square: square > leftOver ** 2 * whole ? square : 0 };
  }

  #orthonormal(): readonly Float64Array[] {
    const { weight } = this;
    const basis = this.#basis;
    for (const { rows, count } of this.#added.splice(0)) {
      const width = count > 0 ? rows.length / count : 0;
      for (let r = 0; r < count; r++) {
        const row = rows.slice(r * width, r * width + weight.length);
        const before = innerProduct(row, row, weight);
        for (const other of basis) subtract(row, innerProduct(row, other, weight), other);
        const left = innerProduct(row, row, weight);
        if (!(left > leftOver ** 2 * before)) continue;
        const norm = Math.sqrt(left);
        for (let i = 0; i < row.length; i++) row[i]! /= norm;
        basis.push(row);
      }
    }
    return basis;
  }
}

/** `guard`: the row over xi; `value` what it is at xi; `largest` the largest weighted state. Returns whether it was pinned. */
export function pinGuard(
  guard: Float64Array,
  value: number,
  kept: KeptRows,
  largest: number,
  xi: Float64Array,
): boolean {
  const { weight } = kept;
  // What kept rows leave of the guard's direction is no more than all of it.
  const whole = innerProduct(guard, guard, weight);
  if (!(Math.abs(value) <= pinPart * largest * Math.sqrt(whole))) return false;
  const { direction, square } = kept.direction(guard);
  if (square === 0 || !(Math.abs(value) <= pinPart * largest * Math.sqrt(square))) return false;
  for (let j = 0; j < direction.length; j++) {
    xi[j]! -= (value * direction[j]!) / (square * weight[j]! ** 2);
  }
  return true;
}

/** <a, b> of the leading entries, the states. */
function innerProduct(a: Float64Array, b: Float64Array, weight: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < weight.length; i++) sum += (a[i]! / weight[i]!) * (b[i]! / weight[i]!);
  return sum;
}

function subtract(from: Float64Array, factor: number, row: Float64Array): void {
  for (let i = 0; i < from.length; i++) from[i]! -= factor * row[i]!;
}
