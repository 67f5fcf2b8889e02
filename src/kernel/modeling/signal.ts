/**
 * A scalar input s(t): what a source is to the kernel. Piecewise smooth; on every piece it is the output
 * of a small linear system
 *
 *     z' = S z,   s = c . z,        z(t) known in closed form,
 *
 * (constant: S = 0; ramp: 2 x 2; sine: 3 x 3 ...), so that linear modes can be propagated exactly and s'
 * is exact too. Pieces are left-closed: at a corner `value` is the right limit.
 */

/** A small linear system that generates one piece of a signal. */
export interface LinearGenerator {
  readonly order: number;
  /** S, order x order, row-major, 1/s. */
  readonly S: Float64Array;
  /** c, order: s = c . z. */
  readonly c: Float64Array;
  /** Writes z(t), in closed form from t (never accumulated). */
  stateAt(t: number, z: Float64Array): void;
}

export interface SignalSegment {
  /** The piece holds on [start, end); end may be Infinity. */
  readonly start: number;
  readonly end: number;
  readonly generator: LinearGenerator;
}

export interface Signal {
  /** True when s never changes: it may be folded into matrices. */
  readonly constant: boolean;
  /** s(t), right limit at a jump. */
  value(t: number): number;
  /** Left limit of s at t; equal to `value` where s is continuous. */
  valueLeft(t: number): number;
  /** Integral of s over [t0, t1], exact on every piece. */
  integral(t0: number, t1: number): number;
  /** The first corner or jump strictly after t; Infinity when there is none. */
  nextCorner(t: number): number;
  /** The piece that holds at t (right-continuous); absent where no closed form is known (callbacks). */
  segmentAt?(t: number): SignalSegment;
}
