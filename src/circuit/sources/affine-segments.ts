/** The straight segments of which PULSE and PWL are made. */

/** A straight segment; `offset` and `length` in seconds from the start of the cycle. */
export interface AffineSegment {
  readonly offset: number;
  /** Infinity only for a last, constant segment. */
  readonly length: number;
  readonly from: number;
  readonly to: number;
}

/** Offsets this close to the period (relative) are its end: tr + pw + tf = per holds only up to rounding. */
const periodTolerance = 1e-12;

/** Cuts segments at the period, and drops segments without length. */
export function fitSegments(segments: readonly AffineSegment[], period: number): AffineSegment[] {
  const limit = period * (1 - periodTolerance);
  const fitted: AffineSegment[] = [];
  for (const segment of segments) {
    if (!(segment.length > 0) || segment.offset >= limit) continue;
    const { offset, length, from, to } = segment;
    if (offset + length <= period || period === Infinity) fitted.push(segment);
    else {
      const kept = period - offset;
      const end = length === Infinity ? to : from + ((to - from) * kept) / length;
      fitted.push({ offset, length: kept, from, to: end });
    }
  }
  return fitted;
}
