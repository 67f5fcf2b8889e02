/**
 * Keeps plots in memory for callers that ask for whole waveforms, and plays kept plots back into a sink.
 * Buffers double when full: amortised O(1) a number, at most twice the memory.
 */
import type { Plot, PlotHeader, PlotSink } from './plot.js';

const firstCapacity = 1024;
const blockRows = 1024;

export class MemoryPlot implements PlotSink {
  readonly #plots: Plot[] = [];
  #header: PlotHeader | undefined;
  #columns: Float64Array[] = [];
  #length = 0;

  /** Every plot that has ended, in order. */
  get plots(): readonly Plot[] {
    return this.#plots;
  }

  /** The plot that ended last; throws when none has. */
  get plot(): Plot {
    const plot = this.#plots.at(-1);
    if (!plot) throw new Error('no plot has ended yet');
    return plot;
  }

  begin(header: PlotHeader): void {
    const perColumn = header.complex ? 2 : 1;
    this.#header = header;
    this.#columns = header.columns.map(() => new Float64Array(firstCapacity * perColumn));
    this.#length = 0;
  }

  rows(values: Float64Array, count: number): void {
    if (!this.#header) throw new Error('rows before begin');
    const perColumn = this.#header.complex ? 2 : 1;
    const width = this.#columns.length * perColumn;
    this.#grow((this.#length + count) * perColumn);
    this.#columns.forEach((column, k) => {
      let to = this.#length * perColumn;
      for (let row = 0; row < count; row++) {
        const from = row * width + k * perColumn;
        for (let part = 0; part < perColumn; part++) column[to++] = values[from + part] ?? NaN;
      }
    });
    this.#length += count;
  }

  end(incomplete?: string): void {
    if (!this.#header) throw new Error('end before begin');
    const size = this.#length * (this.#header.complex ? 2 : 1);
    this.#plots.push({
      header: this.#header,
      length: this.#length,
      columns: this.#columns.map((column) => column.slice(0, size)),
      ...(incomplete !== undefined && { incomplete }),
    });
    this.#header = undefined;
    this.#columns = [];
  }

  #grow(size: number): void {
    const capacity = this.#columns[0]?.length ?? 0;
    if (size <= capacity) return;
    const larger = Math.max(size, 2 * capacity);
    this.#columns = this.#columns.map((column) => {
      const copy = new Float64Array(larger);
      copy.set(column);
      return copy;
    });
  }
}

/** Writes a kept plot to a sink: begin, rows in blocks of 1024, end. */
export function playPlot(plot: Plot, sink: PlotSink): void {
  const perColumn = plot.header.complex ? 2 : 1;
  const width = plot.columns.length * perColumn;
  const block = new Float64Array(blockRows * width);
  sink.begin(plot.header);
  for (let start = 0; start < plot.length; start += blockRows) {
    const count = Math.min(blockRows, plot.length - start);
    plot.columns.forEach((column, k) => {
      for (let i = 0; i < count * perColumn; i++) {
        const row = Math.floor(i / perColumn);
        block[row * width + k * perColumn + (i % perColumn)] = column[start * perColumn + i] ?? NaN;
      }
    });
    sink.rows(block, count);
  }
  sink.end(plot.incomplete);
}
