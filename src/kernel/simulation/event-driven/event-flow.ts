/**
 * What a system brings to the event loop: a flow with dense output, its guards, and the transition at an
 * event. Circuits and mechanics implement it; the loop (`event-driven.ts`) knows nothing else of them.
 */
import type { RowRecord } from '../time-stepping/row-memory.js';
import type { EventKind, Segment } from '../stream.js';

/** Something a transition did. */
export interface FlowEvent {
  readonly kind: EventKind;
  readonly rows: readonly number[];
}

export type TransitionResult =
  | {
      readonly status: 'ok';
      readonly events: readonly FlowEvent[];
      /** Impulse of each multiplier where the state jumped. */
      readonly impulse?: Float64Array | undefined;
    }
  | {
      /**
       * "infeasible", "undecided": of the one-step problem; "index": the mode's relative degree is too high;
       * "switching": discrete states do not settle; "zeno-point": nothing is known of what follows it.
       */
      readonly status: 'infeasible' | 'undecided' | 'index' | 'switching' | 'zeno-point';
      readonly residual: number;
      readonly events: readonly FlowEvent[];
      readonly rows: readonly number[];
      /** What is known of them, for a message. */
      readonly detail?: string;
      /** Of the jumps before it failed, where another search may go on behind them. */
      readonly impulse?: Float64Array | undefined;
    };

/** What a flow has done by itself. */
export interface FollowedSegments {
  readonly segments: number;
  /** Breakpoints and guards that it has handled, before and between them, and changes of mode among these. */
  readonly events: number;
  readonly modeChanges: number;
  /** Of the last event: its time, and whether a guard fired. */
  readonly lastTransition: number;
  readonly byGuard: boolean;
  /** All rows were recorded; false: not those of the last segment (`RowRecorder`). */
  readonly recorded: boolean;
  /** Somebody takes all segments, or their rows. */
  readonly records: boolean;
}

export interface EventFlow {
  /** Present time, seconds, and right limits of state and multiplier there. */
  readonly t: number;
  readonly x: Float64Array;
  readonly lambda: Float64Array;
  /** An event at the present time is still to be handled, by `transition` or `follow`. */
  readonly due: boolean;
  /** Identity of the present mode. */
  readonly mode: number;
  /** Modes made so far, where a flow makes them as it meets them. */
  readonly modesBuilt?: number;
  /** Rows that slide in it (relays with y = 0 between their bounds). */
  readonly slidingRows: readonly number[];
  /** What was flowed last, and the number of guards that ended it. */
  readonly segment: Segment & { readonly fired: number };
  /** The first of those guards, -1 for none: events are said to accumulate by guard and mode. */
  readonly firedGuard: number;
  /** Events that follow the last one by more than this, seconds, do not accumulate; `follow` handles no closer ones. */
  readonly closeEvents: number;
  /** The rows to which those guards belong. */
  firedRows(): readonly number[];
  /** Selects the first mode at t0; may jump. */
  begin(t0: number): TransitionResult;
  /** The first breakpoint of an input after the present time; Infinity when there is none. */
  nextBreakpoint(): number;
  /** Flows to at most `until`, or to the end of the present segment; no event may be due. */
  flow(until: number): void;
  /**
   * Flows to at most `until` through at most so many segments, and the events before and between them whose transitions
   * are known; `segment` is the last of them. Absent, or nothing done, where it cannot.
   */
  follow?(until: number, maxSegments: number): FollowedSegments;
  /** Rows of the segments that it follows by itself, where somebody wants them. */
  readonly recorded?: RowRecord | undefined;
  /** Finds mode and state after the event at the present time. */
  transition(): TransitionResult;
  /**
   * Sets time and state from outside and selects the mode there; `accumulated`: it is the limit of the events
   * of the guard that fired last, which goes on active.
   */
  restart(t: number, x: Float64Array, accumulated?: boolean): TransitionResult;
  /**
   * Steps through what has no limit that is known, over h; absent or undefined where it cannot. Writes the multipliers that the
   * mode behind it has where it begins.
   */
  stepThrough?(h: number, lambda?: Float64Array): TransitionResult | undefined;
}

export const nothingFollowed: FollowedSegments = Object.freeze({
  segments: 0,
  events: 0,
  modeChanges: 0,
  lastTransition: -Infinity,
  byGuard: false,
  recorded: false,
  records: false,
});

/** The mode goes on. */
export const unchanged: TransitionResult = Object.freeze({ status: 'ok', events: Object.freeze([]) });
