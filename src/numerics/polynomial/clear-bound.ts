/**
 * The bound by which a polynomial is cleared on [0, 1] without its tail (`first-negative.ts`), as a program: with
 * T = sum |a_k| over k > 12 and s^k <= s^12, p is no less than its first terms with T taken from the last of their
 * Bernstein coefficients. One of lower degree has zeros behind its last coefficient, as far as place 13. Cost 12^2/2.
 */
import { buildProgram, type Program, type ProgramBuilder, type Registers } from '../code/program-builder.js';
import {
  absolute,
  add,
  atMost,
  multiply,
  negate,
  subtract,
  type Num,
  type Region,
  type Truth,
  type Value,
} from '../code/value.js';

/** Degree up to which a polynomial is cleared as a whole. */
export const clearDegree = 12;

/** 1 / C(d, k), the first step of `toBernstein`. */
const clearFactors: Float64Array = Float64Array.from({ length: clearDegree + 1 }, (_, k) => {
  let binomial = 1;
  for (let j = 0; j < k; j++) binomial = (binomial * (clearDegree - j)) / (j + 1);
  return 1 / binomial;
});

/** Where polynomials stand, a coefficient behind the other. */
export const coefficients: Region = Object.freeze({ name: 'coefficients' });
/** Bernstein coefficients of the polynomial that was bounded last, less its tail; not told of one that is clear. */
export const bernstein: Region = Object.freeze({ name: 'bernstein' });

/** isClear(at, terms, tolerance): 1 where the polynomial is at least -tolerance by its bound. */
export function isClearProgram(): Program {
  const head = {
    name: 'isClear',
    parameters: [
      { name: 'at', kind: 'place' },
      { name: 'terms', kind: 'place' },
      { name: 'tolerance', kind: 'number' },
    ],
    result: 'integer',
  } as const;
  return buildProgram(head, (program, at, terms, tolerance) => {
    const b = program.registers('number', clearDegree + 1, 'b');
    for (let k = 0; k <= clearDegree; k++) b.set(k, program.load(coefficients, add(at, k)));
    const tail = program.keep('number', 0);
    program.each(add(at, clearDegree + 1), program.keep('place', add(add(at, terms), 1)), (k) => {
      program.set(tail, add(tail, absolute(program.load(coefficients, k))));
    });
    program.when(isAtLeast(program, b, tail, tolerance), () => program.return(1));
    for (let k = 0; k <= clearDegree; k++) program.store(bernstein, k, b.get(k));
    program.return(0);
  });
}

/** Turns 13 coefficients into those of Bernstein less the tail: whether all of them are at least -tolerance. */
export function isAtLeast(program: ProgramBuilder, b: Registers, tail: Num, tolerance: Value): Truth {
  for (let k = 0; k <= clearDegree; k++) b.set(k, multiply(b.get(k), clearFactors[k]!));
  b.set(clearDegree, subtract(b.get(clearDegree), tail));
  for (let level = 1; level <= clearDegree; level++) {
    for (let j = clearDegree; j >= level; j--) b.set(j, add(b.get(j), b.get(j - 1)));
  }
  const floor = program.keep('number', negate(tolerance));
  return program.all(Array.from({ length: clearDegree + 1 }, (_, k) => atMost(floor, b.get(k))));
}
