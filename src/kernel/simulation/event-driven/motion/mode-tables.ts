/**
 * What programs know of a mode beside its motion (`motion-tables.ts`): where its guards keep the largest values of their
 * rows, how the state is put on the zero of a guard that fires, and what tells whether the mode is admissible.
 */
import {
  countNumbers,
  knownTables,
  namedTables,
  patternOf,
  patternTables,
  writeNumbers,
  type Arrays,
  type Tables,
} from '../../../../numerics/code/tables.js';
import type { ProgramBuilder } from '../../../../numerics/code/program-builder.js';
import type { Num, Region } from '../../../../numerics/code/value.js';
import { motionNames, type MotionArrays } from './motion-tables.js';

export const modeNames = Object.freeze({
  integers: [
    /** The number of states, of switches and of rows. */
    'modeSizes',
    /** Of each guard: where the largest value of its row is kept, -1 for a switch. */
    'rowPlace',
    /** Of each guard: the bits of all that fire with it, of the first 30. */
    'bits',
    /** What moves the state by one unit of a guard, the shortest way in energy: rows over the states. */
    'pinStart',
    'pinColumn',
    /** Guards that are switches, and those of rows. */
    'switches',
    'rows',
    /** Rows of G A. */
    'riseStart',
    'riseColumn',
  ],
  numbers: [
    /** How far off its zero a guard may be to be put on it, in units of the largest state. */
    'pinLimit',
    'pinFactor',
    'riseFactor',
  ],
} as const);

type Integer = (typeof modeNames.integers)[number];
type Real = (typeof modeNames.numbers)[number];

export type ModeArrays = Arrays<Integer, Real>;

export interface ModeShape {
  readonly n: Num;
  readonly switchCount: Num;
  readonly rowCount: Num;
  readonly tables: Tables<Integer | Real>;
}

export function knownMode(arrays: ModeArrays): ModeShape {
  const tables = knownTables(modeNames, arrays);
  return shapeOf(tables, (index) => tables.modeSizes.at(index));
}

/** The same of a mode whose pattern is known; its numbers stand in a region behind those of its motion. */
export function patternMode(data: ModeData, program: ProgramBuilder, region: Region): ModeShape {
  const first = countNumbers(motionNames, data);
  const tables = patternTables(modeNames, data, program, region, first);
  return shapeOf(tables, (index) => tables.modeSizes.at(index));
}

/** What modes that may share their code have in common. */
export function modePattern(data: ModeData): string {
  return `${patternOf(motionNames, data)};${patternOf(modeNames, data)}`;
}

export function countModeNumbers(data: ModeData): number {
  return countNumbers(motionNames, data) + countNumbers(modeNames, data);
}

/** Writes the numbers of a mode and its motion as code of its pattern reads them. */
export function writeModeNumbers(data: ModeData, out: Float64Array): void {
  writeNumbers(modeNames, data, out, writeNumbers(motionNames, data, out, 0));
}

export function namedMode(program: ProgramBuilder): ModeShape {
  const tables = namedTables(modeNames, program);
  return shapeOf(tables, (index) => program.keep('place', tables.modeSizes.at(index)));
}

function shapeOf(tables: ModeShape['tables'], at: (index: number) => Num): ModeShape {
  return { tables, n: at(0), switchCount: at(1), rowCount: at(2) };
}

/** What plain programs read of a mode: its motion, its guards, and what it remembers. */
export interface ModeData extends MotionArrays, ModeArrays {
  /** When each guard turned negative last, as a time behind the begin of the segment, 0 for unknown: its search begins there. */
  knownRoots: Float64Array;
}
