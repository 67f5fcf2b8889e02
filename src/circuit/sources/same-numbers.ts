/** Lists of numbers that signals follow from, compared to the bit: which signals are the same function of time. */

/** Equal for lists that `areSame`. */
export function hashOf(lists: readonly Float64Array[]): number {
  let hash = lists.length;
  for (const list of lists) {
    const bits = new Int32Array(list.buffer, list.byteOffset, 2 * list.length);
    for (let k = 0; k < bits.length; k++) hash = (Math.imul(hash, 31) + (bits[k] as number)) | 0;
  }
  return hash;
}

/** True where both have the same numbers, to the bit. */
export function areSame(one: readonly Float64Array[], other: readonly Float64Array[]): boolean {
  return one.every((list, k) => {
    const against = other[k];
    return list.length === against?.length && list.every((value, j) => Object.is(value, against[j]));
  });
}
