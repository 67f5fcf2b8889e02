/**
 * A smooth law of an element's own voltage or current, with a linear part taken out of it:
 *
 *     f(z) = sum of s_j z_j + g(z),      g(z) = f(z) - sum of s_j z_j,      s_j = df/dz_j at a point of reference,
 *
 * over the arguments z_j that are voltages at the element's own ends (of a current) or its own current (of a voltage).
 * Exact for every s: nothing is added to the circuit. But the linear part then determines the node that a current
 * source feeds through nothing but i = v^3 or ddt(q(v)), and the loop of a voltage source and v = i^3 or ddt(f(i)).
 */
import type { Expression } from '../../expression/ast.js';
import { numberAt } from '../../expression/simplify.js';
import { verticalPoints } from '../../expression/vertical-points.js';
import type { AuxiliaryRow, LinearForm, SmoothFunction, WrittenFunction } from '../primitives.js';
import { ground } from '../compiler/tree.js';
import { scaled, sum } from './form-arithmetic.js';

/** What of a branch tells its own quantities. */
interface OwnPlace {
  readonly element: string;
  readonly a: string;
  readonly b: string;
  readonly output: 'voltage' | 'current';
}

export interface Law {
  readonly form: LinearForm;
  readonly rows: readonly AuxiliaryRow[];
}

/** Returns the same law with own slopes in its linear form. */
export function withOwnSlopes({ form, rows }: Law, place: OwnPlace): Law {
  if (!rows.some(({ smooth }) => smooth)) return { form, rows };
  let whole = form;
  const rest = rows.map((row, index) => {
    const { smooth } = row;
    const gain = form.terms.reduce(
      (total, term) => (term.quantity === 'auxiliary' && term.index === index ? total + term.gain : total),
      0,
    );
    const slopes = smooth && gain !== 0 ? ownSlopes(smooth, place) : undefined;
    if (!smooth || !slopes) return row;
    smooth.arguments.forEach((argument, j) => {
      const slope = slopes[j] as number;
      if (slope !== 0) whole = sum(whole, scaled(slope, argument), gain);
    });
    return { ...row, smooth: withoutSlopes(smooth, slopes) };
  });
  return { form: whole, rows: rest };
}

/** The slopes by the branch's own quantities, 0 by all others; undefined where there are none. */
function ownSlopes(smooth: SmoothFunction, place: OwnPlace): Float64Array | undefined {
  const isOwn = smooth.arguments.map((argument) => ownQuantity(argument, place));
  if (!isOwn.includes(true)) return undefined;
  const count = isOwn.length;
  // At rest, or where a law such as v^3, (v - w)^3 or v / r has no slope there, or none that is finite, at 1, 1/2, 1/3 ...
  for (const reference of isVertical(smooth) ? [1] : [0, 1]) {
    const slopes = new Float64Array(count);
    smooth.gradient(
      Float64Array.from(isOwn, (_, j) => reference / (j + 1)),
      slopes,
    );
    slopes.forEach((slope, j) => (slopes[j] = isOwn[j] === true ? slope : 0));
    if (slopes.every(Number.isFinite) && slopes.some((slope) => slope !== 0)) return slopes;
  }
  return undefined;
}

/** Whether a form is one of the branch's own quantities. */
export function ownQuantity({ terms }: LinearForm, { element, a, b, output }: OwnPlace): boolean {
  const [term, other] = terms;
  if (!term || other) return false;
  if (output === 'voltage') return term.quantity === 'current' && term.element === element;
  if (term.quantity !== 'voltage') return false;
  const ends = [a, b, ground];
  return ends.includes(term.a) && ends.includes(term.b);
}

function withoutSlopes(smooth: SmoothFunction, slopes: Float64Array): SmoothFunction {
  return {
    ...smooth,
    value(at) {
      let value = smooth.value(at);
      for (let j = 0; j < slopes.length; j++) value -= (slopes[j] as number) * (at[j] ?? NaN);
      return value;
    },
    gradient(at, out) {
      smooth.gradient(at, out);
      for (let j = 0; j < slopes.length; j++) out[j] = (out[j] ?? NaN) - (slopes[j] as number);
    },
    ...(smooth.written && { written: writtenWithout(smooth.written, slopes) }),
  };
}

/** The same expressions less slopes times their variables. */
function writtenWithout(
  { variables, value, slopes: of }: WrittenFunction,
  slopes: Float64Array,
): WrittenFunction {
  const { span } = value;
  const minus = (left: Expression, right: Expression): Expression => ({
    ...{ kind: 'binary', operator: '-', left, right, span },
  });
  const linear = (j: number): Expression => ({
    ...{ kind: 'binary', operator: '*', left: numberAt(slopes[j] as number, span) },
    ...{ right: { kind: 'name', name: variables[j] as string, span }, span },
  });
  return {
    variables,
    value: variables.reduce((rest, _, j) => minus(rest, linear(j)), value),
    slopes: of.map((slope, j) => minus(slope, numberAt(slopes[j] as number, span))),
  };
}

/** Whether its graph is vertical somewhere, where it has no slope. */
export function isVertical({ written }: SmoothFunction): boolean {
  return written !== undefined && verticalPoints(written.value, written.variables).length > 0;
}
