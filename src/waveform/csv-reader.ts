/**
 * Reads CSV after RFC 4180: a header record of names, then records of numbers; LF or CRLF, quoted fields,
 * a byte order mark. Lines that begin with # are comments; `# incomplete: reason` is our writer's mark.
 * A file without a line end may have been cut, and is incomplete. Rows may repeat the time of the row before them. Every field must be a finite number.
 */
import type { SourceText } from '../base/span.js';
import type { Plot } from './plot.js';
import { cutAtEnd, TextPlot, waveformTextError } from './text-plot.js';

/** A field's text and the range it came from. */
interface Field {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Reads a whole file; throws a `DiagnosticError` with the place of what it cannot read. */
export function readCsv(source: SourceText): Plot {
  const { text } = source;
  let plot: TextPlot | undefined;
  let incomplete: string | undefined;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const { fields, next } = readRecord(source, at);
    const line = text.slice(at, next).trim();
    const start = at;
    at = next;
    if (line === '') continue;
    if (line.startsWith('#')) {
      incomplete = /^#\s*incomplete:\s*(.*?),*$/.exec(line)?.[1] ?? incomplete;
    } else if (!plot) {
      plot = new TextPlot(readNames(source, fields), '');
    } else {
      readRow(source, plot, fields, start, next);
    }
  }
  if (!plot) throw waveformTextError(source, 0, 0, 'the file has no header line');
  return plot.plot(incomplete ?? cutAtEnd(text));
}

function readNames(source: SourceText, fields: readonly Field[]): string[] {
  for (const { text, start, end } of fields) {
    if (text.trim() === '') throw waveformTextError(source, start, end, 'a column has no name');
    if (Number.isFinite(Number(text))) {
      throw waveformTextError(
        source,
        start,
        end,
        `the header line holds the number ${text} where a name is due`,
      );
    }
  }
  return fields.map((field) => field.text);
}

function readRow(
  source: SourceText,
  plot: TextPlot,
  fields: readonly Field[],
  start: number,
  end: number,
): void {
  if (fields.length !== plot.width) {
    const message = `the row has ${fields.length} fields where the header has ${plot.width}`;
    throw waveformTextError(source, start, end, message);
  }
  for (let k = 0; k < fields.length; k++) {
    const field = fields[k];
    const value = field === undefined || field.text.trim() === '' ? NaN : Number(field.text);
    if (!Number.isFinite(value)) {
      const message = `"${field?.text.trim()}" is not a finite number`;
      throw waveformTextError(source, field?.start ?? start, field?.end ?? end, message);
    }
    plot.set(k, value);
  }
  plot.endRow();
}

/** Reads fields up to the end of the record; `next` is the offset after its line break. */
function readRecord(source: SourceText, from: number): { fields: Field[]; next: number } {
  const { text } = source;
  const fields: Field[] = [];
  for (let at = from; ;) {
    const field = text[at] === '"' ? readQuoted(source, at) : readPlain(text, at);
    fields.push(field);
    at = field.end;
    if (text[at] === ',') {
      at++;
    } else if (at >= text.length) {
      return { fields, next: at };
    } else if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] === '\n')) {
      return { fields, next: at + (text[at] === '\r' ? 2 : 1) };
    } else {
      throw waveformTextError(
        source,
        at,
        at + 1,
        'a quoted field must be followed by a comma or the line end',
      );
    }
  }
}

function readPlain(text: string, start: number): Field {
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 44 || code === 10) break;
  }
  if (text[end] === '\n' && end > start && text[end - 1] === '\r') end--;
  return { text: text.slice(start, end), start, end };
}

function readQuoted(source: SourceText, start: number): Field {
  const { text } = source;
  for (let end = start + 1; ; end += 2) {
    end = text.indexOf('"', end);
    if (end < 0) throw waveformTextError(source, start, text.length, 'a quoted field has no closing quote');
    if (text[end + 1] === '"') continue;
    return { text: text.slice(start + 1, end).replaceAll('""', '"'), start, end: end + 1 };
  }
}
