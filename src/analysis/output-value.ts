/**
 * The value of a written quantity at a point zeta = (x, lambda, u) of time t: a linear form, the product of
 * two (a power), or an expression of forms and time. Cost: the non-zero places of the forms.
 */
import type { Expression } from '../expression/ast.js';
import { variableKey, visitExpression } from '../expression/map-expression.js';
import { compileExpression } from '../expression/program.js';

/** How a quantity is read off a point. */
export interface OutputValue {
  read(t: number, zeta: Float64Array): number;
  /** The places of zeta that it needs, rising. */
  readonly places: Int32Array;
  /** The sum of the magnitudes of the terms: what the rounding of the value is relative to. */
  terms(t: number, zeta: Float64Array): number;
  /** Smooth wherever zeta is; an expression may jump. */
  readonly smooth: boolean;
  /** Of an expression: when it first had no finite value, such as 0/0. It reads 0 there, and the run says so. */
  readonly gap?: { first: number | undefined };
}

/** Reads a . zeta. */
export function formValue(a: Float64Array): OutputValue {
  const places = nonZeros(a);
  return {
    places,
    smooth: true,
    read: (_, zeta) => dotAt(a, zeta, places),
    terms: (_, zeta) => places.reduce((sum, j) => sum + Math.abs((a[j] ?? 0) * (zeta[j] ?? 0)), 0),
  };
}

/** Reads (a . zeta)(b . zeta). */
export function powerValue(a: Float64Array, b: Float64Array): OutputValue {
  const [v, i] = [formValue(a), formValue(b)];
  return {
    places: Int32Array.from(new Set([...v.places, ...i.places])).sort(),
    smooth: true,
    read: (t, zeta) => v.read(t, zeta) * i.read(t, zeta),
    terms: (t, zeta) => v.terms(t, zeta) * i.terms(t, zeta),
  };
}

/**
 * Reads an expression; `quantityOf` knows what v(...), i(...) and p(...) are. Returns the text of what has
 * no value at a point: an unknown quantity, or a function of the past such as ddt and sdt.
 */
export function expressionValue(
  expression: Expression,
  quantityOf: (quantity: string, names: readonly string[]) => OutputValue | undefined,
): OutputValue | string {
  const quantities = new Map<string, OutputValue>();
  let problem: string | undefined;
  visitExpression(expression, (node) => {
    if (node.kind === 'call' && pastFunctions.has(node.name)) problem ??= `${node.name}()`;
    if (node.kind !== 'probe') return;
    const value = quantityOf(node.quantity, node.names);
    if (value) quantities.set(variableKey(node), value);
    else problem ??= variableKey(node);
  });
  if (problem !== undefined) return problem;
  const program = compileExpression(expression, [...quantities.keys(), 'time']);
  if (!program) return 'what the expression contains';
  const values = [...quantities.values()];
  const inputs = new Float64Array(values.length + 1);
  const gap: OutputValue['gap'] = { first: undefined };
  return {
    gap,
    places: Int32Array.from(new Set(values.flatMap(({ places }) => [...places]))).sort(),
    smooth: false,
    terms: (t, zeta) => values.reduce((sum, value) => sum + value.terms(t, zeta), 0),
    read(t, zeta) {
      for (let k = 0; k < values.length; k++) inputs[k] = values[k]?.read(t, zeta) ?? NaN;
      inputs[values.length] = t;
      const value = program.evaluate(inputs);
      if (Number.isFinite(value)) return value;
      gap.first ??= t;
      return 0;
    },
  };
}

/** Functions of the past: their values need the run's history, which no point holds. */
const pastFunctions: ReadonlySet<string> = new Set(['ddt', 'idt', 'sdt', 'delay']);

function nonZeros(form: Float64Array): Int32Array {
  return Int32Array.from(form.keys()).filter((j) => form[j] !== 0);
}

function dotAt(form: Float64Array, zeta: Float64Array, places: Int32Array): number {
  let sum = 0;
  for (const j of places) sum += (form[j] ?? 0) * (zeta[j] ?? 0);
  return sum;
}
