/**
 * E, F, G, H -> `FlatElement.law`:
 *
 *     E1 a b c d 2          E1 a b (c,d) 2       F1 a b vs 2
 *     E1 a b c d 0 1 2      F1 a b vs 0 1 2
 *     E1 a b POLY(2) c 0 d 0  0 1 1              E1 a b VALUE={2*v(c)}
 *     E1 a b TABLE {v(c)} = (0,0) (1,5)          E1 a b LAPLACE {v(c)} = {1/(1+s)}
 *     E1 a b c d TABLE=(0,0,1,5)                 E1 a b c d LAPLACE=1/(1+s)
 *     E1 a b c d table(0 0 1 5)
 *     E1 a b VCVS c d 2                          F1 a b CCCS vs 2
 *     E1 a b FREQ {v(c)} = (0,0,0) (1k,-3,-45)   E1 a b CHEBYSHEV {v(c)} = LP 800 1.2k .1 50
 */
import type { FlatControl, FlatLaw } from '../flat-circuit.js';
import type { ValueSyntax } from '../language.js';
import type { Session } from '../session.js';
import { textOf, type AssignmentItem, type GroupItem, type Item } from '../syntax.js';
import { expressionOf, readQuantity } from '../values.js';
import { parseNumber } from '../../base/units.js';
import type { Expression } from '../../expression/ast.js';
import {
  flatExpression,
  flatLaw,
  takeAssignment,
  usageOf,
  type ElementDraft,
  type PositionalItem,
} from './element-draft.js';
import { ExpressionBuilder } from '../../expression/build.js';
import { parseExpressionText } from '../../expression/parse.js';
import { bounded, hasValue, readHspiceForm, takeBounds } from './hspice-forms.js';
import { readChebyshev, readFrequencies } from './response-forms.js';
import {
  inputOf,
  readCoefficients,
  readControl,
  readLaplace,
  readNestedLaw,
  readPoly,
  readTable,
} from './law-forms.js';

type ControlledSyntax = Extract<ValueSyntax, { kind: 'controlled' }>;

export function readControlledValue(draft: ElementDraft, session: Session): boolean {
  const { element, indexed } = draft;
  const { value: kind } = indexed.syntax;
  if (kind.kind !== 'controlled') return false;
  const bounds = takeBounds(draft, session);
  const [first, second] = draft.rest;
  if (first && second && namesKind(draft.rest, kind)) draft.rest.shift();
  const form = readHspiceForm(draft, kind, bounds, session);
  if (form === 'wrong') {
    draft.rest.length = 0;
    return false;
  }
  const law = form ?? readLaw(draft, kind, session);
  if (!law) return false;
  element.law = form ? law : bounded(law, kind.output, bounds, new ExpressionBuilder(element.span));
  if (!form && !hasValue(law) && Object.values(bounds).some((bound) => bound !== undefined)) {
    const message = `${element.name}: SCALE, ABS, MAX and MIN of such a law are not supported`;
    session.diagnostics.error('unsupported-form', message, draft.nameSpan, {
      hint: 'write an expression: VALUE={max(-1, min(1, v(in)))}',
    });
    return false;
  }
  return true;
}

function readLaw(draft: ElementDraft, kind: ControlledSyntax, session: Session): FlatLaw | undefined {
  const { rest, nameSpan } = draft;
  const { output, control } = kind;
  const value = takeAssignment(draft, ['value', 'vol', 'cur']);
  if (value?.value.kind === 'group') return readNestedLaw(value.value, output, draft, session);
  if (value) return ofExpression(value.value, output, session);
  const keyed = takeKeyed(draft);
  const [first] = rest;
  if (keyed && !first) return ofKeyed(keyed, output, draft, session);
  const word = first?.kind === 'word' ? first.text.toLowerCase() : first?.kind === 'group' ? first.name : '';
  const poly = takePoly(rest, control);
  if (poly) return readPoly(poly, rest, kind, draft, session);
  const tabled = takeTabled(draft);
  if (tabled) return ofForm('table', [tabled, ...rest.splice(0)], undefined, output, draft, session);
  if (first?.kind === 'expression') {
    rest.shift();
    return ofExpression(first, output, session);
  }
  if (word === 'nested' && first?.kind === 'group') {
    rest.shift();
    return readNestedLaw(first, output, draft, session);
  }
  if (word === 'value' || word === 'vol' || word === 'cur') {
    rest.shift();
    if (rest[0]?.kind !== 'expression' && rest[0]?.kind !== 'word') return ofBareText(draft, output, session);
    return ofExpression(rest.shift(), output, session);
  }
  if (isForm(word)) {
    const items =
      first?.kind === 'group' ? [...first.items, ...rest.splice(0).slice(1)] : rest.splice(0).slice(1);
    return ofForm(word, items, keyed, output, draft, session);
  }
  const refused = REFUSED_FORMS.get(word);
  if (refused !== undefined) {
    const message = `${draft.element.name}: ${word.toUpperCase()} is not supported`;
    session.diagnostics.error('unsupported-form', message, first?.span ?? nameSpan, { hint: refused });
    rest.length = 0;
    return undefined;
  }
  const controlling = readControl(rest, control, draft, session);
  if (!controlling) {
    // What is left belongs to what is not known.
    rest.length = 0;
    return undefined;
  }
  // LTspice: G1 a b c d table(0 0 1 5).
  const table = rest[0]?.kind === 'group' && ['table', 'tbl'].includes(rest[0].name) ? rest[0] : undefined;
  if (table) {
    const points = [...table.items, ...rest.splice(0).slice(1)];
    return readTable(probeOf(controlling, nameSpan), points, output, draft, session);
  }
  const named = takeTransfer(draft);
  if (named) return ofTransfer(named, probeOf(controlling, nameSpan), output, draft, session);
  if (rest.length > 1 && rest.every(isNumber)) return ofCoefficients(controlling, output, draft, session);
  return ofGain(controlling, kind, draft, session);
}

/** Takes POLY(n), or `POLY n` before n controls and a coefficient, whose brackets are blanks as everywhere in SPICE2. */
function takePoly(rest: PositionalItem[], control: 'voltage' | 'current'): GroupItem | undefined {
  const [first, count] = rest;
  if (first?.kind === 'group' && first.name === 'poly') {
    rest.shift();
    return first;
  }
  if (first?.kind !== 'word' || first.text.toLowerCase() !== 'poly' || count?.kind !== 'word')
    return undefined;
  const words = control === 'voltage' ? 2 : 1;
  if (!/^\d+$/.test(count.text) || rest.length < 2 + words * Number(count.text) + 1) return undefined;
  rest.splice(0, 2);
  const span = { ...first.span, end: count.span.end };
  return { kind: 'group', name: 'poly', nameSpan: first.span, items: [count], spaced: false, span };
}

/** Takes the input of `table={input} (x,y) ...`; behind controlling nodes points stand there. */
function takeTabled({ assignments }: ElementDraft): Item | undefined {
  const at = assignments.findIndex(
    ({ key, value }) => value.kind === 'expression' && textOf(key.span).toLowerCase() === 'table',
  );
  return at < 0 ? undefined : assignments.splice(at, 1)[0]?.value;
}

function isNumber(item: PositionalItem): boolean {
  return item.kind === 'word' && parseNumber(item.text) !== undefined;
}

/** Several numbers without POLY are the coefficients of one of a single control, as in SPICE2: `E1 n+ n- nc+ nc- 0 1 2`. */
function ofCoefficients(
  control: FlatControl,
  output: 'v' | 'i',
  draft: ElementDraft,
  session: Session,
): FlatLaw | undefined {
  const coefficients = readCoefficients(draft.rest.splice(0), draft, session);
  return coefficients && { kind: 'poly', output, controls: [control], coefficients };
}

/** VCVS, VCCS, CCCS or CCVS before what controls, as HSPICE writes; where fewer words follow it is a node or an element. */
function namesKind(
  [first, second, ...others]: readonly PositionalItem[],
  { control, output }: ControlledSyntax,
): boolean {
  const kind = `${control === 'voltage' ? 'vc' : 'cc'}${output === 'v' ? 'v' : 'c'}s`;
  if (first?.kind !== 'word' || first.text.toLowerCase() !== kind) return false;
  const needed = control === 'voltage' && second?.kind === 'word' ? 2 : 1;
  return second !== undefined && (second.kind === 'group' || others.length >= needed);
}

/** Forms of an input in braces and what it comes to. */
type Form = 'table' | 'laplace' | 'freq' | 'chebyshev';

function isForm(word: string): word is Form {
  return ['table', 'laplace', 'freq', 'chebyshev'].includes(word);
}

/** Forms of other programs that nothing here is made of, and what to write instead. */
const REFUSED_FORMS: ReadonlyMap<string, string> = new Map([
  ['foster', 'write the response as a rational function with LAPLACE'],
  ['opamp', 'write a gain: E1 out 0 in+ in- 1e6'],
  ['transformer', 'write coupled inductors (K)'],
]);

/** `V(a,b) = (x,y)` behind TABLE: an assignment with a probe for its key. */
function takeKeyed({ assignments }: ElementDraft): AssignmentItem | undefined {
  const at = assignments.findIndex(({ key }) => key.kind === 'group');
  return at < 0 ? undefined : assignments.splice(at, 1)[0];
}

function takeTransfer(draft: ElementDraft): AssignmentItem | undefined {
  return takeAssignment(draft, ['table', 'tbl', 'laplace']);
}

/** PSpice's `VALUE 2*V(a,b)`, without braces: up to the end, or to the first parameter. */
function ofBareText(
  { rest, assignments, card, nameSpan }: ElementDraft,
  output: 'v' | 'i',
  session: Session,
): FlatLaw | undefined {
  const { source, start } = rest[0]?.span ?? nameSpan;
  const end = Math.min(...assignments.map(({ span }) => span.start), rest.at(-1)?.span.end ?? start);
  rest.length = 0;
  const text = card.text.slice(start - card.span.start, end - card.span.start);
  const written = parseExpressionText(
    text,
    { source, base: start, rules: session.rules },
    session.diagnostics,
  );
  const expression = written && flatLaw(written, session);
  return expression && { kind: 'expression', output, expression };
}

function ofExpression(item: Item | undefined, output: 'v' | 'i', session: Session): FlatLaw | undefined {
  const written = item && expressionOf(item, session.diagnostics, session.rules);
  const expression = written && flatLaw(written, session);
  return expression && { kind: 'expression', output, expression };
}

function ofKeyed(
  { key, value }: AssignmentItem,
  output: 'v' | 'i',
  draft: ElementDraft,
  session: Session,
): FlatLaw | undefined {
  const input = inputOf(key, session);
  return input && readTable(input, [value], output, draft, session);
}

function ofForm(
  form: Form,
  items: readonly PositionalItem[] | readonly Item[],
  keyed: AssignmentItem | undefined,
  output: 'v' | 'i',
  draft: ElementDraft,
  session: Session,
): FlatLaw | undefined {
  const [first, ...others] = keyed ? [keyed.key, keyed.value, ...items] : items;
  const input = inputOf(first, session);
  if (!input) {
    reportForm(form, draft, session);
    return undefined;
  }
  if (form === 'table') return readTable(input, others, output, draft, session);
  if (form === 'freq') return readFrequencies(input, others, output, draft, session);
  if (form === 'chebyshev') return readChebyshev(input, others, output, draft, session);
  const [second] = others;
  const transfer = second && expressionOf(second, session.diagnostics, session.rules);
  return transfer && readLaplace(input, transfer, output, draft, session);
}

function reportForm(form: string, { element, nameSpan }: ElementDraft, { diagnostics }: Session): void {
  const message = `${element.name}: ${form.toUpperCase()} needs an expression in braces`;
  diagnostics.error('missing-value', message, nameSpan, {
    hint: `write: ${element.name} n+ n- ${form} {expression} = ...`,
  });
}

/** LTspice: the controlling nodes, then TABLE=(...) or LAPLACE=... */
function ofTransfer(
  { key, value }: AssignmentItem,
  input: Expression,
  output: 'v' | 'i',
  draft: ElementDraft,
  session: Session,
): FlatLaw | undefined {
  const isLaplace = key.kind === 'word' && key.text.toLowerCase() === 'laplace';
  if (!isLaplace) return readTable(input, [value], output, draft, session);
  const transfer = expressionOf(value, session.diagnostics, session.rules);
  return transfer && readLaplace(input, transfer, output, draft, session);
}

/** Names are full already: nothing must look them up again. */
function probeOf(control: FlatControl, span: Item['span']): Expression {
  const names = control.quantity === 'v' ? [control.plus, control.minus] : [control.element];
  return { kind: 'probe', quantity: control.quantity, names, span };
}

function ofGain(
  control: FlatControl,
  { parameter, output }: ControlledSyntax,
  draft: ElementDraft,
  session: Session,
): FlatLaw | undefined {
  const { element, indexed, rest, nameSpan } = draft;
  const named = takeAssignment(draft, [parameter.name, ...(parameter.aliases ?? [])]);
  const item = rest.shift() ?? named?.value;
  if (!item) {
    session.diagnostics.error('missing-value', `${element.name} has no ${parameter.name}`, nameSpan, {
      hint: `write: ${usageOf(element.name, indexed.syntax)}`,
    });
    return undefined;
  }
  element.valueSpan = item.span;
  const gain = readQuantity(item, parameter, element.name, session, named ? 'named' : 'positional');
  if (gain === undefined) return undefined;
  if (typeof gain === 'number') return { kind: 'linear', control, gain };
  const factor = flatExpression(gain.expression, session);
  const { span } = item;
  const right = probeOf(control, span);
  return (
    factor && {
      kind: 'expression',
      output,
      expression: { kind: 'binary', operator: '*', left: factor, right, span },
    }
  );
}
