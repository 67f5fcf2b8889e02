/**
 * Rows of a circuit in parts, in a block in which each column stands by itself: a part fills in its own columns at all
 * times of an interval at once (`part-rows.ts`), whenever it likes. What several parts add to is summed up in the order of the
 * parts when the block is full. Cost: a few operations a number.
 */
import type { Column } from '../../waveform/plot.js';
import type { NumberRoom } from '../../numerics/code/number-room.js';
import type { Side } from '../certificate/circuit-point.js';
import type { PartColumns } from './part-columns.js';
import type { RowBlock } from './row-block.js';

/** Numbers of a block, and its rows at least and at most. */
const numbersPerBlock = 2 ** 18;
const [minRows, maxRows] = [64, 1024];
/** Of a sum that cancels its terms keep to this part of their own bounds at least. */
const minShare = 1e-2;

/** Rows of so many columns that a block has room for. */
export function rowsOfColumns(columns: number): number {
  return Math.max(minRows, Math.min(maxRows, Math.floor(numbersPerBlock / (columns + 1))));
}

/** A column that is a sum: what each part gives, and the largest magnitude of the sum. */
interface Sum {
  readonly column: number;
  readonly terms: Float64Array[];
  readonly owners: { readonly part: number; readonly index: number }[];
  largest: number;
  /** The part of their bounds to which its terms keep. */
  share: number;
}

export class MergedRows {
  /** Rows that stand in the block. */
  count = 0;
  readonly capacity: number;
  readonly times: Float64Array;
  /** 1: inputs are taken at their left limits. */
  readonly left: Uint8Array;
  /** Of each part where its columns go, and of its bounds the part that lines may use up. */
  readonly targets: readonly (readonly Float64Array[])[];
  readonly shares: readonly Float64Array[];
  readonly #isEvent: Uint8Array;
  readonly #values: Float64Array;
  readonly #sums: Sum[];

  constructor(
    columns: readonly Column[],
    parts: readonly PartColumns[],
    private readonly rowtol: number,
    private readonly block: RowBlock,
    room: NumberRoom,
  ) {
    const width = columns.length + 1;
    const capacity = rowsOfColumns(columns.length);
    this.capacity = capacity;
    this.#values = room.floats(width * capacity);
    this.times = this.#values.subarray(0, capacity);
    this.left = room.bytes(capacity);
    this.#isEvent = new Uint8Array(capacity);
    const sums = new Map<number, Sum>();
    this.targets = parts.map(({ places }, part) =>
      places.map(({ column, isSum }, index) => {
        if (!isSum) return this.#values.subarray((column + 1) * capacity, (column + 2) * capacity);
        let sum = sums.get(column);
        if (!sum) sums.set(column, (sum = { column, terms: [], owners: [], largest: 0, share: 1 }));
        const term = room.floats(capacity);
        sum.terms.push(term);
        sum.owners.push({ part, index });
        return term;
      }),
    );
    this.shares = parts.map(({ places }) => room.floats(places.length).fill(1));
    this.#sums = [...sums.values()];
  }

  push(time: number, side: Side, isEvent: boolean): void {
    this.times[this.count] = time;
    this.#isEvent[this.count] = isEvent ? 1 : 0;
    this.left[this.count++] = side === 'left' ? 1 : 0;
  }

  /** Writes the rows, all of whose columns are filled in. */
  write(): void {
    for (const sum of this.#sums) this.#add(sum);
    this.block.pushColumns(this.#values, this.capacity, this.count);
    this.count = 0;
  }

  /** Sums up a column. Where lines between its rows miss it by more than its bound its terms keep to less from now on. */
  #add(sum: Sum): void {
    const { column, terms, owners } = sum;
    const from = (column + 1) * this.capacity;
    const out = this.#values.subarray(from, from + this.count);
    out.fill(0);
    for (const term of terms) {
      for (let k = 0; k < out.length; k++) out[k] = (out[k] as number) + (term[k] as number);
    }
    for (let k = 0; k < out.length; k++) sum.largest = Math.max(sum.largest, Math.abs(out[k] as number));
    const missed = this.rowtol > 0 && sum.largest > 0 ? this.#missed(out) / (this.rowtol * sum.largest) : 0;
    if (!(missed > 1)) return;
    sum.share = Math.max(minShare, sum.share / missed);
    for (const { part, index } of owners) (this.shares[part] as Float64Array)[index] = sum.share;
  }

  /** By how much lines between rows miss a column at most, as three rows in a row tell. */
  #missed(values: Float64Array): number {
    const { times } = this;
    let most = 0;
    for (let k = 1; k + 1 < values.length; k++) {
      const before = (times[k] as number) - (times[k - 1] as number);
      const behind = (times[k + 1] as number) - (times[k] as number);
      // What bends at an event has its row there.
      if (this.#isEvent[k] === 1 || !(before > 0 && behind > 0)) continue;
      if (before > 4 * behind || behind > 4 * before) continue;
      const part = before / (before + behind);
      const chord = (1 - part) * (values[k - 1] as number) + part * (values[k + 1] as number);
      const off = Math.abs((values[k] as number) - chord);
      most = Math.max(most, (off * Math.max(before, behind)) / (4 * Math.min(before, behind)));
    }
    return most;
  }
}
