/**
 * Where the least and the largest of any range of values stand: rows of extremes of 16, 256, 4096 ... values.
 * NaN counts as absent.
 *
 * Memory: half a byte a value; time: O(n) to build, O(16 log n) a question.
 */

const factor = 16;

interface Level {
  readonly least: Uint32Array;
  readonly largest: Uint32Array;
}

const emptyLevel = (size: number): Level => ({
  least: new Uint32Array(size),
  largest: new Uint32Array(size),
});

/** All values are read here, and only here. */
function firstLevel(values: Float64Array): Level {
  const level = emptyLevel(Math.ceil(values.length / factor));
  for (let i = 0, from = 0; from < values.length; i++, from += factor) {
    const to = Math.min(from + factor, values.length);
    let [least, largest] = [from, from];
    let low = values[from] ?? NaN;
    let high = low;
    for (let k = from + 1; k < to; k++) {
      const value = values[k] ?? NaN;
      if (value < low || Number.isNaN(low)) [least, low] = [k, value];
      if (value > high || Number.isNaN(high)) [largest, high] = [k, value];
    }
    level.least[i] = least;
    level.largest[i] = largest;
  }
  return level;
}

export class Extrema {
  readonly #levels: Level[] = [];

  constructor(readonly values: Float64Array) {
    if (values.length > factor) this.#levels.push(firstLevel(values));
    for (let size = Math.ceil(values.length / factor); size > factor;) {
      size = Math.ceil(size / factor);
      const level = emptyLevel(size);
      for (let i = 0; i < size; i++) {
        const [from, to] = [i * factor, (i + 1) * factor];
        const found = this.#within(this.#levels.length, from, to, from * factor ** this.#levels.length);
        level.least[i] = found[0];
        level.largest[i] = found[1];
      }
      this.#levels.push(level);
    }
  }

  /** The indices of the first least and the first largest value of [from, to), which must not be empty. */
  range(from: number, to: number): readonly [least: number, largest: number] {
    let found: readonly [number, number] = [from, from];
    let [low, high] = [from, to];
    for (let level = 0; low < high; level++) {
      const isTop = level === this.#levels.length;
      const inner = isTop ? high : Math.min(high, factor * Math.ceil(low / factor));
      found = this.#within(level, low, inner, ...found);
      if (isTop) break;
      const last = Math.max(inner, factor * Math.floor(high / factor));
      found = this.#within(level, last, high, ...found);
      [low, high] = [inner / factor, last / factor];
    }
    return found;
  }

  #within(
    level: number,
    from: number,
    to: number,
    first: number,
    second: number = first,
  ): readonly [number, number] {
    const rows = this.#levels[level - 1];
    const end = Math.min(to, rows ? rows.least.length : this.values.length);
    let [least, largest] = [first, second];
    for (let i = from; i < end; i++) {
      least = this.#smaller(least, rows ? (rows.least[i] ?? 0) : i);
      largest = this.#larger(largest, rows ? (rows.largest[i] ?? 0) : i);
    }
    return [least, largest];
  }

  #smaller(a: number, b: number): number {
    const [x, y] = [this.values[a] ?? NaN, this.values[b] ?? NaN];
    return y < x || Number.isNaN(x) || (y === x && b < a) ? b : a;
  }

  #larger(a: number, b: number): number {
    const [x, y] = [this.values[a] ?? NaN, this.values[b] ?? NaN];
    return y > x || Number.isNaN(x) || (y === x && b < a) ? b : a;
  }
}
