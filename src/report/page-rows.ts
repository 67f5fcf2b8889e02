/**
 * All rows of a run inside a page: blocks of rows, each a comment "rows PLOT BASE64" that holds the columns compressed
 * (`numerics/compression`), written as they come. Of all that a page may hold a browser passes over comments fastest. The memory of one block is all that is held, however long the run.
 * Behind the blocks of a long plot stands a comment "overview PLOT BASE64": the few of its rows that are drawn first (`row-overview.ts`).
 */
import type { ByteSink } from '../base/host.js';
import { base64 } from '../numerics/compression/base64.js';
import { bytesFromColumns } from '../numerics/compression/column-bytes.js';
import { deflate } from '../numerics/compression/deflate.js';
import type { PlotHeader } from '../waveform/plot.js';
import { rowWidth, writeFinite } from '../waveform/writer.js';
import { RowOverview } from './row-overview.js';

/** Rows a block, no power of two: planes would share the lines of a cache. Numbers a block where rows are wide. */
const maxRows = 60_000;
const maxNumbers = 1 << 21;

export class PageRows {
  readonly #encoder = new TextEncoder();
  #columns: readonly Float64Array[] = [];
  #held = 0;
  #count = 0;
  #header: PlotHeader | undefined;
  #plots = 0;
  /** Phases are told from turn to turn, and nested sweeps by their settings: these need every row. */
  #overview: RowOverview | undefined;

  constructor(private readonly sink: ByteSink) {}

  begin(header: PlotHeader): void {
    const width = rowWidth(header);
    const rows = Math.max(1, Math.min(maxRows, Math.floor(maxNumbers / width)));
    this.#header = header;
    this.#columns = Array.from({ length: width }, () => new Float64Array(rows));
    this.#count = 0;
    this.#overview = header.complex || header.outer ? undefined : new RowOverview(width);
  }

  rows(values: Float64Array, count: number): void {
    const header = this.#header;
    if (!header) throw new Error('rows before begin');
    writeFinite(header, values, count, (good) => {
      this.#overview?.add(values, good);
      this.#take(values, good);
    });
  }

  /** Ends the plot; returns how many rows it has. */
  end(): number {
    if (!this.#header) throw new Error('end before begin');
    this.#write();
    const overview = this.#overview?.end();
    if (overview) this.#block('overview', overview);
    this.#header = undefined;
    this.#plots++;
    return this.#count;
  }

  #take(values: Float64Array, count: number): void {
    const width = this.#columns.length;
    const room = this.#columns[0]?.length ?? 0;
    for (let row = 0; row < count;) {
      const taken = Math.min(count - row, room - this.#held);
      this.#columns.forEach((column, k) => {
        let from = row * width + k;
        for (let to = this.#held; to < this.#held + taken; to++, from += width)
          column[to] = values[from] ?? NaN;
      });
      row += taken;
      this.#held += taken;
      if (this.#held === room) this.#write();
    }
    this.#count += count;
  }

  #write(): void {
    if (this.#held === 0) return;
    const columns = this.#columns.map((column) => column.subarray(0, this.#held));
    this.#held = 0;
    this.#block('rows', columns);
  }

  #block(name: 'rows' | 'overview', columns: readonly Float64Array[]): void {
    this.#text(`<!--${name} ${this.#plots} `);
    this.sink.write(base64(deflate(bytesFromColumns(columns))));
    this.#text('-->\n');
  }

  #text(text: string): void {
    this.sink.write(this.#encoder.encode(text));
  }
}
