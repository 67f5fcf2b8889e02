/**
 * Parts rows into runs along which the scale goes one way: a transient is one run, a sweep there and back two
 * that share their turning point, a nested sweep one for each value of the outer source, not joined.
 */

export interface MonotoneRun {
  /** Rows [from, to). */
  readonly from: number;
  readonly to: number;
  readonly descending: boolean;
}

/** A step that turns back by more than this many of the last steps begins anew. */
const restart = 1.5;

export function monotoneRuns(x: Float64Array): MonotoneRun[] {
  const runs: MonotoneRun[] = [];
  let from = 0;
  let direction = 0;
  let last = 0;
  for (let i = 1; i < x.length; i++) {
    const step = (x[i] ?? 0) - (x[i - 1] ?? 0);
    if (step === 0) continue;
    if (direction !== 0 && Math.sign(step) !== direction) {
      const turns = Math.abs(step) <= restart * Math.abs(last);
      runs.push({ from, to: i, descending: direction < 0 });
      from = turns ? i - 1 : i;
      direction = turns ? Math.sign(step) : 0;
    } else direction = Math.sign(step);
    last = step;
  }
  if (x.length > 0) runs.push({ from, to: x.length, descending: direction < 0 });
  return runs;
}

/** Parts points x, y, x, y ... into curves that are not joined. */
export function curvesOf(points: Float64Array): Float64Array[] {
  const runs = monotoneRuns(points.filter((_, i) => i % 2 === 0));
  const curves: Float64Array[] = [];
  let from = 0;
  runs.forEach(({ to }, k) => {
    const next = runs[k + 1];
    if (next && next.from < to) return;
    curves.push(points.subarray(2 * from, 2 * to));
    from = to;
  });
  return curves;
}
