/**
 * How measures see a run, whatever the method: intervals of time, one behind the other, within each of which every quantity
 * is smooth and can be read at any time. Exact events offer one a segment, stepping one a step or a step of the grid, a sweep
 * one between two points. Whoever reads an interval does not change it, and nothing is kept of it but what a measure sums up.
 */
import type { Column } from '../../waveform/plot.js';
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { QuadraticSums, SumInterval } from '../../kernel/simulation/step-records/quadratic-sums.js';

export interface SmoothInterval {
  /** In units of the scale: seconds, or hertz, or of the swept quantity; t1 > t0. */
  readonly t0: number;
  readonly t1: number;
  /** Straight lines from t0 to t1: nothing but the ends is known. */
  readonly linear: boolean;
  /** Quantities are to be known relative to their sizes in this interval: over decades they fall by more than there are digits. */
  readonly ownScale?: boolean;
  /**
   * Writes row k, the time and the quantities, of times[k], k = 0 .. count - 1, which rise within [t0, t1]: the right limit
   * at t0, the left one at t1. Of a linear one only the ends are asked for.
   */
  read(times: Float64Array, count: number, rows: Float64Array): void;
  /** A size of which a quantity has no more than fourteen digits less: what its terms add up to, a hundredth of it. */
  magnitude?(quantity: number): number;
}

/** A multiple of a source that follows from the time alone. */
export interface TimeFunction {
  readonly signal: Signal;
  readonly factor: number;
}

/** Told of all smooth intervals of a run in their order. */
export interface SmoothIntervalObserver {
  /** It needs no interval that is still to come; absent where it always does. */
  readonly finished?: boolean;
  interval(interval: SmoothInterval): void;
  /**
   * Told of impulses between two intervals: the area of each quantity's, in its unit times that of the scale, 0 for none, NaN
   * where it has no integral over the jump.
   */
  impulse?(t: number, areas: Float64Array): void;
  /**
   * Asked once, before the first interval, by a run whose quantities are quadratic in every step: takes sums that the run
   * itself makes, in the place of intervals, and returns true, where it needs nothing else.
   */
  takeSums?(make: MakeSums): boolean;
  /**
   * Asked once, before the first interval, whether it takes a quantity from this function of time instead: then intervals need
   * not end where that bends, and it looks at none of their values of the quantity.
   */
  takeFunction?(quantity: number, of: TimeFunction): boolean;
}

/** Makes what a run sums up over intervals. */
export type MakeSums = (intervals: readonly SumInterval[]) => QuadraticSums;

/** A measured quantity: its name and unit; absent where the circuit has none such. */
export type MeasuredColumn = Column | undefined;
