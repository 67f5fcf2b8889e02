/**
 * The value of a written quantity at a point zeta = (x, lambda, u) of time t: a linear form, the product of
 * two (a power), or an expression of forms and time. Whoever reads many points reads the forms and combines them
 * (`column-reader.ts`). Cost: the non-zero places of the forms.
 */
import type { Expression } from '../../expression/ast.js';
import { variableKey, visitExpression } from '../../expression/map-expression.js';
import { compileExpression } from '../../expression/program.js';

/** How a quantity follows from forms of a point, whatever these are. */
export interface CombinedValue<Form> {
  readonly forms: readonly Form[];
  /** Its value, given those of its forms. */
  combine(t: number, values: Float64Array): number;
  /** Smooth wherever the point is; an expression may jump. */
  readonly smooth: boolean;
  /** True of a quantity that is its one form. */
  readonly single?: true;
  /** Of an expression: when it first had no finite value, such as 0/0. It reads 0 there, and the run says so. */
  readonly gap?: { first: number | undefined };
}

/** How a quantity is read off a point zeta. */
export interface OutputValue extends CombinedValue<Float64Array> {
  /** The sum of the magnitudes of the terms: what the rounding of the value is relative to. */
  terms(zeta: Float64Array): number;
}

/** Reads a quantity at one point. */
export function readValue(value: OutputValue, t: number, zeta: Float64Array): number {
  const values = Float64Array.from(value.forms, (form) => sumOf(form, zeta));
  return value.combine(t, values);
}

/** The value of one form. */
export function single<Form>(a: Form): CombinedValue<Form> {
  return { forms: [a], smooth: true, single: true, combine: (_, values) => values[0] ?? NaN };
}

/** The product of two forms. */
export function product<Form>(a: Form, b: Form): CombinedValue<Form> {
  return { forms: [a, b], smooth: true, combine: (_, values) => (values[0] ?? NaN) * (values[1] ?? NaN) };
}

/** Reads a . zeta. */
export function formValue(a: Float64Array): OutputValue {
  return { ...single(a), terms: (zeta) => magnitudes(a, zeta) };
}

/** Reads (a . zeta)(b . zeta). */
export function powerValue(a: Float64Array, b: Float64Array): OutputValue {
  return { ...product(a, b), terms: (zeta) => magnitudes(a, zeta) * magnitudes(b, zeta) };
}

/**
 * Reads an expression; `quantityOf` knows what v(...), i(...) and p(...) are. Returns the text of what has
 * no value at a point: an unknown quantity, or a function of the past such as ddt and sdt.
 */
export function expressionValue(
  expression: Expression,
  quantityOf: (quantity: string, names: readonly string[]) => OutputValue | undefined,
): OutputValue | string {
  const parts: OutputValue[] = [];
  const combined = combinedExpression(expression, (quantity, names) => {
    const value = quantityOf(quantity, names);
    if (value) parts.push(value);
    return value;
  });
  if (typeof combined === 'string') return combined;
  return { ...combined, terms: (zeta) => parts.reduce((sum, value) => sum + value.terms(zeta), 0) };
}

/** The same for forms of any kind. */
export function combinedExpression<Form>(
  expression: Expression,
  quantityOf: (quantity: string, names: readonly string[]) => CombinedValue<Form> | undefined,
): CombinedValue<Form> | string {
  const quantities = new Map<string, CombinedValue<Form>>();
  let problem: string | undefined;
  visitExpression(expression, (node) => {
    if (node.kind === 'call' && pastFunctions.has(node.name)) problem ??= `${node.name}()`;
    if (node.kind !== 'probe' || quantities.has(variableKey(node))) return;
    const value = quantityOf(node.quantity, node.names);
    if (value) quantities.set(variableKey(node), value);
    else problem ??= variableKey(node);
  });
  if (problem !== undefined) return problem;
  const program = compileExpression(expression, [...quantities.keys(), 'time']);
  if (!program) return 'what the expression contains';
  const parts = [...quantities.values()];
  const inputs = new Float64Array(parts.length + 1);
  const own = parts.map(({ forms }) => new Float64Array(forms.length));
  const gap: { first: number | undefined } = { first: undefined };
  return {
    gap,
    forms: parts.flatMap(({ forms }) => forms),
    smooth: false,
    combine(t, values) {
      let at = 0;
      parts.forEach((part, k) => {
        const ownValues = own[k] ?? values;
        for (let f = 0; f < ownValues.length; f++) ownValues[f] = values[at++] ?? NaN;
        inputs[k] = part.combine(t, ownValues);
      });
      inputs[parts.length] = t;
      const value = program.evaluate(inputs);
      if (Number.isFinite(value)) return value;
      gap.first ??= t;
      return 0;
    },
  };
}

/** Functions of the past: their values need the run's history, which no point holds. */
const pastFunctions: ReadonlySet<string> = new Set(['ddt', 'idt', 'sdt', 'delay']);

function sumOf(form: Float64Array, zeta: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < form.length; j++) if (form[j] !== 0) sum += (form[j] ?? 0) * (zeta[j] ?? 0);
  return sum;
}

function magnitudes(form: Float64Array, zeta: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < form.length; j++) sum += Math.abs((form[j] ?? 0) * (zeta[j] ?? 0));
  return sum;
}
