/**
 * Values of the intermediate form in which hot numerical programs are written once (`program-builder.ts`): expressions
 * over variables and regions of memory. What is known when a program is built is a number of the script itself and is
 * folded here, by the operation that would run: folding never changes a bit. -0 is the neutral element of addition
 * (x + -0 = x for every x, which does not hold of 0), so that sums begin with it and what is known to be -0 costs nothing.
 *
 * A value is computed where it is used, from what variables and memory hold there; `ProgramBuilder.keep` keeps it.
 */

/**
 * What a value is: an integer; a place in memory, counted in numbers; a truth; a number; a pair of numbers that are
 * treated alike; a truth of each of a pair.
 */
export type Kind = 'integer' | 'place' | 'truth' | 'number' | 'pair' | 'mask';

export type Operation =
  | 'constant'
  | 'variable'
  | 'load'
  | 'call'
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'minimum'
  | 'maximum'
  | 'larger'
  | 'negate'
  | 'absolute'
  | 'squareRoot'
  | 'ceiling'
  | 'less'
  | 'atMost'
  | 'equal'
  | 'and'
  | 'or'
  | 'not'
  | 'bitOr'
  | 'isOdd'
  | 'any'
  | 'twice'
  | 'ofPair'
  | 'toNumber'
  | 'toInteger'
  | 'toPlace'
  | 'ofPlace';

/** Memory by name: numbers that programs and their callers share; `of` a mode: each mode has its own. */
export interface Region {
  readonly name: string;
  readonly of?: 'mode';
}

/** A function that a program calls, by its name, with integers, places and numbers for its result. */
export interface Callee {
  readonly name: string;
  readonly result: Kind;
}

/** One node of an expression. */
export class Value {
  constructor(
    readonly kind: Kind,
    readonly operation: Operation,
    readonly operands: readonly Value[],
    /** Of a constant: its value, or its two; of a variable: its number; of a load: the known part of its place; of an entry of a pair: which. */
    readonly first = 0,
    readonly second = 0,
    readonly of?: Region | Callee,
  ) {}
}

const none: readonly Value[] = Object.freeze([]);

/** A number, an integer or a place that is known when the program is built, or one that is not. */
export type Num = number | Value;
export type Truth = boolean | Value;

export function constant(kind: Kind, value: number): Value {
  return new Value(kind, 'constant', none, value, value);
}

export function pairOf(first: number, second: number): Value {
  return new Value('pair', 'constant', none, first, second);
}

/** The value as one of the kind that an operation is done in. */
export function asValue(value: Num, kind: Kind): Value {
  return typeof value === 'number' ? constant(kind, value) : value;
}

/** Whether both numbers of a value are known to be this. */
function isKnown({ operation, first, second }: Value, of: number): boolean {
  return operation === 'constant' && Object.is(first, of) && Object.is(second, of);
}

function kindOf(a: Num, b: Num): Kind {
  if (typeof a !== 'number') return a.kind;
  return typeof b === 'number' ? 'number' : b.kind;
}

function isWhole(kind: Kind): boolean {
  return kind === 'integer' || kind === 'place';
}

function binary(operation: Operation, a: Num, b: Num, result?: Kind): Value {
  const kind = kindOf(a, b);
  return new Value(result ?? kind, operation, [asValue(a, kind), asValue(b, kind)]);
}

export function add(a: Num, b: Num): Num {
  if (typeof a === 'number') {
    if (typeof b === 'number') return a + b;
    return Object.is(a, neutral(b.kind)) ? b : binary('add', a, b);
  }
  if (isKnown(a, neutral(a.kind))) return b;
  if (typeof b === 'number') return Object.is(b, neutral(a.kind)) ? a : binary('add', a, b);
  return isKnown(b, neutral(b.kind)) ? a : new Value(a.kind, 'add', [a, b]);
}

function neutral(kind: Kind): number {
  return isWhole(kind) ? 0 : -0;
}

export function subtract(a: Num, b: Num): Num {
  return typeof a === 'number' && typeof b === 'number' ? a - b : binary('subtract', a, b);
}

export function multiply(a: Num, b: Num): Num {
  if (typeof a === 'number') {
    if (typeof b === 'number') return a * b;
    return a === 1 ? b : binary('multiply', a, b);
  }
  if (typeof b === 'number') return b === 1 ? a : binary('multiply', a, b);
  return new Value(a.kind, 'multiply', [a, b]);
}

export function divide(a: Num, b: Num): Num {
  return typeof a === 'number' && typeof b === 'number' ? a / b : binary('divide', a, b);
}

/** Of numbers and integers; -0 is less than 0, and beside no number there is none, as of `Math.min`. */
export function minimum(a: Num, b: Num): Num {
  return typeof a === 'number' && typeof b === 'number' ? Math.min(a, b) : binary('minimum', a, b);
}

export function maximum(a: Num, b: Num): Num {
  return typeof a === 'number' && typeof b === 'number' ? Math.max(a, b) : binary('maximum', a, b);
}

/** Of pairs: b where a < b, else a. */
export function larger(a: Value, b: Value): Value {
  return binary('larger', a, b);
}

export function negate(a: Num): Num {
  return typeof a === 'number' ? -a : new Value(a.kind, 'negate', [a]);
}

export function absolute(a: Num): Num {
  return typeof a === 'number' ? Math.abs(a) : new Value(a.kind, 'absolute', [a]);
}

export function squareRoot(a: Num): Num {
  return typeof a === 'number' ? Math.sqrt(a) : new Value(a.kind, 'squareRoot', [a]);
}

/** The least whole number that is not less. */
export function ceiling(a: Num): Num {
  return typeof a === 'number' ? Math.ceil(a) : new Value(a.kind, 'ceiling', [a]);
}

/** a < b; of pairs a mask. No number is neither less nor equal. */
export function less(a: Num, b: Num): Truth {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  return binary('less', a, b, kindOf(a, b) === 'pair' ? 'mask' : 'truth');
}

export function atMost(a: Num, b: Num): Truth {
  return typeof a === 'number' && typeof b === 'number' ? a <= b : binary('atMost', a, b, 'truth');
}

export function equal(a: Num, b: Num): Truth {
  return typeof a === 'number' && typeof b === 'number' ? a === b : binary('equal', a, b, 'truth');
}

export function and(a: Truth, b: Truth): Truth {
  if (typeof a === 'boolean') return a && b;
  if (typeof b === 'boolean') return b && a;
  return new Value(a.kind, 'and', [a, b]);
}

export function or(a: Truth, b: Truth): Truth {
  if (typeof a === 'boolean') return a || b;
  if (typeof b === 'boolean') return b || a;
  return new Value(a.kind, 'or', [a, b]);
}

export function not(a: Truth): Truth {
  return typeof a === 'boolean' ? !a : new Value('truth', 'not', [a]);
}

/** Whether one of a mask is true. */
export function any(mask: Value): Value {
  return new Value('truth', 'any', [mask]);
}

export function bitOr(a: Value, b: Num): Value {
  return binary('bitOr', a, b);
}

export function isOdd(a: Value): Value {
  return new Value('truth', 'isOdd', [a]);
}

/** A pair of the same number. */
export function twice(a: Num): Value {
  return typeof a === 'number' ? pairOf(a, a) : new Value('pair', 'twice', [a]);
}

/** Number 0 or 1 of a pair. */
export function ofPair(pair: Value, index: number): Num {
  if (pair.operation === 'constant') return index === 0 ? pair.first : pair.second;
  return new Value('number', 'ofPair', [pair], index);
}

/** A count as a number. */
export function toNumber(a: Num): Num {
  return typeof a === 'number' ? a : new Value('number', 'toNumber', [a]);
}

/** A whole number as a count. */
export function toInteger(a: Num): Num {
  return typeof a === 'number' ? a : new Value('integer', 'toInteger', [a]);
}

/** A count as a distance in memory. */
export function toPlace(a: Num): Num {
  return typeof a === 'number' || a.kind === 'place' ? a : new Value('place', 'toPlace', [a]);
}

/** A distance in memory as a count. */
export function ofPlace(a: Num): Num {
  return typeof a === 'number' ? a : new Value('integer', 'ofPlace', [a]);
}

/** The known part of a place: its distance behind `placeRest`. */
export function placeKnown(place: Num): number {
  if (typeof place === 'number') return place;
  if (place.operation === 'constant') return place.first;
  if (place.operation !== 'add') return 0;
  return placeKnown(place.operands[0]!) + placeKnown(place.operands[1]!);
}

/** What of a place is not known. */
export function placeRest(place: Num): Value | undefined {
  if (typeof place === 'number' || place.operation === 'constant') return undefined;
  if (place.operation !== 'add' || placeKnown(place) === 0) return place;
  const [a, b] = [placeRest(place.operands[0]!), placeRest(place.operands[1]!)];
  return a && b ? binary('add', a, b) : (a ?? b);
}
