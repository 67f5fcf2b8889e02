/**
 * What a sampler of rows and the machine code that writes rows beside it share: the rows of a run are the same whichever
 * of the two took a segment (`event-driven/row-program.ts`), for both go on from the same numbers.
 */
import { linePlaces } from '../../modeling/signals/signal.js';
import type { FormsOfPart, Segment, SegmentPart } from '../stream.js';

/** Numbers by column begin with the time. */
export interface RowMemory {
  /** See `rowState`. */
  readonly state: Float64Array;
  /** The left limit at the end of the last segment, until it is known what follows; its time is NaN when that is settled. */
  readonly pending: Float64Array;
  /** The row that was written last. */
  readonly last: Float64Array;
  /** Of each column its largest magnitude so far, and how far lines may miss it. */
  readonly largest: Float64Array;
  readonly bounds: Float64Array;
  /** The rounding of its terms when it was looked at last, and how often somebody has asked since. */
  readonly rounding: Float64Array;
  readonly asks: Float64Array;
  /** Rows that are not written yet, one behind the other. */
  readonly block: Float64Array;
}

/** Entries of `state`. */
export const rowState = Object.freeze({
  /** Index of the next output time. */
  index: 0,
  /** 1: a point was offered and is no row yet. */
  offered: 1,
  /** Rows of the block. */
  filled: 2,
  /** The next breakpoint of an input that no segment follows, seconds. */
  breakpoint: 3,
  /** Where the present entry of `rowLines` begins. */
  line: 4,
  size: 5,
});

/**
 * A table of the straight lines that inputs follow between their breakpoints: of each piece between two breakpoints of any of them
 * its end, then of each input where its line begins, the value there, the slope, and the left limit at the end of the piece.
 */
export const rowLines = Object.freeze({
  ...{ until: 0, head: 1, width: linePlaces.count },
  line: linePlaces,
  /** Twice as many as a segment with room for its points has. */
  entries: 128,
});

/** What a sampler and code go by, the same for both. */
export const rowRules = Object.freeze({
  /** Output times this close (relative to the step) to an event are the event. */
  samePart: 1e-9,
  /** A quantity jumps when it changes by more than this part of its largest magnitude so far. */
  jumpPart: 1e-9,
  /** A bound so much above the rounding of its terms is looked at again after so many questions only. */
  farAbove: 1e6,
  asksBetween: 16384,
  /** Largest angle between points at which second derivatives are read; so many parts of an interval are read at most. */
  largestAngle: 0.5,
  maxParts: 64,
  /** So many points stand in an interval at most; a share of it that is 1 but for rounding. */
  maxPoints: 2000,
  /**
   * What a part of an interval bends, d^2/8 |y''|, is no more than so many times what y is there at its largest. Where y begins and ends next to
   * 0 that is larger than anything seen so far, and its bound is taken from it.
   */
  bendOfSize: 4,
  shareRounding: 1e-9,
});

/** Numbers of a block, a megabyte: a write of so much takes two thirds of what eight take. */
const numbersPerBlock = 131072;

/** Rows of a block of so many numbers a row. */
export function rowsPerBlock(width: number): number {
  return Math.ceil(numbersPerBlock / width);
}

/** The memory of rows of so many numbers each. */
export function rowMemory(
  width: number,
  array: (name: keyof RowMemory, length: number) => Float64Array = (_, length) => new Float64Array(length),
): RowMemory {
  const row = (name: keyof RowMemory): Float64Array => array(name, width);
  const pending = row('pending').fill(NaN);
  return {
    ...{ state: array('state', rowState.size), pending, last: row('last') },
    ...{ largest: row('largest'), bounds: row('bounds'), rounding: row('rounding'), asks: row('asks') },
    block: array('block', rowsPerBlock(width) * width),
  };
}

/** The columns of rows as linear forms: over the coordinates of a part, and over inputs that no part follows. */
export interface RecordedForms {
  readonly values: FormsOfPart;
  /** Their second derivatives, to which those inputs give nothing. */
  readonly curvatures: FormsOfPart;
  readonly direct: FormsOfPart;
  /** Number of those inputs. */
  readonly directs: number;
  /** They follow straight lines, which the recorder writes. */
  readonly lines?: boolean;
}

/** The points of a segment whose rows machine code has written. */
export interface RecordedPoints {
  /** Of the given points, both ends of the segment among them: times, and 1 for left limits; how many there are. */
  readonly times: Float64Array;
  readonly left: Float64Array;
  readonly given: number;
  /** Times of the points between them, and their number. */
  readonly foundTimes: Float64Array;
  readonly found: number;
}

/** Who wants rows of every segment, and takes them where machine code has written them. */
export interface RowRecorder {
  /** Output step and the time of the first row, seconds. */
  readonly step: number;
  readonly tstart: number;
  /** Part of a column's largest magnitude by which lines between rows may miss it. */
  readonly rowtol: number;
  /** The forms of the columns where a point has this part alone; undefined where they are no linear forms. */
  forms(part: SegmentPart): RecordedForms | undefined;
  /** Takes the rows of the block, which is empty then. */
  flush(): void;
  /** Writes the values, point by point, of inputs that no part follows, at so many times, left limits where `left` is 1. */
  inputs(times: Float64Array, left: Float64Array, count: number, out: Float64Array): void;
  /** Their first breakpoint after a time. */
  nextBreakpoint(t: number): number;
  /**
   * Writes their lines, as `rowLines` says, where they have some: behind the last so many entries, which are kept, or from a time
   * on where none is. Returns the end of the first piece.
   */
  lines(t: number, kept: number, out: Float64Array): number;
  /** Looks at the points of a segment whose rows were written; absent where nobody does. */
  readonly check?: (segment: Segment, points: RecordedPoints) => void;
}

/** Rows of a flow that its hot modes write by themselves once somebody wants them. */
export interface RowRecord {
  readonly memory: RowMemory;
  /** Set before the flow begins. */
  recorder: RowRecorder | undefined;
}
