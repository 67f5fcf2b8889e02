/**
 * Comparisons of what takes a few values only, since it is a sum of choices between constants: `(v(a)>1) != (v(b)>1)`, `(v(a)>1)+(v(b)>1)+(v(c)>1)>=2`.
 * They are logic of the conditions that choose. As comparisons they would be at their thresholds all the time: two such
 * values that are equal are not about to differ.
 *
 * f(c1, c2, ...) = (c1 and f(true, c2, ...)) or (not c1 and f(false, c2, ...)), whatever is constant left out [Shannon].
 * Cost: 2^conditions values, of no more than `MOST` conditions.
 */
import type { Condition, PiecewiseLinear } from './piecewise-linear-tree.js';

const MOST = 4;
/** Sides closer than this part of their sizes are equal, as everywhere. */
const EQUAL = 5e-11;

interface Stepped {
  readonly offset: number;
  readonly steps: readonly {
    readonly condition: Condition;
    readonly then: number;
    readonly otherwise: number;
  }[];
}

/** Where the sign of a form, -1, 0 or 1, is one that `holds`; undefined where the form takes more than a few values. */
export function whereSign(
  form: PiecewiseLinear,
  holds: (sign: number) => boolean,
): Condition | boolean | undefined {
  const { offset = 0, steps } = steppedValues(form) ?? {};
  if (!steps || steps.length === 0 || steps.length > MOST) return undefined;
  const within = (from: number, sum: number, size: number): Condition | boolean => {
    const step = steps[from];
    if (!step) return holds(Math.abs(sum) <= EQUAL * size ? 0 : Math.sign(sum));
    const of = (value: number): Condition | boolean => within(from + 1, sum + value, size + Math.abs(value));
    return chosen(step.condition, of(step.then), of(step.otherwise));
  };
  return within(0, offset, Math.abs(offset));
}

function steppedValues(form: PiecewiseLinear): Stepped | undefined {
  if (form.kind === 'curve') return undefined;
  if (form.kind === 'linear') {
    const { coefficients, offset } = form.form;
    return coefficients.size === 0 && offset.kind === 'number'
      ? { offset: offset.value, steps: [] }
      : undefined;
  }
  if (form.kind === 'choice') {
    const [then, otherwise] = [steppedValues(form.then), steppedValues(form.otherwise)];
    if (!then || !otherwise || then.steps.length + otherwise.steps.length > 0) return undefined;
    const { condition } = form;
    return { offset: 0, steps: [{ condition, then: then.offset, otherwise: otherwise.offset }] };
  }
  const terms = form.terms.map(({ factor, term }) => ({ factor, values: steppedValues(term) }));
  if (terms.some(({ values }) => values === undefined)) return undefined;
  return {
    offset: terms.reduce((sum, { factor, values }) => sum + factor * (values?.offset ?? 0), 0),
    steps: terms.flatMap(({ factor, values }) =>
      (values?.steps ?? []).map(({ condition, then, otherwise }) => ({
        condition,
        then: factor * then,
        otherwise: factor * otherwise,
      })),
    ),
  };
}

/** (condition and a) or (not condition and b). */
function chosen(condition: Condition, a: Condition | boolean, b: Condition | boolean): Condition | boolean {
  if (a === b) return a;
  const not: Condition = { kind: 'not', of: condition };
  if (typeof a === 'boolean') {
    if (typeof b === 'boolean') return a ? condition : not;
    return a ? { kind: 'or', first: condition, second: b } : { kind: 'and', first: not, second: b };
  }
  if (typeof b === 'boolean')
    return b ? { kind: 'or', first: not, second: a } : { kind: 'and', first: condition, second: a };
  const [first, second]: Condition[] = [
    { kind: 'and', first: condition, second: a },
    { kind: 'and', first: not, second: b },
  ];
  return first && second ? { kind: 'or', first, second } : a;
}
