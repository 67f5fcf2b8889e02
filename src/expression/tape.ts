/**
 * Several expressions of the same variables -> one list of operations on registers, a value and its slopes for one: what stands in
 * more than one of them is computed once, and of a conditional the branch that is chosen alone. `tape-loop.ts` runs it, as machine code
 * as well; it has the values of `program.ts` to the bit.
 */
import type { BinaryOperator, Expression } from './ast.js';
import { CONSTANTS } from './functions.js';
import { variableKey } from './map-expression.js';
import { tapeCodes } from './tape-loop.js';

export interface Tape {
  /** What the registers behind those of the variables hold. */
  readonly constants: readonly number[];
  /** Registers in all: variables, constants, what operations write. */
  readonly registers: number;
  /** `OPERATION_LENGTH` numbers an operation. */
  readonly operations: readonly number[];
  /** The registers of the expressions. */
  readonly results: readonly number[];
}

/** Operations of two operands; `swapped`: y < x for x > y. */
const BINARY: Readonly<Partial<Record<BinaryOperator, readonly [code: number, swapped?: true]>>> =
  Object.freeze({
    '+': [tapeCodes.add],
    '-': [tapeCodes.subtract],
    '*': [tapeCodes.multiply],
    '/': [tapeCodes.quotient],
    '^': [tapeCodes.power],
    '**': [tapeCodes.power],
    '<': [tapeCodes.less],
    '<=': [tapeCodes.lessOrEqual],
    '>': [tapeCodes.less, true],
    '>=': [tapeCodes.lessOrEqual, true],
    '==': [tapeCodes.equal],
    '!=': [tapeCodes.differs],
    '&&': [tapeCodes.and],
    '||': [tapeCodes.or],
  });

const UNARY_CALLS: ReadonlyMap<string, number> = new Map([
  ...(['abs', 'sqrt', 'exp', 'log', 'log10', 'sin', 'cos', 'tan', 'atan', 'tanh'] as const).map(
    (name) => [name, tapeCodes[name]] as const,
  ),
  ...(['sinh', 'cosh', 'asin', 'acos', 'not'] as const).map((name) => [name, tapeCodes[name]] as const),
  ...(
    [
      ['sgn', 'sign'],
      ['ln', 'log'],
      ['arcsin', 'asin'],
      ['arccos', 'acos'],
      ['arctan', 'atan'],
    ] as const
  ).map(([name, code]) => [name, tapeCodes[code]] as const),
]);

/** Raised where a tape has no such operation. */
class NotOnTape extends Error {}

/** The tape of expressions of these variables, whose quotients are those of laws; undefined where one has an operation that tapes have not. */
export function tapeOf(expressions: readonly Expression[], variables: readonly string[]): Tape | undefined {
  try {
    return new TapeBuilder(variables).build(expressions);
  } catch (error) {
    if (error instanceof NotOnTape) return undefined;
    throw error;
  }
}

class TapeBuilder {
  readonly #variables: ReadonlyMap<string, number>;
  readonly #constants: number[] = [];
  /** Results, numbered from -1 downwards until it is known how many constants there are. */
  #written = 0;
  readonly #operations: number[] = [];
  /** Values that are known, by their operation: those of a branch are known within it alone. */
  readonly #known: Map<string, number>[] = [new Map<string, number>()];

  constructor(variables: readonly string[]) {
    this.#variables = new Map(variables.map((key, k) => [key, k]));
  }

  build(expressions: readonly Expression[]): Tape {
    const found = expressions.map((expression) => this.#emit(expression));
    const first = this.#variables.size + this.#constants.length;
    const register = (of: number): number => (of < 0 ? first - 1 - of : of);
    const operations = this.#operations.map((value, k) => {
      const isCount = k % 4 === 0 || (k % 4 === 3 && isJump(this.#operations[k - 3] as number));
      return isCount ? value : register(value);
    });
    const registers = first + this.#written;
    return { constants: this.#constants, registers, operations, results: found.map(register) };
  }

  #emit(node: Expression): number {
    switch (node.kind) {
      case 'number':
        return this.#constant(node.value);
      case 'name':
      case 'probe':
        return this.#variable(node);
      case 'unary': {
        const operand = this.#emit(node.operand);
        if (node.operator === '+') return operand;
        return this.#operation(node.operator === '-' ? tapeCodes.negate : tapeCodes.not, operand);
      }
      case 'binary': {
        const [code, swapped] = BINARY[node.operator] ?? none();
        const [left, right] = [this.#emit(node.left), this.#emit(node.right)];
        return swapped ? this.#operation(code, right, left) : this.#operation(code, left, right);
      }
      case 'conditional':
        return this.#choice(node.test, node.then, node.otherwise);
      case 'call':
        return this.#call(node.name, node.args);
    }
  }

  #call(name: string, args: readonly Expression[]): number {
    const [x, y, z] = args;
    if (name === 'if' && x && y && z && args.length === 3) return this.#choice(x, y, z);
    const { abs, less, max, min, multiply, powerAsWritten, sign } = tapeCodes;
    const values = args.map((arg) => this.#emit(arg));
    const [a = none(), b = a, c = a] = values;
    const expect = (count: number): void => void (args.length === count || none());
    const unary = UNARY_CALLS.get(name);
    if (unary !== undefined) {
      expect(1);
      return this.#operation(unary, a);
    }
    switch (name) {
      case 'min':
      case 'max':
        return values
          .slice(1)
          .reduce((least, one) => this.#operation(name === 'min' ? min : max, least, one), a);
      case 'square':
        expect(1);
        return this.#operation(multiply, a, a);
      case 'u':
      case 'stp':
        expect(1);
        return this.#operation(less, this.#constant(0), a);
      case 'uramp':
        expect(1);
        return this.#operation(max, a, this.#constant(0));
      case 'pow':
        expect(2);
        return this.#operation(powerAsWritten, a, b);
      case 'pwr':
        expect(2);
        return this.#operation(powerAsWritten, this.#operation(abs, a), b);
      case 'pwrs':
        expect(2);
        return this.#operation(
          multiply,
          this.#operation(sign, a),
          this.#operation(powerAsWritten, this.#operation(abs, a), b),
        );
      case 'limit':
        expect(3);
        return this.#operation(
          min,
          this.#operation(max, a, this.#operation(min, b, c)),
          this.#operation(max, b, c),
        );
      default:
        return none();
    }
  }

  #variable(node: Extract<Expression, { kind: 'name' | 'probe' }>): number {
    const key = variableKey(node);
    const constant = node.kind === 'name' ? CONSTANTS.get(key) : undefined;
    return this.#variables.get(key) ?? (constant === undefined ? none() : this.#constant(constant));
  }

  #constant(value: number): number {
    const at = this.#constants.findIndex((known) => Object.is(known, value));
    return this.#variables.size + (at < 0 ? this.#constants.push(value) - 1 : at);
  }

  #operation(code: number, a: number, b = a): number {
    const key = `${code} ${a} ${b}`;
    for (const scope of this.#known) {
      const known = scope.get(key);
      if (known !== undefined) return known;
    }
    const result = this.#next();
    this.#operations.push(code, result, a, b);
    this.#known.at(-1)?.set(key, result);
    return result;
  }

  #choice(test: Expression, then: Expression, otherwise: Expression): number {
    const operations = this.#operations;
    const decided = this.#emit(test);
    const result = this.#next();
    const jump = (code: number): number => operations.push(code, 0, decided, 0) - 1;
    const branch = (node: Expression): void => {
      this.#known.push(new Map());
      const value = this.#emit(node);
      operations.push(tapeCodes.copy, result, value, value);
      this.#known.pop();
    };
    const toOtherwise = jump(tapeCodes.jumpIfZero);
    branch(then);
    const toEnd = jump(tapeCodes.jump);
    operations[toOtherwise] = operations.length / 4;
    branch(otherwise);
    operations[toEnd] = operations.length / 4;
    return result;
  }

  #next(): number {
    this.#written++;
    return -this.#written;
  }
}

function isJump(code: number): boolean {
  return code === tapeCodes.jump || code === tapeCodes.jumpIfZero;
}

function none(): never {
  throw new NotOnTape();
}
