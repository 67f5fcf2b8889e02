/**
 * Reads the text that ngspice's `wrdata` writes: the scale and a quantity (of a complex plot two numbers) in turn, all without
 * names, or below a line of names (`set wr_vecnames`). Columns that have the name of the first one,
 * or without names its numbers, are the scale again; where none does it stands once (`set wr_singlescale`). What has no name is y1, y2 ... over x.
 */
import type { SourceText } from '../base/span.js';
import type { Plot } from './plot.js';
import { cutAtEnd, TextPlot, waveformTextError } from './text-plot.js';

/** Reads a whole file; throws a `DiagnosticError` with the place of what it cannot read. */
export function readWrdata(source: SourceText): Plot {
  let names: readonly string[] | undefined;
  const rows: number[][] = [];
  let incomplete: string | undefined;
  for (const match of source.text.matchAll(/[^\r\n]+/g)) {
    const [line] = match;
    const fields = line.match(/\S+/g) ?? [];
    const numbers = fields.map(Number);
    const refuse = (message: string): Error =>
      waveformTextError(source, match.index, match.index + line.length, message);
    if (fields.length === 0) continue;
    if (line.startsWith('#')) incomplete = line.slice(1).trim();
    else if (rows.length === 0 && !names && numbers.every(Number.isNaN)) names = fields;
    else {
      const width = names?.length ?? rows[0]?.length ?? fields.length;
      const wrong = numbers.findIndex((value) => !Number.isFinite(value));
      if (wrong >= 0) throw refuse(`"${fields[wrong] ?? ''}" is not a finite number`);
      if (fields.length !== width)
        throw refuse(`the row has ${fields.length} fields where the first one has ${width}`);
      if (width < 2) throw refuse('a row is a place of the scale and at least one value');
      rows.push(numbers);
    }
  }
  const [first] = rows;
  if (!first) throw waveformTextError(source, 0, 0, 'the file has no row of numbers');
  const isScale = first.map((_, column) =>
    names ? names[column] === names[0] : rows.every((row) => row[column] === row[0]),
  );
  const period = scalePeriod(isScale, names === undefined || names[1] === names[2]);
  const isComplex = period === 3;
  const values = [...first.keys()].filter((column) => (period === 0 ? column > 0 : column % period !== 0));
  const plot = new TextPlot(columnNames(names, values, isComplex), '');
  for (const row of rows) {
    plot.set(0, row[0] ?? NaN);
    values.forEach((column, k) => {
      plot.set(k + 1, row[column] ?? NaN);
    });
    plot.endRow();
  }
  return plot.plot(incomplete ?? cutAtEnd(source.text));
}

/** After how many columns the scale comes again: 2 of a real, 3 of a complex plot, 0 where it stands once. */
function scalePeriod(isScale: readonly boolean[], mayBeComplex: boolean): 0 | 2 | 3 {
  const fits = (period: number): boolean =>
    isScale.length % period === 0 && isScale.every((same, column) => column % period !== 0 || same);
  if (fits(2)) return 2;
  return mayBeComplex && fits(3) ? 3 : 0;
}

function columnNames(
  names: readonly string[] | undefined,
  values: readonly number[],
  isComplex: boolean,
): readonly string[] {
  const scale = names?.[0] ?? 'x';
  if (!isComplex) return [scale, ...values.map((column, k) => names?.[column] ?? `y${k + 1}`)];
  return [
    scale,
    ...values.map((column, k) => {
      const name = names?.[column - (k % 2)] ?? `y${(k - (k % 2)) / 2 + 1}`;
      return k % 2 === 0 ? `re(${name})` : `im(${name})`;
    }),
  ];
}
