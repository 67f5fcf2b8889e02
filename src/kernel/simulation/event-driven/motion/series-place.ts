/** Where times lie on the series of a segment. */
export interface SeriesPlace {
  /** Where the segment begins and where it ends by itself, seconds. */
  readonly from: number;
  readonly to: number;
  /** Length of the series, seconds. */
  readonly step: number;
  /** Where the end lies on the series: times themselves are rounded. */
  readonly end: number;
}

/** Where a time lies on the series: 0 at its begin, 1 at its end. */
export function partAt({ from, to, step, end }: SeriesPlace, t: number): number {
  if (t === to) return end;
  return step > 0 ? (t - from) / step : 0;
}
