/** What the programs of rows (`row-program.ts`, `row-search-program.ts`) know when they are built, and the names they share. */
import type { ProgramBuilder } from '../../../../numerics/code/program-builder.js';
import {
  absolute,
  add,
  isOdd,
  ofPlace,
  subtract,
  type Num,
  type Region,
  type Truth,
  type Value,
} from '../../../../numerics/code/value.js';
import type { FormsOfPart } from '../../stream.js';

/** Functions that the programs call: of the same module (`form-code.ts`), and those of the recorder. */
export const rowCalls = Object.freeze({
  given: 'evaluateGiven',
  inner: 'evaluateInner',
  found: 'evaluateFound',
  flush: 'flush',
  givenInputs: 'givenInputs',
  foundInputs: 'foundInputs',
  nextBreakpoint: 'nextBreakpoint',
  lines: 'lines',
  check: 'check',
});

const region = (name: string): Region => Object.freeze({ name });

/** Regions of `flow-memory.ts`. */
export const rowRegions = Object.freeze({
  ...{ frame: region('frame'), run: region('run'), end: region('end'), parts: region('parts') },
  ...{ state: region('rowState'), pending: region('rowPending'), last: region('rowLast') },
  ...{ largest: region('columnLargest'), bounds: region('columnBounds'), block: region('rowBlock') },
  ...{ rounding: region('columnRounding'), asks: region('columnAsks'), newAsks: region('newAsks') },
  ...{ perBound: region('perBound'), shares: region('shares') },
  /** Of the given points: time, 1 for left limits, what becomes of them, and columns with their second derivatives. */
  ...{ times: region('rowTimes'), left: region('rowLeft'), fates: region('rowFates') },
  given: region('givenValues'),
  /** Of points within an interval the second derivatives; of those that become rows the times and the columns. */
  ...{ inner: region('innerValues'), foundTimes: region('foundTimes'), found: region('foundValues') },
  /** Pairs of magnitudes of the columns there. */
  foundLargest: region('foundLargest'),
  /** Inputs that no part follows, point by point. */
  direct: region('directValues'),
  /** Their lines (`rowLines`), and where those behind each given point stand. */
  ...{ lines: region('inputLines'), linesOfPoints: region('linesOfPoints') },
});

export interface RowShape {
  /** Columns behind the time. */
  readonly columns: number;
  /** Output step and the time of the first row, seconds. */
  readonly step: number;
  readonly tstart: number;
  /** Part of a column's largest magnitude by which lines between rows may miss it. */
  readonly rowtol: number;
  /** Bound of the rate of the motion, 1/s. */
  readonly rate: number;
  /** The columns, then their second derivatives, over xi; and the columns over inputs that no part follows. */
  readonly both: FormsOfPart;
  readonly direct: FormsOfPart;
  readonly directs: number;
  /** These inputs are read off lines. */
  readonly lines: boolean;
  /** Room: rows of the block, given points, points between them that become rows. */
  readonly capacity: number;
  readonly maxGiven: number;
  readonly foundAtOnce: number;
  /** The points of every segment are looked at. */
  readonly checked: boolean;
}

/** Leaves the segment to the sampler. */
export function leaveWhere(program: ProgramBuilder, condition: Truth): void {
  program.when(condition, () => {
    program.return(1);
  });
}

/** Calls a function of `form-code.ts` for the first so many "parts" of a series, two at a time. */
export function evaluateParts(program: ProgramBuilder, name: string, terms: Value, count: Value): void {
  const even = program.keep('place', count);
  program.when(isOdd(ofPlace(count) as Value), () => {
    program.store(rowRegions.parts, count, program.load(rowRegions.parts, subtract(count, 1)));
    program.set(even, add(count, 1));
  });
  program.keep('integer', program.call({ name, result: 'integer' }, terms, ofPlace(even) as Value));
}

/** |entry| of the numbers at a place. */
export function magnitudeAt(program: ProgramBuilder, values: Region, place: Num): Num {
  return absolute(program.load(values, place));
}
