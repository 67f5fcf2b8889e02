/**
 * A few rows of many that show the same curves: of each bucket of rows the first and the last one, and those in which a
 * quantity is least or largest. A page draws them while it still reads the others. What is kept are whole rows, bit for
 * bit, and no extreme is missing.
 *
 * Buckets have equal numbers of rows; where there are too many, neighbours become one. Time O(1) a number; kept are
 * at most 2 `maxBuckets` rows a column, and a sixteenth of all.
 */

/** As many as a chart has columns of pixels, about. */
const maxBuckets = 1024;
/** Fewer than these are no picture, and so few rows are soon read. */
const minBuckets = 256;
/** Rows of a bucket at first, a column. */
const rowsPerColumn = 32;

export class RowOverview {
  readonly #width: number;
  /** Row by row: the rows of the first bucket that is not full. */
  readonly #open: Float64Array;
  #held = 0;
  /** Kept rows of buckets of the first size; `#joined` of them make one of `#buckets`. */
  #parts: Float64Array[] = [];
  #joined = 1;
  #buckets: Float64Array[] = [];
  #last = -Infinity;
  #isRising = true;

  constructor(width: number) {
    this.#width = width;
    this.#open = new Float64Array(rowsPerColumn * width * width);
  }

  /** Takes rows that stand one after the other. */
  add(values: Float64Array, count: number): void {
    const width = this.#width;
    for (let at = 0; at < count * width; at += width) {
      const scale = values[at] ?? NaN;
      if (!(scale >= this.#last)) this.#isRising = false;
      this.#last = scale;
    }
    for (let from = 0; from < count * width && this.#isRising;) {
      const to = Math.min(count * width, from + this.#open.length - this.#held);
      this.#open.set(values.subarray(from, to), this.#held);
      this.#held += to - from;
      from = to;
      if (this.#held === this.#open.length) this.#close();
    }
  }

  /** The columns of what is kept; undefined where there are too few rows, or the scale does not only rise. */
  end(): Float64Array[] | undefined {
    const rest = extremeRows(this.#open.subarray(0, this.#held), this.#width);
    if (!this.#isRising || this.#buckets.length < minBuckets) return undefined;
    const kept = joined([...this.#buckets, ...this.#parts, rest]);
    const rows = kept.length / this.#width;
    return Array.from({ length: this.#width }, (_, k) =>
      Float64Array.from({ length: rows }, (_, row) => kept[row * this.#width + k] ?? NaN),
    );
  }

  #close(): void {
    this.#parts.push(extremeRows(this.#open, this.#width));
    this.#held = 0;
    if (this.#parts.length < this.#joined) return;
    this.#buckets.push(this.#joined === 1 ? joined(this.#parts) : this.#join(this.#parts));
    this.#parts = [];
    if (this.#buckets.length < maxBuckets) return;
    const pairs = this.#buckets;
    this.#buckets = Array.from({ length: pairs.length / 2 }, (_, i) =>
      this.#join(pairs.slice(2 * i, 2 * i + 2)),
    );
    this.#joined *= 2;
  }

  #join(buckets: readonly Float64Array[]): Float64Array {
    return extremeRows(joined(buckets), this.#width);
  }
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Of rows one after the other the first, the last, and for each column behind the scale the first least and the first largest. */
function extremeRows(values: Float64Array, width: number): Float64Array {
  const isKept = new Uint8Array(values.length / width);
  isKept[0] = isKept[isKept.length - 1] = 1;
  for (let k = 1; k < width; k++) {
    let [least, largest] = [0, 0];
    let low = values[k] ?? NaN;
    let high = low;
    for (let row = 1, at = width + k; at < values.length; row++, at += width) {
      const value = values[at] ?? NaN;
      if (value < low) [least, low] = [row, value];
      else if (value > high) [largest, high] = [row, value];
    }
    isKept[least] = isKept[largest] = 1;
  }
  const out = new Float64Array(width * isKept.reduce((sum, kept) => sum + kept, 0));
  let to = 0;
  isKept.forEach((kept, row) => {
    if (!kept) return;
    out.set(values.subarray(row * width, (row + 1) * width), to);
    to += width;
  });
  return out;
}
