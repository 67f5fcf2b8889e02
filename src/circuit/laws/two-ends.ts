/** What a law between two ends writes: what flows into the first one leaves by the other, and both see the difference of their voltages. */

/** Writes a current into f and df, or a charge into q and dq: its value at a difference of voltages, and its slope by that. */
export function writeAcross(out: Float64Array, slopes: Float64Array, value: number, slope: number): void {
  out[0] = value;
  out[1] = -value;
  slopes[0] = slopes[3] = slope;
  slopes[1] = slopes[2] = -slope;
}
