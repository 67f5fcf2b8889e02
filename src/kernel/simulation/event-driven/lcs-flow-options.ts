import type { Impact } from '../../modeling/signals/impact-signal.js';
import type { SearchBudgetOptions } from './search-budget.js';
import type { CodeMode, SharedModules } from '../linear/code-memory.js';

/** Tolerances and limits of the exact flow of a linear complementarity system. */
export interface LcsFlowOptions {
  /** Events closer than this are one, seconds. */
  readonly evtol: number;
  /** Step of the selecting problem, seconds; well below every time constant that matters. */
  readonly selectionStep: number;
  /** A constraint violated by more than this part of its terms makes the state jump. */
  readonly jumpTolerance: number;
  /** Longest segment, seconds: where nothing moves and nothing is due. */
  readonly longestSegment: number;
  /** Modes kept. */
  readonly maxModes: number;
  /** Angle that a segment turns by at most, radians; default 2.5. Smaller ones only test the flow against itself. */
  readonly largestAngle?: number;
  /** Contacts with restitution, velocities as forms over (x, lambda, u) that read no multiplier; default none. */
  readonly impacts?: readonly Impact<Float64Array>[];
  /** "plain": nothing becomes machine code, with the same result; default "compiled", where the engine allows it. */
  readonly code?: CodeMode;
  /** Machine code that flows of the same sizes share; default none. */
  readonly modules?: SharedModules;
  /** What its searches for modes may cost; default whatever they take. */
  readonly searches?: SearchBudgetOptions;
  /** 1 for every row with y = 0 in the mode to begin in, where it holds: for who has chosen among several; default whichever is found. */
  readonly begins?: Uint8Array;
  /** Columns of the rows that may be recorded; default 0. */
  readonly columns?: number;
}
