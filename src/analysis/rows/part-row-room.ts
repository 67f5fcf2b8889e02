/**
 * The arrays over which the rows of parts are found and filled in (`kernel/simulation/event-driven/rows`), and the part that is looked at: all others share
 * them. Cost: a few hundred points of the largest part.
 */
import { placesAtOnce, pointsAtOnce } from '../../kernel/simulation/event-driven/motion/flow-memory.js';
import { seriesLength, seriesSizes } from '../../kernel/simulation/event-driven/motion/kept-series.js';
import { maxTerms } from '../../kernel/simulation/event-driven/motion/series-terms.js';
import type { NumberRoom } from '../../numerics/code/number-room.js';
import type { MergedRows } from './merged-rows.js';
import {
  placesOfPoints,
  placesOfValues,
  stepsAtOnce,
  type RowRoom,
} from '../../kernel/simulation/event-driven/rows/part-arrays.js';

/** Wanted times that are handed over together. */
const wantedAtOnce = 1024;

/** What script does for the present part; see `RowRoom`. */
export interface PresentPart {
  want(time: number): void;
  readInputs(times: Float64Array, left: Uint8Array, first: number, count: number): void;
  readColumns(first: number, count: number): void;
  roundingOf(column: number, point: number): number;
}

/** What the largest of all parts need: entries of a point, columns, inputs. */
export interface LargestPart {
  readonly size: number;
  readonly columns: number;
  readonly inputs: number;
}

export class PartRowRoom {
  present: PresentPart | undefined;
  readonly arrays: RowRoom;
  /** For segments that are no series. */
  readonly noSeries: Float64Array;
  readonly noSizes: Int32Array;

  constructor(
    readonly numbers: NumberRoom,
    { times: rowTimes, left: rowLeft }: Pick<MergedRows, 'times' | 'left'>,
    { size, columns, inputs }: LargestPart,
  ) {
    const given = stepsAtOnce + 2;
    const arrays: RowRoom = {
      ...{ rowTimes, rowLeft, places: numbers.floats(placesAtOnce) },
      ...{ times: numbers.floats(placesOfPoints), left: numbers.bytes(placesOfPoints) },
      ...{ ratios: numbers.floats(placesOfPoints), values: numbers.floats(placesOfValues * columns) },
      ...{ cells: numbers.floats(given), parts: numbers.integers(given), inner: numbers.integers(given) },
      ...{ curvatures: numbers.floats(columns), xi: numbers.floats(pointsAtOnce * size) },
      u: numbers.floats(pointsAtOnce * inputs),
      ...{ wanted: numbers.floats(wantedAtOnce), counts: numbers.integers(1) },
      takeWanted: () => {
        this.takeWanted();
      },
      readInputs: (ofBlock, first, count) => {
        const from = ofBlock ? { times: rowTimes, left: rowLeft } : arrays;
        this.present?.readInputs(from.times, from.left, first, count);
      },
      readColumns: (first, count) => {
        this.present?.readColumns(first, count);
      },
      roundingOf: (column, point) => this.present?.roundingOf(column, point) ?? 0,
    };
    this.arrays = arrays;
    this.noSeries = numbers.floats(1);
    this.noSizes = numbers.integers(seriesSizes.count);
  }

  /** Hands over the times that are wanted. */
  takeWanted(): void {
    const { wanted, counts } = this.arrays;
    const count = counts[0] as number;
    for (let k = 0; k < count; k++) this.present?.want(wanted[k] as number);
    counts[0] = 0;
  }
}

/** Bytes of a room for so many rows and columns, kept segments of each part up to a sum of their sizes, and forms of modes. */
export function bytesOfRows(
  { capacity, columns, kept }: { readonly capacity: number; readonly columns: number; readonly kept: number },
  parts: number,
  { size, columns: most, inputs }: LargestPart,
): number {
  const shared = placesOfPoints * 4 + placesOfValues * most + pointsAtOnce * (size + inputs);
  const rows = (columns + parts + 2) * capacity;
  const segments = parts * 2 * kept * seriesLength(1, maxTerms);
  return 8 * (shared + rows + segments) + parts * bytesOfPart + bytesOfModes;
}

/** What a part holds, and what all of its modes do; beyond that they are read by script. */
const bytesOfPart = 2 ** 14;
const bytesOfModes = 2 ** 22;
