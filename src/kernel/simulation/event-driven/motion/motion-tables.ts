/**
 * The matrices of a motion as its programs read them, entry by entry: a zero is no term of any sum. A goes by pairs of
 * rows, (2p, j) and (2p + 1, j) of which one is not 0, in the order of the columns; guards go by rows.
 */
import {
  knownTables,
  namedTables,
  patternTables,
  type Arrays,
  type Tables,
} from '../../../../numerics/code/tables.js';
import type { ProgramBuilder } from '../../../../numerics/code/program-builder.js';
import type { Num, Region } from '../../../../numerics/code/value.js';

export const motionNames = Object.freeze({
  integers: [
    /** See `motionSizes`. */
    'motionSizes',
    /** Of each entry of A: the pair of rows, and the column. Those that do without short entries come first. */
    'entryPair',
    'entryColumn',
    /** Guards that have polynomials, and those that are multiples of them. */
    'distinct',
    'alike',
    /** Rows of G, of the magnitudes of its terms, and of those of G A: where each begins, and the columns. */
    'guardStart',
    'guardColumn',
    'termStart',
    'termColumn',
    'rateStart',
    'rateColumn',
  ],
  numbers: [
    /** One number: the bound of the rate, 1/s. */
    'motionRate',
    /** Both values of each entry of A, and the factors of the rows. */
    'entryValues',
    'guardFactor',
    'termFactor',
    'rateFactor',
  ],
} as const);

type Integer = (typeof motionNames.integers)[number];
type Real = (typeof motionNames.numbers)[number];

/** Entries of "motionSizes". */
export const motionSizes = Object.freeze({
  size: 0,
  pairs: 1,
  /** Pairs that are not short. */
  longPairs: 2,
  entries: 3,
  longEntries: 4,
  guards: 5,
  distinct: 6,
  alike: 7,
});

export type MotionArrays = Arrays<Integer, Real>;

/** What programs know of a motion. */
export interface MotionShape extends Readonly<Record<keyof typeof motionSizes, Num>> {
  readonly tables: Tables<Integer | Real>;
}

/** The shape of a motion that is known. */
export function knownMotion(arrays: MotionArrays): MotionShape {
  const tables = knownTables(motionNames, arrays);
  return shapeOf(tables, (index) => tables.motionSizes.at(index));
}

/** The shape of a motion whose pattern is known; its numbers stand in a region. */
export function patternMotion(arrays: MotionArrays, program: ProgramBuilder, region: Region): MotionShape {
  const tables = patternTables(motionNames, arrays, program, region, 0);
  return shapeOf(tables, (index) => tables.motionSizes.at(index));
}

/** The shape of a motion that is not. */
export function namedMotion(program: ProgramBuilder): MotionShape {
  const tables = namedTables(motionNames, program);
  return shapeOf(tables, (index) => program.keep('place', tables.motionSizes.at(index)));
}

function shapeOf(tables: MotionShape['tables'], at: (index: number) => Num): MotionShape {
  const { size, pairs, longPairs, entries, longEntries, guards, distinct, alike } = motionSizes;
  return {
    ...{ tables, size: at(size), pairs: at(pairs), longPairs: at(longPairs) },
    ...{ entries: at(entries), longEntries: at(longEntries) },
    ...{ guards: at(guards), distinct: at(distinct), alike: at(alike) },
  };
}
