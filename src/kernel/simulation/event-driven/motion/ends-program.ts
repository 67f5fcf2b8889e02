/**
 * What the ends v_0 and xi of a segment add to the integrals of its mode (`mode-integrals.ts`), as a program: the change of
 * x_i x_j, and of the generators, which are polynomials of degree 2 at most, the integral of z_i z_j by Simpson's rule.
 */
import type { ProgramBuilder } from '../../../../numerics/code/program-builder.js';
import {
  add,
  divide,
  multiply,
  subtract,
  type Num,
  type Region,
  type Value,
} from '../../../../numerics/code/value.js';
import { xi } from './locate-program.js';
import { terms } from './series-program.js';

/** Upper triangles, row by row: the change of xi xi^T, and the integral of z z^T. */
const change: Region = Object.freeze({ name: 'change', of: 'mode' });
const generators: Region = Object.freeze({ name: 'generators', of: 'mode' });

/** Writes the sums over a segment of this length, seconds; n of the `size` entries are states. */
export function writeEnds(program: ProgramBuilder, size: Num, n: Num, length: Value): void {
  const a = program.registersOf('number', size, terms);
  const b = program.registersOf('number', size, xi);
  const changes = places(program, size);
  program.each(0, size, (i) => {
    program.each(i, size, (j) => {
      const at = changes();
      const step = subtract(multiply(b.get(i), b.get(j)), multiply(a.get(i), a.get(j)));
      program.store(change, at, add(program.load(change, at), step));
    });
  });
  const factor = program.keep('number', divide(length, 6));
  const integrals = places(program, size);
  program.each(n, size, (i) => {
    const middle = program.keep('number', add(a.get(i), b.get(i)));
    program.each(i, size, (j) => {
      const at = integrals();
      const ends = add(multiply(a.get(i), a.get(j)), multiply(b.get(i), b.get(j)));
      const both = add(ends, multiply(middle, add(a.get(j), b.get(j))));
      program.store(generators, at, add(program.load(generators, at), multiply(factor, both)));
    });
  });
  program.return(0);
}

/** Gives place after place: the same one until it is asked for the next. */
function places(program: ProgramBuilder, known: Num): () => Num {
  if (typeof known === 'number') {
    let next = 0;
    return () => next++;
  }
  const place = program.keep('place', -1);
  return () => {
    program.set(place, add(place, 1));
    return place;
  };
}
