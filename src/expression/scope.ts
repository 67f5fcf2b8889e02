/**
 * What names and functions mean to an expression.
 */
import type { RandomStream } from '../base/random.js';
import type { Span } from '../base/span.js';
import type { Expression } from './ast.js';

/** A function that a netlist defines: `.func f(x,y) {body}`. */
export interface UserFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  /** Values of the last parameters where a call does not give them. */
  readonly defaults?: readonly number[];
  readonly body: Expression;
  /** Where the names of the body are looked up that are no parameters. */
  readonly scope: Scope;
  /** Place of the name. */
  readonly span: Span;
}

export interface Scope {
  /** The value; null: known, but without a value for a reason already reported; undefined: unknown. */
  lookup(name: string): number | null | undefined;
  /** Whether a name depends on the circuit: it has an expression instead of a value. */
  varies?(name: string): boolean;
  /** The flat expression of such a name; undefined after reporting what is wrong with it. */
  expressionOf?(name: string): Expression | undefined;
  /** A function; null: known, but its definition is already reported as wrong. */
  functionOf?(name: string): UserFunction | null | undefined;
  /** All known names, for suggestions. */
  names(): Iterable<string>;
  functionNames?(): Iterable<string>;
  /** Where random functions draw from; absent: they give their nominal value. */
  readonly random?: RandomStream | undefined;
}

/** A scope in which some names are bound to numbers or expressions, before all others. */
export function boundScope(outer: Scope, bindings: ReadonlyMap<string, number | Expression>): Scope {
  return {
    random: outer.random,
    lookup(name) {
      const bound = bindings.get(name);
      if (bound === undefined) return outer.lookup(name);
      return typeof bound === 'number' ? bound : undefined;
    },
    varies(name) {
      const bound = bindings.get(name);
      return bound === undefined ? outer.varies?.(name) === true : typeof bound === 'object';
    },
    expressionOf(name) {
      const bound = bindings.get(name);
      return typeof bound === 'object' ? bound : outer.expressionOf?.(name);
    },
    functionOf: (name) => outer.functionOf?.(name),
    names: () => [...bindings.keys(), ...outer.names()],
    functionNames: () => outer.functionNames?.() ?? [],
  };
}
