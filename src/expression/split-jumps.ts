/**
 * Jumps of an expression that is smooth elsewhere, as variables of their own: sgn(v) (1 + v^2), friction that grows with velocity, is
 * s (1 + v^2) with s = sgn(v), and a comparison c of what is piecewise linear, c ? a : b, is b + s (a - b). At the jump s may be anything
 * between (`piecewise-linear.ts`), as it has to be where the jump holds what it compares: Newton's method finds no value there that is not.
 *
 * Not where both sides meet, sgn(v) sqrt(|v|), nor where one side has no value at the threshold: both are asked at points that lie on it.
 */
import type { Expression } from './ast.js';
import { ExpressionBuilder } from './build.js';
import { variableKey, variablesIn, visitExpression, withChildren } from './map-expression.js';
import { piecewiseLinearForm } from './piecewise-linear.js';
import type { PiecewiseLinear } from './piecewise-linear-tree.js';
import { compileExpression, type Program } from './program.js';

export interface SplitExpression {
  /** Without the jumps. */
  readonly smooth: Expression;
  /** What the variables are, by name. */
  readonly jumps: ReadonlyMap<string, Step>;
}

/** A jump as an expression, and its structure. */
export interface Step {
  readonly step: Expression;
  readonly structure: PiecewiseLinear;
}

/** Points of a threshold at which the two sides are compared, and by what part they differ where they do. */
const POINTS = 5;
const LEAST_JUMP = 1e-9;

/** Splits off the jumps of an expression. */
export function splitJumps(expression: Expression): SplitExpression {
  const jumps = new Map<string, Step>();
  const passed = new Set<Expression>();
  let smooth = expression;
  for (let next = jumpIn(smooth, passed); next; next = jumpIn(smooth, passed)) {
    passed.add(next.node);
    const name = `jump${jumps.size}`;
    const replaced = withNode(smooth, next.node, next.with({ kind: 'name', name, span: next.node.span }));
    if (!differs(replaced, name, next, jumps)) continue;
    smooth = replaced;
    jumps.set(name, next);
  }
  return { smooth, jumps };
}

/** The first jump, operands first, that has not been looked at. */
function jumpIn(expression: Expression, passed: ReadonlySet<Expression>): (Jump & Step) | undefined {
  let found: (Jump & Step) | undefined;
  visitExpression(expression, (node) => {
    if (found || passed.has(node)) return;
    const jump = jumpOf(node);
    const structure = jump && probesIn(jump.guard).length > 0 && piecewiseLinearForm(jump.step);
    if (structure) found = { ...jump, structure };
  });
  return found;
}

function withNode(expression: Expression, node: Expression, by: Expression): Expression {
  return expression === node ? by : withChildren(expression, (child) => withNode(child, node, by));
}

/** The keys of the quantities of an expression. */
function probesIn(expression: Expression): readonly string[] {
  const keys: string[] = [];
  visitExpression(expression, (node) => {
    if (node.kind === 'probe') keys.push(variableKey(node));
  });
  return keys;
}

/** Whether the two sides have values that differ at points of the threshold. */
function differs(
  expression: Expression,
  name: string,
  { guard, values: [below, above] }: Jump,
  others: ReadonlyMap<string, Step>,
): boolean {
  const fixed = [name, ...others.keys()];
  const keys = new Set([...probesIn(guard), ...variablesIn(guard), ...variablesIn(expression)]);
  const variables = [...[...keys].filter((key) => !fixed.includes(key)), ...fixed];
  const value = compileExpression(expression, variables, true);
  const control = compileExpression(guard, variables, true);
  if (!value || !control) return false;
  const at = variables.indexOf(name);
  let jumps = false;
  for (let k = 0; k < POINTS; k++) {
    const point = Float64Array.from(
      variables,
      (_, j) => ((0.37 + 0.618034 * (j + 1) * (k + 1)) % 1) * 2 - 0.7,
    );
    if (!meet(control, point)) return false;
    const sides = [below, above].map((side) => {
      point[at] = side;
      return value.evaluate(point);
    });
    const [a = NaN, b = NaN] = sides;
    if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
    jumps ||= Math.abs(a - b) > LEAST_JUMP * (Math.abs(a) + Math.abs(b));
  }
  return jumps;
}

/** Moves the first variable to where a function that is linear in it, or by pieces, is 0; false where it is not found. */
function meet(of: Program, point: Float64Array): boolean {
  const before = of.evaluate(point);
  let [x, g] = [point[0] ?? NaN, before];
  for (let k = 0; k < 20 && g !== 0; k++) {
    const step = 1e-3;
    point[0] = x + step;
    const slope = (of.evaluate(point) - g) / step;
    x -= g / slope;
    point[0] = x;
    g = of.evaluate(point);
    if (!Number.isFinite(g)) return false;
  }
  return Math.abs(g) <= 1e-9 * (1 + Math.abs(before));
}

interface Jump {
  readonly node: Expression;
  /** What is compared with 0. */
  readonly guard: Expression;
  /** What the variable is, and its value on either side. */
  readonly step: Expression;
  readonly values: readonly [number, number];
  /** The node with the variable in it. */
  readonly with: (variable: Expression) => Expression;
}

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
const STEPS: ReadonlySet<string> = new Set(['u', 'stp']);

function jumpOf(node: Expression): Jump | undefined {
  const build = new ExpressionBuilder(node.span);
  if (node.kind === 'call' && node.args[0] && (node.name === 'sgn' || STEPS.has(node.name))) {
    const values = node.name === 'sgn' ? ([-1, 1] as const) : ([0, 1] as const);
    return { node, guard: node.args[0], step: node, values, with: (variable) => variable };
  }
  const [test, then, otherwise] =
    node.kind === 'conditional'
      ? [node.test, node.then, node.otherwise]
      : node.kind === 'call' && node.name === 'if'
        ? node.args
        : [];
  if (test?.kind !== 'binary' || !COMPARISONS.has(test.operator) || !then || !otherwise) return undefined;
  return {
    node,
    guard: build.subtract(test.left, test.right),
    step: build.choose(test, build.number(1), build.number(0)),
    values: [0, 1],
    with: (variable) => build.add(otherwise, build.multiply(variable, build.subtract(then, otherwise))),
  };
}
