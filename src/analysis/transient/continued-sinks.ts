/**
 * Sinks of a plot that one run begins and another ends: one head, one end, and the rows of both in between; of one that begins anew
 * those behind the last row of the first.
 */
import type { PlotHeader, PlotSink } from '../../waveform/plot.js';

export class ContinuedSinks {
  readonly sinks: readonly PlotSink[];
  #isBegun = false;
  /** Numbers of a row. */
  #width = 1;
  /** Time of the last row. */
  #last = -Infinity;
  /** Up to where rows are written already. */
  #written = -Infinity;

  constructor(private readonly own: readonly PlotSink[]) {
    // One stands for all: rows are counted once.
    this.sinks = own.length === 0 ? [] : [this.#relay()];
  }

  /** Ends the plot. */
  end(incomplete?: string): void {
    if (this.#isBegun) for (const sink of this.own) sink.end(incomplete);
  }

  /** The next run begins where the first one did. */
  beginAnew(): void {
    this.#written = this.#last;
  }

  #relay(): PlotSink {
    return {
      begin: (header: PlotHeader) => {
        if (!this.#isBegun) for (const sink of this.own) sink.begin(header);
        this.#isBegun = true;
        this.#width = header.columns.length;
      },
      rows: (values, count) => {
        const width = this.#width;
        let first = 0;
        while (first < count && (values[first * width] ?? 0) <= this.#written) first++;
        if (first === count) return;
        this.#last = values[(count - 1) * width] ?? this.#last;
        const behind = first === 0 ? values : values.subarray(first * width);
        for (const sink of this.own) sink.rows(behind, count - first);
      },
      end: () => undefined,
    };
  }
}
