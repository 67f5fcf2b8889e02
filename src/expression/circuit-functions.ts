/**
 * Functions of a quantity's past, or of the analysis, legal in expressions of the circuit only. They are not evaluated here:
 * whoever solves the circuit gives each call a state of its own.
 */

export interface CircuitFunctionSpec {
  readonly name: string;
  readonly doc: string;
  readonly least: number;
  readonly most: number;
}

const SPECS: readonly CircuitFunctionSpec[] = [
  { name: 'ddt', doc: 'derivative with respect to time', least: 1, most: 1 },
  {
    name: 'idt',
    doc: 'integral over time, from an initial value (default 0), at which it is held while a third argument is above 0.5',
    least: 1,
    most: 3,
  },
  { name: 'sdt', doc: 'integral over time from 0', least: 1, most: 1 },
  {
    name: 'idtmod',
    doc: 'integral from an initial value, modulo the third argument, from the fourth on (0); these two are numbers',
    least: 1,
    most: 4,
  },
  { name: 'delay', doc: 'x a constant time ago', least: 2, most: 3 },
  { name: 'absdelay', doc: 'x a constant time ago', least: 2, most: 3 },
  { name: 'ddx', doc: 'slope of an expression by a quantity or parameter', least: 2, most: 2 },
  { name: 'smallsig', doc: '1 for the small signals of .ac and .noise, else 0', least: 0, most: 0 },
];

export const CIRCUIT_FUNCTIONS: ReadonlyMap<string, CircuitFunctionSpec> = new Map(
  SPECS.map((spec) => [spec.name, spec]),
);

/** Names that vary while the circuit is solved; every other name is a number. */
export const CIRCUIT_VARIABLES: ReadonlySet<string> = new Set(['time', 'freq', 'hertz']);
/** Of these the names of the frequency. */
export const FREQUENCY_VARIABLES: readonly string[] = Object.freeze(['freq', 'hertz']);
