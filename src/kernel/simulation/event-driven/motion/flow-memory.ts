/** The numbers that an exact flow and its generated code share. */
import type { WasmPlaces } from '../../../../numerics/code/emit-wasm.js';
import { clearDegree } from '../../../../numerics/polynomial/clear-bound.js';
import { CodeMemory, type CodeMode, type SharedModules } from '../../linear/code-memory.js';
import { rowLines, rowRules, rowState, rowsPerBlock } from '../../time-stepping/row-memory.js';
import { maxTerms } from './series-terms.js';

export type FlowMemory = CodeMemory<
  | 'v' // the series: terms x size
  | 'least' // magnitude below which an entry of v_0 is rounding
  | 'coefficients' // of the guards' polynomials
  | 'bounds'
  | 'scales'
  | 'factors' // 1/k!
  | 'end' // of the series, at s = 1
  | 'point' // where the series was evaluated last
  | 'parts' // of the series, at which `pointsAtOnce` points are asked for at once
  | 'points' // there, one behind the other
  | 'formValues' // linear forms of points, point by point
  | 'xi' // the present point of generated segments
  | 'rowLargest' // largest |y| and |lambda| of each row so far, side by side
  | 'frame' // see `frame`
  | 'bernstein' // of the polynomial that was bounded last
  | 'weights' // sqrt(M_ii) of each state, 0 of each input
  | 'floors' // part of the largest state below which an entry of xi is rounding, 0 of each input
  | 'proved' // the root, if the last search has proved one, else 0
  | 'knownRoots' // over the resolution, 0 for none: of each guard of each hot mode, where it turned negative last
  | 'run' // see `run`
  | 'hot' // see `hot`: of each mode that has code
  | 'eventQueue' // see `eventQueue`: what is due next by time alone
  | 'modeNumbers' // of each hot mode whose code serves others of its pattern, the numbers of its tables
  | 'ends' // what the ends of segments have contributed to the integrals of hot modes, a slot each
  | 'rowState' // of rows that are recorded (`row-memory.ts`), with the next seven
  | 'rowPending'
  | 'rowLast'
  | 'columnLargest'
  | 'columnBounds'
  | 'columnRounding'
  | 'columnAsks'
  | 'rowBlock'
  | 'newAsks' // of each column, before the rows of a segment are settled
  | 'perBound' // 1/bound of each column
  | 'shares' // of the parts of an interval
  | 'rowTimes' // of the given points of a segment: times, 1 for left limits, what becomes of them
  | 'rowLeft'
  | 'rowFates'
  | 'givenValues' // their columns and second derivatives
  | 'innerValues' // second derivatives within an interval
  | 'foundTimes' // of points that become rows: times and columns
  | 'foundValues'
  | 'foundLargest' // pairs of magnitudes of the columns there
  | 'directValues' // of inputs that no part follows, point by point
  | 'inputLines' // theirs (`rowLines` in `row-memory.ts`), and where those behind each given point stand
  | 'linesOfPoints'
>;

/** What of it a motion needs. */
export type MotionMemory = CodeMemory<
  | 'v'
  | 'least'
  | 'coefficients'
  | 'bounds'
  | 'scales'
  | 'point'
  | 'parts'
  | 'points'
  | 'formValues'
  | 'end'
  | 'factors'
>;

/** Points of a series that one call evaluates. */
export const pointsAtOnce = 128;
/** Their places, with room for three more: four are evaluated together. */
export const placesAtOnce = pointsAtOnce + 3;
/** Values of linear forms that one call evaluates. */
export const formValuesAtOnce = 4096;

/** Entries of the region "frame". */
export const frame = Object.freeze({
  /** Largest sqrt(M_ii) |x_i| so far. */
  largest: 0,
  /** Part of the series at which the segment ended. */
  part: 1,
  /** evtol as a part of the segment: what cannot be told apart. */
  resolution: 2,
  /** Terms of the series behind v_0. */
  terms: 3,
  /** Events closer than this are one, seconds. */
  evtol: 4,
  size: 5,
});

/** Entries of the region "run": where the compiled event loop stands (`event-loop-code.ts`). */
export const run = Object.freeze({
  /** Present time and the end, seconds; segments that may still be flowed. */
  now: 0,
  until: 1,
  left: 2,
  /** Of the present mode and of that of the last segment: the slot. */
  slot: 3,
  last: 4,
  /** The last segment: its begin, the length of its series, its end unless a guard fires, the guards that fired. */
  from: 5,
  step: 6,
  end: 7,
  fired: 8,
  /** Present item of the event queue, and the number of items. */
  item: 9,
  items: 10,
  /** Events handled, changes of mode among them; whether guards fired at the last one. */
  events: 11,
  modeChanges: 12,
  byGuard: 13,
  /** Segments in a row that ended in the middle of nowhere, and when the first of them began. */
  unfinished: 14,
  since: 15,
  lastTransition: 16,
  /** Guards that fired and the set of clocks that are due, as one number. */
  code: 17,
  /** 1: rows of the last segment are not written; segments that might have been flowed but for that. */
  unrecorded: 18,
  remaining: 19,
  size: 20,
});

/** Transitions of a mode that its code knows at most. */
export const maxKnown = 12;

/** Entries of a slot of the region "hot". */
export const hot = Object.freeze({
  /** Bound of the rate of the full motion, 1/s. */
  rate: 0,
  /** What the set of clocks is multiplied by to stand behind the bits of the guards. */
  shift: 1,
  /** 1 where the mode goes on at a breakpoint at which it holds. */
  keeps: 2,
  /** Segments that count by their ends (`mode-integrals.ts`). */
  skippable: 3,
  /** Segments in a row that may end in the middle of nowhere before slow motions are looked for. */
  patience: 4,
  /** Transitions that are known: their number, then guards and clocks, and slot of each. */
  known: 5,
  size: 6 + 2 * maxKnown,
});

/** Items of the event queue, and the entries of one: its time, the set of clocks that are due, the generators then. */
export const queueLength = 64;
export const eventQueue = Object.freeze({ time: 0, due: 1, z: 2 });

/** Modes that gather their integrals in this memory. */
export const hotModes = 32;

/** Numbers of the tables of a mode that shares its code at most. */
export const maxModeNumbers = 256;

/** Columns of rows that code writes at most: more make more code than its speed is worth. */
const maxColumns = 64;

/** Given points of a segment, and points that become rows between them, for which there is room; undefined for too many columns. */
export function rowRoom(
  columns: number,
): { readonly maxGiven: number; readonly foundAtOnce: number } | undefined {
  if (columns === 0 || columns > maxColumns) return undefined;
  const fitting = (forms: number): number =>
    Math.min(pointsAtOnce, 2 * Math.floor(formValuesAtOnce / (2 * forms)));
  return { maxGiven: fitting(2 * columns), foundAtOnce: fitting(columns) };
}

function rowSizes(columns: number, inputs: number) {
  const { maxGiven = 0, foundAtOnce = 0 } = rowRoom(columns) ?? {};
  const isOpen = maxGiven > 0;
  const width = columns + 1;
  const row = isOpen ? width : 0;
  return {
    rowState: isOpen ? rowState.size : 0,
    ...{ rowPending: row, rowLast: row, columnLargest: row, columnBounds: row },
    ...{ columnRounding: row, columnAsks: row, newAsks: row, perBound: row },
    rowBlock: isOpen ? rowsPerBlock(width) * width : 0,
    shares: isOpen ? rowRules.maxParts : 0,
    ...{ rowTimes: maxGiven, rowLeft: maxGiven, rowFates: maxGiven, givenValues: 2 * columns * maxGiven },
    innerValues: isOpen ? columns * rowRules.maxParts : 0,
    ...{ foundTimes: foundAtOnce, foundValues: columns * foundAtOnce },
    foundLargest: isOpen ? 2 * columns : 0,
    directValues: inputs * Math.max(maxGiven, foundAtOnce),
    inputLines: isOpen ? rowLines.entries * (rowLines.head + rowLines.width * inputs) : 0,
    linesOfPoints: maxGiven,
  };
}

/** What a flow's memory has room for. */
export interface FlowSizes {
  /** Length of xi, and of what of it belongs to the inputs. */
  readonly size: number;
  readonly order: number;
  /** Guards of a mode; rows that are tested. */
  readonly guards: number;
  /** Columns of recorded rows, and inputs of the model that they may read; default none. */
  readonly columns?: number;
  readonly inputs?: number;
}

export function flowMemory(
  { size, order, guards, columns = 0, inputs = 0 }: FlowSizes,
  code?: CodeMode,
  modules?: SharedModules,
): FlowMemory {
  const sizes = {
    v: (maxTerms + 1) * size,
    least: size,
    coefficients: (maxTerms + 1) * guards,
    bounds: guards,
    scales: guards,
    factors: maxTerms + 1,
    end: size,
    point: size,
    parts: placesAtOnce,
    points: pointsAtOnce * size + 1,
    formValues: formValuesAtOnce,
    xi: size,
    weights: size,
    floors: size,
    rowLargest: 2 * guards,
    frame: frame.size,
    bernstein: clearDegree + 1,
    proved: 1,
    knownRoots: hotModes * guards,
    run: run.size,
    hot: hotModes * hot.size,
    eventQueue: queueLength * (eventQueue.z + order),
    modeNumbers: modules ? hotModes * maxModeNumbers : 0,
    ends: hotModes * endsLength(size, order),
    ...rowSizes(columns, inputs),
  };
  return new CodeMemory(sizes, code, modules);
}

/** Upper triangles of the change of xi xi^T and of the integral of z z^T. */
export function endsLength(size: number, order: number): number {
  return triangleLength(size) + triangleLength(order);
}

export function triangleLength(size: number): number {
  return (size * (size + 1)) / 2;
}

/** Where a hot mode keeps the times at which its guards turned negative last. */
export function knownRootsOf(memory: FlowMemory, slot: number): Float64Array {
  const guards = memory.array('bounds').length;
  return memory.array('knownRoots').subarray(slot * guards, (slot + 1) * guards);
}

/** Where a hot mode keeps the numbers of its tables; undefined where modes share no code. */
export function modeNumbersOf(memory: FlowMemory, slot: number): Float64Array | undefined {
  if (!memory.shared) return undefined;
  return memory.array('modeNumbers').subarray(slot * maxModeNumbers, (slot + 1) * maxModeNumbers);
}

/** Where programs find the regions of a memory, and functions by their order in the module. */
export function wasmPlaces<Region extends string>(
  { layout }: Pick<CodeMemory<Region>, 'layout'>,
  functions: readonly string[],
  more: Readonly<Record<string, number>> = {},
): WasmPlaces {
  const addresses = new Map(Object.entries({ ...layout, ...more }));
  return {
    address: ({ name }) => {
      const address = addresses.get(name);
      if (address === undefined) throw new TypeError(`no region ${name}`);
      return address;
    },
    callee: (name) => functions.indexOf(name),
  };
}
