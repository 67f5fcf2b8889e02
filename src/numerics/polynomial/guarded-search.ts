/**
 * The quick answers of `FirstNegative`, as a program: cleared by its first terms, cleared but for a zero at 0, or a root
 * that is proved to be the first. What these leave open is handed to `other`.
 * A circuit that repeats itself meets nearly the same root again: the search may begin at a guess, the root that was
 * proved last. The proof needs no more than p(0) > 0, so that a guess that still is a root costs one evaluation, and a
 * wrong one costs no more than time. A value that rises through zero within the resolution has just been met: its time is
 * known no better, and it counts as 0.
 */
import { buildProgram, type Program, type ProgramBuilder } from '../code/program-builder.js';
import {
  add,
  and,
  atMost,
  divide,
  equal,
  less,
  multiply,
  negate,
  subtract,
  toPlace,
  type Region,
  type Truth,
  type Value,
} from '../code/value.js';
import { bernstein, clearDegree, coefficients } from './clear-bound.js';

/** One number: the root if the last search has proved one, else 0. */
export const proved: Region = Object.freeze({ name: 'proved' });

const isClear = Object.freeze({ name: 'isClear', result: 'truth' } as const);
const provedRoot = Object.freeze({ name: 'provedRoot', result: 'number' } as const);
/** (at, terms, rounding, resolution) -> part of [0, 1], 2 for none. */
const other = Object.freeze({ name: 'other', result: 'number' } as const);

/** search(at, terms, rounding, resolution, guess): the first part of [0, 1] at which a polynomial turns negative, 2 for none. */
export function searchProgram(): Program {
  const head = {
    name: 'search',
    parameters: [
      { name: 'at', kind: 'place' },
      { name: 'terms', kind: 'integer' },
      { name: 'rounding', kind: 'number' },
      { name: 'resolution', kind: 'number' },
      { name: 'guess', kind: 'number' },
    ],
    result: 'number',
  } as const;
  return buildProgram(head, (program, at, terms, rounding, resolution, guess) => {
    program.store(proved, 0, 0);
    const value = program.keep('number', program.load(coefficients, at));
    program.when(less(value, 0), () => {
      const slope = program.load(coefficients, add(at, 1));
      const floor = subtract(negate(rounding), multiply(slope, resolution));
      program.when(atMost(floor, value), () => {
        program.set(value, 0);
        program.store(coefficients, at, 0);
      });
    });
    // Zeros behind the last coefficient, as far as polynomials are read whatever their degree.
    const degree = program.keep('place', toPlace(terms));
    program.each(program.keep('place', add(add(at, degree), 1)), add(at, clearDegree + 2), (k) => {
      program.store(coefficients, k, 0);
    });
    const near = (start: Value): void => {
      const root = program.keep('number', program.call(provedRoot, at, terms, rounding, resolution, start));
      program.when(less(0, root), () => {
        program.store(proved, 0, root);
        program.return(root);
      });
    };
    program.when(and(less(0, guess), less(0, value)), () => near(guess));
    program.when(isTrue(program, at, degree, rounding), () => program.return(2));
    program.when(less(1, terms), () => {
      program.when(equal(value, 0), () => {
        const zero = program.keep('number', 0);
        const behind = program.keep('place', add(at, 1));
        const less1 = program.keep('place', subtract(degree, 1));
        program.when(isTrue(program, behind, less1, zero), () => program.return(2));
      });
      program.when(less(0, value), () => near(crossing(program)));
    });
    program.return(program.call(other, at, terms, rounding, resolution));
  });
}

function isTrue(program: ProgramBuilder, at: Value, terms: Value, tolerance: Value): Truth {
  return program.call(isClear, at, terms, tolerance);
}

/** s where the control polygon of the bound falls through 0 first. */
function crossing(program: ProgramBuilder): Value {
  const s = program.keep('number', 0.5);
  for (let j = clearDegree; j >= 1; j--) {
    const [before, behind] = [program.load(bernstein, j - 1), program.load(bernstein, j)];
    program.when(and(less(behind, 0), atMost(0, before)), () => {
      const part = divide(before, subtract(before, behind));
      program.set(s, divide(add(part, j - 1), clearDegree));
    });
  }
  return s;
}
