/**
 * Expression -> flat postfix program over Float64Array, for the inner loops of a simulation: interpreted
 * (never JavaScript evaluation), without allocation for all functions of one or two arguments.
 * A conditional jumps, so that only the chosen branch is evaluated. Cost: one dispatch an operation.
 */
import type { BinaryOperator, Expression } from './ast.js';
import { CONSTANTS, FUNCTIONS } from './functions.js';
import { variableKey } from './map-expression.js';
import { BINARY_OPERATIONS, UNARY_OPERATIONS } from './operators.js';
import { powerOf, quotientOf } from './tape-loop.js';

type Apply = (...args: number[]) => number;

/** Operation codes; each takes one operand word. */
const CONSTANT = 0;
const VARIABLE = 1;
const ADD = 2;
const SUBTRACT = 3;
const MULTIPLY = 4;
const DIVIDE = 5;
const NEGATE = 6;
const CALL_1 = 7;
const CALL_2 = 8;
const CALL_N = 9;
const JUMP_IF_ZERO = 10;
const JUMP = 11;

const ARITHMETIC: Readonly<Partial<Record<BinaryOperator, number>>> = Object.freeze({
  '+': ADD,
  '-': SUBTRACT,
  '*': MULTIPLY,
  '/': DIVIDE,
});

/** A compiled expression; its own stack makes an instance not reentrant. */
export class Program {
  readonly #code: Int32Array;
  readonly #constants: Float64Array;
  readonly #functions: readonly Apply[];
  readonly #counts: readonly number[];
  readonly #stack: Float64Array;

  constructor(parts: ProgramParts) {
    this.#code = Int32Array.from(parts.code);
    this.#constants = Float64Array.from(parts.constants);
    this.#functions = parts.functions;
    this.#counts = parts.counts;
    this.#stack = new Float64Array(parts.depth + 1);
  }

  /** Returns the value; `inputs` are the variables in the order given to `compileExpression`. */
  evaluate(inputs: Float64Array): number {
    const code = this.#code;
    const stack = this.#stack;
    let top = -1;
    for (let at = 0; at < code.length; at += 2) {
      const operand = code[at + 1] ?? 0;
      switch (code[at] as number) {
        case CONSTANT:
          stack[++top] = this.#constants[operand] ?? NaN;
          break;
        case VARIABLE:
          stack[++top] = inputs[operand] ?? NaN;
          break;
        case ADD:
          top--;
          stack[top] = (stack[top] ?? NaN) + (stack[top + 1] ?? NaN);
          break;
        case SUBTRACT:
          top--;
          stack[top] = (stack[top] ?? NaN) - (stack[top + 1] ?? NaN);
          break;
        case MULTIPLY:
          top--;
          stack[top] = (stack[top] ?? NaN) * (stack[top + 1] ?? NaN);
          break;
        case DIVIDE:
          top--;
          stack[top] = (stack[top] ?? NaN) / (stack[top + 1] ?? NaN);
          break;
        case NEGATE:
          stack[top] = -(stack[top] ?? NaN);
          break;
        case CALL_1:
          stack[top] = this.#functions[operand]?.(stack[top] ?? NaN) ?? NaN;
          break;
        case CALL_2:
          top--;
          stack[top] = this.#functions[operand]?.(stack[top] ?? NaN, stack[top + 1] ?? NaN) ?? NaN;
          break;
        case CALL_N: {
          const count = this.#counts[operand] ?? 0;
          top -= count - 1;
          stack[top] = this.#functions[operand]?.(...stack.subarray(top, top + count)) ?? NaN;
          break;
        }
        case JUMP_IF_ZERO:
          if (stack[top--] === 0) at = operand - 2;
          break;
        case JUMP:
          at = operand - 2;
          break;
        default:
          return NaN;
      }
    }
    return stack[0] ?? NaN;
  }
}

interface ProgramParts {
  readonly code: number[];
  readonly constants: number[];
  readonly functions: Apply[];
  readonly counts: number[];
  readonly isLaw: boolean;
  depth: number;
}

/**
 * Compiles an expression whose variables have the given keys ("v(a,b)", "i(l1)", "time"). Undefined when it
 * contains another name, an unknown function, or one of the circuit's past (ddt, idt, delay). `isLaw`: of an element, not a value that is
 * written: its quotients are finite wherever iterations pass.
 */
export function compileExpression(
  expression: Expression,
  variables: readonly string[],
  isLaw = false,
): Program | undefined {
  const parts: ProgramParts = { code: [], constants: [], functions: [], counts: [], isLaw, depth: 0 };
  const index = new Map(variables.map((key, k) => [key, k]));
  return emit(expression, 0, parts, index) ? new Program(parts) : undefined;
}

/** Emits code that leaves one value at stack position `height`. */
function emit(
  node: Expression,
  height: number,
  parts: ProgramParts,
  index: ReadonlyMap<string, number>,
): boolean {
  parts.depth = Math.max(parts.depth, height);
  switch (node.kind) {
    case 'number':
      return emitConstant(node.value, parts);
    case 'name':
    case 'probe': {
      const key = variableKey(node);
      const position = index.get(key);
      if (position !== undefined) return word(VARIABLE, position, parts);
      const constant = node.kind === 'name' ? CONSTANTS.get(key) : undefined;
      return constant !== undefined && emitConstant(constant, parts);
    }
    case 'unary':
      if (!emit(node.operand, height, parts, index)) return false;
      if (node.operator === '-') return word(NEGATE, 0, parts);
      return node.operator === '+' || emitCall(UNARY_OPERATIONS[node.operator], 1, parts);
    case 'binary': {
      if (!emit(node.left, height, parts, index) || !emit(node.right, height + 1, parts, index)) return false;
      if (node.operator === '/' && parts.isLaw) return emitCall(quotientOf, 2, parts);
      const code = ARITHMETIC[node.operator];
      if (code !== undefined) return word(code, 0, parts);
      const isPower = node.operator === '^' || node.operator === '**';
      return emitCall(isPower ? powerOf : BINARY_OPERATIONS[node.operator].apply, 2, parts);
    }
    case 'conditional':
      return emitChoice([node.test, node.then, node.otherwise], height, parts, index);
    case 'call': {
      if (node.name === 'if' && node.args.length === 3) return emitChoice(node.args, height, parts, index);
      const spec = FUNCTIONS.get(node.name);
      const count = node.args.length;
      if (!spec || count < spec.least || count > (spec.most ?? Infinity)) return false;
      const [x, ...points] = node.args;
      if (spec.through && x && points.every(isNumber))
        return (
          emit(x, height, parts, index) && emitCall(spec.through(points.map(({ value }) => value)), 1, parts)
        );
      return (
        node.args.every((arg, k) => emit(arg, height + k, parts, index)) && emitCall(spec.apply, count, parts)
      );
    }
  }
}

function isNumber(node: Expression): node is Extract<Expression, { kind: 'number' }> {
  return node.kind === 'number';
}

function emitChoice(
  [test, then, otherwise]: readonly Expression[],
  height: number,
  parts: ProgramParts,
  index: ReadonlyMap<string, number>,
): boolean {
  if (!test || !then || !otherwise || !emit(test, height, parts, index)) return false;
  const { code } = parts;
  word(JUMP_IF_ZERO, 0, parts);
  const toOtherwise = code.length - 1;
  if (!emit(then, height, parts, index)) return false;
  word(JUMP, 0, parts);
  const toEnd = code.length - 1;
  code[toOtherwise] = code.length;
  if (!emit(otherwise, height, parts, index)) return false;
  code[toEnd] = code.length;
  return true;
}

function emitConstant(value: number, parts: ProgramParts): true {
  parts.constants.push(value);
  return word(CONSTANT, parts.constants.length - 1, parts);
}

function emitCall(apply: Apply, count: number, parts: ProgramParts): true {
  parts.functions.push(apply);
  parts.counts.push(count);
  return word(count === 1 ? CALL_1 : count === 2 ? CALL_2 : CALL_N, parts.functions.length - 1, parts);
}

function word(code: number, operand: number, parts: ProgramParts): true {
  parts.code.push(code, operand);
  return true;
}
