/**
 * Reads ngspice raw files: binary and ASCII, real and complex, plots back to back.
 *
 *   header   "Key: value" lines in any order and case up to "Binary:" or "Values:"; Date, Command,
 *            Dimensions and Option lines may be missing or repeated; `Option: incomplete` is our mark
 *   Binary   float64 little-endian, point-major
 *   Values   index, then one value a variable, "re,im" when complex
 *
 * An aborted ngspice run leaves "No. Points: 0" before its data: all whole rows to the end are read then,
 * and the plot is marked incomplete. Times may be equal.
 */
import { DiagnosticError } from '../base/diagnostic.js';
import { columnFromName } from './columns.js';
import { MemoryPlot } from './memory-plot.js';
import type { Column, ColumnUnit, Plot, PlotHeader } from './plot.js';

const unitOfType: Readonly<Record<string, ColumnUnit>> = Object.freeze({
  time: 's',
  frequency: 'Hz',
  voltage: 'V',
  current: 'A',
  power: 'W',
});

/** The state of reading one file. */
interface Cursor {
  readonly bytes: Uint8Array;
  readonly name: string;
  at: number;
}

interface RawHeader {
  readonly plot: PlotHeader;
  readonly points: number;
  readonly binary: boolean;
  readonly incomplete: string | undefined;
}

/** Reads all plots of a file; throws a `DiagnosticError` with the offset of what it cannot read. */
export function readRaw(bytes: Uint8Array, name: string): Plot[] {
  const cursor: Cursor = { bytes, name, at: 0 };
  if (bytes[1] === 0)
    throw rawError(cursor, 'its header is UTF-16, as LTspice writes it; only ngspice raw is read');
  const plots: Plot[] = [];
  while (skipBlankLines(cursor)) plots.push(readPlot(cursor));
  if (plots.length === 0) throw rawError(cursor, 'it is empty');
  return plots;
}

function readPlot(cursor: Cursor): Plot {
  const header = readHeader(cursor);
  const memory = new MemoryPlot();
  memory.begin(header.plot);
  let cut: string | undefined;
  if (header.binary) cut = readBinary(cursor, header, memory);
  else readAscii(cursor, header, memory);
  memory.end(cut ?? header.incomplete);
  return memory.plot;
}

function readHeader(cursor: Cursor): RawHeader {
  const fields = new Map<string, string>();
  let columns: Column[] | undefined;
  for (;;) {
    if (cursor.at >= cursor.bytes.length) throw rawError(cursor, 'it ends within a header');
    const line = readLine(cursor);
    const [, key = '', value = ''] = /^\s*([^:]*?)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    const lower = key.toLowerCase();
    if (lower === 'binary' || lower === 'values') {
      return finishHeader(cursor, fields, columns, lower === 'binary');
    }
    if (lower === 'variables') columns = readVariables(cursor, count(cursor, fields, 'no. variables'), value);
    else if (key !== '') fields.set(lower === 'option' ? `option ${value.toLowerCase()}` : lower, value);
    else if (line.trim() !== '') throw rawError(cursor, `"${line.slice(0, 60)}" is not a header line`);
  }
}

function finishHeader(
  cursor: Cursor,
  fields: ReadonlyMap<string, string>,
  columns: Column[] | undefined,
  binary: boolean,
): RawHeader {
  if (!columns) throw rawError(cursor, 'its header has no "Variables:" list');
  const plot: PlotHeader = {
    title: fields.get('title') ?? '',
    name: fields.get('plotname') ?? '',
    columns,
    complex: /\bcomplex\b/i.test(fields.get('flags') ?? ''),
  };
  const incomplete = fields.has('option incomplete') ? 'the run did not reach its end' : undefined;
  return { plot, points: count(cursor, fields, 'no. points'), binary, incomplete };
}

function count(cursor: Cursor, fields: ReadonlyMap<string, string>, key: string): number {
  const text = fields.get(key);
  if (text === undefined || !/^\d+$/.test(text)) {
    throw rawError(cursor, `its header has no number after "${key}:" before it is needed`);
  }
  return Number(text);
}

/** Reads "index name type" lines; the first may stand behind "Variables:" itself. */
function readVariables(cursor: Cursor, length: number, first: string): Column[] {
  return Array.from({ length }, (_, k) => {
    const line = k === 0 && first !== '' ? first : readLine(cursor);
    const [index, name, type = ''] = line.trim().split(/\s+/);
    if (index !== String(k) || name === undefined) {
      throw rawError(cursor, `"${line.trim()}" is not variable ${k} of its list`);
    }
    const column = columnFromName(name);
    return { name: column.name, unit: unitOfType[type] ?? column.unit };
  });
}

/** Returns why the data ends early, if it does. */
function readBinary(cursor: Cursor, header: RawHeader, memory: MemoryPlot): string | undefined {
  const width = header.plot.columns.length * (header.plot.complex ? 2 : 1);
  const rest = Math.floor((cursor.bytes.length - cursor.at) / (8 * width));
  const unfinished = header.points === 0 && rest > 0 && !startsPlot(cursor);
  const points = unfinished ? rest : header.points;
  if (points > rest) throw rawError(cursor, `it holds ${rest} points of the ${points} its header counts`);
  const view = new DataView(cursor.bytes.buffer, cursor.bytes.byteOffset, cursor.bytes.byteLength);
  const row = new Float64Array(width);
  for (let point = 0; point < points; point++) {
    for (let k = 0; k < width; k++, cursor.at += 8) row[k] = view.getFloat64(cursor.at, true);
    memory.rows(row, 1);
  }
  return unfinished ? 'the header counts no points: the run was aborted' : undefined;
}

function readAscii(cursor: Cursor, header: RawHeader, memory: MemoryPlot): void {
  const { columns, complex } = header.plot;
  const perColumn = complex ? 2 : 1;
  const row = new Float64Array(columns.length * perColumn);
  for (let point = 0; point < header.points; point++) {
    const index = readToken(cursor);
    if (index !== String(point)) throw rawError(cursor, `"${index}" stands where point ${point} begins`);
    for (let k = 0; k < columns.length; k++) {
      const token = readToken(cursor);
      const parts = token.split(',').map((part) => (part === '' ? NaN : Number(part)));
      if (parts.length !== perColumn || parts.some(Number.isNaN)) {
        throw rawError(cursor, `"${token}" is not a ${complex ? 'complex' : 'real'} number`);
      }
      row.set(parts, k * perColumn);
    }
    memory.rows(row, 1);
  }
}

const startsPlot = ({ bytes, at }: Cursor): boolean =>
  new TextDecoder().decode(bytes.subarray(at, at + 6)).toLowerCase() === 'title:';

function readLine(cursor: Cursor): string {
  const end = cursor.bytes.indexOf(10, cursor.at);
  const stop = end < 0 ? cursor.bytes.length : end;
  const line = new TextDecoder().decode(cursor.bytes.subarray(cursor.at, stop));
  cursor.at = stop + 1;
  return line.replace(/\r$/, '');
}

function readToken(cursor: Cursor): string {
  const { bytes } = cursor;
  while (cursor.at < bytes.length && (bytes[cursor.at] ?? 0) <= 32) cursor.at++;
  const start = cursor.at;
  while (cursor.at < bytes.length && (bytes[cursor.at] ?? 0) > 32) cursor.at++;
  return new TextDecoder().decode(bytes.subarray(start, cursor.at));
}

/** Skips line breaks and blanks between plots; says whether anything is left. */
function skipBlankLines(cursor: Cursor): boolean {
  while (cursor.at < cursor.bytes.length && (cursor.bytes[cursor.at] ?? 0) <= 32) cursor.at++;
  return cursor.at < cursor.bytes.length;
}

function rawError({ name, at, bytes }: Cursor, what: string): DiagnosticError {
  const message = `${name} cannot be read as a raw file: ${what} (near byte ${Math.min(at, bytes.length)})`;
  const hint = 'Write the file again with ngspice -r or nscircuit run -o';
  return new DiagnosticError([{ code: 'waveform-format', severity: 'error', message, hint }]);
}
