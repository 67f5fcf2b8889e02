/** Writes the table of lines that inputs follow, for the machine code of rows (`rowLines`). Cost: a line an input and breakpoint. */
import { straightValue } from '../../kernel/modeling/signals/closed-segment.js';
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import { rowLines } from '../../kernel/simulation/time-stepping/row-memory.js';

const { entries, head, width, line, until: untilPlace } = rowLines;

export class LineTable {
  /** All that are read follow lines. */
  readonly isWhole: boolean;
  /** Where the line of each that is read ends. */
  readonly #ends: Float64Array;

  constructor(
    private readonly inputs: readonly Signal[],
    /** Those of the inputs that are read. */
    private readonly read: readonly number[],
  ) {
    this.isWhole = read.every((d) => inputs[d]?.line !== undefined);
    this.#ends = new Float64Array(read.length);
  }

  /** Keeps the last so many entries, and writes those behind, or from a time on; returns the end of the first piece. */
  fill(t: number, kept: number, out: Float64Array): number {
    const size = head + width * this.inputs.length;
    out.copyWithin(0, (entries - kept) * size, entries * size);
    let from = kept > 0 ? (out[(kept - 1) * size + untilPlace] as number) : t;
    for (let k = kept; k < entries && from < Infinity; k++) from = this.#write(from, k * size, out);
    return out[untilPlace] as number;
  }

  /** Writes the entry of the piece that begins at a time; returns its end. */
  #write(from: number, entry: number, out: Float64Array): number {
    const { inputs, read } = this;
    const ends = this.#ends;
    let until = Infinity;
    for (let i = 0; i < read.length; i++) {
      const d = read[i] as number;
      const end = inputs[d]?.line?.(from, out, entry + head + width * d) ?? Infinity;
      ends[i] = end;
      if (end < until) until = end;
    }
    out[entry + untilPlace] = until;
    for (let i = 0; i < read.length; i++) {
      if (ends[i] === until) continue;
      const at = entry + head + width * (read[i] as number);
      const [value, slope] = [out[at + line.value] as number, out[at + line.slope] as number];
      out[at + line.last] = straightValue(value, slope, out[at + line.begin] as number, until);
    }
    return until;
  }
}
