/**
 * A nonlinear law of few unknowns, as one transistor is to a circuit: from the values v that it reads follow
 *
 *     f(v)     what it adds to some rows (amperes into the element, for the rows of nodes),
 *     q(v)     what it adds to the same rows behind d/dt (coulombs, or webers).
 *
 * One object a kind of law; instances are parameters in a common array, so that thousands of equal laws run through one
 * small function. A law keeps no state: the same v gives the same bits.
 */
import type { Int } from '../../../base/int.js';
import { type NumberRoom, plainRoom } from '../../../numerics/code/number-room.js';

/** Where a law writes; arrays of its own sizes, rows x reads row by row, reused between calls. */
export interface LocalPoint {
  readonly f: Float64Array;
  readonly q: Float64Array;
  /** df/dv and dq/dv. */
  readonly df: Float64Array;
  readonly dq: Float64Array;
  /** What a law works out on the way; nothing in it outlasts a call. */
  readonly work: Float64Array;
}

/** Writes `point` for the instance whose parameters begin at `at`; what is 0 in all instances may be left: it is when a point is made. */
export type LawEvaluation = (parameters: Float64Array, at: Int, v: Float64Array, point: LocalPoint) => void;

/**
 * Moves v back towards the last values where Newton's method would step beyond what a tangent knows (an exponential);
 * true where it moved: such an iterate is no solution yet.
 */
export type LawLimit = (parameters: Float64Array, at: Int, v: Float64Array, last: Float64Array) => boolean;

/** Writes values of v from which Newton's method may start, where nothing is known. */
export type LawStart = (parameters: Float64Array, at: Int, v: Float64Array) => void;

/**
 * Rates r that a law reads, each that of the voltage between two nodes that it reads, in units of `rateUnit`: unknowns with a row each,
 *
 *     farads (d(va - vb)/dt - rateUnit r) = 0,
 *
 * that whoever makes a system of the law adds. Laws of the same two nodes may share one: their rows are multiples of each other.
 */
export interface LawRates {
  readonly between: readonly (readonly [from: number, to: number])[];
  /** Farads by which the rows of the instance are measured, of the size of its capacitances. */
  readonly farads: (parameters: Float64Array, at: number) => number;
}

/** Volts a second, with which rates are of the size of voltages. */
export const rateUnit = 1e9;

export interface LocalLaw {
  /** What it is, as people read it: "diode", "MOS level 1". */
  readonly name: string;
  /** Values that it reads, and rows to which it adds. */
  readonly reads: number;
  readonly rows: number;
  /** The last reads are rates of voltages; none unless given. Then f is the current of charges that depend on the way, C(v) dv/dt: it carries no heat. */
  readonly rates?: LawRates;
  /** Numbers that it works out on the way; none unless given. */
  readonly work?: number;
  /** Those of them that a device tells of itself, by name. */
  readonly told?: Readonly<Record<string, number>>;
  /**
   * Volts over which the law of an instance bends, as an exponential over its slope voltage; where nothing is given it may do so anywhere.
   * Given by laws whose evaluation costs much beside a few products; their values but rates are voltages.
   */
  readonly bends?: (parameters: Float64Array, at: number) => number;
  /** Its slopes have no bound: a change of v below all rounding may be one of f that counts. */
  readonly mayBeVertical?: boolean;
  /** Places of an instance in the array of parameters. */
  readonly parameterCount: number;
  /** 1 where df/dv (dq/dv) may differ from 0, rows x reads: what is 0 here never couples. */
  readonly conducts: Uint8Array;
  readonly stores: Uint8Array;
  readonly evaluate: LawEvaluation;
  readonly limit?: LawLimit;
  readonly begin?: LawStart;
}

/** Instances of one law. */
export interface LocalGroup {
  readonly law: LocalLaw;
  readonly count: number;
  /** count x reads: an unknown, size + j for input j, or -1 for what is always 0 (ground). */
  readonly reads: Int32Array;
  /** count x rows: a row, or -1 where nobody asks (ground). */
  readonly rows: Int32Array;
  /** count x parameterCount. */
  readonly parameters: Float64Array;
  /** The element that instance k belongs to, for messages. */
  readonly names: readonly string[];
}

/** Returns a point of the sizes of a law. */
export function localPoint(
  { reads, rows, work = 0 }: Pick<LocalLaw, 'reads' | 'rows' | 'work'>,
  room: NumberRoom = plainRoom,
): LocalPoint {
  return {
    f: room.floats(rows),
    q: room.floats(rows),
    df: room.floats(rows * reads),
    dq: room.floats(rows * reads),
    work: room.floats(work),
  };
}

/** Evaluates instances of a group one at a time, all into one point, at values by unknown or input as `reads` numbers them, or by their place among these, ground 0. */
export function evaluatorOf(
  { law, reads, parameters }: LocalGroup,
  valueOf: (read: number, place: number) => number,
): { readonly point: LocalPoint; readonly evaluate: (instance: number) => void } {
  const point = localPoint(law);
  const v = new Float64Array(law.reads);
  return {
    point,
    evaluate(instance) {
      for (let j = 0; j < law.reads; j++) {
        const read = reads[instance * law.reads + j]!;
        v[j] = read < 0 ? 0 : valueOf(read, j);
      }
      law.evaluate(parameters, instance * law.parameterCount, v, point);
    },
  };
}
