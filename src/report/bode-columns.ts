/**
 * Complex columns as engineers read them: decibels, and degrees without jumps of a turn from row to row.
 * A row without a magnitude has neither: NaN, a gap.
 */

/** From re, im to 20 log10 |z| and the phase in degrees, the first in (-180, 180]. */
export function bodeColumns(
  re: Float64Array,
  im: Float64Array,
): { readonly decibels: Float64Array; readonly degrees: Float64Array } {
  const decibels = new Float64Array(re.length);
  const degrees = new Float64Array(re.length);
  let last = NaN;
  for (let i = 0; i < re.length; i++) {
    const size = Math.hypot(re[i] ?? 0, im[i] ?? 0);
    decibels[i] = size > 0 ? 20 * Math.log10(size) : NaN;
    const phase = (Math.atan2(im[i] ?? 0, re[i] ?? 0) * 180) / Math.PI;
    const turns = Number.isNaN(last) ? 0 : Math.round((last - phase) / 360);
    degrees[i] = size > 0 ? phase + 360 * turns : NaN;
    if (size > 0) last = degrees[i] ?? NaN;
  }
  return { decibels, degrees };
}
