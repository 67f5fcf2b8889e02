/**
 * What operators mean and how tightly they bind. Comparisons and logic give 1 or 0, and anything but 0
 * is true. Power is right associative (in ngspice left: `dialect.ts`) and binds tighter than a sign before it: -2^2 = -4.
 */
import type { BinaryOperator, UnaryOperator } from './ast.js';

export interface BinaryOperation {
  /** Larger binds tighter. */
  readonly precedence: number;
  readonly apply: (left: number, right: number) => number;
}

const truth = (condition: boolean): number => (condition ? 1 : 0);

export const BINARY_OPERATIONS: Readonly<Record<BinaryOperator, BinaryOperation>> = Object.freeze({
  '||': { precedence: 1, apply: (a, b) => truth(a !== 0 || b !== 0) },
  '&&': { precedence: 2, apply: (a, b) => truth(a !== 0 && b !== 0) },
  '==': { precedence: 3, apply: (a, b) => truth(a === b) },
  '!=': { precedence: 3, apply: (a, b) => truth(a !== b) },
  '<': { precedence: 4, apply: (a, b) => truth(a < b) },
  '<=': { precedence: 4, apply: (a, b) => truth(a <= b) },
  '>': { precedence: 4, apply: (a, b) => truth(a > b) },
  '>=': { precedence: 4, apply: (a, b) => truth(a >= b) },
  '+': { precedence: 5, apply: (a, b) => a + b },
  '-': { precedence: 5, apply: (a, b) => a - b },
  '*': { precedence: 6, apply: (a, b) => a * b },
  '/': { precedence: 6, apply: (a, b) => a / b },
  '%': { precedence: 6, apply: (a, b) => a % b },
  '^': { precedence: 8, apply: (a, b) => a ** b },
  '**': { precedence: 8, apply: (a, b) => a ** b },
} satisfies Record<BinaryOperator, BinaryOperation>);

/** Between product and power. */
export const PREFIX_PRECEDENCE = 7;
export const POWER_PRECEDENCE = 8;

/** How tightly what is written binds: operators between two operands, "xor", and before one "sign" and "!". */
export type Precedences = Readonly<Record<BinaryOperator | 'xor' | 'sign' | '!', number>>;

export const PRECEDENCES: Precedences = Object.freeze({
  ...(Object.fromEntries(
    Object.entries(BINARY_OPERATIONS).map(([operator, { precedence }]) => [operator, precedence]),
  ) as Record<BinaryOperator, number>),
  xor: 1,
  sign: PREFIX_PRECEDENCE,
  '!': PREFIX_PRECEDENCE,
});

export const UNARY_OPERATIONS: Readonly<Record<UnaryOperator, (operand: number) => number>> = Object.freeze({
  '-': (a: number) => -a,
  '+': (a: number) => a,
  '!': (a: number) => truth(a === 0),
});
