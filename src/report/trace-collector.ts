/**
 * Receives plots and keeps what a picture of them needs: thinned traces in panels, one panel a unit
 * (voltages, currents, powers ... on separate axes). Complex columns become re(name) and im(name), those that are real one trace.
 *
 * Memory is bounded: `pointsPerTrace` points a trace, fewer when there are many traces.
 */
import { fullName, type ColumnUnit, isRealColumn, type PlotHeader, type PlotSink } from '../waveform/plot.js';
import { rowWidth, writeFinite } from '../waveform/writer.js';
import { Decimator } from './decimator.js';
import { panelLabels, panelUnits } from './panels.js';

export interface PictureTrace {
  readonly name: string;
  /** x, y, x, y ... with x non-decreasing; equal x are a jump. */
  readonly points: Float64Array;
}

export interface PicturePanel {
  /** "Voltages". */
  readonly label: string;
  readonly unit: ColumnUnit;
  readonly traces: readonly PictureTrace[];
}

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

export class TraceCollector implements PlotSink {
  readonly plots: PicturePlot[] = [];
  readonly #pointsPerTrace: number;
  #header: PlotHeader | undefined;
  #decimator = new Decimator(0, 16);
  /** One number a trace. */
  #row = new Float64Array(0);

  constructor(pointsPerTrace: number) {
    this.#pointsPerTrace = pointsPerTrace;
  }

  begin(header: PlotHeader): void {
    const names = traceNames(header);
    const limit = Math.min(
      this.#pointsPerTrace,
      Math.max(400, Math.floor(pointsPerPlot / (names.length || 1))),
    );
    this.#header = header;
    this.#decimator = new Decimator(names.length, limit);
    this.#row = new Float64Array(names.length);
  }

  rows(values: Float64Array, count: number): void {
    const header = this.#header;
    if (!header) throw new Error('rows before begin');
    const width = rowWidth(header);
    const places = header.complex ? traceNames(header).map(({ place }) => place) : undefined;
    const row = this.#row;
    writeFinite(header, values, count, (good) => {
      for (let at = 0; at < good * width; at += width) {
        if (!places) {
          this.#decimator.add(values[at] ?? 0, values, at + 1);
          continue;
        }
        for (let k = 0; k < places.length; k++) row[k] = values[at + (places[k] ?? 0)] ?? 0;
        this.#decimator.add(values[at] ?? 0, row, 0);
      }
    });
  }

  end(incomplete?: string): void {
    const header = this.#header;
    if (!header) throw new Error('end before begin');
    const traces = traceNames(header).map(({ name, unit }, k) => ({
      name,
      unit,
      points: this.#decimator.points(k),
    }));
    const units = panelUnits.filter((u) => traces.some((t) => t.unit === u));
    this.plots.push({
      title: header.title,
      name: fullName(header),
      scale: { name: header.columns[0]?.name ?? '', unit: header.columns[0]?.unit ?? '' },
      panels: units.map((unit) => ({
        label: panelLabels[unit],
        unit,
        traces: traces.filter((t) => t.unit === unit).map(({ name, points }) => ({ name, points })),
      })),
      rows: this.#decimator.rows,
      incomplete,
    });
    this.#header = undefined;
  }
}

/** The traces of a plot, each with its place in a row. */
function traceNames(
  header: PlotHeader,
): { readonly name: string; readonly unit: ColumnUnit; readonly place: number }[] {
  const part = header.complex ? 2 : 1;
  return header.columns.flatMap(({ name, unit }, k) => {
    if (k === 0) return [];
    if (isRealColumn(header, k)) return [{ name, unit, place: part * k }];
    return [
      { name: `re(${name})`, unit, place: 2 * k },
      { name: `im(${name})`, unit, place: 2 * k + 1 },
    ];
  });
}
