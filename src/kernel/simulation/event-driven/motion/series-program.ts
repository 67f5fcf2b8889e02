/**
 * The series of a motion (`motion-series.ts`) as a program over pairs of entries, and every guard as a polynomial. Short
 * entries and what they drive are done while their terms last. What is known when it is built - the entries of A and G -
 * is unrolled: h A and the present term are in variables then, and no zero is ever a term.
 */
import type { ProgramBuilder, Registers } from '../../../../numerics/code/program-builder.js';
import {
  absolute,
  add,
  and,
  atMost,
  larger,
  less,
  multiply,
  or,
  twice,
  type Num,
  type Region,
  type Value,
} from '../../../../numerics/code/value.js';
import type { MotionShape } from './motion-tables.js';
import { maxTerms, shortTerms, untestedTerms, vanishing } from './series-terms.js';

/** Regions of `flow-memory.ts`. */
export const terms: Region = Object.freeze({ name: 'v' });
export const coefficients: Region = Object.freeze({ name: 'coefficients' });
const factors: Region = Object.freeze({ name: 'factors' });
const bounds: Region = Object.freeze({ name: 'bounds' });
const endRegion: Region = Object.freeze({ name: 'end' });

export interface Series {
  /** Terms behind v_0, as a place. */
  readonly count: Value;
  /** xi at s = 1. */
  readonly end: Registers;
  /** By distinct guard: sum of the magnitudes of the coefficients of its polynomial behind the first. */
  readonly bound: Registers;
}

/** Writes the series from v_0 over h, its end, and the guards' polynomials and bounds. */
export function writeSeries(program: ProgramBuilder, motion: MotionShape, h: Value): Series {
  const { pairs, longPairs, size, distinct, tables } = motion;
  const w = program.registers('pair', pairs, 'w');
  const term = program.registers('pair', pairs, 'term');
  const reach = program.registers('pair', pairs, 'reach');
  const end = program.registers('pair', pairs, 'end');
  const bound = program.registers('number', distinct, 'bound');
  program.each(0, pairs, (p) => {
    w.set(p, program.loadPair(terms, multiply(p, 2)));
    reach.set(p, absolute(w.get(p)));
  });
  end.fill(0, pairs, -0);
  bound.fill(0, distinct, 0);
  const matrix = scaledMatrix(program, motion, h);
  const untested = untestedCount(program, motion, h);
  program.each(0, motion.guards, (g) => {
    program.store(coefficients, multiply(g, maxTerms + 1), guardAt(program, motion, g, w));
  });
  const count = program.keep('place', 0);
  const place = program.keep('place', 0);
  const moving = program.keep('truth', true);
  const going = program.keep('truth', true);
  const writeTerm = (): void => {
    program.set(place, add(place, size));
    program.set(count, add(count, 1));
    const factor = program.keep('pair', twice(program.load(factors, count)));
    const keepTerms = (from: Num, to: Num): void => {
      program.each(from, to, (p) => {
        w.set(p, term.get(p));
        term.set(p, multiply(term.get(p), factor));
        program.store(terms, add(place, multiply(p, 2)), term.get(p));
        end.set(p, add(end.get(p), term.get(p)));
      });
    };
    term.fill(0, pairs, -0);
    addColumns(program, motion, [0, motion.longEntries], { matrix, w, term });
    if (!isSame(longPairs, pairs)) {
      program.when(atMost(count, shortTerms + 1), () => {
        addColumns(program, motion, [motion.longEntries, motion.entries], { matrix, w, term });
        keepTerms(longPairs, pairs);
      });
    }
    keepTerms(0, longPairs);
    // From some term on: whether this one and the one before it move the sums, and whether one of them does.
    program.when(
      atMost(count, untested),
      () => {
        program.each(0, longPairs, (p) => reach.set(p, add(reach.get(p), absolute(term.get(p)))));
      },
      () => {
        const moved = (p: Num) => less(multiply(reach.get(p), twice(vanishing)), absolute(term.get(p)));
        program.set(going, moving);
        program.set(moving, program.some(0, longPairs, moved));
        program.set(going, or(moving, going));
      },
    );
    program.each(0, distinct, (r) => {
      const g = tables.distinct.at(r);
      const value = program.keep('number', guardAt(program, motion, g, term));
      program.store(coefficients, add(multiply(g, maxTerms + 1), count), value);
      bound.set(r, add(bound.get(r), absolute(value)));
    });
  };
  program.repeatWhile(writeTerm, () => and(less(count, maxTerms), going) as Value);
  program.each(0, pairs, (p) => {
    end.set(p, add(program.loadPair(terms, multiply(p, 2)), end.get(p)));
  });
  program.storeRegisters(end, [0, pairs], endRegion, 2);
  program.each(0, distinct, (r) => program.store(bounds, tables.distinct.at(r), bound.get(r)));
  return { count, end, bound };
}

function isSame(a: Num, b: Num): boolean {
  return typeof a === 'number' && a === b;
}

/** h A, entry by entry. */
function scaledMatrix(program: ProgramBuilder, { entries, tables }: MotionShape, h: Value): Registers {
  const matrix = program.registers('pair', entries, 'matrix');
  const both = program.keep('pair', twice(h));
  program.each(0, entries, (e) => matrix.set(e, multiply(both, tables.entryValues.pairAt(e))));
  return matrix;
}

/** Terms that go untested; at least as long as short entries may move others. */
function untestedCount(program: ProgramBuilder, { tables }: MotionShape, h: Value): Value {
  const angle = program.keep('number', multiply(h, tables.motionRate.at(0)));
  const untested = program.keep('place', shortTerms + 1);
  for (const [terms, above] of untestedTerms) {
    program.when(less(above, angle), () => program.set(untested, terms));
  }
  return untested;
}

/** Adds columns of h A times w to the next term. */
function addColumns(
  program: ProgramBuilder,
  { tables }: MotionShape,
  [from, to]: readonly [Num, Num],
  { matrix, w, term }: { readonly matrix: Registers; readonly w: Registers; readonly term: Registers },
): void {
  let last: { readonly column: number; readonly entry: Value } | undefined;
  program.each(from, to, (e) => {
    const column = tables.entryColumn.at(e);
    let entry = column === last?.column ? last?.entry : undefined;
    entry ??= program.keep('pair', twice(w.entry(column)));
    if (typeof column === 'number') last = { column, entry };
    const pair =
      typeof column === 'number' ? tables.entryPair.at(e) : program.keep('place', tables.entryPair.at(e));
    term.set(pair, add(term.get(pair), multiply(matrix.get(e), entry)));
  });
}

/** The value of a guard at the entries of registers. */
export function guardAt(program: ProgramBuilder, { tables }: MotionShape, guard: Num, at: Registers): Num {
  const [from, to] = rowOf(program, tables.guardStart, guard);
  return program.sum(from, to, (e) => multiply(at.entry(tables.guardColumn.at(e)), tables.guardFactor.at(e)));
}

/** The r-th guard that has a polynomial. */
export function distinctGuard(program: ProgramBuilder, { tables }: MotionShape, r: Num): Num {
  return typeof r === 'number' ? tables.distinct.at(r) : program.keep('place', tables.distinct.at(r));
}

/** Where a row of sparse rows begins and ends. */
export function rowOf(
  program: ProgramBuilder,
  start: { readonly at: (index: Num) => Num },
  row: Num,
): readonly [Num, Num] {
  const ends = [start.at(row), start.at(add(row, 1))] as const;
  if (typeof ends[0] === 'number' && typeof ends[1] === 'number') return ends;
  return [ends[0], program.keep('place', ends[1])];
}

/** The magnitudes of v_0, raised to floors: what rounding is relative to. */
export function writeMagnitudes(
  program: ProgramBuilder,
  { pairs }: MotionShape,
  floor: (p: Num) => Value,
): Registers {
  const magnitudes = program.registers('pair', pairs, 'magnitudes');
  program.each(0, pairs, (p) => {
    magnitudes.set(p, larger(absolute(program.loadPair(terms, multiply(p, 2))) as Value, floor(p)));
  });
  return magnitudes;
}

/** The magnitude of the terms of a guard and of what its first derivative makes of them over h. */
export function scaleOf(
  program: ProgramBuilder,
  { tables }: MotionShape,
  guard: Num,
  { h, magnitudes }: { readonly h: Value; readonly magnitudes: Registers },
): Num {
  const { termStart, termColumn, termFactor, rateStart, rateColumn, rateFactor } = tables;
  const ofTerms = rowOf(program, termStart, guard);
  const value = program.sum(...ofTerms, (e) =>
    multiply(magnitudes.entry(termColumn.at(e)), termFactor.at(e)),
  );
  const ofRates = rowOf(program, rateStart, guard);
  const rate = program.sum(...ofRates, (e) => multiply(magnitudes.entry(rateColumn.at(e)), rateFactor.at(e)));
  return add(value, multiply(h, rate));
}
