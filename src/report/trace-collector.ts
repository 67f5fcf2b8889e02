/**
 * Receives plots and keeps what a picture of them needs: thinned traces in panels, one panel a unit
 * (voltages, currents, powers ... on separate axes). Complex columns become magnitudes in decibels and phases in degrees. Of
 * nested sweeps each setting of the outer ones has traces of its own, those behind the 64th one together.
 *
 * Memory is bounded: `pointsPerTrace` points a trace, fewer when there are many traces.
 */
import {
  type Column,
  fullName,
  type ColumnUnit,
  isRealColumn,
  type PlotHeader,
  type PlotSink,
} from '../waveform/plot.js';
import { type LogAxes, rowWidth, writeFinite } from '../waveform/writer.js';
import { looksLogarithmic } from './axis.js';
import { BodeColumn } from './bode-columns.js';
import { Decimator } from './decimator.js';
import { scaleAxis } from './log-axes.js';
import { intoPanels, type Panel, type PanelTrace, traceName } from './panels.js';
import type { AxisKind } from './window-points.js';

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

/** Settings of outer sweeps with traces of their own: more names no legend holds. */
const maxSettings = 64;

/** Where the values of a column stand in a row, and which traces it makes. */
interface TracedColumn {
  readonly name: string;
  readonly unit: ColumnUnit;
  readonly place: number;
  readonly bode: BodeColumn | undefined;
}

/** Stands where a single row has no scale. */
const noScale: Column = { name: '', unit: '' };

/** A single row with a scale before it. */
function behindScale(header: PlotHeader, values: Float64Array): Float64Array {
  const parts = header.complex ? 2 : 1;
  const row = new Float64Array(rowWidth(header));
  row.set(values.subarray(0, row.length - parts), parts);
  return row;
}

export class TraceCollector implements PlotSink {
  readonly plots: PicturePlot[] = [];
  readonly #pointsPerTrace: number;
  #header: PlotHeader | undefined;
  #columns: readonly TracedColumn[] = [];
  #decimator = new Decimator(0, 16);
  #limit = 16;
  /** One number a trace. */
  #row = new Float64Array(0);
  /** Of nested sweeps: the values of the outer ones, how many settings there were, and the traces of those before. */
  #setting: readonly (readonly [name: string, value: number])[] = [];
  #settings = 0;
  #finished: PictureTrace[] = [];
  #rows = 0;

  constructor(pointsPerTrace: number) {
    this.#pointsPerTrace = pointsPerTrace;
  }

  begin(given: PlotHeader): void {
    const header = given.single ? { ...given, columns: [noScale, ...given.columns] } : given;
    this.#columns = tracedColumns(header);
    const traces = this.#columns.reduce((sum, { bode }) => sum + (bode ? 2 : 1), 0);
    const limit = Math.min(this.#pointsPerTrace, Math.max(400, Math.floor(pointsPerPlot / (traces || 1))));
    this.#header = header;
    this.#decimator = new Decimator(traces, limit);
    this.#limit = limit;
    this.#row = new Float64Array(traces);
    [this.#setting, this.#settings, this.#finished, this.#rows] = [[], 0, [], 0];
  }

  rows(values: Float64Array, count: number): void {
    const header = this.#header;
    if (!header) throw new Error('rows before begin');
    const width = rowWidth(header);
    const rows = header.single ? behindScale(header, values) : values;
    writeFinite(header, rows, count, (good) => {
      const { outer = 0 } = header;
      for (let at = 0; at < good * width; at += width) {
        if (outer > 0) this.#enter(header, outer, rows, at);
        this.#rows++;
        if (header.complex) this.#readComplex(rows, at);
        this.#decimator.add(
          rows[at] ?? 0,
          header.complex ? this.#row : rows,
          header.complex ? 0 : at + 1 + outer,
        );
      }
    });
  }

  end(incomplete?: string): void {
    const header = this.#header;
    if (!header) throw new Error('end before begin');
    this.#finish();
    this.plots.push({
      title: header.title,
      name: fullName(header),
      scale: { name: header.columns[0]?.name ?? '', unit: header.columns[0]?.unit ?? '' },
      panels: intoPanels(this.#finished),
      rows: this.#rows,
      incomplete,
    });
    this.#header = undefined;
  }

  /** Begins traces of their own where an outer sweep has another value. */
  #enter(header: PlotHeader, outer: number, values: Float64Array, at: number): void {
    const parts = header.complex ? 2 : 1;
    const valueOf = (k: number): number => values[at + parts * (1 + k)] ?? NaN;
    if (this.#settings > 0 && this.#setting.every(([, value], k) => value === valueOf(k))) return;
    if (this.#settings > 0 && this.#settings <= maxSettings) this.#finish();
    this.#settings++;
    this.#setting = Array.from({ length: outer }, (_, k) => [header.columns[1 + k]?.name ?? '', valueOf(k)]);
  }

  /** Keeps the traces so far under the names of their setting. */
  #finish(): void {
    const more = this.#settings - maxSettings;
    let trace = 0;
    for (const { name, unit: columnUnit, bode } of this.#columns) {
      const named = more > 0 ? `${name}, ${more} more settings` : traceName(name, this.#setting);
      for (const part of bode ? (['magnitude', 'phase'] as const) : (['value'] as const))
        this.#finished.push({ name: named, columnUnit, part, points: this.#decimator.points(trace++) });
    }
    this.#decimator = new Decimator(this.#row.length, this.#limit);
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

/** The axis of a plot's scale: where it is left to it, logarithmic where its values are spaced so. */
export function plotAxis({ panels }: PicturePlot, asked: LogAxes | undefined): AxisKind {
  const points = panels[0]?.traces[0]?.points ?? new Float64Array(0);
  const rows = points.length / 2;
  const [low = 0, middle = 0, high = 0] = [0, rows >> 1, rows - 1].map((row) => points[2 * row]);
  return scaleAxis(Math.min(low, high), asked, looksLogarithmic(low, middle, high));
}

function tracedColumns(header: PlotHeader): TracedColumn[] {
  const parts = header.complex ? 2 : 1;
  const columns = header.columns.map(({ name, unit }, k) => {
    const bode = isRealColumn(header, k) ? undefined : new BodeColumn();
    return { name, unit, place: parts * k, bode };
  });
  return columns.slice(1 + (header.outer ?? 0));
}
