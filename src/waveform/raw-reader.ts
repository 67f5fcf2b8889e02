/**
 * Reads raw files of ngspice, LTspice and Xyce: binary and ASCII, real and complex, plots back to back.
 *
 *   header   "Key: value" lines in any order and case up to "Binary:" or "Values:"; Date, Command,
 *            Dimensions and Option lines may be missing or repeated; `Option: incomplete` is our mark.
 *            LTspice's are UTF-16, and of single bytes in its old versions
 *   data     `raw-data.ts`
 *
 * An aborted ngspice run leaves "No. Points: 0" before its data: all whole rows to the end are read then,
 * and the plot is marked incomplete. Times may be equal. LTspice keeps the points of a `.step` in one plot;
 * they become plots of their own, each from where its scale begins anew.
 */
import { columnFromName } from './columns.js';
import { MemoryPlot } from './memory-plot.js';
import type { Column, ColumnUnit, Plot, PlotHeader } from './plot.js';
import { RawCursor } from './raw-cursor.js';
import { readBinary, readValues, type RawLayout } from './raw-data.js';

const unitOfType: Readonly<Record<string, ColumnUnit>> = Object.freeze({
  time: 's',
  frequency: 'Hz',
  voltage: 'V',
  current: 'A',
  device_current: 'A',
  subckt_current: 'A',
  power: 'W',
  'voltage-density': 'V/sqrt(Hz)',
  'current-density': 'A/sqrt(Hz)',
  decibel: 'dB',
});

interface RawHeader extends RawLayout {
  readonly isBinary: boolean;
  readonly incomplete: string | undefined;
}

/** Reads all plots of a file; throws a `DiagnosticError` with the byte of what it cannot read. */
export function readRaw(bytes: Uint8Array, name: string): Plot[] {
  const cursor = new RawCursor(bytes, name);
  const plots: Plot[] = [];
  while (cursor.skipBlanks()) plots.push(...readPlot(cursor));
  if (plots.length === 0) throw cursor.error('it is empty');
  return plots;
}

function readPlot(cursor: RawCursor): Plot[] {
  const header = readHeader(cursor);
  const memory = new MemoryPlot();
  memory.begin(header.plot);
  let cut: string | undefined;
  if (header.isBinary) cut = readBinary(cursor, header, memory);
  else readValues(cursor, header, memory);
  memory.end(cut ?? header.incomplete);
  const plot = isWithoutScale(memory.plot)
    ? { ...memory.plot, header: { ...memory.plot.header, single: true as const } }
    : memory.plot;
  return header.flags.has('stepped') ? stepsOf(plot) : [plot];
}

/** A single row whose first quantity is one like the others: an operating point, totals of noise. */
function isWithoutScale({ header, length }: Plot): boolean {
  const name = header.columns[0]?.name ?? '';
  return length === 1 && !/^(?:time|frequency)$|sweep\)?$/i.test(name);
}

function readHeader(cursor: RawCursor): RawHeader {
  const fields = new Map<string, string>();
  let columns: Column[] | undefined;
  for (;;) {
    if (cursor.rest === 0) throw cursor.endsEarly('it stops within a header');
    const line = cursor.line();
    const [, key = '', value = ''] = /^\s*([^:]*?)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    const lower = key.toLowerCase();
    if (lower === 'binary' || lower === 'values') {
      return finishHeader(cursor, fields, columns, lower === 'binary');
    }
    if (lower === 'variables') columns = readVariables(cursor, count(cursor, fields, 'no. variables'), value);
    else if (key !== '') fields.set(lower === 'option' ? `option ${value.toLowerCase()}` : lower, value);
    else if (line.trim() !== '') throw cursor.error(`"${line.slice(0, 60)}" is not a header line`);
  }
}

function finishHeader(
  cursor: RawCursor,
  fields: ReadonlyMap<string, string>,
  columns: Column[] | undefined,
  isBinary: boolean,
): RawHeader {
  if (!columns) throw cursor.error('its header has no "Variables:" list');
  const flags = new Set((fields.get('flags') ?? '').toLowerCase().split(/\s+/));
  const plot: PlotHeader = {
    title: fields.get('title') ?? '',
    name: fields.get('plotname') ?? '',
    columns: /^noise spectral density/i.test(fields.get('plotname') ?? '') ? columns.map(ofDensity) : columns,
    complex: flags.has('complex'),
  };
  const incomplete = fields.has('option incomplete') ? 'the run did not reach its end' : undefined;
  const isLtspice = cursor.isWide || /LTspice/i.test(fields.get('command') ?? '');
  return { plot, points: count(cursor, fields, 'no. points'), flags, isLtspice, isBinary, incomplete };
}

/** LTspice calls the densities of its noise voltages. */
function ofDensity(column: Column): Column {
  return column.unit === 'V' || column.unit === 'A' ? { ...column, unit: `${column.unit}/sqrt(Hz)` } : column;
}

function count(cursor: RawCursor, fields: ReadonlyMap<string, string>, key: string): number {
  const text = fields.get(key);
  if (text === undefined || !/^\d+$/.test(text)) {
    throw cursor.error(`its header has no number after "${key}:" before it is needed`);
  }
  return Number(text);
}

/** Reads "index name type" lines; the first may stand behind "Variables:" itself. */
function readVariables(cursor: RawCursor, length: number, first: string): Column[] {
  if (length === 0) throw cursor.error('its header counts no variables');
  const written = Array.from({ length }, (_, k) => {
    const line = k === 0 && first !== '' ? first : cursor.line();
    const [index, name, type = ''] = line.trim().split(/\s+/);
    if (index !== String(k) || name === undefined) {
      throw cursor.rest === 0
        ? cursor.endsEarly('it stops within a header')
        : cursor.error(`"${line.trim()}" is not variable ${k} of its list`);
    }
    return { name, type: type.toLowerCase() };
  });
  // Where currents are called v1#branch, as Xyce and SPICE itself do, voltages are called by their nodes alone.
  const areBare = written.some(({ name }) => /#branch$/i.test(name));
  return written.map(({ name, type }) => {
    const isNode = areBare && type === 'voltage' && !/[()#]/.test(name);
    const column = columnFromName(isNode ? `v(${name})` : name);
    return { name: column.name, unit: unitOfType[type] ?? column.unit };
  });
}

/** The parts of a plot from each of which its scale begins anew. */
function stepsOf({ header, columns, length, incomplete }: Plot): Plot[] {
  const parts = header.complex ? 2 : 1;
  const scale = (row: number): number | undefined => columns[0]?.[parts * row];
  const starts = Array.from({ length }, (_, row) => row).filter(
    (row) => row === 0 || (scale(row) === scale(0) && scale(row - 1) !== scale(0)),
  );
  return starts.map((from, k) => {
    const to = starts[k + 1] ?? length;
    return {
      header,
      length: to - from,
      columns: columns.map((column) => column.slice(parts * from, parts * to)),
      ...(to === length && incomplete !== undefined && { incomplete }),
    };
  });
}
