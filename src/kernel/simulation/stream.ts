/**
 * What a simulation emits: accepted segments and the events between them. Sampler, writers,
 * certificate, measures are observers of this stream; nobody reaches into the simulation.
 *
 * A time-stepping run emits one segment for a *block* of equal steps (thousands of them), an
 * event-driven run one for a smooth segment between two events. Both answer the same questions.
 */

import type { NumberRoom } from '../../numerics/code/number-room.js';

/** An accepted segment of trajectory over [t0, t1]. Buffers are reused after the call returns. */
export interface Segment {
  readonly t0: number;
  readonly t1: number;
  /** Identifies the set of active rows at t1; equal numbers mean equal modes within one run. */
  readonly mode: number;
  /**
   * Points held in (t0, t1]: every grid point where an observer needs the grid, otherwise the last two of a
   * block; 0 for a smooth segment, which only interpolates.
   */
  readonly gridCount: number;
  /** The segment is one implicit step over a jump: y and lambda hold at its end in every scheme. */
  readonly implicit?: boolean;
  /** Time of grid point k = 1 .. gridCount; gridTime(0) = t0. */
  gridTime(k: number): number;
  /** Copies the point at grid index k = 0 .. gridCount: state x and multiplier lambda. */
  gridPoint(k: number, x: Float64Array, lambda: Float64Array): void;
  /** Evaluates at any t in [t0, t1]: exactly for a smooth segment, linearly between held points otherwise. */
  interpolate(t: number, x: Float64Array, lambda: Float64Array): void;
  /** False where it goes on where the last segment ended; otherwise something may have happened at t0. */
  readonly afterEvent?: boolean;
  /** True where its rows are written already, by the code that followed it (`row-memory.ts`). */
  readonly recorded?: boolean;
  /** The same point in the coordinates in which it moves; absent: its coordinates are x and lambda. */
  readonly parts?: readonly SegmentPart[];
}

/**
 * A part of the circuit point that moves by itself over a segment: (x | lambda | u) of some states, rows and inputs is
 * projection * xi(t). Whoever wants linear forms of the point multiplies them with the projection once a mode and reads
 * them off xi. A state, row or input that no part has is 0, but for inputs: they are asked of their signals.
 */
export interface SegmentPart {
  /** The states, rows and inputs of the model that the rows of the projection stand for, in this order. */
  readonly states: Int32Array;
  readonly rows: Int32Array;
  readonly inputs: Int32Array;
  /** Length of xi. */
  readonly size: number;
  /** (states + rows + inputs) x size; the same array for the same mode. */
  readonly projection: Float64Array;
  /** What rounding of the projection left over: sums in which its rows cancel keep digits; absent where that is not known. */
  readonly remainder?: Float64Array | undefined;
  /** Where xi moves by xi' = A xi: A, size x size, and the bound of its rate, 1/s; absent where that is not known. */
  readonly motion?: { readonly A: Float64Array; readonly rate: number } | undefined;
  /**
   * Writes xi at times[from .. to) to out[k * size ...] of each k; the times rise within [t0, t1]; right limits at t0, left
   * limits at t1.
   */
  coordinates(times: Float64Array, from: number, to: number, out: Float64Array): void;
  /**
   * Copies what the coordinates follow from, for when the flow has gone on, into the room of a copy that nobody needs any more, or
   * into one where machine code reads it.
   */
  keep?(room?: Pick<SegmentPart, 'coordinates'>, numbers?: NumberRoom): Pick<SegmentPart, 'coordinates'>;
  /**
   * Writes linear forms of xi there, with the bits of sums from 0 over the non-zeros of each in their order; false, and
   * nothing is written, where it has no code for them (yet). The same object for the same forms.
   */
  forms?(forms: FormsOfPart, times: Float64Array, from: number, to: number, place: FormPlace): boolean;
}

/** Forms over xi without their zeros: of form f the entries from start[f] to start[f + 1]. */
export interface FormsOfPart {
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly factor: Float64Array;
}

/** Where forms of points go: form f of point k to out[offset + k * stride + f]. */
export interface FormPlace {
  readonly out: Float64Array;
  readonly stride: number;
  readonly offset: number;
}

export type EventKind =
  | 'start'
  | 'mode' // the set of active rows changed
  | 'switch' // a discrete state changed
  | 'source' // a breakpoint or jump of an input
  | 'jump' // the state changed by impulses of multipliers
  | 'input-jump' // the state changed by an impulse of an input
  | 'zeno'
  | 'sliding'
  | 'user';

/** Something that happened at one time. */
export interface SimulationEvent {
  readonly time: number;
  readonly kind: EventKind;
  /** Rows of the complementarity system concerned (multiplier indices). */
  readonly rows: readonly number[];
  /** State before and after; the same array when it is continuous. */
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** Multiplier after. */
  readonly lambda: Float64Array;
  /** Impulse of each multiplier (its unit times s), only for "jump". */
  readonly impulse?: Float64Array;
  /** What has slid until this time, only for "sliding". */
  readonly sliding?: SlidingInterval;
}

/** A relay whose y stayed 0 between the bounds of lambda, over [start, end] in seconds. */
export interface SlidingInterval {
  /** Row of the model. */
  readonly row: number;
  readonly start: number;
  readonly end: number;
  /** Range of the equivalent control lambda, and its mean over the interval. */
  readonly lower: number;
  readonly upper: number;
  readonly mean: number;
}

export interface Observer {
  /**
   * "grid": every step of a time-stepping run, every change of mode and breakpoint of a source of an event-driven
   * one; "end" (the default): the end of each block, switches, jumps and verdicts are enough.
   */
  readonly needs?: 'end' | 'grid';
  /**
   * Of how many of the next segments of an event-driven run it need not be told; absent where it wants to know of every
   * segment, change of mode and switching.
   */
  skippable?(): number;
  /** Says of how many it was not told. */
  skipped?(segments: number): void;
  segment?(segment: Segment): void;
  /** True while it has more to do with the last segment of an event-driven run: it is asked to go on behind a pause. */
  readonly unfinished?: boolean;
  proceed?(): void;
  event?(event: SimulationEvent): void;
}
