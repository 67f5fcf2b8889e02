/** The straight pieces of which PULSE and PWL are made. */

/** A straight piece; `offset` and `length` in seconds from the start of the cycle. */
export interface AffinePiece {
  readonly offset: number;
  /** Infinity only for a last, constant piece. */
  readonly length: number;
  readonly from: number;
  readonly to: number;
}

/** Offsets this close to the period (relative) are its end: tr + pw + tf = per holds only up to rounding. */
const periodTolerance = 1e-12;

/** Cuts pieces at the period, and drops pieces without length. */
export function fitPieces(pieces: readonly AffinePiece[], period: number): AffinePiece[] {
  const limit = period * (1 - periodTolerance);
  const fitted: AffinePiece[] = [];
  for (const piece of pieces) {
    if (!(piece.length > 0) || piece.offset >= limit) continue;
    const { offset, length, from, to } = piece;
    if (offset + length <= period || period === Infinity) fitted.push(piece);
    else {
      const kept = period - offset;
      const end = length === Infinity ? to : from + ((to - from) * kept) / length;
      fitted.push({ offset, length: kept, from, to: end });
    }
  }
  return fitted;
}
