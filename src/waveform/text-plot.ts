/**
 * Turns the records of a text file (names, then numbers) into a plot. Columns that come as
 * re(x), im(x) throughout, behind the scale, make a complex plot.
 */
import { DiagnosticError } from '../base/diagnostic.js';
import type { SourceText } from '../base/span.js';
import { columnFromName, plotNameFromScale } from './columns.js';
import { MemoryPlot } from './memory-plot.js';
import type { Column, Plot } from './plot.js';

/** Collects numbers row by row; `plot()` ends it. */
export class TextPlot {
  readonly width: number;
  readonly #memory = new MemoryPlot();
  readonly #complex: boolean;
  readonly #row: Float64Array;

  constructor(names: readonly string[], title: string) {
    this.width = names.length;
    const pairs = complexNames(names);
    this.#complex = pairs !== undefined;
    const columns: Column[] = (pairs ?? names).map(columnFromName);
    this.#row = new Float64Array(columns.length * (pairs ? 2 : 1));
    this.#memory.begin({ title, name: plotNameFromScale(columns[0]), columns, complex: this.#complex });
  }

  /** Sets field k of the row under way: of a complex plot the scale is one field, the others are pairs. */
  set(k: number, value: number): void {
    this.#row[this.#complex && k > 0 ? k + 1 : k] = value;
  }

  endRow(): void {
    this.#memory.rows(this.#row, 1);
  }

  plot(incomplete?: string): Plot {
    this.#memory.end(incomplete);
    return this.#memory.plot;
  }
}

/** Why the last row may be less than was written: half a number is a number too. */
export function cutAtEnd(text: string): string | undefined {
  return /[\r\n]$/.test(text) ? undefined : 'the last line has no line end: its last number may be cut';
}

/** Makes the error for a place in a waveform file. */
export function waveformTextError(
  source: SourceText,
  start: number,
  end: number,
  message: string,
): DiagnosticError {
  return new DiagnosticError([
    {
      code: 'waveform-format',
      severity: 'error',
      message,
      span: { source, start, end: Math.max(end, start + 1) },
      hint: 'write the file again, or name a csv, raw or prn file with one header and finite numbers',
    },
  ]);
}

/** The names behind re(), im() pairs, the scale's first; undefined when the columns are not such pairs. */
function complexNames(names: readonly string[]): string[] | undefined {
  if (names.length < 3 || names.length % 2 === 0) return undefined;
  const found = [names[0] ?? ''];
  for (let k = 1; k < names.length; k += 2) {
    const re = /^\s*re\((.*)\)\s*$/i.exec(names[k] ?? '')?.[1];
    const im = /^\s*im\((.*)\)\s*$/i.exec(names[k + 1] ?? '')?.[1];
    if (re === undefined || re !== im) return undefined;
    found.push(re);
  }
  return found;
}
