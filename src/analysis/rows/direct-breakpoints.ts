import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { ColumnReader } from './column-reader.js';

/** The first breakpoint after a time of inputs that are written and that no segment follows. */
export function breakpointsOf(
  reader: ColumnReader,
  inputs: readonly Signal[],
  direct: Int32Array,
): (t: number) => number {
  const read = Array.from(
    direct.filter((input) => reader.readsInput(input)),
    (input) => inputs[input],
  );
  return (t) => {
    let next = Infinity;
    for (const input of read) next = Math.min(next, input?.nextBreakpoint(t) ?? Infinity);
    return next;
  };
}
