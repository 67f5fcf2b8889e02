/** Expressions that are no text: what devices compose of their parameters and the quantities that they read. */
import type { Span } from '../base/span.js';
import type { BinaryOperator, Expression } from './ast.js';

/** Makes nodes that all have one place, that of the card which they come from. */
export class ExpressionBuilder {
  constructor(private readonly span: Span) {}

  number(value: number): Expression {
    return { kind: 'number', value, span: this.span };
  }

  /** v(a,b), or v(a) from ground. */
  voltage(a: string, b: string): Expression {
    return { kind: 'probe', quantity: 'v', names: b === '0' ? [a] : [a, b], span: this.span };
  }

  current(element: string): Expression {
    return { kind: 'probe', quantity: 'i', names: [element], span: this.span };
  }

  call(name: string, ...args: readonly Expression[]): Expression {
    return { kind: 'call', name, args, span: this.span };
  }

  add(left: Expression, right: Expression): Expression {
    return this.#binary('+', left, right);
  }

  subtract(left: Expression, right: Expression): Expression {
    return this.#binary('-', left, right);
  }

  multiply(left: Expression, right: Expression): Expression {
    return this.#binary('*', left, right);
  }

  divide(left: Expression, right: Expression): Expression {
    return this.#binary('/', left, right);
  }

  /** factor (x + offset), without what changes nothing. */
  scaled(x: Expression, factor: number, offset = 0): Expression {
    const moved = offset === 0 ? x : this.add(x, this.number(offset));
    return factor === 1 ? moved : this.multiply(this.number(factor), moved);
  }

  /** left > right, left >= right ... as a truth value. */
  compare(operator: '<' | '<=' | '>' | '>=', left: Expression, right: Expression): Expression {
    return this.#binary(operator, left, right);
  }

  choose(test: Expression, then: Expression, otherwise: Expression): Expression {
    return { kind: 'conditional', test, then, otherwise, span: this.span };
  }

  #binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
    return { kind: 'binary', operator, left, right, span: this.span };
  }
}
