/**
 * Copies and clears arrays that are often of a few numbers: `set` and `fill` call into the engine, which costs what some
 * dozens of numbers cost here.
 */
import type { Int } from '../../base/int.js';

/** Up to so many numbers a loop is faster. */
const SHORT = 32;

/** to[0 .. from.length) = from. */
export function copyNumbers(from: Float64Array, to: Float64Array): void {
  const length = from.length;
  if (length > SHORT) to.set(from);
  else for (let i = 0; i < length; i++) to[i] = from[i]!;
}

/** array[0 .. length) = 0. */
export function clearNumbers(array: Float64Array, length: Int = array.length): void {
  if (length > SHORT) array.fill(0, 0, length);
  else for (let i = 0; i < length; i++) array[i] = 0;
}
