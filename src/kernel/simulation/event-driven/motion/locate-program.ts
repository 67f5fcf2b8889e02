/**
 * Where the guards of a mode turn negative on a segment, and the point put on the zeros of those that do first, as programs. A
 * guard is cleared by g(0) - sum |coefficients| > 0; what that does not clear is searched (`guarded-search.ts`), from where
 * it was found last. A guard fires within the resolution of the first; one that is a multiple of another fires with it.
 * No root before the first is passed over: clearing is a proof. Cost: O(guards terms), a search of what is not cleared.
 */
import type { ProgramBuilder, Registers } from '../../../../numerics/code/program-builder.js';
import {
  absolute,
  add,
  atMost,
  bitOr,
  divide,
  less,
  maximum,
  minimum,
  multiply,
  ofPlace,
  subtract,
  type Num,
  type Region,
  type Value,
} from '../../../../numerics/code/value.js';
import { proved } from '../../../../numerics/polynomial/guarded-search.js';
import { frame } from './flow-memory.js';
import type { ModeShape } from './mode-tables.js';
import type { MotionShape } from './motion-tables.js';
import { guardRounding } from './rounding.js';
import { coefficients, distinctGuard, guardAt, rowOf } from './series-program.js';
import { maxTerms } from './series-terms.js';

export const frameRegion: Region = Object.freeze({ name: 'frame' });
export const xi: Region = Object.freeze({ name: 'xi' });
/** By entry of xi: the part of the largest state below which it is rounding of larger ones; 0 of inputs. */
export const floors: Region = Object.freeze({ name: 'floors' });
const rowLargest: Region = Object.freeze({ name: 'rowLargest' });
/** Of each guard: the time behind the begin of the segment at which it turned negative last, 0 for unknown. */
const knownRoots: Region = Object.freeze({ name: 'knownRoots', of: 'mode' });

const search = Object.freeze({ name: 'search', result: 'number' } as const);

/** What programs know of a mode and of the motion in it. */
export interface Shape {
  readonly motion: MotionShape;
  readonly mode: ModeShape;
}

/**
 * The largest value that a guard's row has had, or |value| where that is more, 0 for a switch; `isMet`: the row has it in a mode that holds,
 * and keeps it. A mode that is looked at may give a diode that blocks kiloamperes a voltage of 1e15 V, beside which any other is rounding.
 */
export function largestOf(
  program: ProgramBuilder,
  { tables }: ModeShape,
  guard: Num,
  value: Num,
  isMet: boolean,
): Value {
  const row = tables.rowPlace.at(guard);
  const largest = program.keep('number', 0);
  program.when(less(-1, row), () => {
    program.set(largest, maximum(program.load(rowLargest, row), absolute(value)));
    if (isMet) program.store(rowLargest, row, largest);
  });
  return largest;
}

export interface Located {
  /** By distinct guard: part of the segment at which it turns negative, 2 for none. */
  readonly roots: Registers;
  /** The least of them. */
  readonly first: Value;
}

export interface SeriesAtHand {
  /** Terms behind v_0, a place. */
  readonly count: Value;
  /** By guard, the r-th distinct one: bound and scale of its polynomial (`series-program.ts`). */
  readonly boundOf: (guard: Num, r: Num) => Num;
  readonly scaleOf: (guard: Num, r: Num) => Num;
}

/** Writes the search of all guards of a segment whose series is at hand. */
export function writeRoots(program: ProgramBuilder, { motion, mode }: Shape, series: SeriesAtHand): Located {
  const { distinct, alike, tables } = motion;
  const roots = program.registers('number', distinct, 'roots');
  const first = program.keep('number', 2);
  const valueOf = (guard: Num): Value =>
    program.keep('number', program.load(coefficients, multiply(guard, maxTerms + 1)));
  program.each(0, alike, (r) => {
    const guard = tables.alike.at(r);
    largestOf(program, mode, guard, valueOf(guard), true);
  });
  program.each(0, distinct, (r) => {
    const guard = distinctGuard(program, motion, r);
    const value = valueOf(guard);
    const largest = largestOf(program, mode, guard, value, true);
    roots.set(r, 2);
    program.when(less(value, series.boundOf(guard, r)), () => {
      const resolution = program.keep('number', program.load(frameRegion, frame.resolution));
      const rounding = program.keep(
        'number',
        multiply(add(series.scaleOf(guard, r), largest), guardRounding),
      );
      // What begins above all rounding and falls below 0 has crossed it: only its own size lets it pass.
      program.when(less(rounding, value), () => {
        const own = add(add(value, series.boundOf(guard, r)), largest);
        program.set(rounding, minimum(rounding, multiply(own, guardRounding)));
      });
      const guess = program.keep('number', multiply(program.load(knownRoots, guard), resolution));
      const at = program.keep('place', multiply(guard, maxTerms + 1));
      const terms = program.keep('integer', ofPlace(series.count));
      roots.set(r, program.call(search, at, terms, rounding, resolution, guess));
      program.store(knownRoots, guard, divide(program.load(proved, 0), resolution));
    });
    program.set(first, minimum(first, roots.get(r)));
  });
  return { roots, first };
}

/** Writes the guards that fire, as bits, and puts xi on their zeros. */
export function writeFired(
  program: ProgramBuilder,
  { motion, mode }: Shape,
  { roots, first }: Located,
): Value {
  const fired = program.keep('integer', 0);
  program.when(atMost(first, 1), () => {
    const x = program.registersOf('number', motion.size, xi);
    const last = program.keep('number', add(first, program.load(frameRegion, frame.resolution)));
    program.each(0, motion.distinct, (r) => {
      program.when(atMost(roots.get(r), last), () => {
        const guard = distinctGuard(program, motion, r);
        program.set(fired, bitOr(fired, mode.tables.bits.at(guard)));
        writePin(program, { motion, mode }, guard, x);
      });
    });
  });
  return fired;
}

/**
 * Puts the state exactly on the zero of a guard that fired: the shortest change in energy, of the size of
 * rounding. A mode that multiplies the distance by a gain (1 GOhm) would otherwise start off its limit.
 */
function writePin(program: ProgramBuilder, { motion, mode }: Shape, guard: Num, x: Registers): void {
  const { pinLimit, pinStart, pinColumn, pinFactor } = mode.tables;
  const value = program.keep('number', guardAt(program, motion, guard, x));
  const largest = program.load(frameRegion, frame.largest);
  program.when(atMost(absolute(value), multiply(largest, pinLimit.at(guard))), () => {
    program.each(...rowOf(program, pinStart, guard), (e) => {
      const column = typeof e === 'number' ? pinColumn.at(e) : program.keep('place', pinColumn.at(e));
      x.set(column, subtract(x.get(column), multiply(value, pinFactor.at(e))));
      if (typeof column === 'number') program.store(xi, column, x.get(column));
    });
  });
}
