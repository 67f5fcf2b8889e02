/**
 * The numbers of a raw file, in the layouts that are written:
 *
 *   ngspice       float64 throughout, a point after the other; complex ones (re, im)
 *   LTspice       the scale float64, all others float32; with `Flags: double` float64; complex ones float64.
 *                 A time whose sign is set was kept by its compression: its size counts
 *   fastaccess    LTspice's: the same sizes, but a variable after the other
 *   Values        text: index, then a value a variable, "re,im" when complex
 */
import type { MemoryPlot } from './memory-plot.js';
import type { PlotHeader } from './plot.js';
import type { RawCursor } from './raw-cursor.js';

export interface RawLayout {
  readonly plot: PlotHeader;
  /** As the header counts them. */
  readonly points: number;
  readonly flags: ReadonlySet<string>;
  readonly isLtspice: boolean;
}

/** Returns why the data ends early, if it does. */
export function readBinary(cursor: RawCursor, layout: RawLayout, memory: MemoryPlot): string | undefined {
  const { plot, flags } = layout;
  const sizes = sizesOf(cursor, layout);
  const parts = plot.complex ? 2 : 1;
  const bytesAPoint = sizes.reduce((sum, size) => sum + parts * size, 0);
  const held = Math.floor(cursor.rest / bytesAPoint);
  // What an aborted run of ngspice leaves: the header counts no points.
  const isAborted = layout.points === 0 && held > 0 && !cursor.startsPlot;
  const points = isAborted ? held : layout.points;
  if (points > held) {
    throw cursor.endsEarly(`it stops after ${held} of the ${points} points that its header counts`);
  }
  const view = new DataView(cursor.bytes.buffer, cursor.bytes.byteOffset + cursor.at, points * bytesAPoint);
  const row = new Float64Array(parts * sizes.length);
  const isByVariable = flags.has('fastaccess');
  const starts = placesOf(sizes, parts * (isByVariable ? points : 1));
  for (let point = 0; point < points; point++) {
    sizes.forEach((size, k) => {
      const base = (starts[k] ?? 0) + point * (isByVariable ? parts * size : bytesAPoint);
      for (let part = 0; part < parts; part++) {
        const at = base + part * size;
        row[k * parts + part] = size === 8 ? view.getFloat64(at, true) : view.getFloat32(at, true);
      }
    });
    if (layout.isLtspice && plot.columns[0]?.unit === 's') row[0] = Math.abs(row[0] ?? 0);
    memory.rows(row, 1);
  }
  cursor.at += points * bytesAPoint;
  return isAborted ? 'the header counts no points: the run was aborted' : undefined;
}

/** Bytes of a number of each variable; where flags and the length of the file contradict each other, the length decides. */
function sizesOf(cursor: RawCursor, { plot, points, flags, isLtspice }: RawLayout): number[] {
  const double = plot.columns.map(() => 8);
  if (!isLtspice || plot.complex || flags.has('double')) return double;
  const single = plot.columns.map((_, k) => (k === 0 ? 8 : 4));
  const bytes = (sizes: readonly number[]): number => points * sizes.reduce((sum, size) => sum + size, 0);
  return cursor.rest === bytes(double) && cursor.rest !== bytes(single) ? double : single;
}

function placesOf(sizes: readonly number[], times: number): number[] {
  let at = 0;
  return sizes.map((size) => {
    const start = at;
    at += times * size;
    return start;
  });
}

/** Reads the numbers as text. */
export function readValues(cursor: RawCursor, { plot, points }: RawLayout, memory: MemoryPlot): void {
  const { columns, complex } = plot;
  const perColumn = complex ? 2 : 1;
  const row = new Float64Array(columns.length * perColumn);
  for (let point = 0; point < points; point++) {
    const index = nextToken(cursor, point, points);
    if (index !== String(point)) throw cursor.error(`"${index}" stands where point ${point} begins`);
    for (let k = 0; k < columns.length; k++) {
      const token = nextToken(cursor, point, points);
      const parts = token.split(',').map((part) => (part === '' ? NaN : Number(part)));
      if (parts.length !== perColumn || parts.some(Number.isNaN)) {
        throw cursor.error(`"${token}" is not a ${complex ? 'complex' : 'real'} number`);
      }
      row.set(parts, k * perColumn);
    }
    memory.rows(row, 1);
  }
}

function nextToken(cursor: RawCursor, point: number, points: number): string {
  const token = cursor.token();
  // Xyce has a blank behind the comma of a complex number.
  if (token.endsWith(',')) return token + cursor.token();
  if (token !== '') return token;
  throw cursor.endsEarly(`it stops in point ${point} of the ${points} that its header counts`);
}
