/**
 * Which of the points that come by must become rows so that straight lines between rows stay within a bound of all of
 * them: from the last row (t_a, y_a) every point leaves a cone of slopes,
 *
 *     (y - bound - y_a) / (t - t_a) <= slope <= (y + bound - y_a) / (t - t_a),
 *
 * and a point outside of the intersection of the cones asks for the point before it as a row. Cost: one pass over the
 * columns a point. Source: "swinging door" compression [Bristol 1990].
 */
export class ChordWatch {
  readonly #anchor: Float64Array;
  readonly #low: Float64Array;
  readonly #high: Float64Array;

  /** Rows hold the time and then `width` - 1 quantities. */
  constructor(width: number) {
    this.#anchor = new Float64Array(width).fill(NaN);
    this.#low = new Float64Array(width);
    this.#high = new Float64Array(width);
  }

  /** Starts anew from a row. */
  begin(row: Float64Array): void {
    this.#anchor.set(row);
    this.#low.fill(-Infinity);
    this.#high.fill(Infinity);
  }

  /** Whether a line from the last row to this one passes all points in between; it is taken note of then. */
  passes(row: Float64Array, bounds: Float64Array): boolean {
    const length = (row[0] ?? NaN) - (this.#anchor[0] ?? NaN);
    if (!(length > 0)) return true;
    for (let c = 1; c < row.length; c++) {
      const rise = (row[c] ?? 0) - (this.#anchor[c] ?? 0);
      const rounding = 1e-12 * (bounds[c] ?? 0);
      if (rise < length * (this.#low[c] ?? 0) - rounding || rise > length * (this.#high[c] ?? 0) + rounding) {
        return false;
      }
    }
    for (let c = 1; c < row.length; c++) {
      const rise = (row[c] ?? 0) - (this.#anchor[c] ?? 0);
      const bound = bounds[c] ?? 0;
      this.#low[c] = Math.max(this.#low[c] ?? 0, (rise - bound) / length);
      this.#high[c] = Math.min(this.#high[c] ?? 0, (rise + bound) / length);
    }
    return true;
  }
}

/** Whether the middle row is off the straight line between the others by more than the bound of a quantity. */
export function bends(
  first: Float64Array,
  middle: Float64Array,
  last: Float64Array,
  bounds: Float64Array,
): boolean {
  const length = (last[0] ?? 0) - (first[0] ?? 0);
  const weight = length > 0 ? ((middle[0] ?? 0) - (first[0] ?? 0)) / length : 0;
  for (let c = 1; c < middle.length; c++) {
    const [a = 0, b = 0] = [first[c], last[c]];
    if (!(Math.abs((middle[c] ?? 0) - a - weight * (b - a)) <= (bounds[c] ?? 0))) return true;
  }
  return false;
}
