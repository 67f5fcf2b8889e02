/**
 * `R1 a b 1k`, `R1 a b {expression}`, `R1 a b r=1k`: one number after the nodes; before or after it the name
 * of a model; instead of it an alternative such as `q={...}`.
 */
import { parseNumber } from '../../base/units.js';
import { boundScope, type Scope } from '../../expression/scope.js';
import { warnOfRepeated } from '../assignments.js';
import type { ElementSyntax, ParameterSpec } from '../language.js';
import type { Session } from '../session.js';
import { type AssignmentItem, textOf, type Item } from '../syntax.js';
import { readQuantity, readValue } from '../values.js';
import {
  setExpression,
  takeAssignment,
  usageOf,
  type ElementDraft,
  type PositionalItem,
} from './element-draft.js';
import { hasModel, readModelReference } from './model-reference.js';

export function readNumberValue(draft: ElementDraft, session: Session): boolean {
  const { element, indexed, nameSpan } = draft;
  const { value: kind } = indexed.syntax;
  if (kind.kind !== 'number') return false;
  const { parameter, alternatives = [] } = kind;
  if (!takeModel(draft, session)) return false;
  const named = takeLast(parameter, draft, session);
  const positional = takeValues(parameter, draft, session);
  if (!takeModel(draft, session)) return false;
  if (positional && named) {
    warnOfRepeated(`${element.name}: ${parameter.name}`, named.span, positional.span, session);
  }
  const item = named?.value ?? positional;
  if (!item) {
    const other = alternatives.some((spec) => takeAlternative(spec.name, draft, session));
    if (other || element.model) return true;
    // What has no place here may be what gives it: that is told.
    if (draft.assignments.some(({ key }) => textOf(key.span).toLowerCase() in (indexed.syntax.refused ?? {})))
      return false;
    if (takeAbsent(draft, session)) return true;
    session.diagnostics.error('missing-value', `${element.name} has no ${parameter.name}`, nameSpan, {
      hint: `write: ${usageOf(element.name, indexed.syntax)}${orElse(kind)}`,
    });
    return false;
  }
  element.valueSpan = item.span;
  if (parameter.unit === 'Ohm') warnOfMilli(item, element.name, session);
  else if (parameter.unit === 'F') warnOfFemto(item, element.name, session);
  const way = named ? 'named' : 'positional';
  const value =
    parameter.expression === true
      ? readQuantity(item, parameter, element.name, session, way)
      : readValue(item, parameter, element.name, session, way);
  if (value === undefined) return false;
  if (typeof value === 'object') setExpression(draft, parameter.name, value, session);
  else element.value = value;
  return true;
}

/** A resistor without a value, which a sweep may set, has one in some dialects; false in others. */
function takeAbsent({ element, indexed, nameSpan }: ElementDraft, session: Session): boolean {
  const { value: kind } = indexed.syntax;
  const value = kind.kind === 'number' ? kind.absent?.[session.dialect] : undefined;
  if (kind.kind !== 'number' || value === undefined) return false;
  element.value = value;
  if (session.overrides.elements?.[element.name] !== undefined) return true;
  const { name, unit } = kind.parameter;
  const message = `${element.name} has no ${name}: it is ${value} ${unit}, as in ${session.dialect}`;
  session.diagnostics.warning('missing-value', message, nameSpan, {
    hint: `write: ${usageOf(element.name, indexed.syntax)}`,
  });
  return true;
}

/** The other ways in which a value may be given, behind its usage. */
function orElse({
  parameter,
  alternatives = [],
}: Extract<ElementSyntax['value'], { kind: 'number' }>): string {
  const names = alternatives.map(({ name }) => `${name}=`).join(' or ');
  return names === '' ? '' : `, or ${names} instead of ${parameter.name}`;
}

/** SPICE does not tell M from m: a resistor of 1M has a thousandth of an ohm. */
function warnOfMilli({ kind, span }: Item, name: string, { diagnostics }: Session): void {
  const text = textOf(span);
  if (kind !== 'word' || !/^[\d.]+M$/.test(text)) return;
  const message = `${name}: "${text}" is ${text.slice(0, -1)} milliohms: SPICE reads M as m`;
  diagnostics.warning('milli-or-mega', message, span, {
    hint: `write ${text.slice(0, -1)}Meg for megohms, or a small m`,
  });
}

/** Nor F from f: a capacitor of 1F has a thousandth of a picofarad. */
function warnOfFemto({ kind, span }: Item, name: string, { diagnostics }: Session): void {
  const text = textOf(span);
  if (kind !== 'word' || !/^[\d.]+F$/.test(text)) return;
  const digits = text.slice(0, -1);
  const message = `${name}: "${text}" is ${digits} femtofarads: SPICE reads F as f, the power of ten 1e-15`;
  diagnostics.warning('femto-or-farad', message, span, {
    hint: `write ${digits} for farads, or a small f`,
  });
}

/** Takes the assignments of a parameter; the last of several counts, which is told. */
function takeLast(
  { name, aliases = [] }: ParameterSpec,
  draft: ElementDraft,
  session: Session,
): AssignmentItem | undefined {
  const names = [name, ...aliases];
  let last = takeAssignment(draft, names);
  for (let next = last && takeAssignment(draft, names); last && next; next = takeAssignment(draft, names)) {
    warnOfRepeated(`${draft.element.name}: ${name}`, next.key.span, last.key.span, session);
    last = next;
  }
  return last;
}

/** Takes the value; of two numbers ngspice takes the last, which is told. */
function takeValues(
  { name }: ParameterSpec,
  draft: ElementDraft,
  session: Session,
): PositionalItem | undefined {
  const first = takeValue(draft);
  const [second, ...others] = draft.rest;
  const isNumber = (item: PositionalItem | undefined): boolean =>
    item?.kind === 'word' && parseNumber(item.text) !== undefined && !hasModel(item.text, session);
  const isTwice = others.length === 0 && isNumber(first) && isNumber(second);
  if (!first || !second || !isTwice || session.dialect !== 'ngspice') return first;
  warnOfRepeated(`${draft.element.name}: ${name}`, second.span, first.span, session);
  return takeValue(draft);
}

/** Takes the first item unless it is a flag. */
function takeValue({ rest, indexed }: ElementDraft): PositionalItem | undefined {
  const [first] = rest;
  const flags = indexed.syntax.flags ?? [];
  if (first?.kind === 'word' && flags.includes(first.text.toLowerCase())) return undefined;
  return rest.shift();
}

/** Takes the name of a model, where one stands; false after reporting. */
function takeModel(draft: ElementDraft, session: Session): boolean {
  const [first] = draft.rest;
  const { modelTypes = [] } = draft.indexed.syntax;
  if (first?.kind !== 'word' || modelTypes.length === 0 || draft.element.model) return true;
  if (!hasModel(first.text, session) || isValue(first.text, draft)) return true;
  return readModelReference(draft, session);
}

/** A model may have the name of a number: then the first of two is the value. */
function isValue(text: string, { rest }: ElementDraft): boolean {
  return parseNumber(text) !== undefined && rest.length === 1;
}

function takeAlternative(name: string, draft: ElementDraft, session: Session): boolean {
  const { indexed, element } = draft;
  const { value: kind } = indexed.syntax;
  const spec =
    kind.kind === 'number' ? kind.alternatives?.find((candidate) => candidate.name === name) : undefined;
  const found = spec && takeLast(spec, draft, session);
  if (!spec || !found) return false;
  element.valueSpan = found.value.span;
  const scope = spec.own === undefined ? session.scope : ownScope(spec.own, found.value, session);
  const { diagnostics, rules } = session;
  const value = readQuantity(found.value, spec, element.name, { scope, diagnostics, rules }, 'named');
  if (typeof value === 'object') setExpression(draft, spec.name, value, session, scope);
  else if (value !== undefined) element.parameters = new Map(element.parameters).set(spec.name, value);
  return true;
}

/** A scope in which a name stands for itself. */
function ownScope(name: string, { span }: Item, { scope }: Session): Scope {
  return boundScope(scope, new Map([[name, { kind: 'name', name, span } as const]]));
}
