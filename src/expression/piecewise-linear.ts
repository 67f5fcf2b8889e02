/**
 * Is an expression piecewise linear in its quantities, and of which structure? (if, ?:, comparisons, logic,
 * abs, min, max, limit, u, uramp, sgn, buf, inv, table, pwl, sums, constant multiples.)
 *
 * The answer is a tree of four kinds of node (`piecewise-linear-tree.ts`). A "curve" is continuous in its input; a "choice" may
 * jump where its condition changes, and becomes a curve where it provably does not. Functions of time alone
 * are offsets of linear forms, whatever their shape. What is not piecewise linear gives undefined.
 * Cost: linear in the size of the expression, times the number of quantities.
 */
import type { Span } from '../base/span.js';
import type { Expression } from './ast.js';
import { addForms, offsetForm, ratioOfForms, scaleForm, type LinearForm } from './linear-form.js';
import { variableKey, visitExpression } from './map-expression.js';
import type { Condition, Curve, PiecewiseLinear, PiecewiseLinearTerm } from './piecewise-linear-tree.js';
import { numberAt, simplify } from './simplify.js';
import { whereSign } from './stepped-values.js';

/** Returns the structure, or undefined when the expression is not piecewise linear. */
export function piecewiseLinearForm(expression: Expression): PiecewiseLinear | undefined {
  const simple = simplify(expression);
  const varying = new Set<Expression>();
  visitExpression(simple, (node) => {
    if (node.kind === 'probe' || operands(node).some((child) => varying.has(child))) varying.add(node);
  });
  return new Extractor(varying).extract(simple);
}

type Maybe = PiecewiseLinear | undefined;
type Node<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

const RAMP: Curve = { points: [{ x: 0, y: 0 }], leftSlope: 0, rightSlope: 1 };
const ABSOLUTE: Curve = { points: [{ x: 0, y: 0 }], leftSlope: -1, rightSlope: 1 };

class Extractor {
  constructor(readonly varying: ReadonlySet<Expression>) {}

  extract(node: Expression): Maybe {
    if (!this.varying.has(node)) return linear(offsetForm(node));
    switch (node.kind) {
      case 'number':
      case 'name':
        return linear(offsetForm(node));
      case 'probe':
        return linear({
          offset: numberAt(0, node.span),
          coefficients: new Map([[variableKey(node), 1]]),
        });
      case 'unary':
        return this.#unary(node);
      case 'binary':
        return this.#binary(node);
      case 'conditional':
        return this.#choice(node.test, node.then, node.otherwise);
      case 'call':
        return this.#call(node);
    }
  }

  #unary(node: Node<'unary'>): Maybe {
    if (node.operator === '!') return this.#truth(node);
    const inner = this.extract(node.operand);
    return inner && scale(inner, node.operator === '-' ? -1 : 1);
  }

  #binary(node: Node<'binary'>): Maybe {
    const { operator, left, right } = node;
    switch (operator) {
      case '+':
      case '-': {
        const a = this.extract(left);
        const b = this.extract(right);
        return a && b && add(a, scale(b, operator === '-' ? -1 : 1));
      }
      case '*':
        return this.#product(left, right);
      case '/': {
        const quotient = this.extract(left);
        return right.kind === 'number' && right.value !== 0 && quotient
          ? scale(quotient, 1 / right.value)
          : undefined;
      }
      case '^':
      case '**':
        return right.kind === 'number' && right.value === 1 ? this.extract(left) : undefined;
      case '%':
        return undefined;
      case '<':
      case '<=':
      case '>':
      case '>=':
      case '==':
      case '!=':
      case '&&':
      case '||':
        return this.#truth(node);
    }
  }

  /** A constant times a form, or a form times something that chooses between constants. */
  #product(left: Expression, right: Expression): Maybe {
    const a = this.extract(left);
    const b = this.extract(right);
    if (!a || !b) return undefined;
    const p = constantOf(a);
    const q = constantOf(b);
    if (p !== undefined) return scale(b, p);
    if (q !== undefined) return scale(a, q);
    return select(a, b) ?? select(b, a);
  }

  #truth(node: Expression): Maybe {
    const condition = this.#condition(node);
    const value = (x: number): PiecewiseLinear => linear(offsetForm(numberAt(x, node.span)));
    return condition && { kind: 'choice', condition, then: value(1), otherwise: value(0) };
  }

  #choice(test: Expression, then: Expression, otherwise: Expression): Maybe {
    const condition = this.#condition(test);
    const a = this.extract(then);
    const b = this.extract(otherwise);
    if (!condition || !a || !b) return undefined;
    return continuous(condition, a, b) ?? { kind: 'choice', condition, then: a, otherwise: b };
  }

  #condition(node: Expression): Condition | undefined {
    if (node.kind === 'unary' && node.operator === '!') {
      const of = this.#condition(node.operand);
      return of && { kind: 'not', of };
    }
    if (node.kind === 'binary') {
      const { operator, left, right } = node;
      if (operator === '&&' || operator === '||') {
        const first = this.#condition(left);
        const second = this.#condition(right);
        return first && second && { kind: operator === '&&' ? 'and' : 'or', first, second };
      }
      if (operator === '>' || operator === '>=') return this.#above(left, right, operator === '>');
      if (operator === '<' || operator === '<=') return this.#above(right, left, operator === '<');
      if (operator === '==' || operator === '!=') return this.#equal(left, right, operator === '!=');
    }
    return this.#nonZero(node);
  }

  /** left > right */
  #above(left: Expression, right: Expression, strict: boolean): Condition | undefined {
    const a = this.extract(left);
    const b = this.extract(right);
    return a && b && aboveZero(add(a, scale(b, -1)), strict, left.span);
  }

  #equal(left: Expression, right: Expression, negated: boolean): Condition | undefined {
    const a = this.extract(left);
    const b = this.extract(right);
    const stepped = a && b && whereSign(add(a, scale(b, -1)), (sign) => (sign === 0) !== negated);
    if (stepped !== undefined) return conditionOf(stepped, left.span);
    const first = this.#above(left, right, false);
    const second = this.#above(right, left, false);
    const both: Condition | undefined = first && second && { kind: 'and', first, second };
    return both && negated ? { kind: 'not', of: both } : both;
  }

  /** Anything as a condition: it is not 0. */
  #nonZero(node: Expression): Condition | undefined {
    const guard = this.extract(node);
    if (!guard) return undefined;
    const stepped = whereSign(guard, (sign) => sign !== 0);
    if (stepped !== undefined) return conditionOf(stepped, node.span);
    const above: Condition = { kind: 'above', guard, strict: true };
    return { kind: 'or', first: above, second: { kind: 'above', guard: scale(guard, -1), strict: true } };
  }

  #call({ name, args }: Node<'call'>): Maybe {
    const [x, y, z] = args;
    if (!x) return undefined;
    if (name === 'if') return y && z ? this.#choice(x, y, z) : undefined;
    if (name === 'min' || name === 'max') return this.#extreme(name, args);
    if (name === 'limit') return y && z ? this.#limit(x, y, z) : undefined;
    if (name === 'table' || name === 'fasttable' || name === 'pwl') return this.#table(name, args);
    const curve = CURVES.get(name);
    const steps = STEPS.get(name);
    if (!curve && !steps) return undefined;
    const input = this.extract(x);
    if (!input) return undefined;
    return curve ? bend(input, curve) : steps?.(input, x);
  }

  /** max(a, b) = b + ramp(a - b), min(a, b) = a - ramp(a - b). */
  #extreme(name: 'min' | 'max', args: readonly Expression[]): Maybe {
    const forms = args.map((arg) => this.extract(arg));
    return forms.reduce<Maybe>((a, b, k) => {
      if (k === 0) return b;
      if (!a || !b) return undefined;
      const ramp = bend(add(a, scale(b, -1)), RAMP);
      return name === 'max' ? add(b, ramp) : add(a, scale(ramp, -1));
    }, undefined);
  }

  #limit(x: Expression, a: Expression, b: Expression): Maybe {
    if (a.kind !== 'number' || b.kind !== 'number') {
      const span = x.span;
      const low: Expression = { kind: 'call', name: 'min', args: [a, b], span };
      const high: Expression = { kind: 'call', name: 'max', args: [a, b], span };
      const floor: Expression = { kind: 'call', name: 'max', args: [x, low], span };
      const bounded: Expression = { kind: 'call', name: 'min', args: [floor, high], span };
      return piecewiseLinearForm(bounded);
    }
    const input = this.extract(x);
    const low = Math.min(a.value, b.value);
    const high = Math.max(a.value, b.value);
    const points = low === high ? [{ x: low, y: low }] : [low, high].map((value) => ({ x: value, y: value }));
    return input && bend(input, { points, leftSlope: 0, rightSlope: 0 });
  }

  /** Constant points of strictly ascending x; equal x are a jump, which is a choice. */
  #table(name: string, [x, ...rest]: readonly Expression[]): Maybe {
    const input = x && this.extract(x);
    const numbers = rest.flatMap((node) => (node.kind === 'number' ? [node.value] : []));
    if (!input || !x || numbers.length < rest.length || numbers.length % 2 !== 0) return undefined;
    const points = numbers.flatMap((value, k) => (k % 2 === 0 ? [{ x: value, y: numbers[k + 1] ?? 0 }] : []));
    if (points.some((point, k) => k > 0 && point.x <= (points[k - 1]?.x ?? -Infinity))) return undefined;
    const slope = (k: number): number => {
      const p = points[k];
      const q = points[k + 1];
      return p && q && name === 'pwl' ? (q.y - p.y) / (q.x - p.x) : 0;
    };
    return bend(input, { points, leftSlope: slope(0), rightSlope: slope(points.length - 2) });
  }
}

const CURVES: ReadonlyMap<string, Curve> = new Map([
  ['abs', ABSOLUTE],
  ['uramp', RAMP],
  [
    'u2',
    {
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ],
      leftSlope: 0,
      rightSlope: 0,
    },
  ],
]);

/** Functions that jump: value above and below a threshold. */
const STEPS: ReadonlyMap<string, (input: PiecewiseLinear, at: Expression) => PiecewiseLinear> = new Map([
  ['u', (input, at) => step(input, at, 0, true, 1, 0)],
  ['stp', (input, at) => step(input, at, 0, true, 1, 0)],
  ['gt0', (input, at) => step(input, at, 0, true, 1, 0)],
  ['ge0', (input, at) => step(input, at, 0, false, 1, 0)],
  ['lt0', (input, at) => step(input, at, 0, false, 0, 1)],
  ['le0', (input, at) => step(input, at, 0, true, 0, 1)],
  ['buf', (input, at) => step(input, at, 0.5, true, 1, 0)],
  ['inv', (input, at) => step(input, at, 0.5, true, 0, 1)],
  ['sgn', (input, at) => add(step(input, at, 0, true, 1, 0), step(input, at, 0, false, 0, -1))],
]);

function step(
  input: PiecewiseLinear,
  at: Expression,
  threshold: number,
  strict: boolean,
  above: number,
  below: number,
): PiecewiseLinear {
  const value = (x: number): PiecewiseLinear => linear(offsetForm(numberAt(x, at.span)));
  const guard = threshold === 0 ? input : add(input, value(-threshold));
  return {
    kind: 'choice',
    condition: aboveZero(guard, strict, at.span),
    then: value(above),
    otherwise: value(below),
  };
}

function aboveZero(guard: PiecewiseLinear, strict: boolean, span: Span): Condition {
  const stepped = whereSign(guard, (sign) => sign > 0 || (sign === 0 && !strict));
  return stepped === undefined ? { kind: 'above', guard, strict } : conditionOf(stepped, span);
}

function conditionOf(stepped: Condition | boolean, span: Span): Condition {
  if (typeof stepped !== 'boolean') return stepped;
  return { kind: 'above', guard: linear(offsetForm(numberAt(stepped ? 1 : -1, span))), strict: true };
}

function linear(form: LinearForm): PiecewiseLinear {
  return { kind: 'linear', form };
}

/** The number that a form is, if it is one. */
function constantOf(form: PiecewiseLinear): number | undefined {
  if (form.kind !== 'linear' || form.form.coefficients.size > 0) return undefined;
  const { offset } = form.form;
  return offset.kind === 'number' ? offset.value : undefined;
}

function bend(input: PiecewiseLinear, curve: Curve): PiecewiseLinear {
  return { kind: 'curve', input, curve };
}

function scale(form: PiecewiseLinear, factor: number): PiecewiseLinear {
  if (factor === 1) return form;
  if (form.kind === 'linear') return linear(scaleForm(form.form, factor));
  if (form.kind === 'choice') {
    return { ...form, then: scale(form.then, factor), otherwise: scale(form.otherwise, factor) };
  }
  if (form.kind === 'sum') {
    return { kind: 'sum', terms: form.terms.map((t) => ({ ...t, factor: t.factor * factor })) };
  }
  const { points, leftSlope, rightSlope } = form.curve;
  const curve: Curve = {
    points: points.map(({ x, y }) => ({ x, y: factor * y })),
    leftSlope: factor * leftSlope,
    rightSlope: factor * rightSlope,
  };
  return bend(form.input, curve);
}

/** a + b; linear parts are merged, so that a sum has one at most. */
function add(a: PiecewiseLinear, b: PiecewiseLinear): PiecewiseLinear {
  const terms = [...termsOf(a), ...termsOf(b)];
  const bent = terms.filter(({ term }) => term.kind !== 'linear');
  const forms = terms.flatMap(({ factor, term }) =>
    term.kind === 'linear' ? [scaleForm(term.form, factor)] : [],
  );
  const [first, ...others] = forms;
  const sum = first && others.reduce(addForms, first);
  const isZero =
    !sum || (sum.coefficients.size === 0 && sum.offset.kind === 'number' && sum.offset.value === 0);
  if (bent.length === 0) return sum ? linear(sum) : a;
  const all = sum && !isZero ? [...bent, { factor: 1, term: linear(sum) }] : bent;
  const [only] = all;
  return all.length === 1 && only ? scale(only.term, only.factor) : { kind: 'sum', terms: all };
}

function termsOf(form: PiecewiseLinear): readonly PiecewiseLinearTerm[] {
  return form.kind === 'sum' ? form.terms : [{ factor: 1, term: form }];
}

/** choice(c, p, q) * b with constants p, q: choice(c, p b, q b). */
function select(a: PiecewiseLinear, b: PiecewiseLinear): Maybe {
  if (a.kind !== 'choice') return undefined;
  const p = constantOf(a.then);
  const q = constantOf(a.otherwise);
  if (p === undefined || q === undefined) return undefined;
  const then = scale(b, p);
  const otherwise = scale(b, q);
  return (
    continuous(a.condition, then, otherwise) ?? { kind: 'choice', condition: a.condition, then, otherwise }
  );
}

/** if(g > 0, b + k g, b) = b + k ramp(g): no jump. */
function continuous(condition: Condition, a: PiecewiseLinear, b: PiecewiseLinear): Maybe {
  if (condition.kind !== 'above' || condition.guard.kind !== 'linear') return undefined;
  const difference = add(a, scale(b, -1));
  if (difference.kind !== 'linear') return undefined;
  const ratio = ratioOfForms(difference.form, condition.guard.form);
  return ratio === undefined ? undefined : add(b, scale(bend(condition.guard, RAMP), ratio));
}

function operands(node: Expression): readonly Expression[] {
  if (node.kind === 'unary') return [node.operand];
  if (node.kind === 'binary') return [node.left, node.right];
  if (node.kind === 'call') return node.args;
  return node.kind === 'conditional' ? [node.test, node.then, node.otherwise] : [];
}
