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

  /** Starts anew from the row at an index. */
  begin(rows: Float64Array, at = 0): void {
    const anchor = this.#anchor;
    for (let c = 0; c < anchor.length; c++) {
      anchor[c] = rows[at + c] as number;
      this.#low[c] = -Infinity;
      this.#high[c] = Infinity;
    }
  }

  /** Whether a line from the last row to the one at an index passes all points in between; it is taken note of then. */
  passes(rows: Float64Array, bounds: Float64Array, at = 0): boolean {
    const anchor = this.#anchor;
    const low = this.#low;
    const high = this.#high;
    const length = (rows[at] as number) - (anchor[0] as number);
    if (!(length > 0)) return true;
    for (let c = 1; c < anchor.length; c++) {
      const rise = (rows[at + c] as number) - (anchor[c] as number);
      const rounding = 1e-12 * (bounds[c] as number);
      if (rise < length * (low[c] as number) - rounding || rise > length * (high[c] as number) + rounding) {
        return false;
      }
    }
    const perLength = 1 / length;
    for (let c = 1; c < anchor.length; c++) {
      const rise = (rows[at + c] as number) - (anchor[c] as number);
      const bound = bounds[c] as number;
      const least = (rise - bound) * perLength;
      const most = (rise + bound) * perLength;
      if (least > (low[c] as number)) low[c] = least;
      if (most < (high[c] as number)) high[c] = most;
    }
    return true;
  }
}

/** The first quantity by which the row at `middle` is off the line between two others by more than its bound; 0: none. */
export function bentColumn(
  rows: Float64Array,
  first: number,
  middle: number,
  last: number,
  bounds: Float64Array,
): number {
  const start = rows[first] as number;
  const length = (rows[last] as number) - start;
  const weight = length > 0 ? ((rows[middle] as number) - start) / length : 0;
  for (let c = 1; c < bounds.length; c++) {
    if (!(Math.abs(bend(rows, first + c, middle + c, last + c, weight)) <= (bounds[c] as number))) return c;
  }
  return 0;
}

/** By how much an entry is off the line between two others, at a weight between them. */
export function bend(
  rows: Float64Array,
  first: number,
  middle: number,
  last: number,
  weight: number,
): number {
  const a = rows[first] as number;
  return (rows[middle] as number) - a - weight * ((rows[last] as number) - a);
}
