/**
 * Reads Xyce's standard print file (.prn): names and numbers separated by blanks or commas, an Index column,
 * and the last line "End of Xyce(TM) Simulation", without which the file is incomplete. Expressions in the
 * header stand in braces and may contain blanks and commas; the empty lines between the runs of a `.step`
 * count for nothing, and time starts anew in each.
 */
import type { SourceText } from '../base/span.js';
import type { Plot } from './plot.js';
import { TextPlot, waveformTextError } from './text-plot.js';

/** Reads a whole file; throws a `DiagnosticError` with the place of what it cannot read. */
export function readPrn(source: SourceText): Plot {
  let plot: TextPlot | undefined;
  let skip = 0;
  let ended = false;
  for (const match of source.text.matchAll(/[^\r\n]+/g)) {
    const line = match[0];
    const fields = splitFields(line);
    if (line.trim() === '') continue;
    if (line.startsWith('End of Xyce')) {
      ended = true;
    } else if (!plot) {
      skip = countsBefore(fields);
      plot = new TextPlot(fields.slice(skip), '');
    } else {
      readRow(source, plot, fields, skip, match.index, match.index + line.length);
    }
  }
  if (!plot) throw waveformTextError(source, 0, 0, 'the file has no header line');
  return plot.plot(ended ? undefined : 'the file does not end with "End of Xyce(TM) Simulation"');
}

/** The columns before the first quantity: the number of the step and the index of the row. */
function countsBefore(fields: readonly string[]): number {
  const first = fields.findIndex((field) => !/^(stepnum|index)$/i.test(field));
  return Math.max(first, 0);
}

/** Fields between blanks or commas; braces and parentheses, as in Re(V(1)), hold together what stands in them. */
function splitFields(line: string): string[] {
  return line.match(/(?:\{[^{}]*\}|\((?:[^()]|\([^()]*\))*\)|[^\s,{}()])+/g) ?? [];
}

function readRow(
  source: SourceText,
  plot: TextPlot,
  fields: readonly string[],
  skip: number,
  start: number,
  end: number,
): void {
  if (fields.length - skip !== plot.width) {
    const message = `the row has ${fields.length} fields where the header has ${plot.width + skip}`;
    throw waveformTextError(source, start, end, message);
  }
  for (let k = 0; k < plot.width; k++) {
    const value = Number(fields[k + skip]);
    if (!Number.isFinite(value)) {
      throw waveformTextError(source, start, end, `"${fields[k + skip]}" is not a finite number`);
    }
    plot.set(k, value);
  }
  plot.endRow();
}
