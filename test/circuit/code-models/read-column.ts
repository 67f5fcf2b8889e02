/** Values of a column between its rows, and when it passes a level. */
import type { NetlistRun } from '../../analysis/run-netlist.js';

/** The value of a column at t, straight between rows; at a jump its right limit. */
export function at({ plot, column }: Pick<NetlistRun, 'plot' | 'column'>, name: string, t: number): number {
  const times = plot.columns[0] ?? new Float64Array();
  const values = column(name);
  const k = Math.max(
    times.findLastIndex((time) => time <= t),
    0,
  );
  const [t0 = 0, t1 = t0] = times.subarray(k, k + 2);
  const [v0 = NaN, v1 = v0] = values.subarray(k, k + 2);
  return t1 > t0 ? v0 + ((v1 - v0) * (t - t0)) / (t1 - t0) : v0;
}

/** Times at which a column passes a level. */
export function crossings({ plot, column }: NetlistRun, name: string, level: number): number[] {
  const times = plot.columns[0] ?? new Float64Array();
  const values = column(name);
  const found: number[] = [];
  for (let k = 1; k < values.length; k++) {
    const [before = NaN, now = NaN] = [values[k - 1], values[k]];
    if (before > level === now > level) continue;
    const [t0 = NaN, t1 = NaN] = [times[k - 1], times[k]];
    found.push(t0 + ((level - before) / (now - before)) * (t1 - t0));
  }
  return found;
}
