/**
 * Expressions of the circuit -> flat expressions: numbers for parameters, bodies for user functions, full
 * names in probes, constant parts evaluated (so that their errors are reported at their place). What is left
 * are numbers, probes, `time`, operators and built-in functions.
 *
 * The result has at most MAX_NODES nodes, counted as a tree, and is at most MAX_TREE_DEPTH deep: beyond that
 * an error, so that no chain of definitions grows without end.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { Span } from '../base/span.js';
import type { Expression } from './ast.js';
import { CIRCUIT_FUNCTIONS, CIRCUIT_VARIABLES } from './circuit-functions.js';
import {
  checkArity,
  checkPoints,
  evaluate,
  MAX_CALL_DEPTH,
  reportEndlessCall,
  reportUnknownFunction,
} from './evaluate.js';
import { functionNamed, FUNCTIONS } from './functions.js';
import { visitExpression, withChildren } from './map-expression.js';
import { childrenOf, MAX_TREE_DEPTH } from './run-grammar.js';
import { SEEDED_FUNCTIONS } from './random-series.js';
import { slopeBy } from './slope-by.js';
import { boundScope, type Scope, type UserFunction } from './scope.js';
import { numberAt, simplifyNode } from './simplify.js';

export const MAX_NODES = 100_000;

type Node<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

/** Gives a probe its full names, or reports what is wrong with it. */
export type ProbeResolver = (probe: Node<'probe'>) => Expression | undefined;

/** Tells whether an expression varies while the circuit is solved. */
export function isDynamic(expression: Expression, scope: Scope): boolean {
  return dynamicNodes(expression, scope, new Map()).has(expression);
}

/** Returns the flat expression, or undefined after reporting. */
export function substitute(
  expression: Expression,
  scope: Scope,
  resolveProbe: ProbeResolver,
  diagnostics: Diagnostics,
): Expression | undefined {
  const work: Work = {
    resolveProbe,
    diagnostics,
    memo: new Map(),
    sizes: new Map(),
    calls: 0,
    budget: MAX_NODES,
  };
  const result = flatten(expression, scope, work);
  if (!result) return undefined;
  const { nodes, depth } = sizeOf(result, work.sizes);
  if (nodes <= MAX_NODES && depth <= MAX_TREE_DEPTH) return result;
  reportSize(expression.span, diagnostics);
  return undefined;
}

interface Size {
  readonly nodes: number;
  readonly depth: number;
}

interface Work {
  readonly resolveProbe: ProbeResolver;
  readonly diagnostics: Diagnostics;
  /** Whether the body of a function varies whatever its arguments are. */
  readonly memo: Map<UserFunction, boolean>;
  readonly sizes: Map<Expression, Size>;
  /** Calls that are being inlined, one inside the other. */
  calls: number;
  /** Nodes that may still be visited. */
  budget: number;
}

function reportSize(span: Span, diagnostics: Diagnostics): void {
  const message = `the expression has more than ${MAX_NODES} parts, or more than ${MAX_TREE_DEPTH} levels, once its parameters and functions are put in`;
  diagnostics.error('expression-too-large', message, span, { hint: 'split it over several sources' });
}

/** What names a quantity of the circuit by a function of few letters: x, f, the current into a terminal, as id, the voltage between two, as vbe. */
const CALLED = /^(?:x|f|i[abcdeksgx1-4]|v(?!db$)(?:[bcdegs]{1,2}|[12]))$/;

/** x(node), x(node,node), f(element) and id(element), which are written as calls: functions of a netlist may have such names. */
function calledProbe(node: Expression, scope: Scope): Node<'probe'> | undefined {
  if (node.kind !== 'call' || !CALLED.test(node.name)) return undefined;
  if (scope.functionOf?.(node.name) !== undefined) return undefined;
  const names = node.args.flatMap((arg) => {
    if (arg.kind === 'name') return [arg.name];
    return arg.kind === 'number' ? [String(arg.value)] : [];
  });
  if (names.length === 0 || names.length < node.args.length) return undefined;
  return { kind: 'probe', quantity: node.name, names, span: node.span };
}

/** Size as a tree, although parts are shared. */
function sizeOf(node: Expression, sizes: Map<Expression, Size>): Size {
  const known = sizes.get(node);
  if (known) return known;
  let nodes = 1;
  let depth = 0;
  for (const child of childrenOf(node)) {
    const size = sizeOf(child, sizes);
    nodes += size.nodes;
    depth = Math.max(depth, size.depth);
  }
  const size = { nodes, depth: depth + 1 };
  sizes.set(node, size);
  return size;
}

function flatten(expression: Expression, scope: Scope, work: Work): Expression | undefined {
  const dynamic = dynamicNodes(expression, scope, work.memo);
  let failed = false;
  const fail = (node: Expression): Expression => {
    failed = true;
    return node;
  };
  const recurse = (node: Expression): Expression => {
    if (--work.budget < 0) {
      if (work.budget === -1) reportSize(expression.span, work.diagnostics);
      return fail(node);
    }
    if (!dynamic.has(node)) {
      const value = evaluate(node, scope, work.diagnostics);
      return value === undefined ? fail(node) : numberAt(value, node.span);
    }
    const probe = node.kind === 'probe' ? node : calledProbe(node, scope);
    if (probe) return work.resolveProbe(probe) ?? fail(node);
    if (node.kind === 'name') {
      if (scope.varies?.(node.name) !== true) return node;
      return scope.expressionOf?.(node.name) ?? fail(node);
    }
    if (node.kind === 'call') return flattenCall(node, scope, recurse, work) ?? fail(node);
    return simplifyNode(withChildren(node, recurse));
  };
  const result = recurse(expression);
  return failed ? undefined : result;
}

function flattenCall(
  node: Node<'call'>,
  scope: Scope,
  recurse: (node: Expression) => Expression,
  work: Work,
): Expression | undefined {
  const own = scope.functionOf?.(node.name);
  if (own === null) return undefined;
  if (own) return inline(own, node, recurse, work);
  if (node.name === 'ddx') return flattenSlope(node, scope, recurse, work);
  const ours = { ...node, name: functionNamed(node.name, node.args) };
  const spec = specOf(ours.name);
  if (!spec) {
    reportUnknownFunction(node, scope, work.diagnostics);
    return undefined;
  }
  if (!checkArity(node.name, spec, node, work.diagnostics)) return undefined;
  const flat = withChildren(ours, recurse);
  if (flat.kind === 'call' && !pointsHold(flat, node, work)) return undefined;
  if (flat.kind !== 'call' || flat.args.length !== 1 || !SEEDED_FUNCTIONS.has(flat.name))
    return simplifyNode(flat);
  const seed = numberAt(scope.random?.ownSeed() ?? 0, node.span);
  return simplifyNode({ ...flat, args: [...flat.args, seed] });
}

/** Points that are numbers ascend; what they are besides shows at every point of a run. */
function pointsHold({ name, args }: Node<'call'>, written: Node<'call'>, { diagnostics }: Work): boolean {
  if (!FUNCTIONS.get(name)?.through) return true;
  const points = args.slice(1).flatMap((node) => (node.kind === 'number' ? [node.value] : []));
  return points.length < args.length - 1 || checkPoints(written.name, points, written.span, diagnostics);
}

/** By a parameter that is a number, before it is one; else by what its name stands for. */
function flattenSlope(
  node: Node<'call'>,
  scope: Scope,
  recurse: (node: Expression) => Expression,
  work: Work,
): Expression | undefined {
  const [, by] = node.args;
  const isNumber = by?.kind === 'name' && typeof scope.lookup(by.name) === 'number';
  const slope = slopeBy(isNumber ? node : { ...node, args: node.args.map(recurse) }, work.diagnostics);
  return slope && isNumber ? flatten(slope, scope, work) : slope;
}

function specOf(name: string): { readonly least: number; readonly most?: number } | undefined {
  if (name === 'if') return { least: 3, most: 3 };
  return FUNCTIONS.get(name) ?? CIRCUIT_FUNCTIONS.get(name);
}

function inline(
  own: UserFunction,
  node: Node<'call'>,
  recurse: (node: Expression) => Expression,
  work: Work,
): Expression | undefined {
  const { parameters, defaults = [] } = own;
  const most = parameters.length;
  const least = most - defaults.length;
  if (!checkArity(own.name, { least, most }, node, work.diagnostics)) return undefined;
  if (work.calls >= MAX_CALL_DEPTH) {
    reportEndlessCall(own, node.span, work.diagnostics);
    work.budget = 0;
    return undefined;
  }
  const args = node.args.map(recurse);
  const bindings = new Map(
    parameters.map((name, k) => {
      const arg = args[k] ?? numberAt(defaults[k - least] ?? NaN, node.span);
      return [name, arg.kind === 'number' ? arg.value : arg] as const;
    }),
  );
  work.calls++;
  const body = flatten(own.body, boundScope(own.scope, bindings), work);
  work.calls--;
  return body;
}

/** The nodes of an expression that vary while the circuit is solved. */
function dynamicNodes(
  expression: Expression,
  scope: Scope,
  memo: Map<UserFunction, boolean>,
  depth = 0,
): ReadonlySet<Expression> {
  const found = new Set<Expression>();
  visitExpression(expression, (node) => {
    if (isDynamicLeaf(node, scope, memo, depth) || childrenOf(node).some((child) => found.has(child)))
      found.add(node);
  });
  return found;
}

function isDynamicLeaf(
  node: Expression,
  scope: Scope,
  memo: Map<UserFunction, boolean>,
  depth: number,
): boolean {
  if (node.kind === 'probe' || calledProbe(node, scope)) return true;
  if (node.kind === 'name') {
    if (scope.lookup(node.name) !== undefined) return false;
    return scope.varies?.(node.name) === true || CIRCUIT_VARIABLES.has(node.name);
  }
  if (node.kind !== 'call') return false;
  const own = scope.functionOf?.(node.name);
  if (!own) {
    // A slope varies with what it is of.
    return own === undefined && CIRCUIT_FUNCTIONS.has(node.name) && node.name !== 'ddx';
  }
  return varies(own, memo, depth + 1);
}

/** Whether a body varies by itself; its parameters count as constant. Calls that are too deep are reported by who evaluates them. */
function varies(own: UserFunction, memo: Map<UserFunction, boolean>, depth: number): boolean {
  const known = memo.get(own);
  if (known !== undefined || depth > MAX_CALL_DEPTH) return known === true;
  // A function that is met again on the way is no reason to vary.
  memo.set(own, false);
  const zeros = new Map(own.parameters.map((name) => [name, 0]));
  const result = dynamicNodes(own.body, boundScope(own.scope, zeros), memo, depth).has(own.body);
  memo.set(own, result);
  return result;
}
