/**
 * Observer that turns the stream into rows of a plot: every grid point from tstart on (conventions: rows).
 * Rows are gathered in a block and handed to the sinks, so that nothing grows with the run.
 */
import type { Signal } from '../kernel/modeling/signal.js';
import type { Observer, Segment } from '../kernel/simulation/stream.js';
import type { PlotHeader, PlotSink } from '../waveform/plot.js';
import type { OutputColumn } from './output-columns.js';

const rowsPerBlock = 1024;

/** t_k = t0 + k h may fall this part of itself short of the same time as it is written. */
const timeRounding = 1e-12;

export interface SampledSizes {
  readonly n: number;
  readonly m: number;
  readonly inputs: readonly Signal[];
}

export class Sampler implements Observer {
  readonly needs = 'grid';
  readonly #width: number;
  readonly #block: Float64Array;
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;
  readonly #zeta: Float64Array;
  /** Inputs that some column needs. */
  readonly #usedInputs: readonly number[];
  #filled = 0;
  #started = false;
  rows = 0;

  constructor(
    private readonly columns: readonly OutputColumn[],
    private readonly sizes: SampledSizes,
    private readonly tstart: number,
    private readonly sinks: readonly PlotSink[],
  ) {
    const { n, m, inputs } = sizes;
    this.#width = columns.length + 1;
    this.#block = new Float64Array(rowsPerBlock * this.#width);
    this.#x = new Float64Array(n);
    this.#lambda = new Float64Array(m);
    this.#zeta = new Float64Array(n + m + inputs.length);
    const used = new Set(columns.flatMap(({ value }) => [...value.places]));
    this.#usedInputs = inputs.map((_, k) => k).filter((k) => used.has(n + m + k));
  }

  begin(header: Omit<PlotHeader, 'columns' | 'complex'>): void {
    const columns = [{ name: 'time', unit: 's' } as const, ...this.columns];
    for (const sink of this.sinks) sink.begin({ ...header, columns, complex: false });
  }

  segment(segment: Segment): void {
    for (let k = this.#started ? 1 : 0; k <= segment.gridCount; k++) {
      this.#started = true;
      const t = segment.gridTime(k);
      if (t < this.tstart * (1 - timeRounding)) continue;
      segment.gridPoint(k, this.#x, this.#lambda);
      this.#row(t);
    }
  }

  end(incomplete?: string): void {
    this.#flush();
    for (const sink of this.sinks) sink.end(incomplete);
  }

  #row(t: number): void {
    const { n, m, inputs } = this.sizes;
    const zeta = this.#zeta;
    zeta.set(this.#x);
    zeta.set(this.#lambda, n);
    for (const k of this.#usedInputs) zeta[n + m + k] = inputs[k]?.value(t) ?? 0;
    const at = this.#filled * this.#width;
    this.#block[at] = t;
    for (let c = 0; c < this.columns.length; c++) {
      this.#block[at + 1 + c] = this.columns[c]?.value.read(t, zeta) ?? NaN;
    }
    this.rows++;
    if (++this.#filled === rowsPerBlock) this.#flush();
  }

  #flush(): void {
    if (this.#filled > 0) for (const sink of this.sinks) sink.rows(this.#block, this.#filled);
    this.#filled = 0;
  }
}
