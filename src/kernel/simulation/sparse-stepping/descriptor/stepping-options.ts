/** Tolerances and limits of sparse steps, meant as SPICE means them. */

/** An event is met to this part of the step, times reltol. */
export const TIMING = 0.01;

export interface SparseSteppingOptions {
  /** Of an unknown, relative to its size: error of a step, and tenfold below it, of Newton's method. */
  readonly reltol: number;
  /** Times reltol the error of a charge (coulombs) or flux that counts as none. */
  readonly chgtol: number;
  /** How often reltol the estimated error of one step may be: errors of steps of one sign hardly ever add up. */
  readonly trtol: number;
  /** Longest step, seconds. */
  readonly maxStep: number;
  /**
   * Steps of several states are no longer than this, seconds, and shorter down to an eighth of it where deviations would grow that they
   * do not resolve (`growth-watch.ts`).
   */
  readonly resolvedStep: number;
  /** Newton iterations before a shorter step is tried. */
  readonly maxIterations: number;
  /** Newton iterations of an operating point before a homotopy is tried. */
  readonly maxStartIterations: number;
  /** Nonlinear systems make steps in one call; else, to the same bit, trial by trial as all others do. */
  readonly wholeSteps: boolean;
  /**
   * Steps pass the corners of sources that only switch guards at known times: who reads what these drive between the ends of steps reads
   * the sources.
   */
  readonly passesCorners: boolean;
}

export const defaultSparseSteppingOptions: SparseSteppingOptions = Object.freeze({
  reltol: 1e-3,
  chgtol: 1e-14,
  trtol: 1,
  maxStep: Infinity,
  resolvedStep: Infinity,
  maxIterations: 12,
  maxStartIterations: 100,
  wholeSteps: true,
  passesCorners: false,
});
