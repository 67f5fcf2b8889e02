/**
 * Who says how far the next steps go: a uniform grid (`uniform-steps.ts`) or the error of the steps
 * (`error-controlled-steps.ts`). The simulation (`stepped-simulation.ts`) does the rest, the same for both: events,
 * reinitialisations, switches, observers, failures.
 */
import type { BlockSegment } from './block-segment.js';
import type { StepTaker, TakenSteps } from './step-taker.js';

/** What the simulation wants of the next steps. */
export interface StepRequest {
  /** Time of the next event of a clock, at which a step must end; Infinity: none. */
  readonly nextEvent: number;
  /** The next step alone. */
  readonly single: boolean;
  /** Receives the accepted points: all of them where `grid`, else the last ones. */
  readonly segment?: BlockSegment | undefined;
  readonly grid: boolean;
  /** Told of switchings in accepted steps. */
  switched(time: number, rows: readonly number[]): void;
  /** By how much guards of reinitialisations have fallen below zero at a point, in units of what is tolerated. */
  overshoot(t: number, x: Float64Array, reltol: number, abstol: number): number;
  /** Whether there are such guards: each step may then end in one. */
  readonly watches: boolean;
}

export interface StepSizePolicy {
  /** Present time, seconds, and steps taken until then. */
  readonly now: number;
  readonly index: number;
  readonly finished: boolean;
  /** An event at most this far ahead is at the present point, seconds. */
  readonly instant: number;
  /** Points that a segment holds at most. */
  capacity(grid: boolean): number;
  /** Takes the next steps: the state moves, `now` does so with `pass`. */
  take(taker: StepTaker, request: StepRequest): TakenSteps;
  /** Makes the end of the steps that were taken the present point. */
  pass(): void;
}
