/**
 * Two plots as one, for a page that shows both: over the rows of either, every common quantity of the one, of the other, and
 * their difference. Between rows each is a straight line; rows of equal time, the sides of a jump, are put beside each other in their order.
 *
 * Cost: linear in the rows of both.
 */
import type { Column, Plot } from '../waveform/plot.js';
import { pairedWaveforms, type Translation } from './plot-signals.js';

/** A plot with both, and one with the differences, over the time that both cover; empty where nothing is common. */
export function sideBySide(plot: Plot, reference: Plot, name: string, translate?: Translation): Plot[] {
  const { pairs } = pairedWaveforms(plot, reference, translate);
  const [first] = pairs;
  const [scale] = plot.header.columns;
  if (!first || !scale) return [];
  const places = commonRows(first.own.times, first.other.times);
  const times = Float64Array.from(places, ({ at }) => at);
  const both: Float64Array[] = [times];
  const differences: Float64Array[] = [times];
  const names: Column[] = [scale];
  const unlike: Column[] = [scale];
  // Names of columns have no blanks: files of most formats end them there.
  const tag = name.replaceAll(' ', ':');
  for (const { own, other, column } of pairs) {
    const ours = Float64Array.from(places, ({ at, own: row }) => valueAt(own.times, own.values, row, at));
    const theirs = Float64Array.from(places, ({ at, other: row }) =>
      valueAt(other.times, other.values, row, at),
    );
    both.push(ours, theirs);
    differences.push(ours.map((value, row) => value - (theirs[row] ?? NaN)));
    const called = `${column.name}@${tag}`;
    names.push(column, { ...column, name: called });
    unlike.push({ ...column, name: `${column.name}-${called}` });
  }
  const made = (title: string, columns: Column[], values: Float64Array[]): Plot => ({
    header: { title: plot.header.title, name: title, columns, complex: false },
    length: times.length,
    columns: values,
  });
  return [made(`nscircuit and ${name}`, names, both), made('Differences', unlike, differences)];
}

/** A row of one or of both: its time, and in each the last row that is not behind it. */
interface CommonRow {
  readonly at: number;
  readonly own: number;
  readonly other: number;
}

function commonRows(own: Float64Array, other: Float64Array): CommonRow[] {
  const from = Math.max(own[0] ?? Infinity, other[0] ?? Infinity);
  const to = Math.min(own.at(-1) ?? -Infinity, other.at(-1) ?? -Infinity);
  const rows: CommonRow[] = [];
  let [i, k] = [0, 0];
  while (i < own.length || k < other.length) {
    const [a, b] = [own[i] ?? Infinity, other[k] ?? Infinity];
    if (a <= b) i++;
    if (b <= a) k++;
    const at = Math.min(a, b);
    if (at >= from && at <= to) rows.push({ at, own: i - 1, other: k - 1 });
  }
  return rows;
}

/** The value at a time not before row `row`: on the line to the next one. */
function valueAt(times: Float64Array, values: Float64Array, row: number, at: number): number {
  const [from, value] = [times[row] ?? NaN, values[row] ?? NaN];
  const next = times[row + 1];
  if (next === undefined || at <= from) return value;
  return value + ((at - from) / (next - from)) * ((values[row + 1] ?? NaN) - value);
}
