/**
 * The parameters of one scope: definitions as written, and their values once resolved.
 */
import type { Span } from '../base/span.js';
import type { Expression } from '../expression/ast.js';
import type { Scope } from '../expression/scope.js';

export interface ParameterDefinition {
  /** Lower case. */
  readonly name: string;
  /** Undefined when its text is already reported as wrong. */
  readonly expression: Expression | undefined;
  /** Place of the name. */
  readonly span: Span;
}

export class ParameterScope implements Scope {
  readonly definitions = new Map<string, ParameterDefinition>();
  readonly #values = new Map<string, number | null>();

  /** Sets the value of a defined parameter; null: it has none, for a reason already reported. */
  assign(name: string, value: number | null): void {
    this.#values.set(name, value);
  }

  lookup(name: string): number | null | undefined {
    return this.#values.get(name);
  }

  names(): Iterable<string> {
    return this.definitions.keys();
  }
}
