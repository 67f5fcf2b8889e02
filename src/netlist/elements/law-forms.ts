/**
 * The forms that controlled sources share: POLY(n) with its controls and coefficients, TABLE with its points,
 * LAPLACE with its rational function, VALUE with its expression.
 */
import type { Expression } from '../../expression/ast.js';
import { complexExpression } from '../../expression/complex-expression.js';
import { rationalOf } from '../../expression/rational.js';
import { substitute } from '../../expression/substitute.js';
import { boundScope } from '../../expression/scope.js';
import type { FlatControl, FlatLaw } from '../flat-circuit.js';
import { requireName } from '../resolve-names.js';
import type { Session } from '../session.js';
import type { GroupItem, Item } from '../syntax.js';
import { textOf } from '../syntax.js';
import { expressionOf, readValue } from '../values.js';
import { flatExpression, type ElementDraft, type PositionalItem } from './element-draft.js';

const COEFFICIENT = { name: 'coefficient', range: 'finite' } as const;
const POINT = { name: 'table point', range: 'finite' } as const;

/** Reads the element's control off the front: two nodes, v(a,b), or the name of an element, i(v1). */
export function readControl(
  items: PositionalItem[],
  control: 'voltage' | 'current',
  { element, nameSpan }: ElementDraft,
  session: Session,
): FlatControl | undefined {
  const first = items.shift();
  const fail = (message: string, item: Item | undefined): undefined => {
    session.diagnostics.error('missing-control', `${element.name}: ${message}`, item?.span ?? nameSpan);
    return undefined;
  };
  const pair = first?.kind === 'group' ? first.items : first ? [first] : [];
  if (control === 'current') {
    const [item, surplus] = pair;
    if (item?.kind !== 'word' || surplus)
      return void fail('the name of a controlling element is missing', first);
    const { text, span } = item;
    const name = requireName(
      'element',
      text,
      span,
      session.frame,
      session,
      (other) => other !== element.name,
    );
    return name === undefined ? undefined : { quantity: 'i', element: name };
  }
  const second = first?.kind === 'word' ? items.shift() : undefined;
  const [plus, minus, surplus] = second ? [...pair, second] : pair;
  const single = first?.kind === 'group' && first.name === 'v' && !minus;
  if (plus?.kind !== 'word' || surplus || (!single && minus?.kind !== 'word')) {
    return void fail('two controlling nodes are needed', first);
  }
  const nodes = [plus.text, minus?.kind === 'word' ? minus.text : '0'].map((text, k) =>
    requireName('node', text, (k === 0 ? plus : (minus ?? plus)).span, session.frame, session),
  );
  const [from, to] = nodes;
  return from === undefined || to === undefined ? undefined : { quantity: 'v', plus: from, minus: to };
}

/** POLY(n) controls coefficients; `items` begin behind POLY(n). */
export function readPoly(
  count: GroupItem,
  items: PositionalItem[],
  kind: { readonly output: 'v' | 'i'; readonly control: 'voltage' | 'current' },
  draft: ElementDraft,
  session: Session,
): FlatLaw | undefined {
  const { element } = draft;
  const [countItem] = count.items;
  const dimension =
    countItem && readValue(countItem, { name: 'poly', range: 'positive' }, element.name, session);
  if (dimension === undefined || !Number.isInteger(dimension) || dimension > items.length + 1) {
    session.diagnostics.error(
      'poly-dimension',
      `${element.name}: POLY needs a whole number of controls`,
      count.span,
    );
    return undefined;
  }
  const controls: FlatControl[] = [];
  const parts = items.splice(0).flatMap(splitSpaced);
  let at = 0;
  for (let k = 0; k < dimension; k++) {
    const pair = parts.slice(at, at + 2);
    const given = pair.length;
    const next = readControl(pair, kind.control, draft, session);
    if (!next) return undefined;
    controls.push(next);
    at += given - pair.length;
  }
  const coefficients = readCoefficients(parts.slice(at).flatMap(leavesOf), draft, session);
  if (!coefficients) return undefined;
  if (coefficients.length === 0) {
    session.diagnostics.error('missing-value', `${element.name}: POLY has no coefficients`, count.span);
    return undefined;
  }
  return { kind: 'poly', output: kind.output, controls, coefficients };
}

/** Coefficients of a polynomial; undefined where one of them is no number. */
export function readCoefficients(
  items: readonly Item[],
  { element }: ElementDraft,
  session: Session,
): number[] | undefined {
  const numbers = items.map((item) => readValue(item, COEFFICIENT, element.name, session));
  const coefficients = numbers.filter((value) => value !== undefined);
  return coefficients.length === numbers.length ? coefficients : undefined;
}

/** TABLE {input} = (x,y) (x,y) ...; the input is flat. */
export function readTable(
  input: Expression,
  items: readonly Item[],
  output: 'v' | 'i',
  draft: ElementDraft,
  session: Session,
): FlatLaw | undefined {
  const { element, nameSpan } = draft;
  const written = items.flatMap(leavesOf);
  const numbers = written.map((item) => readValue(item, POINT, element.name, session));
  const values = numbers.filter((value) => value !== undefined);
  if (values.length < numbers.length) return undefined;
  const points = values.flatMap((x, k) => (k % 2 === 0 ? [{ x, y: values[k + 1] ?? 0 }] : []));
  const back = points.findIndex(({ x }, k) => k > 0 && x < (points[k - 1]?.x ?? x));
  if (values.length < 2 || values.length % 2 !== 0 || back > 0) {
    const message =
      back > 0
        ? `${element.name}: TABLE goes back from ${points[back - 1]?.x ?? 0} to ${points[back]?.x ?? 0}`
        : `${element.name}: TABLE needs pairs (x,y)`;
    session.diagnostics.error('table-points', message, written[2 * Math.max(back, 0)]?.span ?? nameSpan, {
      hint: 'write TABLE {expression} = (x1,y1) (x2,y2) ... with ascending x',
    });
    return undefined;
  }
  return { kind: 'table', output, input, points };
}

/** LAPLACE {input} = {function of s}; the input is flat. One that is not rational is a response by frequency. */
export function readLaplace(
  input: Expression,
  transfer: Expression,
  output: 'v' | 'i',
  { element }: ElementDraft,
  session: Session,
): FlatLaw | undefined {
  const { scope, diagnostics } = session;
  // s stands for itself.
  const s: Expression = { kind: 'name', name: 's', span: transfer.span };
  const inner = boundScope(scope, new Map([['s', s]]));
  const form = substitute(transfer, inner, () => undefined, diagnostics);
  const rational = form && rationalOf(form);
  if (!form) return undefined;
  if (rational) return { kind: 'laplace', output, input, ...rational };
  const evaluate = complexExpression(form, ['s']);
  if (typeof evaluate === 'string') {
    const message = `${element.name}: LAPLACE is no function of s: ${evaluate}`;
    diagnostics.error('no-transfer-function', message, transfer.span, {
      hint: 'write sums, products, quotients and powers of s, sqrt, exp, ln, sinh, cosh or tanh of it, such as 1/(1+s*1m)',
    });
    return undefined;
  }
  return {
    ...{ kind: 'response', output, input, form: 'LAPLACE', span: transfer.span },
    response: { kind: 'function', expression: form },
  };
}

/** PSpice's {POLY(2) V(1) V(2) 0 1} and {TABLE {x} (0,0) (1,1)} in braces. */
export function readNestedLaw(
  { items, span }: GroupItem,
  output: 'v' | 'i',
  draft: ElementDraft,
  session: Session,
): FlatLaw | undefined {
  const [head, ...rest] = items;
  if (head?.kind === 'group' && head.name === 'poly') {
    const controls = rest.filter((item) => item.kind !== 'assignment');
    const first = controls[0];
    const control = first?.kind === 'group' && first.name === 'i' ? 'current' : 'voltage';
    return readPoly(head, controls, { output, control }, draft, session);
  }
  const [input, ...points] = rest;
  if (head?.kind === 'word' && head.text.toLowerCase() === 'table' && input?.kind === 'expression') {
    const flat = flatExpression(input.expression, session);
    return flat && readTable(flat, points, output, draft, session);
  }
  session.diagnostics.error('syntax', `${draft.element.name}: ${textOf(span)} is no expression`, span);
  return undefined;
}

/** `0 (a,b)` is a node and a pair, not a call. */
function splitSpaced(item: PositionalItem): readonly PositionalItem[] {
  if (item.kind !== 'group' || !item.spaced || ['', 'v', 'i'].includes(item.name)) return [item];
  const word = { kind: 'word', text: textOf(item.nameSpan), span: item.nameSpan } as const;
  return [word, { ...item, name: '', spaced: false }];
}

/** Groups taken apart to numbers. */
export function leavesOf(item: Item): readonly Item[] {
  if (item.kind !== 'group') return [item];
  return item.items.flatMap(leavesOf);
}

/** The flat expression of an item, or of v(a,b) and i(v1) without braces. */
export function inputOf(item: Item | undefined, session: Session): Expression | undefined {
  const written = writtenInput(item, session);
  return written && flatExpression(written, session);
}

function writtenInput(item: Item | undefined, session: Session): Expression | undefined {
  if (item?.kind !== 'group' || (item.name !== 'v' && item.name !== 'i')) {
    return item && expressionOf(item, session.diagnostics, session.rules);
  }
  const names = item.items.flatMap((inner) => (inner.kind === 'word' ? [inner.text.toLowerCase()] : []));
  return { kind: 'probe', quantity: item.name, names, span: item.span };
}
