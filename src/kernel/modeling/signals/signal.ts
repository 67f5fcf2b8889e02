/**
 * A scalar input s(t): what a source is to the kernel. Piecewise smooth; between two breakpoints it is the
 * output of a small linear system
 *
 *     z' = S z,   s = c . z,        z(t) known in closed form,
 *
 * (ramp: 2 x 2; sine: 3 x 3 ...), so that linear modes can be propagated exactly and s' = (S^T c) . z is
 * exact too. S and c belong to the signal, whatever segment holds; only z changes at a breakpoint.
 */

/** The linear system that generates a signal; the same object for the signal's whole life. */
export interface SignalGenerator {
  readonly order: number;
  /** S, order x order, row-major, 1/s. */
  readonly S: Float64Array;
  /** c, order: s = c . z. */
  readonly c: Float64Array;
}

/** The levelCrossings of a signal through a level. */
export interface LevelCrossings {
  /** The first one from t on, given that the signal is not beyond the level at t; Infinity where there is none. */
  from(t: number): number;
}

/** Where `Signal.line` writes what: where the line begins, the value there, the slope, the left limit at its end. */
export const linePlaces = Object.freeze({ begin: 0, value: 1, slope: 2, last: 3, count: 4 });

export interface Signal {
  /** True when s never changes: it may be folded into matrices. */
  readonly constant: boolean;
  /** s(t), right limit at a jump. */
  value(t: number): number;
  /**
   * Writes `value` at times[0 .. count) to out[offset], out[offset + stride] ...; absent where asking for one
   * time after another is as fast.
   */
  sample?(times: Float64Array, count: number, out: Float64Array, offset: number, stride: number): void;
  /** Left limit of s at t; equal to `value` where s is continuous. */
  valueLeft(t: number): number;
  /** Integral of s over [t0, t1], exact on every segment. */
  integral(t0: number, t1: number): number;
  /** Area of an impulse of s at t, 0 elsewhere; only derivatives of signals that jump have any. */
  impulse?(t: number): number;
  /** The first breakpoint or jump strictly after t; Infinity when there is none. */
  nextBreakpoint(t: number): number;
  /** Where the next of its smooth segments begins behind t, Infinity where none does; absent where breakpoints say all of it. */
  nextSegment?(t: number): number;
  /** When s goes beyond a level, upwards or downwards; absent where that is not known in closed form. */
  levelCrossings?(level: number, upward: boolean): LevelCrossings;
  /**
   * Writes the line that it follows to the bit from t up to its next breakpoint, which is returned, as `linePlaces` says: begin b,
   * value v there, slope m, so that it is v where m is 0, else v + m (t - b). Absent where it follows none.
   */
  line?(t: number, out: Float64Array, offset: number): number;
  /** Writes the sine that it follows to the bit from t on (`closed-segment.ts`), if it does; absent where it follows none. */
  sine?(t: number, out: Float64Array, offset: number): void;
  /** What it is, as people read it; absent where its place says so. */
  readonly text?: string;
  /** The first time in (0, until] at which it is not finite, and what it is then, as far as that is known. */
  pole?(until: number): { readonly time: number; readonly value: number } | undefined;
  /** Equal, with `isSameAs`, for signals that are the same function of time; both absent where that is not known. */
  readonly hash?: number;
  /** Whether another signal takes the same values as this one, to the bit, wherever it is asked. */
  isSameAs?(other: Signal): boolean;
  /** Absent, with `generate`, where no closed form is known (callbacks). */
  readonly generator?: SignalGenerator;
  /** Writes z(t), right limit, at z[offset .. offset + order); from t, never accumulated. */
  generate?(t: number, z: Float64Array, offset: number): void;
}
