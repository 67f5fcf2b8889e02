/**
 * What a section of the page draws: panels of traces from the columns of one plot, or of several that
 * differ by the point of a `.step` sweep, whose traces then bear the values of their point. Nested sweeps have a trace for each
 * setting of the outer ones.
 */
import { isRealColumn, type Column, type PlotHeader } from '../waveform/plot.js';
import { bodeColumns } from './bode-columns.js';
import { monotoneRuns } from './monotone-runs.js';
import { intoPanels, type Panel, type PanelTrace, traceName } from './panels.js';
import { TraceRows } from './window-points.js';

/** Of one plot: its header, and its columns as they stand in a row (re and im apart). */
export interface PagePlot {
  readonly header: Pick<PlotHeader, 'columns' | 'complex' | 'point' | 'outer' | 'single'>;
  readonly columns: readonly Float64Array[];
}

export interface PageTrace extends PanelTrace {
  readonly name: string;
  readonly rows: TraceRows;
}

/** Returns the panels of plots with the same columns. */
export function panelsOf(plots: readonly PagePlot[]): Panel<PageTrace>[] {
  return intoPanels(plots.map(behindScale).flatMap(settingsOf).flatMap(tracesOf));
}

/** A single row has no scale: one of its number stands before it. */
function behindScale(plot: PagePlot): PagePlot {
  const { header, columns } = plot;
  if (!header.single) return plot;
  const scale: readonly Float64Array[] = header.complex ? [zero, zero] : [zero];
  return {
    header: { ...header, columns: [{ name: '', unit: '' }, ...header.columns] },
    columns: [...scale, ...columns],
  };
}

const zero = new Float64Array(1);

/** A plot of nested sweeps as plots of the inner one, each with the values of the outer ones as its point. */
function settingsOf({ header, columns }: PagePlot): PagePlot[] {
  const { outer = 0, point = [] } = header;
  if (outer === 0) return [{ header, columns }];
  const parts = header.complex ? 2 : 1;
  const set = columns.filter(
    (_, place) => place >= parts && place < parts * (1 + outer) && place % parts === 0,
  );
  const rows = columns[0]?.length ?? 0;
  const inner = (list: readonly Column[]): Column[] => list.filter((_, k) => k === 0 || k > outer);
  const plots: PagePlot[] = [];
  for (let from = 0, to = 1; from < rows; to++) {
    if (to < rows && set.every((column) => column[to] === column[from])) continue;
    const values = set.map((column, k) => [header.columns[1 + k]?.name ?? '', column[from] ?? NaN] as const);
    plots.push({
      header: { ...header, columns: inner(header.columns), point: [...point, ...values], outer: 0 },
      columns: columns
        .filter((_, place) => place < parts || place >= parts * (1 + outer))
        .map((column) => column.subarray(from, to)),
    });
    from = to;
  }
  return plots;
}

function tracesOf({ header, columns }: PagePlot): PageTrace[] {
  const parts = header.complex ? 2 : 1;
  const x = columns[0] ?? new Float64Array(0);
  const runs = monotoneRuns(x);
  return header.columns.flatMap((column, k): PageTrace[] => {
    if (k === 0) return [];
    const name = traceName(column.name, header.point ?? []);
    const re = columns[parts * k] ?? x;
    if (isRealColumn(header, k))
      return [{ name, columnUnit: column.unit, part: 'value', rows: new TraceRows(x, re, runs) }];
    const { decibels, degrees } = bodeColumns(re, columns[parts * k + 1] ?? x);
    return [
      { name, columnUnit: column.unit, part: 'magnitude', rows: new TraceRows(x, decibels, runs) },
      { name, columnUnit: column.unit, part: 'phase', rows: new TraceRows(x, degrees, runs) },
    ];
  });
}
