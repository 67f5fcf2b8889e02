/**
 * The points that show a trace in a window: every row where there are few, else of each column of pixels the
 * first, the lowest, the highest and the last row. So the least and the largest value drawn are those of the rows in the window, whatever the
 * zoom. Where the curve crosses the window's edge there is a point on it.
 *
 * Cost: O(columns log rows) a trace.
 */
import { Extrema } from './extrema.js';
import { monotoneRuns, type MonotoneRun } from './monotone-runs.js';

/** Numbers to places on an axis and back, up to a linear map. */
export interface AxisKind {
  place(value: number): number;
  value(place: number): number;
}

export const linearAxis: AxisKind = Object.freeze({ place: (v: number) => v, value: (p: number) => p });
export const logAxis: AxisKind = Object.freeze({
  place: (v: number) => Math.log10(v),
  value: (p: number) => 10 ** p,
});

export interface Axes {
  readonly x: AxisKind;
  readonly y: AxisKind;
}

export class TraceRows {
  readonly extrema: Extrema;

  /** NaN in y is a gap; `runs` are those of x. */
  constructor(
    readonly x: Float64Array,
    readonly y: Float64Array,
    readonly runs: readonly MonotoneRun[] = monotoneRuns(x),
  ) {
    this.extrema = new Extrema(y);
  }

  /** The value at x, linear between rows, the right limit at a jump; undefined outside. */
  valueAt(x: number): number | undefined {
    for (const run of this.runs) {
      const next = firstBeyond(this.x, run, x);
      const before = next - 1;
      if (before < run.from) continue;
      if (next < run.to) return between(this.x, this.y, before, x, { x: linearAxis, y: linearAxis });
      if (this.x[before] === x) return this.y[before];
    }
    return undefined;
  }
}

/** Returns x, y, x, y ...; a y of NaN parts curves. `columns`: the pixels that the window is wide. */
export function windowPoints(
  rows: TraceRows,
  window: readonly [low: number, high: number],
  columns: number,
  axes: Axes,
): Float64Array {
  const points: number[] = [];
  for (const run of rows.runs) {
    if (points.length > 0) points.push(window[0], NaN);
    addRun(rows, run, window, columns, axes, points);
  }
  return Float64Array.from(points);
}

function addRun(
  rows: TraceRows,
  run: MonotoneRun,
  [low, high]: readonly [number, number],
  columns: number,
  axes: Axes,
  points: number[],
): void {
  const { x, y } = rows;
  const [near, far] = run.descending ? [high, low] : [low, high];
  const begin = firstAt(x, run, near);
  const end = firstBeyond(x, run, far);
  const edge = (before: number, at: number): void => {
    if (before >= run.from && before + 1 < run.to) points.push(at, between(x, y, before, at, axes));
  };
  if (begin === end || x[begin] !== near) edge(begin - 1, near);
  if (end - begin <= 4 * columns) {
    for (let i = begin; i < end; i++) points.push(x[i] ?? NaN, y[i] ?? NaN);
  } else {
    const [from, to] = [axes.x.place(near), axes.x.place(far)];
    let at = begin;
    for (let column = 1; column <= columns && at < end; column++) {
      const border = axes.x.value(from + ((to - from) * column) / columns);
      const next = column === columns ? end : firstBeyond(x, { ...run, from: at, to: end }, border);
      if (next > at) addColumn(rows, at, next, points);
      at = next;
    }
  }
  if (x[end - 1] !== far) edge(end - 1, far);
}

function addColumn({ x, y, extrema }: TraceRows, from: number, to: number, points: number[]): void {
  const [least, largest] = extrema.range(from, to);
  const chosen = [from, Math.min(least, largest), Math.max(least, largest), to - 1];
  chosen.forEach((row, k) => {
    if (k === 0 || row !== chosen[k - 1]) points.push(x[row] ?? NaN, y[row] ?? NaN);
  });
}

/** The value on the straight line from row `before` to the next one, straight as the axes show it. */
function between(x: Float64Array, y: Float64Array, before: number, at: number, axes: Axes): number {
  const place = (row: number): number => axes.x.place(x[row] ?? NaN);
  const height = (row: number): number => axes.y.place(y[row] ?? NaN);
  const share = (axes.x.place(at) - place(before)) / (place(before + 1) - place(before));
  return axes.y.value(height(before) + share * (height(before + 1) - height(before)));
}

/** The first row of a run at or beyond a value of the scale, in the run's direction. */
function firstAt(x: Float64Array, run: MonotoneRun, value: number): number {
  return firstWhere(run, run.descending ? (i) => (x[i] ?? 0) <= value : (i) => (x[i] ?? 0) >= value);
}

/** The first row beyond it. */
function firstBeyond(x: Float64Array, run: MonotoneRun, value: number): number {
  return firstWhere(run, run.descending ? (i) => (x[i] ?? 0) < value : (i) => (x[i] ?? 0) > value);
}

function firstWhere({ from, to }: MonotoneRun, holds: (row: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
