/**
 * How far two waveforms are apart (conventions: comparison):
 *
 *   error = max |a(t) - b(t)| / max(max b - min b, floor),   floor = 1 uV, 1 pA, 1e-12 of other units
 *
 * over every time at which either has a row, within the range that both cover. Between rows both are
 * linear. Rows of equal time are a jump: left limits are compared with left limits, right with right.
 * Times closer than `timeTolerance` (default 1e-12 of the reference's range: below it two events are one)
 * count as equal. Complex columns: a - b and the range are taken in magnitude, the range from 0.
 *
 * Cost O(rows of a + rows of b) a column.
 */
import type { ColumnUnit, Plot } from './plot.js';

/** A column over its scale: non-decreasing scale; values hold `perPoint` numbers a point (2: complex). */
export interface Curve {
  readonly scale: Float64Array;
  readonly values: Float64Array;
  readonly perPoint: 1 | 2;
}

export interface ComparisonError {
  /** max |a - b| / range; dimensionless. */
  readonly error: number;
  /** max |a - b| in the column's unit. */
  readonly absolute: number;
  /** What `absolute` was divided by, in the column's unit. */
  readonly range: number;
  /** Scale value of the largest difference. */
  readonly at: number;
}

export interface ColumnComparison extends ComparisonError {
  readonly name: string;
  readonly unit: ColumnUnit;
}

export interface PlotComparison {
  readonly columns: readonly ColumnComparison[];
  /** The reference's columns that the plot does not have. */
  readonly missing: readonly string[];
  /** The range that both cover. */
  readonly from: number;
  readonly to: number;
  /** Whether the plot covers the reference's whole range. */
  readonly covers: boolean;
}

export interface ComparisonOptions {
  /** Names to compare; default: all of the reference. */
  readonly columns?: readonly string[];
  /** In units of the scale. */
  readonly timeTolerance?: number;
}

/** Compares the columns of equal name; throws an Error when the ranges do not meet or a scale decreases. */
export function comparePlots(plot: Plot, reference: Plot, options: ComparisonOptions = {}): PlotComparison {
  const scale = scaleOf(plot);
  const referenceScale = scaleOf(reference);
  const [first, last] = rangeOf(referenceScale);
  const tolerance = options.timeTolerance ?? 1e-12 * (last - first);
  const [start, end] = rangeOf(scale);
  const wanted = options.columns ?? reference.header.columns.slice(1).map((column) => column.name);
  const columns: ColumnComparison[] = [];
  const missing: string[] = [];
  for (const name of wanted) {
    const a = curveOf(plot, name);
    const b = curveOf(reference, name);
    if (!a || !b) {
      missing.push(name);
      continue;
    }
    const { unit } = b;
    columns.push({ name, unit, ...compareCurves(a.curve, b.curve, unit, tolerance) });
  }
  const covers = start <= first + tolerance && end >= last - tolerance;
  return { columns, missing, from: Math.max(start, first), to: Math.min(end, last), covers };
}

/** Compares one curve with a reference curve. */
export function compareCurves(
  curve: Curve,
  reference: Curve,
  unit: ColumnUnit,
  timeTolerance = 0,
): ComparisonError {
  if (curve.perPoint !== reference.perPoint)
    throw new Error('a real and a complex column cannot be compared');
  const a = new CurveCursor(curve, timeTolerance);
  const b = new CurveCursor(reference, timeTolerance);
  const from = Math.max(a.time, b.time) - timeTolerance;
  let absolute = -1;
  let at = NaN;
  while (!a.done && !b.done) {
    const time = Math.min(a.time, b.time);
    a.moveTo(time);
    b.moveTo(time);
    if (time < from) continue;
    for (const [p, q] of [
      [a.left, b.left],
      [a.right, b.right],
    ] as const) {
      const difference = Math.hypot((p[0] ?? 0) - (q[0] ?? 0), (p[1] ?? 0) - (q[1] ?? 0));
      if (difference > absolute) {
        absolute = difference;
        at = time;
      }
    }
  }
  if (absolute < 0) throw new Error('the two waveforms have no time in common');
  const range = Math.max(spread(reference), unit === 'V' ? 1e-6 : 1e-12);
  return { error: absolute / range, absolute, range, at };
}

/** Walks over the groups of equal time of a curve; `left` and `right` are its limits where it was moved to. */
class CurveCursor {
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly #curve: Curve;
  readonly #tolerance: number;
  #first = 0;
  #next = 0;

  constructor(curve: Curve, tolerance: number) {
    this.#curve = curve;
    this.#tolerance = tolerance;
    this.left = new Float64Array(curve.perPoint);
    this.right = new Float64Array(curve.perPoint);
    this.#group();
  }

  get done(): boolean {
    return this.#first >= this.#curve.scale.length;
  }

  /** The time of the next group. */
  get time(): number {
    return this.#curve.scale[this.#first] ?? Infinity;
  }

  /** Sets the limits at a time not beyond the next group, and steps over that group when it is there. */
  moveTo(time: number): void {
    const { scale, values, perPoint } = this.#curve;
    const here = this.time - time <= this.#tolerance;
    const before = Math.max(this.#first - 1, 0);
    const t0 = scale[before] ?? 0;
    const weight = this.time > t0 ? (time - t0) / (this.time - t0) : 1;
    for (let part = 0; part < perPoint; part++) {
      const next = values[this.#first * perPoint + part] ?? NaN;
      const previous = values[before * perPoint + part] ?? NaN;
      this.left[part] = here ? next : previous + weight * (next - previous);
      this.right[part] = here
        ? (values[(this.#next - 1) * perPoint + part] ?? NaN)
        : (this.left[part] ?? NaN);
    }
    if (!here) return;
    this.#first = this.#next;
    this.#group();
  }

  #group(): void {
    const { scale } = this.#curve;
    const limit = this.time + this.#tolerance;
    this.#next = this.#first;
    while (this.#next < scale.length && (scale[this.#next] ?? Infinity) <= limit) this.#next++;
  }
}

function spread({ values, perPoint }: Curve): number {
  let low = perPoint === 2 ? 0 : Infinity;
  let high = perPoint === 2 ? 0 : -Infinity;
  for (let i = 0; i < values.length; i += perPoint) {
    const x = values[i] ?? 0;
    const size = perPoint === 2 ? Math.hypot(x, values[i + 1] ?? 0) : x;
    low = Math.min(low, size);
    high = Math.max(high, size);
  }
  return high - low;
}

function rangeOf(scale: Float64Array): readonly [number, number] {
  return [scale[0] ?? NaN, scale.at(-1) ?? NaN];
}

/** The real part of the scale; throws when it decreases or is empty. */
function scaleOf(plot: Plot): Float64Array {
  const { name = 'scale' } = plot.header.columns[0] ?? {};
  const column = plot.columns[0] ?? new Float64Array(0);
  const scale = plot.header.complex ? column.filter((_, i) => i % 2 === 0) : column;
  if (scale.length === 0) throw new Error(`the plot "${plot.header.name}" has no rows`);
  const fall = scale.findIndex((t, i) => i > 0 && t < (scale[i - 1] ?? t));
  if (fall > 0)
    throw new Error(`${name} decreases at row ${fall + 1}: only increasing scales can be compared`);
  return scale;
}

function curveOf(plot: Plot, name: string): { curve: Curve; unit: ColumnUnit } | undefined {
  const k = plot.header.columns.findIndex((column) => column.name === name.toLowerCase());
  const values = plot.columns[k];
  const unit = plot.header.columns[k]?.unit;
  if (!values || unit === undefined) return undefined;
  return { curve: { scale: scaleOf(plot), values, perPoint: plot.header.complex ? 2 : 1 }, unit };
}
