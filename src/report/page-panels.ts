/**
 * What a section of the page draws: panels of traces from the columns of one plot, or of several that
 * differ by the point of a `.step` sweep, whose traces then bear the values of their point.
 */
import { formatEngineering } from '../base/units.js';
import { isRealColumn, type Column, type PlotHeader } from '../waveform/plot.js';
import { bodeColumns } from './bode-columns.js';
import { monotoneRuns } from './monotone-runs.js';
import { panelLabels, panelUnits } from './panels.js';
import { TraceRows } from './window-points.js';

/** Of one plot: its header, and its columns as they stand in a row (re and im apart). */
export interface PagePlot {
  readonly header: Pick<PlotHeader, 'columns' | 'complex' | 'point'>;
  readonly columns: readonly Float64Array[];
}

export interface PageTrace {
  readonly name: string;
  readonly rows: TraceRows;
}

export interface PagePanel {
  readonly label: string;
  /** A `ColumnUnit`, "dB" or "°". */
  readonly unit: string;
  readonly traces: readonly PageTrace[];
}

interface UnitTrace extends PageTrace {
  readonly key: string;
}

/** Returns the panels of plots with the same columns. */
export function panelsOf(plots: readonly PagePlot[]): PagePanel[] {
  const traces = plots.flatMap(tracesOf);
  return panelUnits.flatMap((unit) => {
    const label = panelLabels[unit];
    const panel = (key: string, name: string, shown: string): PagePanel[] => {
      const own = traces.filter((trace) => trace.key === key);
      return own.length > 0 ? [{ label: name, unit: shown, traces: own }] : [];
    };
    return [
      ...panel(unit, label, unit),
      ...panel(`${unit} dB`, `${label}, magnitude`, 'dB'),
      ...panel(`${unit} °`, `${label}, phase`, '°'),
    ];
  });
}

function tracesOf({ header, columns }: PagePlot): UnitTrace[] {
  const parts = header.complex ? 2 : 1;
  const x = columns[0] ?? new Float64Array(0);
  const runs = monotoneRuns(x);
  return header.columns.flatMap((column, k) => {
    if (k === 0) return [];
    const name = traceName(column, header);
    const re = columns[parts * k] ?? x;
    if (isRealColumn(header, k)) return [{ name, key: column.unit, rows: new TraceRows(x, re, runs) }];
    const { decibels, degrees } = bodeColumns(re, columns[parts * k + 1] ?? x);
    return [
      { name, key: `${column.unit} dB`, rows: new TraceRows(x, decibels, runs) },
      { name, key: `${column.unit} °`, rows: new TraceRows(x, degrees, runs) },
    ];
  });
}

/** "v(out)", in a sweep "v(out), r1 = 1000". */
function traceName({ name }: Column, { point = [] }: Pick<PlotHeader, 'point'>): string {
  return [name, ...point.map(([what, value]) => `${what} = ${formatEngineering(value, '', 6)}`)].join(', ');
}
