/**
 * Tables that a program reads: numbers of the script where they are known when it is built, so that its loops over them are
 * unrolled and their entries become constants, else arrays of the mode at hand.
 */
import { add, multiply, pairOf, type Value, type Num, type Region } from './value.js';
import type { ProgramBuilder } from './program-builder.js';

export interface Table {
  at(index: Num): Num;
  /** Entries 2 index and 2 index + 1. */
  pairAt(index: Num): Value;
}

/** Names of arrays: of integers, which are counts and places, and of numbers. */
export interface TableNames<Integer extends string, Real extends string> {
  readonly integers: readonly Integer[];
  readonly numbers: readonly Real[];
}

/** Arrays by name. */
export type Arrays<Integer extends string, Real extends string> = Readonly<
  Record<Integer, Int32Array> & Record<Real, Float64Array>
>;

export type Tables<Name extends string> = Readonly<Record<Name, Table>>;

/** Tables of arrays that are known. */
export function knownTables<Integer extends string, Real extends string>(
  names: TableNames<Integer, Real>,
  arrays: Arrays<Integer, Real>,
): Tables<Integer | Real> {
  return tablesOf(names, (name) => {
    const values = arrays[name];
    const at = (index: Num): number => {
      const value = typeof index === 'number' ? values[index] : undefined;
      if (value === undefined) throw new RangeError(`${name} has no such entry`);
      return value;
    };
    return { at, pairAt: (index) => pairOf(at(multiply(index, 2)), at(add(multiply(index, 2), 1))) };
  });
}

/** Tables by the names of the arrays, which each mode has. */
export function namedTables<Integer extends string, Real extends string>(
  names: TableNames<Integer, Real>,
  program: ProgramBuilder,
): Tables<Integer | Real> {
  return tablesOf(names, (name, isInteger) => {
    const region: Region = { name, of: 'mode' };
    return {
      at: (index) => (isInteger ? program.loadPlace(region, index) : program.load(region, index)),
      pairAt: (index) => program.loadPair(region, multiply(index, 2)),
    };
  });
}

function tablesOf<Integer extends string, Real extends string>(
  { integers, numbers }: TableNames<Integer, Real>,
  of: (name: Integer | Real, isInteger: boolean) => Table,
): Tables<Integer | Real> {
  const tables: Partial<Record<Integer | Real, Table>> = {};
  for (const name of integers) tables[name] = of(name, true);
  for (const name of numbers) tables[name] = of(name, false);
  return tables as Tables<Integer | Real>;
}
