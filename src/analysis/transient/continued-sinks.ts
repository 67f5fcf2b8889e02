/** Sinks of a plot that one run begins and another ends: one head, one end, and the rows of both in between. */
import type { PlotHeader, PlotSink } from '../../waveform/plot.js';

export class ContinuedSinks {
  readonly sinks: readonly PlotSink[];
  #isBegun = false;

  constructor(private readonly own: readonly PlotSink[]) {
    // One stands for all: rows are counted once.
    this.sinks = own.length === 0 ? [] : [this.#relay()];
  }

  /** Ends the plot. */
  end(incomplete?: string): void {
    if (this.#isBegun) for (const sink of this.own) sink.end(incomplete);
  }

  #relay(): PlotSink {
    return {
      begin: (header: PlotHeader) => {
        if (!this.#isBegun) for (const sink of this.own) sink.begin(header);
        this.#isBegun = true;
      },
      rows: (values, count) => {
        for (const sink of this.own) sink.rows(values, count);
      },
      end: () => undefined,
    };
  }
}
