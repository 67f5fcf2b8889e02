/**
 * The points of a segment that are looked at, with their rows, and how far lines between rows may miss a quantity: `rowtol` of
 * its largest magnitude so far, and never less than the rounding of its terms.
 */
import type { Segment, SegmentPart } from '../../kernel/simulation/stream.js';
import { rowMemory, rowRules, type RowMemory } from '../../kernel/simulation/time-stepping/row-memory.js';
import type { ColumnReader } from './column-reader.js';
import type { PointTrack } from '../certificate/point-track.js';

/** No row is added for what is below this part of the terms of a quantity. */
const roundingPart = 1e-13;
const { farAbove, asksBetween } = rowRules;

export class RowPool {
  /** Row after row, one a point. */
  rows = new Float64Array(0);
  readonly largest: Float64Array;
  readonly bounds: Float64Array;
  readonly #rounding: Float64Array;
  readonly #asks: Float64Array;
  readonly #zeta: Float64Array;

  constructor(
    readonly track: PointTrack,
    readonly reader: ColumnReader,
    length: number,
    readonly rowtol: number,
    readonly memory: RowMemory = rowMemory(reader.width),
  ) {
    this.largest = memory.largest;
    this.bounds = memory.bounds;
    this.#rounding = memory.rounding;
    this.#asks = memory.asks;
    this.#zeta = new Float64Array(length);
  }

  begin(segment: Segment | readonly SegmentPart[]): void {
    this.track.begin(segment);
    this.reserve(1);
  }

  /** Makes room for so many points. */
  reserve(count: number): void {
    const { track, reader } = this;
    if (count > track.times.length) track.grow(count);
    const size = track.times.length * reader.width;
    if (this.rows.length >= size) return;
    const rows = new Float64Array(size);
    rows.set(this.rows);
    this.rows = rows;
  }

  /** Fills in points [from, to), whose times are set. */
  fill(from: number, to: number): void {
    this.track.fill(from, to);
    this.read(from, to);
  }

  /** Reads the rows of points [from, to) of the track. */
  read(from: number, to: number): void {
    const { reader, rows, largest, bounds, rowtol } = this;
    const { width } = reader;
    reader.read(this.track, from, to, rows);
    for (let at = from * width; at < to * width; at += width) {
      for (let c = 1; c < width; c++) {
        const magnitude = Math.abs(rows[at + c] as number);
        if (!(magnitude > (largest[c] as number))) continue;
        largest[c] = magnitude;
        if (rowtol * magnitude > (bounds[c] as number)) bounds[c] = rowtol * magnitude;
      }
    }
  }

  /** Copies a point to another place. */
  copy(from: number, to: number): void {
    const { width } = this.reader;
    this.track.copy(from, to);
    this.rows.copyWithin(to * width, from * width, (from + 1) * width);
  }

  /** Raises the bound of a column to the rounding of its terms at a point; returns whether it was below. */
  raise(column: number, k: number): boolean {
    const bound = this.bounds[column] as number;
    const asks = (this.#asks[column] as number) + 1;
    this.#asks[column] = asks;
    if (asks > 1 && asks < asksBetween && bound > farAbove * (this.#rounding[column] as number)) return false;
    this.#asks[column] = 1;
    this.track.zeta(k, this.#zeta);
    const rounding = roundingPart * this.reader.terms(column - 1, this.#zeta);
    this.#rounding[column] = rounding;
    if (rounding <= bound) return false;
    this.bounds[column] = rounding;
    return true;
  }

  /** Raises the bound of a column to what its values are known to. */
  raiseTo(column: number, rounding: number): void {
    this.#rounding[column] = Math.max(rounding, this.#rounding[column] as number);
    this.bounds[column] = Math.max(rounding, this.bounds[column] as number);
  }
}
