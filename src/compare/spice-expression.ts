/** Flat expressions as ngspice's B sources read them; what these do not know has no text. */
import type { Expression } from '../expression/ast.js';
import { mapExpression } from '../expression/map-expression.js';
import { printExpression } from '../expression/print.js';

/** Of ours: functions that ngspice knows by the same name. */
const same: ReadonlySet<string> = new Set([
  ...[
    'abs',
    'acos',
    'acosh',
    'asin',
    'asinh',
    'atan',
    'atanh',
    'ceil',
    'cos',
    'cosh',
    'exp',
    'floor',
    'ln',
    'max',
  ],
  ...['min', 'pow', 'pwl', 'pwr', 'sgn', 'sin', 'sinh', 'sqrt', 'tan', 'tanh', 'u', 'u2', 'uramp', 'nint'],
]);

/** Names of the quantities of an expression. */
export interface QuantityNames {
  node(name: string): string;
  /** The voltage source whose current it is. */
  current(element: string): string;
}

/** The text of an expression; throws a RangeError with the name of what cannot be written. */
export function spiceExpression(expression: Expression, names: QuantityNames): string {
  return printExpression(mapExpression(expression, (node) => translated(node, names)));
}

function translated(node: Expression, names: QuantityNames): Expression {
  if (node.kind === 'probe') {
    if (node.quantity === 'v') return { ...node, names: node.names.map((name) => names.node(name)) };
    if (node.quantity === 'i') return { ...node, names: node.names.map((name) => names.current(name)) };
    throw new RangeError(`${node.quantity}(${node.names.join(',')})`);
  }
  if (node.kind !== 'call') return node;
  const [a, b, c] = node.args;
  if (node.name === 'if' && a && b && c)
    return { kind: 'conditional', test: a, then: b, otherwise: c, span: node.span };
  if (node.name === 'log') return { ...node, name: 'ln' };
  if (node.name === 'sign') return { ...node, name: 'sgn' };
  if (node.name === 'limit' && a && b && c) return limited(a, b, c);
  if (node.name === 'table' && a && b && c) {
    const points = node.args.slice(1);
    return { ...node, name: 'pwl', args: [limited(a, b, points.at(-2) ?? b), ...points] };
  }
  if (!same.has(node.name)) throw new RangeError(`${node.name}()`);
  return node;
}

/** From `least` to `most`: the lines of ngspice's pwl go on beyond its points, those of a table end there. */
export function limited(value: Expression, least: Expression, most: Expression): Expression {
  const { span } = value;
  const atLeast: Expression = { kind: 'call', name: 'max', args: [value, least], span };
  return { kind: 'call', name: 'min', args: [atLeast, most], span };
}
