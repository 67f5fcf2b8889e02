/**
 * Whether a mode is admissible at a point, as a program: every tested row is positive or 0 to rounding, with `after` also
 * rising where it is 0, and no switch has to commutate. Both allow for rounding, and for the way that a guard goes within evtol.
 * A row that neither is nor rises, or behind an event is negative by rounding of the states only (`meet-rows.ts`), takes a closer look (`broken-guards.ts`).
 */
import type { ProgramBuilder, Registers } from '../../../../numerics/code/program-builder.js';
import {
  absolute,
  add,
  and,
  atMost,
  less,
  maximum,
  multiply,
  negate,
  not,
  type Num,
  type Value,
} from '../../../../numerics/code/value.js';
import { floors, frameRegion, largestOf, xi, type Shape } from './locate-program.js';
import { frame } from './flow-memory.js';
import { guardRounding, rateRounding, rowRounding, stateRounding, switchRounding } from './rounding.js';
import { guardAt, rowOf } from './series-program.js';

/** Writes admissible(after), which returns 1 or 0. */
export function writeAdmissible(program: ProgramBuilder, shape: Shape, after: Value): void {
  const { motion, mode } = shape;
  const x = program.registersOf('number', motion.size, xi);
  const magnitude = program.registers('number', motion.size, 'magnitude');
  program.each(0, motion.size, (i) => magnitude.set(i, absolute(x.get(i))));
  const { switches, rows, riseStart, riseColumn, riseFactor } = mode.tables;
  const guardOf = (table: typeof switches, k: Num): Num =>
    typeof k === 'number' ? table.at(k) : program.keep('place', table.at(k));
  const rise = (guard: Num): Num =>
    program.sum(...rowOf(program, riseStart, guard), (e) =>
      multiply(x.entry(riseColumn.at(e)), riseFactor.at(e)),
    );
  program.each(0, mode.switchCount, (k) => {
    const guard = guardOf(switches, k);
    const value = program.keep('number', guardAt(program, motion, guard, x));
    const terms = termsOf(program, shape, guard, magnitude);
    program.when(less(value, multiply(terms, -switchRounding)), () => {
      program.when(
        less(multiply(absolute(rise(guard)), program.load(frameRegion, frame.evtol)), negate(value)),
        () => program.return(0),
      );
    });
  });
  const largest = program.load(frameRegion, frame.largest);
  program.each(0, mode.n, (i) => {
    magnitude.set(i, maximum(magnitude.get(i), multiply(largest, program.load(floors, i))));
  });
  program.each(0, mode.rowCount, (k) => {
    const guard = guardOf(rows, k);
    const [from, to] = rowOf(program, motion.tables.guardStart, guard);
    program.when(less(from, to), () => {
      const value = program.keep('number', guardAt(program, motion, guard, x));
      const row = largestOf(program, mode, guard, value, false);
      const terms = termsOf(program, shape, guard, magnitude);
      const rounding = program.keep('number', multiply(add(terms, row), rowRounding));
      program.when(less(value, negate(rounding)), () => program.return(0));
      program.when(and(less(0, after), less(value, multiply(row, -guardRounding))), () => {
        const ofStates = program.sum(...rowOf(program, motion.tables.guardStart, guard), (e) =>
          absolute(multiply(x.entry(motion.tables.guardColumn.at(e)), motion.tables.guardFactor.at(e))),
        );
        program.when(less(value, multiply(ofStates, -stateRounding)), () => program.return(0));
      });
      program.when(and(less(0, after), atMost(value, rounding)), () => {
        const { rateStart, rateColumn, rateFactor } = motion.tables;
        const size = program.sum(...rowOf(program, rateStart, guard), (e) =>
          multiply(magnitude.entry(rateColumn.at(e)), rateFactor.at(e)),
        );
        program.when(not(less(multiply(size, rateRounding), rise(guard))), () => program.return(0));
      });
    });
  });
  program.return(1);
}

/** The magnitudes of the terms of a guard. */
function termsOf(program: ProgramBuilder, { motion }: Shape, guard: Num, magnitude: Registers): Num {
  const { guardStart, guardColumn, guardFactor } = motion.tables;
  return program.sum(...rowOf(program, guardStart, guard), (e) =>
    multiply(magnitude.entry(guardColumn.at(e)), absolute(guardFactor.at(e))),
  );
}
