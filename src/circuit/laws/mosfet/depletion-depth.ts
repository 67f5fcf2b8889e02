/**
 * The depth r of the depletion layer below a channel, as a root of the voltage across it: r(v) = sqrt(phi - v), v being the
 * bulk's voltage from the end of the channel; where the junction conducts, v > 0, it falls smoothly and stays above 0.
 */

/** Returns r(v). */
export function depth(phi: number, v: number): number {
  return v <= 0 ? Math.sqrt(phi - v) : Math.sqrt(phi) / (1 + v / (2 * phi));
}

/** Returns dr/dv from v and r. */
export function depthSlope(phi: number, v: number, r: number): number {
  return v <= 0 ? -0.5 / r : (-0.5 * r * r) / (phi * Math.sqrt(phi));
}

/** Returns the second derivative from v, r and its slope. */
export function depthBend(phi: number, v: number, r: number, slope: number): number {
  return v <= 0 ? (0.5 * slope) / (phi - v) : (-r * slope) / (phi * Math.sqrt(phi));
}
