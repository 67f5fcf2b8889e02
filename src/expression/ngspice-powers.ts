/**
 * Powers as ngspice takes them where a law has them, tree -> tree: x^y and x**y are |x|^y, and pwr(x, y) has the sign of x. pow is
 * |x|^y in every expression of a circuit, in parameters it is x^y. Even powers need no change.
 */
import type { Expression } from './ast.js';
import { mapExpression } from './map-expression.js';

export interface NgspicePowers {
  readonly expression: Expression;
  /** The first power of which a negative base changes the sign, as written. */
  readonly odd?: Expression;
}

/** `inLaw`: operators and pwr too, not pow alone. */
export function powersOfNgspice(expression: Expression, inLaw: boolean): NgspicePowers {
  let odd: Expression | undefined;
  const changed = mapExpression(expression, (node) => {
    if (node.kind === 'call') {
      if (node.name === 'pow') return { ...node, name: 'pwr' };
      return inLaw && node.name === 'pwr' ? { ...node, name: 'pwrs' } : node;
    }
    const { operator, left, right } = node.kind === 'binary' ? node : {};
    if ((operator !== '^' && operator !== '**') || !left || !right || left.kind === 'number') return node;
    const exponent = right.kind === 'number' ? right.value : NaN;
    if (exponent % 2 === 0) return node;
    if (exponent % 2 !== 0 && Number.isInteger(exponent)) odd ??= node;
    return inLaw ? { kind: 'call', name: 'pwr', args: [left, right], span: node.span } : node;
  });
  return { expression: changed, ...(odd && { odd }) };
}
