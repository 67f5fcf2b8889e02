/** The unit of an expression of voltages, currents and powers, as far as it follows from its form; '' otherwise. */
import type { Expression } from '../../expression/ast.js';
import type { ColumnUnit } from '../../waveform/plot.js';

const quantities: Readonly<Partial<Record<string, ColumnUnit>>> = Object.freeze({ v: 'V', i: 'A', p: 'W' });
/** Functions whose value has the unit of their arguments. */
const sameUnit: ReadonlySet<string> = new Set(['abs', 'min', 'max', 'limit', 'if']);

/** Undefined: a number, which goes with any unit. */
type Found = ColumnUnit | undefined;

export function unitOf(expression: Expression): ColumnUnit {
  return found(expression) ?? '';
}

function found(node: Expression): Found {
  switch (node.kind) {
    case 'number':
      return undefined;
    case 'name':
      return '';
    case 'probe':
      return quantities[node.quantity] ?? '';
    case 'unary':
      return node.operator === '!' ? '' : found(node.operand);
    case 'conditional':
      return common([node.then, node.otherwise]);
    case 'call':
      return sameUnit.has(node.name) ? common(node.name === 'if' ? node.args.slice(1) : node.args) : '';
    case 'binary': {
      const [left, right] = [found(node.left), found(node.right)];
      if (node.operator === '+' || node.operator === '-') return common([node.left, node.right]);
      if (node.operator === '*') return product(left, right);
      return node.operator === '/' && right === undefined ? left : '';
    }
  }
}

function common(nodes: readonly Expression[]): Found {
  const units = new Set(nodes.map(found).filter((unit) => unit !== undefined));
  const [first] = units;
  return units.size > 1 ? '' : first;
}

function product(left: Found, right: Found): Found {
  if (left === undefined || right === undefined) return left ?? right;
  return [left, right].sort().join('') === 'AV' ? 'W' : '';
}
