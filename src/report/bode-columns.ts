/**
 * Complex columns as engineers read them: decibels, and degrees without jumps of a turn from row to row.
 * A row without a magnitude has neither: NaN, a gap.
 */

/** Reads one complex column row by row; the first phase lies in (-180, 180]. */
export class BodeColumn {
  /** 20 log10 |z| of the row that was read last. */
  decibels = NaN;
  degrees = NaN;
  #last = NaN;

  read(re: number, im: number): void {
    const size = Math.hypot(re, im);
    this.decibels = size > 0 ? 20 * Math.log10(size) : NaN;
    const phase = (Math.atan2(im, re) * 180) / Math.PI;
    const turns = Number.isNaN(this.#last) ? 0 : Math.round((this.#last - phase) / 360);
    this.degrees = size > 0 ? phase + 360 * turns : NaN;
    if (size > 0) this.#last = this.degrees;
  }
}

/** The same for columns that are kept. */
export function bodeColumns(
  re: Float64Array,
  im: Float64Array,
): { readonly decibels: Float64Array; readonly degrees: Float64Array } {
  const decibels = new Float64Array(re.length);
  const degrees = new Float64Array(re.length);
  const column = new BodeColumn();
  for (let i = 0; i < re.length; i++) {
    column.read(re[i] ?? 0, im[i] ?? 0);
    decibels[i] = column.decibels;
    degrees[i] = column.degrees;
  }
  return { decibels, degrees };
}
