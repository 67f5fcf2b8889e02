/**
 * Expression -> number, by walking the tree (at most MAX_TREE_DEPTH deep, see run-grammar.ts).
 * Everything that has no value is reported at its place: unknown names and functions, wrong numbers of
 * arguments, division by zero, results that are not a number or overflow.
 *
 * Functions that a netlist defines are called by value, at most MAX_CALL_DEPTH deep and MAX_CALLS times an
 * expression, so that no definition hangs.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import { nearestName } from '../base/nearest-name.js';
import type { Span } from '../base/span.js';
import { formatNumber } from '../base/units.js';
import type { Expression } from './ast.js';
import { CIRCUIT_FUNCTIONS, CIRCUIT_VARIABLES } from './circuit-functions.js';
import type { FunctionSpec } from './function-spec.js';
import { CONSTANTS, functionNamed, FUNCTIONS } from './functions.js';
import { BINARY_OPERATIONS, UNARY_OPERATIONS } from './operators.js';
import { nominalOf, RANDOM_FUNCTIONS } from './random-functions.js';
import { SEEDED_FUNCTIONS } from './random-series.js';
import { slopeBy } from './slope-by.js';
import { boundScope, type Scope, type UserFunction } from './scope.js';

export const MAX_CALL_DEPTH = 50;
export const MAX_CALLS = 10_000;

type Node<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

interface Work {
  readonly diagnostics: Diagnostics;
  calls: number;
  depth: number;
}

type Recurse = (node: Expression) => number | undefined;

/** Returns the value, or undefined after reporting (or when a name's failure was reported before). */
export function evaluate(expression: Expression, scope: Scope, diagnostics: Diagnostics): number | undefined {
  return valueIn(expression, scope, { diagnostics, calls: 0, depth: 0 });
}

function valueIn(expression: Expression, scope: Scope, work: Work): number | undefined {
  const { diagnostics } = work;
  const recurse: Recurse = (node) => {
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
        return valueOfCall(node, recurse, scope, work);
      case 'probe':
        return void reportCircuitQuantity(
          `${node.quantity}(${node.names.join(',')})`,
          node.span,
          diagnostics,
        );
    }
  };
  return recurse(expression);
}

function reportCircuitQuantity(text: string, span: Span, diagnostics: Diagnostics): undefined {
  diagnostics.error(
    'no-circuit-quantity',
    `${text} has no value here: the circuit is not being solved`,
    span,
    { hint: 'use numbers and parameters' },
  );
  return undefined;
}

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
  if (value !== undefined) return value ?? undefined;
  if (CIRCUIT_VARIABLES.has(name) || scope.varies?.(name) === true) {
    return void reportCircuitQuantity(name, span, diagnostics);
  }
  reportUnknownName(name, span, scope, diagnostics);
  return undefined;
}

/** Reports a name that means nothing, with the nearest that does. */
export function reportUnknownName(name: string, span: Span, scope: Scope, diagnostics: Diagnostics): void {
  diagnostics.error('unknown-parameter', `unknown parameter "${name}"`, span, () => {
    const nearest = nearestName(name, knownNames(scope));
    return { hint: nearest === undefined ? `define it: .param ${name}=...` : `did you mean "${nearest}"?` };
  });
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
  // The text costs more than the value, and is rarely wanted.
  if (Number.isFinite(value)) return value;
  const text = `${formatNumber(left)} ${operator} ${formatNumber(right)}`;
  return checked(value, [left, right], span, text, diagnostics);
}

function valueOfCall(node: Node<'call'>, recurse: Recurse, scope: Scope, work: Work): number | undefined {
  const { name: written, args, span } = node;
  const { diagnostics } = work;
  const own = scope.functionOf?.(written);
  if (own === null) return undefined;
  if (own) return valueOfUserCall(own, node, recurse, work);
  const name = functionNamed(written, args);
  if (name === 'ddx') {
    const slope = slopeBy(node, diagnostics);
    return slope && recurse(slope);
  }
  if (name === 'if') {
    return checkArity(name, { least: 3, most: 3 }, node, diagnostics) ? choose(args, recurse) : undefined;
  }
  const random = RANDOM_FUNCTIONS.get(name);
  const spec = random ?? FUNCTIONS.get(name);
  if (!spec) {
    if (CIRCUIT_FUNCTIONS.has(name)) return void reportCircuitQuantity(`${name}()`, span, diagnostics);
    reportUnknownFunction(node, scope, diagnostics);
  }
  const arityHolds = spec !== undefined && checkArity(name, spec, node, diagnostics);
  const values = args.map(recurse).filter((value) => value !== undefined);
  if (!arityHolds || values.length < args.length) return undefined;
  const isCurve = !random && FUNCTIONS.get(name)?.through !== undefined;
  if (isCurve && !checkPoints(name, values.slice(1), span, diagnostics)) return undefined;
  if (SEEDED_FUNCTIONS.has(name) && values.length === 1) values.push(scope.random?.ownSeed() ?? 0);
  const value = random ? draw(random.draw, name, values, scope) : FUNCTIONS.get(name)?.apply(...values);
  if (value !== undefined && Number.isFinite(value)) return value;
  const text = `${name}(${values.map((argument) => formatNumber(argument)).join(', ')})`;
  return checked(value ?? NaN, values, span, text, diagnostics);
}

type Draw = (stream: NonNullable<Scope['random']>, ...args: number[]) => number;

function draw(from: Draw, name: string, values: readonly number[], { random }: Scope): number {
  return random ? from(random, ...values) : nominalOf(name, values);
}

/** Of a netlist's own functions so many are listed. */
const OWN_FUNCTIONS = 20;

/** Reports a function that nobody defines, with the nearest that somebody does. */
export function reportUnknownFunction(
  { name, span }: Node<'call'>,
  scope: Scope,
  diagnostics: Diagnostics,
): void {
  diagnostics.error('unknown-function', `unknown function "${name}"`, span, () => {
    const legal = [...FUNCTIONS.keys(), ...RANDOM_FUNCTIONS.keys(), 'if'].filter(
      (known) => !known.endsWith('_slope'),
    );
    const own = [...(scope.functionNames?.() ?? [])];
    const nearest = nearestName(name, [...own, ...legal]);
    const all = [...own.slice(0, OWN_FUNCTIONS), ...legal].join(', ');
    return { hint: nearest === undefined ? `use one of: ${all}` : `did you mean "${nearest}"?` };
  });
}

function valueOfUserCall(
  own: UserFunction,
  node: Node<'call'>,
  recurse: Recurse,
  work: Work,
): number | undefined {
  const { defaults = [] } = own;
  const most = own.parameters.length;
  const least = most - defaults.length;
  if (!checkArity(own.name, { least, most }, node, work.diagnostics)) return undefined;
  const given = node.args.map(recurse).filter((value) => value !== undefined);
  if (given.length < node.args.length) return undefined;
  const values = [...given, ...defaults.slice(given.length - least)];
  work.calls++;
  if (work.depth >= MAX_CALL_DEPTH || work.calls > MAX_CALLS) {
    // Once is enough: the calls on the way back fail too.
    if (work.calls < Infinity) reportEndlessCall(own, node.span, work.diagnostics);
    work.calls = Infinity;
    return undefined;
  }
  work.depth++;
  const bindings = new Map(own.parameters.map((name, k) => [name, values[k] ?? NaN]));
  const value = valueIn(own.body, boundScope(own.scope, bindings), work);
  work.depth--;
  return value;
}

/** Reports a function that calls itself, or too many others. */
export function reportEndlessCall(
  { name, span: place }: UserFunction,
  span: Span,
  diagnostics: Diagnostics,
): void {
  const message = `${name}() calls itself, or more than ${MAX_CALLS} functions`;
  diagnostics.error('endless-call', message, span, {
    related: [{ span: place, message: `${name}() is defined here` }],
    hint: 'write it without recursion',
  });
}

/** Reports and returns false when a call has the wrong number of arguments. */
export function checkArity(
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

/** Reports and returns false where the points of a curve, x1, y1, x2, y2 ..., go back. */
export function checkPoints(
  name: string,
  points: readonly number[],
  span: Span,
  diagnostics: Diagnostics,
): boolean {
  const at = points.filter((_, k) => k % 2 === 0);
  const back = at.findIndex((x, k) => k > 0 && x < (at[k - 1] ?? x));
  if (back < 0) return true;
  const message = `${name}() goes back from ${formatNumber(at[back - 1] ?? NaN)} to ${formatNumber(at[back] ?? NaN)}`;
  diagnostics.error('table-points', message, span, {
    hint: `write ${name}(x, x1, y1, x2, y2 ...) with ascending x1, x2 ...`,
  });
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
      hint: 'write "inf" where infinity is meant',
    });
    return undefined;
  }
  return value;
}

function* knownNames(scope: Scope): Iterable<string> {
  yield* CONSTANTS.keys();
  yield* scope.names();
}
