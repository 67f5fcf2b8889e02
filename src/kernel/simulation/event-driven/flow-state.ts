/**
 * Everything that decides how an exact flow goes on: the result of a run from a state is the same to the bit, however
 * often it is interrupted, watched or copied. Plain data; arrays are the state's own.
 */
import type { QueueState } from './event-queue.js';
import type { ModeState } from './modes/mode-cache.js';
import type { RemainderState } from './modes/state-remainder.js';
import type { TransitionState } from './mode-transition-cache.js';

/** A segment as data: where it begins, ends and would have ended without guards, and the guards that fire at its end. */
export interface SegmentState {
  readonly from: number;
  readonly xi: Float64Array;
  readonly remainder: RemainderState;
  readonly to: number;
  readonly until: number;
  /** Length of the series, seconds, and the part of it at which the segment ends. */
  readonly step: number;
  readonly end: number;
  readonly fired: readonly number[];
}

export interface FlowState {
  /** Present time, seconds. */
  readonly t: number;
  /** xi = (x | z) there. */
  readonly xi: Float64Array;
  /** What is known of it beyond doubles. */
  readonly remainder: RemainderState;
  /** The segment that goes on beyond t; undefined where none is in progress. */
  readonly segment: SegmentState | undefined;
  /** An event at t is still to be handled: the guards that fired; undefined where there is none. */
  readonly due: readonly number[] | undefined;
  /** The present mode, as an index of `modes`; -1 before the first. */
  readonly mode: number;
  readonly switches: Uint8Array;
  /** Breakpoints and commutations that are still to come. */
  readonly queue: QueueState;
  /** Largest sqrt(M_ii) |x_i|, and largest |y| and |lambda| of each row, so far: what rounding is relative to. */
  readonly magnitudes: { readonly states: number; readonly rows: Float64Array };
  /** Segments in a row that ended in the middle of nowhere, and when the first of them began. */
  readonly unfinished: number;
  readonly since: number;
  readonly lastTransition: number;
  /** How short the selecting step of the last transition was (`selectors.ts`). */
  readonly level: number;
  /** Modes met so far, in the order of meeting them, and the transitions between them. */
  readonly modes: readonly ModeState[];
  readonly transitions: readonly TransitionState[];
}
