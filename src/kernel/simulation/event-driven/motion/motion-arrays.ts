/** Makes the arrays that the programs of a motion read (`motion-tables.ts`). */
import { range, rowOf } from './code-parts.js';
import type { LinearMotion } from './linear-motion.js';
import type { MotionArrays } from './motion-tables.js';

/** Pairs that hold so many entries. */
export function pairCount(size: number): number {
  return (size + 1) >> 1;
}

/** The arrays of a motion, made when they are first asked for. */
export function arraysOf(motion: LinearMotion): MotionArrays {
  return (motion.use.arrays ??= motionArrays(motion));
}

function motionArrays({ size, A, G, guards, like, terms, rates, rate, short }: LinearMotion): MotionArrays {
  const entries: { readonly pair: number; readonly column: number; readonly values: readonly number[] }[] =
    [];
  const value = (i: number, j: number): number => (i < size ? A[i * size + j]! : 0);
  for (let column = 0; column < size; column++) {
    for (let pair = 0; pair < pairCount(size); pair++) {
      const values = [value(2 * pair, column), value(2 * pair + 1, column)];
      if (values[0] !== 0 || values[1] !== 0) entries.push({ pair, column, values });
    }
  }
  const isLong = (entry: (typeof entries)[number]): boolean => 2 * entry.pair < short && entry.column < short;
  const long = entries.filter(isLong);
  const all = [...long, ...entries.filter((entry) => !isLong(entry))];
  const distinct = range(guards).filter((g) => like[g] === g);
  const alike = range(guards).filter((g) => like[g] !== g);
  const counts = [size, pairCount(size), pairCount(Math.min(size, short)), all.length, long.length];
  const guard = sparseRows(range(guards).map((g) => rowOf(G, g, size)));
  const term = sparseRows(range(guards).map((g) => rowOf(terms, g, size)));
  const rated = sparseRows(range(guards).map((g) => rowOf(rates, g, size)));
  return {
    motionSizes: Int32Array.from([...counts, guards, distinct.length, alike.length]),
    motionRate: Float64Array.of(rate),
    entryPair: Int32Array.from(all, ({ pair }) => pair),
    entryColumn: Int32Array.from(all, ({ column }) => column),
    entryValues: Float64Array.from(all.flatMap(({ values }) => values)),
    distinct: Int32Array.from(distinct),
    alike: Int32Array.from(alike),
    ...{ guardStart: guard.start, guardColumn: guard.column, guardFactor: guard.factor },
    ...{ termStart: term.start, termColumn: term.column, termFactor: term.factor },
    ...{ rateStart: rated.start, rateColumn: rated.column, rateFactor: rated.factor },
  };
}

export interface SparseRows {
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly factor: Float64Array;
}

/** Rows without their zeros. */
export function sparseRows(rows: readonly Float64Array[]): SparseRows {
  const start = [0];
  const column: number[] = [];
  const factor: number[] = [];
  for (const row of rows) {
    row.forEach((value, j) => {
      if (value === 0) return;
      column.push(j);
      factor.push(value);
    });
    start.push(column.length);
  }
  return {
    start: Int32Array.from(start),
    column: Int32Array.from(column),
    factor: Float64Array.from(factor),
  };
}
