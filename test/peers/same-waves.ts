/** Waveforms of a run here against those of ngspice, line by line between its points. */
import { expect } from 'vitest';
import { run } from '../analysis/run-netlist.js';
import { runNgspice } from './ngspice.js';

/** Expects the columns of both, over ngspice's first column (time, frequency, what is swept), to be no further apart than `distance`. */
export function expectWaves(
  theirText: string,
  ourText: string,
  names: readonly string[],
  distance: number,
): void {
  const theirs = runNgspice(theirText);
  const ours = run(ourText, {}, names.join(','));
  const theirTimes = theirs.columns[0] ?? new Float64Array();
  const times = ours.plot.columns[0] ?? new Float64Array();
  for (const name of names) {
    const index = theirs.header.columns.findIndex((column) => column.name === name);
    const theirValues = theirs.columns[index] ?? new Float64Array();
    const values = ours.column(name);
    let after = 1;
    times.forEach((time, k) => {
      while (after < theirTimes.length - 1 && (theirTimes[after] ?? NaN) < time) after++;
      const [from = NaN, to = NaN] = [theirTimes[after - 1], theirTimes[after]];
      const [before = NaN, next = NaN] = [theirValues[after - 1], theirValues[after]];
      const wanted = before + ((next - before) * (time - from)) / (to - from);
      expect(Math.abs((values[k] ?? NaN) - wanted), `${name} at ${time}`).toBeLessThanOrEqual(distance);
    });
  }
}
