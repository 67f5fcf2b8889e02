/**
 * LTspice's idtmod(x, ic, m, o): the integral y of x from ic on, kept in [o, o + m) by subtracting multiples of m:
 *
 *     idtmod(x, ic, m, o) = y - m floor((y - o) / m)
 *
 * What it jumps at is known beforehand in two cases, and the modulus drops out or becomes a function of time:
 *
 *     sin(a idtmod(x, ic, m, o) + b) = sin(a idt(x, ic) + b) where a m is a multiple of 2 pi, cos alike
 *     y = ic + c t   of a constant c
 */
import type { Expression } from '../../expression/ast.js';
import { ExpressionBuilder } from '../../expression/build.js';
import { mapExpression, visitExpression } from '../../expression/map-expression.js';
import { constantOf, simplify } from '../../expression/simplify.js';

/** Returns the expression without idtmod, but where its modulus or offset varies. */
export function withoutModulus(expression: Expression): Expression {
  return hasModulus(expression)
    ? mapExpression(
        simplify(throughSines(expression)),
        (node) => ofConstant(node) ?? ofIntegral(node) ?? node,
      )
    : expression;
}

function hasModulus(expression: Expression): boolean {
  let found = false;
  visitExpression(expression, (node) => {
    found ||= node.kind === 'call' && node.name === 'idtmod';
  });
  return found;
}

function throughSines(expression: Expression): Expression {
  return mapExpression(expression, (node) => {
    if (node.kind !== 'call' || (node.name !== 'sin' && node.name !== 'cos')) return node;
    return { ...node, args: node.args.map((argument) => unwrapped(simplify(argument), 1)) };
  });
}

/** An argument of a sine that differs by a multiple of 2 pi, `factor` times the node being a term of it. */
function unwrapped(node: Expression, factor: number): Expression {
  if (node.kind === 'unary' && node.operator === '-')
    return { ...node, operand: unwrapped(node.operand, -factor) };
  if (node.kind === 'call' && node.name === 'idtmod') {
    const [x, initial, modulus] = node.args;
    const turns = (factor * ((modulus && constantOf(modulus)) ?? NaN)) / (2 * Math.PI);
    const isWhole = Math.abs(turns - Math.round(turns)) < 1e-9 && Math.round(turns) !== 0;
    return x && initial && isWhole ? { ...node, name: 'idt', args: [x, initial] } : node;
  }
  if (node.kind !== 'binary') return node;
  const { operator, left, right } = node;
  const [a, b] = [constantOf(left), constantOf(right)];
  if (operator === '+' || operator === '-') {
    const sign = operator === '+' ? 1 : -1;
    return { ...node, left: unwrapped(left, factor), right: unwrapped(right, sign * factor) };
  }
  if (operator === '*' && a !== undefined) return { ...node, right: unwrapped(right, factor * a) };
  if (operator === '*' && b !== undefined) return { ...node, left: unwrapped(left, factor * b) };
  return operator === '/' && b !== undefined ? { ...node, left: unwrapped(left, factor / b) } : node;
}

function ofConstant(node: Expression): Expression | undefined {
  if (node.kind !== 'call' || node.name !== 'idtmod') return undefined;
  if (node.args.some((argument) => constantOf(argument) === undefined)) return undefined;
  const [rate = 0, initial = 0, modulus, offset = 0] = node.args.map(constantOf);
  const { span } = node;
  const build = new ExpressionBuilder(span);
  const grown = build.scaled({ kind: 'name', name: 'time', span }, rate);
  const whole = simplify(build.add(build.number(initial), grown));
  // Without a modulus it is idt.
  return modulus === undefined ? whole : simplify(wrapped(whole, modulus, offset, build));
}

function ofIntegral(node: Expression): Expression | undefined {
  if (node.kind !== 'call' || node.name !== 'idtmod') return undefined;
  const [x, initial, ...others] = node.args;
  const [modulus, offset = 0] = others.map(constantOf);
  if (!x || !initial || !(modulus !== undefined && modulus > 0) || others.length > 2) return undefined;
  if (others[1] && constantOf(others[1]) === undefined) return undefined;
  const whole: Expression = { ...node, name: 'idt', args: [x, initial] };
  return wrapped(whole, modulus, offset, new ExpressionBuilder(node.span));
}

function wrapped(whole: Expression, modulus: number, offset: number, build: ExpressionBuilder): Expression {
  const turns = build.call('floor', build.scaled(whole, 1 / modulus, -offset));
  return build.subtract(whole, build.multiply(build.number(modulus), turns));
}
