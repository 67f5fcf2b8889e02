/** Horner's rule in s^2 for all entries of a series at once, even and odd powers apart, from the last term down. */
import type { ProgramBuilder, Registers } from '../../../../numerics/code/program-builder.js';
import {
  add,
  isOdd,
  less,
  multiply,
  ofPlace,
  subtract,
  twice,
  type Num,
  type Value,
} from '../../../../numerics/code/value.js';
import type { MotionShape } from './motion-tables.js';
import { terms } from './series-program.js';

/** Writes the point at s of a series of `count` terms behind v_0, a place; short entries end with v_2 (`shortTerms`). */
export function writePoint(
  program: ProgramBuilder,
  { size, pairs, longPairs }: MotionShape,
  count: Value,
  s: Value,
): Registers {
  const odd = program.registers('pair', pairs, 'odd');
  const even = program.registers('pair', pairs, 'even');
  const square = program.keep('number', multiply(s, s));
  const squares = program.keep('pair', twice(square));
  const at = program.keep('place', multiply(count, size));
  const term = (place: Num, p: Num): Value => program.loadPair(terms, add(place, multiply(p, 2)));
  program.when(
    isOdd(ofPlace(count) as Value),
    () => {
      program.each(0, longPairs, (p) => odd.set(p, term(at, p)));
      program.set(at, subtract(at, size));
    },
    () => {
      program.each(0, longPairs, (p) => odd.set(p, twice(0)));
    },
  );
  program.each(0, longPairs, (p) => even.set(p, term(at, p)));
  program.while(
    () => less(0, at),
    () => {
      program.set(at, subtract(at, multiply(size, 2)));
      program.each(0, longPairs, (p) => {
        odd.set(p, add(multiply(odd.get(p), squares), term(add(at, size), p)));
        even.set(p, add(multiply(even.get(p), squares), term(at, p)));
      });
    },
  );
  program.each(longPairs, pairs, (p) => {
    odd.set(p, term(size, p));
    even.set(p, add(multiply(term(multiply(size, 2), p), squares), term(0, p)));
  });
  const part = program.keep('pair', twice(s));
  program.each(0, pairs, (p) => even.set(p, add(even.get(p), multiply(odd.get(p), part))));
  return even;
}
