/** The plot of `.op`: one row, without a scale. */
import type { PlotSink } from '../waveform/plot.js';
import type { FinalValue } from './analysis.js';

export const plotName = 'Operating Point';

/** Writes the values as one row; nothing where there are none. */
export function writePoint(title: string, final: readonly FinalValue[], sinks: readonly PlotSink[]): void {
  if (final.length === 0) return;
  const row = Float64Array.from(final, ({ value }) => value);
  for (const sink of sinks) {
    sink.begin({ title, name: plotName, columns: final, complex: false });
    sink.rows(row, 1);
    sink.end();
  }
}
