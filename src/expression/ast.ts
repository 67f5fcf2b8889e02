/**
 * Expressions as data. They are interpreted, never evaluated as JavaScript; they can be evaluated,
 * differentiated and split into piecewise-linear forms because they are data.
 */
import type { Span } from '../base/span.js';

export type UnaryOperator = '-' | '+' | '!';
export type BinaryOperator =
  '+' | '-' | '*' | '/' | '%' | '^' | '**' | '<' | '<=' | '>' | '>=' | '==' | '!=' | '&&' | '||';

export type Expression =
  | { readonly kind: 'number'; readonly value: number; readonly span: Span }
  /** A parameter, or `time`, `temper` ...; lower case. */
  | { readonly kind: 'name'; readonly name: string; readonly span: Span }
  /** v(a), v(a,b), i(l1): what names a quantity of the circuit; lower case. */
  | {
      readonly kind: 'probe';
      readonly quantity: string;
      readonly names: readonly string[];
      readonly span: Span;
    }
  | {
      readonly kind: 'unary';
      readonly operator: UnaryOperator;
      readonly operand: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly args: readonly Expression[];
      readonly span: Span;
    }
  | {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
      readonly span: Span;
    };
