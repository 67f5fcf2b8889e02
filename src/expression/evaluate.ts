/**
 * Expression -> number, by walking the tree (at most MAX_TREE_DEPTH deep, see run-grammar.ts).
 * Everything that has no value is reported at its place: unknown names and functions, wrong numbers of
 * arguments, division by zero, results that are not a number or overflow.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import { nearestName } from '../base/nearest-name.js';
import type { Span } from '../base/span.js';
import { formatNumber } from '../base/units.js';
import type { Expression } from './ast.js';
import { CONSTANTS, FUNCTIONS, type FunctionSpec } from './functions.js';
import { BINARY_OPERATIONS, UNARY_OPERATIONS } from './operators.js';

/** What names mean. */
export interface Scope {
  /** The value; null: known, but without a value for a reason already reported; undefined: unknown. */
  lookup(name: string): number | null | undefined;
  /** All known names, for suggestions. */
  names(): Iterable<string>;
}

type Node<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

/** Returns the value, or undefined after reporting (or when a name's failure was reported before). */
export function evaluate(expression: Expression, scope: Scope, diagnostics: Diagnostics): number | undefined {
  const recurse = (node: Expression): number | undefined => {
    switch (node.kind) {
      case 'number':
        return checked(node.value, [0], node.span, 'the number', diagnostics);
      case 'name':
        return valueOfName(node, scope, diagnostics);
      case 'unary': {
        const operand = recurse(node.operand);
        return operand === undefined ? undefined : UNARY_OPERATIONS[node.operator](operand);
      }
      case 'binary':
        return valueOfBinary(node, recurse(node.left), recurse(node.right), diagnostics);
      case 'conditional':
        return choose([node.test, node.then, node.otherwise], recurse);
      case 'call':
        return valueOfCall(node, recurse, diagnostics);
      case 'probe':
        diagnostics.error(
          'no-circuit-quantity',
          `${node.quantity}(${node.names.join(',')}) has no value here: the circuit is not being solved`,
          node.span,
          { cure: 'use numbers and parameters' },
        );
        return undefined;
    }
  };
  return recurse(expression);
}

type Recurse = (node: Expression) => number | undefined;

function choose([test, then, otherwise]: readonly Expression[], recurse: Recurse): number | undefined {
  if (!test || !then || !otherwise) return undefined;
  const condition = recurse(test);
  return condition === undefined ? undefined : recurse(condition !== 0 ? then : otherwise);
}

function valueOfName(
  { name, span }: Node<'name'>,
  scope: Scope,
  diagnostics: Diagnostics,
): number | undefined {
  const own = scope.lookup(name);
  const value = own === undefined ? CONSTANTS.get(name) : own;
  if (value === undefined) {
    const nearest = nearestName(name, [...scope.names(), ...CONSTANTS.keys()]);
    diagnostics.error('unknown-parameter', `unknown parameter "${name}"`, span, {
      cure: nearest === undefined ? `define it: .param ${name}=...` : `did you mean "${nearest}"?`,
    });
  }
  return value ?? undefined;
}

function valueOfBinary(
  { operator, right: divisor, span }: Node<'binary'>,
  left: number | undefined,
  right: number | undefined,
  diagnostics: Diagnostics,
): number | undefined {
  if (left === undefined || right === undefined) return undefined;
  if ((operator === '/' || operator === '%') && right === 0) {
    diagnostics.error('division-by-zero', 'division by zero: the divisor is 0', divisor.span);
    return undefined;
  }
  const value = BINARY_OPERATIONS[operator].apply(left, right);
  const text = `${formatNumber(left)} ${operator} ${formatNumber(right)}`;
  return checked(value, [left, right], span, text, diagnostics);
}

function valueOfCall(node: Node<'call'>, recurse: Recurse, diagnostics: Diagnostics): number | undefined {
  const { name, args, span } = node;
  if (name === 'if' || name === 'ternary_fcn') {
    return checkArity(name, { least: 3, most: 3 }, node, diagnostics) ? choose(args, recurse) : undefined;
  }
  const spec = FUNCTIONS.get(name);
  if (!spec) {
    const nearest = nearestName(name, [...FUNCTIONS.keys(), 'if']);
    diagnostics.error('unknown-function', `unknown function "${name}"`, span, {
      cure:
        nearest === undefined
          ? `use one of: ${[...FUNCTIONS.keys(), 'if'].join(', ')}`
          : `did you mean "${nearest}"?`,
    });
  }
  const arityHolds = spec !== undefined && checkArity(name, spec, node, diagnostics);
  const values = args.map(recurse).filter((value) => value !== undefined);
  if (!arityHolds || values.length < args.length) return undefined;
  const text = `${name}(${values.map((value) => formatNumber(value)).join(', ')})`;
  return checked(spec.apply(...values), values, span, text, diagnostics);
}

function checkArity(
  name: string,
  { least, most }: Pick<FunctionSpec, 'least' | 'most'>,
  { args, span }: Node<'call'>,
  diagnostics: Diagnostics,
): boolean {
  if (args.length >= least && args.length <= (most ?? Infinity)) return true;
  const wanted = most === least ? `${least}` : `at least ${least}`;
  diagnostics.error(
    'wrong-arity',
    `${name}() takes ${wanted} argument${least === 1 ? '' : 's'}, not ${args.length}`,
    span,
  );
  return false;
}

/** Refuses NaN, and an infinity that did not come in through an operand. */
function checked(
  value: number,
  operands: readonly number[],
  span: Span,
  text: string,
  diagnostics: Diagnostics,
): number | undefined {
  if (Number.isNaN(value)) {
    diagnostics.error('not-a-number', `${text} is not a number`, span);
    return undefined;
  }
  if (!Number.isFinite(value) && operands.every(Number.isFinite)) {
    diagnostics.error('overflow', `${text} is not finite`, span, {
      cure: 'write "inf" where infinity is meant',
    });
    return undefined;
  }
  return value;
}
