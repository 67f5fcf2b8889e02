/**
 * Linear forms over the quantities of a circuit: offset(t) + sum of coefficient * quantity. The offset is an
 * expression of time alone; coefficients are numbers.
 */
import type { Expression } from './ast.js';
import { numberAt, simplifyNode } from './simplify.js';

export interface LinearForm {
  /** An expression without probes: a number, or a function of time. */
  readonly offset: Expression;
  /** By variable key, "v(a,b)" or "i(l1)"; never 0. */
  readonly coefficients: ReadonlyMap<string, number>;
}

/** The form that has no quantities. */
export function offsetForm(offset: Expression): LinearForm {
  return { offset, coefficients: new Map() };
}

/** factor * form. */
export function scaleForm(form: LinearForm, factor: number): LinearForm {
  if (factor === 1) return form;
  const { offset, coefficients } = form;
  const scaled = simplifyNode({
    kind: 'binary',
    operator: '*',
    left: numberAt(factor, offset.span),
    right: offset,
    span: offset.span,
  });
  if (factor === 0) return offsetForm(scaled);
  return { offset: scaled, coefficients: new Map([...coefficients].map(([key, c]) => [key, factor * c])) };
}

/** a + b. */
export function addForms(a: LinearForm, b: LinearForm): LinearForm {
  const coefficients = new Map(a.coefficients);
  for (const [key, c] of b.coefficients) {
    const sum = (coefficients.get(key) ?? 0) + c;
    if (sum === 0) coefficients.delete(key);
    else coefficients.set(key, sum);
  }
  const offset = simplifyNode({
    kind: 'binary',
    operator: '+',
    left: a.offset,
    right: b.offset,
    span: a.offset.span,
  });
  return { offset, coefficients };
}

/** The factor k with a = k b, when there is one; both offsets must be numbers. */
export function ratioOfForms(a: LinearForm, b: LinearForm): number | undefined {
  if (a.offset.kind !== 'number' || b.offset.kind !== 'number') return undefined;
  const [first] = b.coefficients;
  if (!first) return undefined;
  const ratio = (a.coefficients.get(first[0]) ?? 0) / first[1];
  // Rounding of the coefficients' own arithmetic.
  const close = (x: number, y: number): boolean =>
    Math.abs(x - y) <= 1e-12 * Math.max(Math.abs(x), Math.abs(y));
  const keys = new Set([...a.coefficients.keys(), ...b.coefficients.keys()]);
  for (const key of keys) {
    if (!close(a.coefficients.get(key) ?? 0, ratio * (b.coefficients.get(key) ?? 0))) return undefined;
  }
  return close(a.offset.value, ratio * b.offset.value) ? ratio : undefined;
}
