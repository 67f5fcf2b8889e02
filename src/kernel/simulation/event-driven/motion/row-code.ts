/**
 * Machine code of the rows of a hot mode (`row-program.ts`) for whoever records rows: one module a mode, with the forms of
 * its columns over xi and their second derivatives (`form-code.ts`), two points at a time.
 */
import { wasmFunction } from '../../../../numerics/code/emit-wasm.js';
import type { CodeFunction } from '../../../../numerics/code/wasm-interface.js';
import { wasmModule, type WasmImport } from '../../../../numerics/code/wasm-module.js';
import { WasmBody } from '../../../../numerics/code/wasm-writer.js';
import { rowMemory, rowsPerBlock, type RowRecord, type RowRecorder } from '../../time-stepping/row-memory.js';
import type { FormsOfPart, Segment, SegmentPart } from '../../stream.js';
import type { LinearMotion } from './linear-motion.js';
import { rowRoom, wasmPlaces, type FlowMemory } from './flow-memory.js';
import { areFewForms, formsProgram } from './form-code.js';
import { arraysOf } from './motion-arrays.js';
import { knownMotion } from './motion-tables.js';
import { rowsProgram } from './row-program.js';
import { rowCalls, rowRegions } from './row-shape.js';

/** The region of each array of the memory of rows. */
const regions = Object.freeze({
  ...{ state: 'rowState', pending: 'rowPending', last: 'rowLast', block: 'rowBlock' },
  ...{ largest: 'columnLargest', bounds: 'columnBounds', rounding: 'columnRounding', asks: 'columnAsks' },
} as const);

/** The rows of so many columns, in the memory of the flow; undefined where there is no room for them. */
export function recordIn(memory: FlowMemory, columns: number): RowRecord | undefined {
  if (!rowRoom(columns)) return undefined;
  return { memory: rowMemory(columns + 1, (name) => memory.array(regions[name])), recorder: undefined };
}

const functionsOfRecorder: readonly WasmImport[] = Object.freeze([
  { name: rowCalls.flush, parameters: [] },
  { name: rowCalls.givenInputs, parameters: ['number'] },
  { name: rowCalls.foundInputs, parameters: ['number'] },
  { name: rowCalls.nextBreakpoint, parameters: ['number'] },
  { name: rowCalls.check, parameters: ['number', 'number'] },
  { name: rowCalls.lines, parameters: ['number', 'number'] },
]);

/** rows(unused) -> 1 where it left the last segment to the sampler. */
export type RowCode = CodeFunction;

/** Leaves every segment to the sampler. */
export function generateNoRows(memory: FlowMemory): RowCode | undefined {
  const body = { name: 'rows', parameters: ['number'] as const, integerLocals: 0, numberLocals: 0 };
  return memory.compile(wasmModule([{ ...body, body: new WasmBody().constInteger(1) }]))?.['rows'];
}

/** Hands every segment to script. */
export function generateKeeper(memory: FlowMemory, keep: () => void): RowCode | undefined {
  const body = { name: 'rows', parameters: ['number'] as const, integerLocals: 0, numberLocals: 0 };
  const bytes = (): Uint8Array => {
    // What script returns is 0: nothing is left.
    const code = new WasmBody().call(0).constNumber(0).greaterThan();
    return wasmModule([{ ...body, body: code }], [{ name: 'keep', parameters: [] }]);
  };
  const kept = (): number => {
    keep();
    return 0;
  };
  return memory.compileShared('keeper', bytes, { keep: kept })?.['rows'];
}

/**
 * Returns the code of the rows of a motion; undefined where its forms are too many, or code may not be compiled. `lastSegment`
 * is the segment whose rows were written, as whoever checks them reads it.
 */
export function generateRowCode(
  motion: LinearMotion,
  part: SegmentPart,
  recorder: RowRecorder,
  memory: FlowMemory,
  lastSegment: () => Segment,
): RowCode | undefined {
  const forms = recorder.forms(part);
  if (!forms) return undefined;
  const { values, curvatures, direct, directs, lines = false } = forms;
  const columns = values.start.length - 1;
  const room = rowRoom(columns);
  const both = joined(values, curvatures);
  if (!room || !areFewForms(motion.size, both)) return undefined;
  const known = knownMotion(arraysOf(motion));
  const { step, tstart, rowtol } = recorder;
  const { rate } = motion;
  const capacity = rowsPerBlock(columns + 1);
  const checked = recorder.check !== undefined;
  const programs = [
    formsProgram(known, both, rowCalls.given, rowRegions.given),
    formsProgram(known, curvatures, rowCalls.inner, rowRegions.inner),
    formsProgram(
      known,
      values,
      rowCalls.found,
      rowRegions.found,
      direct.column.length === 0 ? rowRegions.foundLargest : undefined,
    ),
    rowsProgram({
      ...{ columns, step, tstart, rowtol, rate, both, direct, directs, lines, capacity },
      checked,
      ...room,
    }),
  ];
  const names = [...functionsOfRecorder, ...programs].map(({ name }) => name);
  const places = wasmPlaces(memory, names);
  const functions = programs.map((program) => wasmFunction(program, places));
  return memory.compile(wasmModule(functions, functionsOfRecorder), calls(recorder, memory, lastSegment))?.[
    'rows'
  ];
}

function calls(
  recorder: RowRecorder,
  memory: FlowMemory,
  lastSegment: () => Segment,
): Readonly<Record<string, CodeFunction>> {
  const [times, left, found] = [
    memory.array('rowTimes'),
    memory.array('rowLeft'),
    memory.array('foundTimes'),
  ];
  const right = new Float64Array(found.length);
  const [values, lines] = [memory.array('directValues'), memory.array('inputLines')];
  return {
    [rowCalls.flush]: () => {
      recorder.flush();
      return 0;
    },
    [rowCalls.givenInputs]: (count: number) => {
      recorder.inputs(times, left, count, values);
      return 0;
    },
    [rowCalls.foundInputs]: (count: number) => {
      recorder.inputs(found, right, count, values);
      return 0;
    },
    [rowCalls.nextBreakpoint]: (t: number) => recorder.nextBreakpoint(t),
    [rowCalls.lines]: (t: number, kept: number) => recorder.lines(t, kept, lines),
    [rowCalls.check]: (given: number, count: number) => {
      recorder.check?.(lastSegment(), { times, left, given, foundTimes: found, found: count });
      return 0;
    },
  };
}

/** Forms and further forms. */
function joined(a: FormsOfPart, b: FormsOfPart): FormsOfPart {
  const first = a.factor.length;
  return {
    start: Int32Array.of(...a.start, ...b.start.subarray(1).map((start) => first + start)),
    column: Int32Array.of(...a.column, ...b.column),
    factor: Float64Array.of(...a.factor, ...b.factor),
  };
}
