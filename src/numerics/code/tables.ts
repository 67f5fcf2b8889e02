/**
 * Tables that a program reads: numbers of the script where they are known when it is built, so that its loops over them are
 * unrolled and their entries become constants, else arrays of the mode at hand. Where only their pattern is known - counts
 * and places - loops are unrolled, and numbers are read from memory: such code serves all modes of the pattern.
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

/** Tables whose integers are known, and whose numbers stand in a region, from a place on, as `writeNumbers` writes them. */
export function patternTables<Integer extends string, Real extends string>(
  names: TableNames<Integer, Real>,
  arrays: Arrays<Integer, Real>,
  program: ProgramBuilder,
  region: Region,
  first: number,
): Tables<Integer | Real> {
  const known = knownTables(names, arrays);
  let at = first;
  return tablesOf(names, (name, isInteger) => {
    if (isInteger) return known[name];
    const start = at;
    at += numbersOf(arrays, name as Real).length;
    return {
      at: (index) => program.load(region, add(start, index)),
      pairAt: (index) => program.loadPair(region, add(start, multiply(index, 2))),
    };
  });
}

/** Writes the numbers of arrays one behind the other; returns the place behind them. */
export function writeNumbers<Integer extends string, Real extends string>(
  names: TableNames<Integer, Real>,
  arrays: Arrays<Integer, Real>,
  out: Float64Array,
  first: number,
): number {
  let at = first;
  for (const name of names.numbers) {
    const values = numbersOf(arrays, name);
    out.set(values, at);
    at += values.length;
  }
  return at;
}

export function countNumbers<Integer extends string, Real extends string>(
  { numbers }: TableNames<Integer, Real>,
  arrays: Arrays<Integer, Real>,
): number {
  return numbers.reduce((sum, name) => sum + numbersOf(arrays, name).length, 0);
}

/** What tables with equal patterns have in common: all their integers. */
export function patternOf<Integer extends string, Real extends string>(
  { integers }: TableNames<Integer, Real>,
  arrays: Arrays<Integer, Real>,
): string {
  const all: Readonly<Record<Integer, Int32Array>> = arrays;
  return integers.map((name) => all[name].join(' ')).join();
}

function numbersOf<Real extends string>(
  arrays: Readonly<Record<Real, Float64Array>>,
  name: Real,
): Float64Array {
  return arrays[name];
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
