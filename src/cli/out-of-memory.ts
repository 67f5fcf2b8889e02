/**
 * Memory that cannot be had is the machine's limit (or `ulimit -v`), no defect: arrays that are refused end a run like any
 * other numerical failure, with the rows so far. (Where V8's own heap is exhausted it ends the process by itself; what the
 * run wrote aside is removed by the next one.)
 */

/** V8's words for it. */
const REFUSED =
  /^(?:Array buffer allocation failed|Invalid typed array length|Invalid string length|Out of memory|.*could not allocate memory)/;

/** Whether an error says that memory could not be had. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && REFUSED.test(error.message);
}

export const outOfMemory = Object.freeze({
  code: 'out-of-memory',
  message: 'there is not enough memory',
  hint: 'give it more (ulimit -v), or take a smaller circuit: dense matrices grow with the square of its states',
});
