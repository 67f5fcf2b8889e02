/** Plots of one row, without a scale: `.op` and what follows from it. */
import type { PlotHeader, PlotSink } from '../waveform/plot.js';
import type { FinalValue } from './analysis.js';

/** Writes the values as one row; nothing where there are none. */
export function writeSingleRow(
  title: string,
  name: string,
  final: readonly FinalValue[],
  sinks: readonly PlotSink[],
  more: Pick<PlotHeader, 'point' | 'totals'> = {},
): void {
  if (final.length === 0) return;
  const row = Float64Array.from(final, ({ value }) => value);
  for (const sink of sinks) {
    sink.begin({ title, name, columns: final, complex: false, single: true, ...more });
    sink.rows(row, 1);
    sink.end();
  }
}
