/**
 * Plots of a sweep one below the other in a format that holds one plot: what is set stands in columns of its own, behind the
 * scale, or first where there is none.
 */
import { type Column, type PlotHeader } from './plot.js';
import type { RunSummary, WaveformWriter } from './writer.js';

export class StackedWriter implements WaveformWriter {
  #columns: string | undefined;
  #settings: readonly number[] = [];
  /** Of the plot that is open: numbers a row, and how many of them stand before what is set. */
  #width = 0;
  #before = 0;
  /** Numbers a column. */
  #part = 1;
  #incomplete: string | undefined;

  constructor(private readonly writer: WaveformWriter) {}

  /** Throws where a plot has other columns than the first. */
  begin(header: PlotHeader): void {
    const { columns, point = [], complex, single } = header;
    const set = point.map(([name]): Column => ({ name, unit: '', ...(complex && { real: true }) }));
    const first = single === true ? 0 : 1;
    const all = [...columns.slice(0, first), ...set, ...columns.slice(first)];
    const names = all.map(({ name }) => name).join(' ');
    if (this.#columns !== undefined && names !== this.#columns) {
      throw new Error(`"${header.name}" has other columns than the plots before it: write to .raw or .json`);
    }
    this.#part = complex ? 2 : 1;
    this.#width = columns.length * this.#part;
    this.#before = first * this.#part;
    this.#settings = point.map(([, value]) => value);
    const isFirst = this.#columns === undefined;
    this.#columns = names;
    if (isFirst) this.writer.begin({ ...header, columns: all });
  }

  rows(values: Float64Array, count: number): void {
    const settings = this.#settings;
    const width = this.#width + settings.length * this.#part;
    const block = new Float64Array(count * width);
    for (let row = 0; row < count; row++) {
      const from = row * this.#width;
      const to = row * width;
      block.set(values.subarray(from, from + this.#before), to);
      settings.forEach((value, k) => (block[to + this.#before + k * this.#part] = value));
      const behind = to + this.#before + settings.length * this.#part;
      block.set(values.subarray(from + this.#before, from + this.#width), behind);
    }
    this.writer.rows(block, count);
  }

  end(incomplete?: string): void {
    this.#incomplete ??= incomplete;
  }

  finish(summary?: RunSummary): void {
    if (this.#columns !== undefined) this.writer.end(this.#incomplete);
    this.writer.finish(summary);
  }
}
