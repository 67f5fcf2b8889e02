/**
 * Machine code for linear forms of points of a motion that is followed often: Horner's rule in s^2 (`horner-program.ts`) for
 * two points at a time, one in each half of a pair, and the non-zeros of the forms behind it. It does the sums of
 * `evaluateAll` and of a plain loop over the non-zeros in the same order, so it gives their bits.
 * Cost of a point: half the terms x size of the series and half the non-zeros of the forms.
 */
import { wasmFunction } from '../../../../numerics/code/emit-wasm.js';
import {
  buildProgram,
  type Program,
  type ProgramBuilder,
  type Registers,
} from '../../../../numerics/code/program-builder.js';
import {
  absolute,
  add,
  isOdd,
  larger,
  less,
  multiply,
  ofPair,
  ofPlace,
  subtract,
  toPlace,
  twice,
  type Num,
  type Region,
  type Value,
} from '../../../../numerics/code/value.js';
import { wasmModule } from '../../../../numerics/code/wasm-module.js';
import type { FormsOfPart } from '../../stream.js';
import { formValuesAtOnce, pointsAtOnce, wasmPlaces, type MotionMemory } from './flow-memory.js';
import type { FormCode, LinearMotion } from './linear-motion.js';
import { arraysOf } from './motion-arrays.js';
import { knownMotion, type MotionShape } from './motion-tables.js';
import { terms } from './series-program.js';

/** Regions of `flow-memory.ts`. */
const parts: Region = Object.freeze({ name: 'parts' });
const formValues: Region = Object.freeze({ name: 'formValues' });

/** More entries of xi, or non-zeros of forms, make more code than its speed is worth. */
const maxSize = 64;
const maxNonZeros = 4000;

/** Returns the code of forms; undefined where they are too many, or code may not be compiled. */
export function generateFormCode(
  motion: LinearMotion,
  forms: FormsOfPart,
  memory: MotionMemory,
): FormCode | undefined {
  const count = forms.start.length - 1;
  if (!areFewForms(motion.size, forms)) return undefined;
  const fitting = 2 * Math.floor(formValuesAtOnce / (2 * Math.max(1, count)));
  if (fitting < 2) return undefined;
  const program = formsProgram(knownMotion(arraysOf(motion)), forms);
  const code = memory.compile(wasmModule([wasmFunction(program, wasmPlaces(memory, []))]));
  const evaluate = code?.['evaluateForms'];
  return evaluate && { evaluate, pointsAtOnce: Math.min(pointsAtOnce, fitting) };
}

/** Whether forms of so many entries of xi are few enough for code. */
export function areFewForms(size: number, { factor }: FormsOfPart): boolean {
  return size <= maxSize && factor.length <= maxNonZeros;
}

/**
 * evaluateForms(terms, count): writes the forms at so many parts, an even number, of a series of so many terms; and of each, where
 * there is a region for it, a pair of magnitudes, the larger of which is the largest one.
 */
export function formsProgram(
  motion: MotionShape,
  { start, column, factor }: FormsOfPart,
  name = 'evaluateForms',
  values: Region = formValues,
  largest?: Region,
): Program {
  const parameters = [
    { name: 'terms', kind: 'integer' },
    { name: 'count', kind: 'integer' },
  ] as const;
  const forms = start.length - 1;
  return buildProgram({ name, parameters, result: 'integer' }, (program, count, points) => {
    const last = program.keep('place', toPlace(count));
    const end = program.keep('place', toPlace(points));
    const k = program.keep('place', 0);
    const at = program.keep('place', 0);
    const most = program.registers('pair', largest ? forms : 0, 'largest');
    program.each(0, largest ? forms : 0, (f) => most.set(f, twice(0)));
    program.while(
      () => less(k, end),
      () => {
        const xi = writeBoth(program, motion, last, program.keep('pair', program.loadPair(parts, k)));
        for (let f = 0; f < forms; f++) {
          let sum: Num = twice(0);
          for (let e = start[f]!; e < start[f + 1]!; e++)
            sum = add(sum, multiply(xi.get(column[e]!), factor[e]!));
          const both = program.keep('pair', sum);
          program.store(values, add(at, f), ofPair(both, 0));
          program.store(values, add(at, forms + f), ofPair(both, 1));
          if (largest) most.set(f, larger(most.get(f), absolute(both) as Value));
        }
        program.set(at, add(at, 2 * forms));
        program.set(k, add(k, 2));
      },
    );
    if (largest) for (let f = 0; f < forms; f++) program.store(largest, 2 * f, most.get(f));
    program.return(0);
  });
}

/** Writes both points at s of a series of `count` terms behind v_0, a place: entry by entry as `writePoint` does. */
function writeBoth(
  program: ProgramBuilder,
  { size: known, longPairs }: MotionShape,
  count: Value,
  s: Value,
): Registers {
  const size = known as number;
  const long = Math.min(size, 2 * (longPairs as number));
  const odd = program.registers('pair', size, 'odd');
  const even = program.registers('pair', size, 'even');
  const squares = program.keep('pair', multiply(s, s));
  const at = program.keep('place', multiply(count, size));
  const term = (place: Num, entry: Num): Value => twice(program.load(terms, add(place, entry)));
  program.when(
    isOdd(ofPlace(count) as Value),
    () => {
      program.each(0, long, (i) => odd.set(i, term(at, i)));
      program.set(at, subtract(at, size));
    },
    () => {
      program.each(0, long, (i) => odd.set(i, twice(0)));
    },
  );
  program.each(0, long, (i) => even.set(i, term(at, i)));
  program.while(
    () => less(0, at),
    () => {
      program.set(at, subtract(at, 2 * size));
      program.each(0, long, (i) => {
        odd.set(i, add(multiply(odd.get(i), squares), term(add(at, size), i)));
        even.set(i, add(multiply(even.get(i), squares), term(at, i)));
      });
    },
  );
  program.each(long, size, (i) => {
    odd.set(i, term(size, i));
    even.set(i, add(multiply(term(2 * size, i), squares), term(0, i)));
  });
  program.each(0, size, (i) => even.set(i, add(even.get(i), multiply(odd.get(i), s))));
  return even;
}
