/** Rows on their way to the sinks: gathered in a block, so that nothing grows with the run. */
import {
  rowMemory,
  rowsPerBlock,
  rowState,
  type RowMemory,
} from '../../kernel/simulation/time-stepping/row-memory.js';
import type { Column, PlotHeader, PlotSink } from '../../waveform/plot.js';

export class RowBlock {
  readonly #block: Float64Array;
  readonly #state: Float64Array;
  readonly #rowsPerBlock: number;
  #flushed = 0;

  constructor(
    private readonly columns: readonly Column[],
    private readonly sinks: readonly PlotSink[],
    { block, state }: Pick<RowMemory, 'block' | 'state'> = rowMemory(columns.length + 1),
  ) {
    this.#rowsPerBlock = rowsPerBlock(columns.length + 1);
    this.#block = block;
    this.#state = state;
  }

  /** Rows written so far. */
  get rows(): number {
    return this.#flushed + this.#filled;
  }

  get #filled(): number {
    return this.#state[rowState.filled] as number;
  }

  set #filled(rows: number) {
    this.#state[rowState.filled] = rows;
  }

  begin(header: Omit<PlotHeader, 'columns' | 'complex'>): void {
    const columns = [{ name: 'time', unit: 's' } as const, ...this.columns];
    for (const sink of this.sinks) sink.begin({ ...header, columns, complex: false });
  }

  /** Takes the rows [from, to), one behind the other. */
  pushAll(rows: Float64Array, from: number, to: number): void {
    const width = this.columns.length + 1;
    const block = this.#block;
    for (let next = from; next < to;) {
      const count = Math.min(to - next, this.#rowsPerBlock - this.#filled);
      for (let i = next * width, end = i + count * width, at = this.#filled * width; i < end; i++, at++)
        block[at] = rows[i] as number;
      next += count;
      this.#filled += count;
      if (this.#filled === this.#rowsPerBlock) this.flush();
    }
  }

  /** Takes the row that begins at an index. */
  push(rows: Float64Array, at: number): void {
    // Machine code that writes beside this leaves a block that it has filled.
    if (this.#filled >= this.#rowsPerBlock) this.flush();
    const width = this.columns.length + 1;
    const block = this.#block;
    const to = this.#filled * width;
    for (let c = 0; c < width; c++) block[to + c] = rows[at + c] as number;
    if (++this.#filled === this.#rowsPerBlock) this.flush();
  }

  /** Takes rows whose columns stand apart: number c of row k, the time first, at values[c * stride + k]. */
  pushColumns(values: Float64Array, stride: number, count: number): void {
    const width = this.columns.length + 1;
    const block = this.#block;
    for (let next = 0; next < count;) {
      const some = Math.min(count - next, this.#rowsPerBlock - this.#filled);
      const to = this.#filled * width;
      for (let c = 0; c < width; c++) {
        for (let k = 0, from = c * stride + next, at = to + c; k < some; k++, from++, at += width)
          block[at] = values[from] as number;
      }
      next += some;
      this.#filled += some;
      if (this.#filled === this.#rowsPerBlock) this.flush();
    }
  }

  end(incomplete?: string): void {
    this.flush();
    for (const sink of this.sinks) sink.end(incomplete);
  }

  /** Hands over what is gathered. */
  flush(): void {
    const filled = this.#filled;
    if (filled > 0) for (const sink of this.sinks) sink.rows(this.#block, filled);
    this.#flushed += filled;
    this.#filled = 0;
  }
}
