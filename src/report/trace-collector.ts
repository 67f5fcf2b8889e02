/**
 * Receives plots and keeps what a picture of them needs: thinned traces in panels, one panel a unit
 * (voltages, currents, powers ... on separate axes). Complex columns become magnitudes in decibels and phases in degrees.
 *
 * Memory is bounded: `pointsPerTrace` points a trace, fewer when there are many traces.
 */
import { fullName, type ColumnUnit, isRealColumn, type PlotHeader, type PlotSink } from '../waveform/plot.js';
import { rowWidth, writeFinite } from '../waveform/writer.js';
import { looksLogarithmic } from './axis.js';
import { BodeColumn } from './bode-columns.js';
import { Decimator } from './decimator.js';
import { intoPanels, type Panel, type PanelTrace } from './panels.js';
import { linearAxis, logAxis, type AxisKind } from './window-points.js';

export interface PictureTrace extends PanelTrace {
  readonly name: string;
  /** x, y, x, y ...; equal x are a jump. */
  readonly points: Float64Array;
  /** A curve that may turn back, or points alone; absent: curves along which x goes one way. */
  readonly drawn?: 'curve' | 'points';
}

export type PicturePanel = Panel<PictureTrace>;

export interface PicturePlot {
  readonly title: string;
  readonly name: string;
  readonly scale: { readonly name: string; readonly unit: ColumnUnit };
  readonly panels: readonly PicturePanel[];
  /** Rows before thinning. */
  readonly rows: number;
  readonly incomplete: string | undefined;
}

/** Points of all traces of a plot together. */
const pointsPerPlot = 400_000;

/** Where the values of a column stand in a row, and which traces it makes. */
interface TracedColumn {
  readonly name: string;
  readonly unit: ColumnUnit;
  readonly place: number;
  readonly bode: BodeColumn | undefined;
}

export class TraceCollector implements PlotSink {
  readonly plots: PicturePlot[] = [];
  readonly #pointsPerTrace: number;
  #header: PlotHeader | undefined;
  #columns: readonly TracedColumn[] = [];
  #decimator = new Decimator(0, 16);
  /** One number a trace. */
  #row = new Float64Array(0);

  constructor(pointsPerTrace: number) {
    this.#pointsPerTrace = pointsPerTrace;
  }

  begin(header: PlotHeader): void {
    this.#columns = tracedColumns(header);
    const traces = this.#columns.reduce((sum, { bode }) => sum + (bode ? 2 : 1), 0);
    const limit = Math.min(this.#pointsPerTrace, Math.max(400, Math.floor(pointsPerPlot / (traces || 1))));
    this.#header = header;
    this.#decimator = new Decimator(traces, limit);
    this.#row = new Float64Array(traces);
  }

  rows(values: Float64Array, count: number): void {
    const header = this.#header;
    if (!header) throw new Error('rows before begin');
    const width = rowWidth(header);
    writeFinite(header, values, count, (good) => {
      for (let at = 0; at < good * width; at += width) {
        if (header.complex) this.#readComplex(values, at);
        this.#decimator.add(
          values[at] ?? 0,
          header.complex ? this.#row : values,
          header.complex ? 0 : at + 1,
        );
      }
    });
  }

  end(incomplete?: string): void {
    const header = this.#header;
    if (!header) throw new Error('end before begin');
    let trace = 0;
    const traces = this.#columns.flatMap(({ name, unit: columnUnit, bode }) =>
      (bode ? (['magnitude', 'phase'] as const) : (['value'] as const)).map((part) => ({
        name,
        columnUnit,
        part,
        points: this.#decimator.points(trace++),
      })),
    );
    this.plots.push({
      title: header.title,
      name: fullName(header),
      scale: { name: header.columns[0]?.name ?? '', unit: header.columns[0]?.unit ?? '' },
      panels: intoPanels(traces),
      rows: this.#decimator.rows,
      incomplete,
    });
    this.#header = undefined;
  }

  #readComplex(values: Float64Array, at: number): void {
    let trace = 0;
    for (const { place, bode } of this.#columns) {
      const re = values[at + place] ?? 0;
      if (!bode) {
        this.#row[trace++] = re;
        continue;
      }
      bode.read(re, values[at + place + 1] ?? 0);
      this.#row[trace++] = bode.decibels;
      this.#row[trace++] = bode.degrees;
    }
  }
}

/** The axis that a plot's scale asks for: logarithmic where its values are spaced so. */
export function plotAxis({ panels }: PicturePlot): AxisKind {
  const points = panels[0]?.traces[0]?.points ?? new Float64Array(0);
  const rows = points.length / 2;
  const [low = 0, middle = 0, high = 0] = [0, rows >> 1, rows - 1].map((row) => points[2 * row]);
  return looksLogarithmic(low, middle, high) ? logAxis : linearAxis;
}

function tracedColumns(header: PlotHeader): TracedColumn[] {
  const parts = header.complex ? 2 : 1;
  const columns = header.columns.map(({ name, unit }, k) => {
    const bode = isRealColumn(header, k) ? undefined : new BodeColumn();
    return { name, unit, place: parts * k, bode };
  });
  return columns.slice(1);
}
