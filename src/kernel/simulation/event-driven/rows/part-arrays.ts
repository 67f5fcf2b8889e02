/**
 * The arrays over which the rows of a circuit in parts are found and filled in (`wanted-rows.ts`, `fill-rows.ts`): what all parts share, what
 * a part has, and how its columns follow from a series in one of its modes. Machine code reads them (`MachineRoom`).
 */
import type { Int } from '../../../../base/int.js';
import type { FormsOfPart } from '../../stream.js';
import { rowRules } from '../../time-stepping/row-memory.js';

/** Output steps that are asked about in one call, and so the given points of it. */
export const stepsAtOnce = 32;
/** Places of points: given ones, those that are looked at, those within intervals. */
export const lookedAt = stepsAtOnce + 8;
export const within = lookedAt + 88;
/** No fewer than `pointsAtOnce`. */
export const placesOfValues = within;
export const placesOfPoints = within + (stepsAtOnce + 2) * rowRules.maxParts;

/** What all parts share: one is looked at after the other. */
export interface RowRoom {
  /** Where points lie on a series. */
  readonly places: Float64Array;
  /** Rows that stand in the block; 1: left limits of inputs. */
  readonly rowTimes: Float64Array;
  readonly rowLeft: Uint8Array;
  /** Points that are looked at, with the largest |y''| over its bound, and the columns of all but those within intervals. */
  readonly times: Float64Array;
  readonly left: Uint8Array;
  readonly ratios: Float64Array;
  readonly values: Float64Array;
  /** Of given points: number of the output step behind each, intervals between points behind it, the first of these points. */
  readonly cells: Float64Array;
  readonly parts: Int32Array;
  readonly inner: Int32Array;
  /** Second derivatives at one point; coordinates and direct inputs of as many as are read at once. */
  readonly curvatures: Float64Array;
  readonly xi: Float64Array;
  readonly u: Float64Array;
  /** Times that are wanted, and how many. */
  readonly wanted: Float64Array;
  readonly counts: Int32Array;
  /** Takes the wanted times; writes direct inputs at points, of the block or of those that are looked at; writes columns there. */
  readonly takeWanted: () => void;
  readonly readInputs: (ofBlock: boolean, first: Int, count: Int) => void;
  readonly readColumns: (first: Int, count: Int) => void;
  /** The rounding of the terms of a column at a point that is looked at. */
  readonly roundingOf: (column: Int, point: Int) => number;
}

/** A part, by column where arrays do not say otherwise. */
export interface RowsOfPart {
  readonly columns: Int;
  /** Output step, seconds. */
  readonly step: number;
  readonly rowtol: number;
  /** Largest magnitudes so far, how far lines may miss them and the part of that which they may use up. */
  readonly largest: Float64Array;
  readonly bounds: Float64Array;
  readonly shares: Float64Array;
  /** The rounding of terms when it was looked at last, and how often somebody has asked since. */
  readonly rounding: Float64Array;
  readonly asks: Float64Array;
  /** Left limits where rows were asked for last. */
  readonly ahead: Float64Array;
  /** Times that were wanted and lie ahead, and how many. */
  readonly waiting: Float64Array;
  readonly counts: Int32Array;
  /** At the places of `partNumbers`. */
  readonly numbers: Float64Array;
  /** Inputs that no series follows, where they do not change. */
  readonly held: Float64Array;
  /** Where the columns of rows go. */
  readonly targets: readonly Float64Array[];
}

/**
 * Time of the last row that is known of; bounds of the rates of the present motion and of inputs that it does not follow, 1/s, Infinity
 * where none is known; from when to when these inputs are held.
 */
export const partNumbers = Object.freeze({
  anchor: 0,
  rate: 1,
  inputRate: 2,
  heldFrom: 3,
  heldTo: 4,
  count: 5,
});

/** A part in one of its modes. */
export interface RowsOfMode {
  readonly room: RowRoom;
  readonly part: RowsOfPart;
  /** The columns and their second derivatives are forms of the series and of direct inputs; else script reads them, without these. */
  readonly isSeries: boolean;
  readonly values: FormsOfPart;
  readonly curvatures: FormsOfPart;
  readonly direct: FormsOfPart;
  readonly directs: Int;
}
