/**
 * What a sweep goes through, as `.step` and `.dc` write it: `target start stop step`, `target list v1 v2 ...`,
 * `dec|oct|lin target start stop points`, the spacing behind the target too; a target is `param name`, `temp`, an element,
 * `element:parameter` or `model:parameter` (LTspice: `type model(parameter)`). `data=table` goes through the rows of a
 * `.data` block.
 */
import type { Span } from '../../base/span.js';
import { parseNumber } from '../../base/units.js';
import { type DataColumn, dataTable } from '../data-table.js';
import type { StepPlan, StepTarget } from '../flat-cards.js';
import { elementIn } from '../frame.js';
import type { Session } from '../session.js';
import type { AssignmentItem, Item, ParsedCard } from '../syntax.js';
import { textOf } from '../syntax.js';
import { inRange, readValue } from '../values.js';
import type { DotCard } from './dot-card.js';
import { geometricValues, linearValues, type Spacing } from './sweep-values.js';

export const SPACINGS: ReadonlySet<string> = new Set(['lin', 'dec', 'oct']);
const VALUE = { name: 'value', range: 'finite' } as const;

/** Reads one sweep, or up to `most`; undefined after reporting. */
export function readPlans(
  { items, span }: ParsedCard,
  syntax: DotCard<Session>,
  session: Session,
  most: number,
): readonly StepPlan[] | undefined {
  const rest = [...items];
  const plans: StepPlan[] = [];
  while (rest.length > 0 && plans.length < most) {
    const plan = readPlan(rest, span, syntax, session);
    if (!plan) return undefined;
    plans.push(plan);
  }
  const [surplus] = rest;
  if (surplus || plans.length === 0) {
    const message = surplus
      ? `${syntax.name}: unexpected "${textOf(surplus.span)}"`
      : `${syntax.name} names nothing to change`;
    session.diagnostics.error('sweep-syntax', message, surplus?.span ?? span, {
      hint: `write: ${syntax.usage}`,
    });
    return undefined;
  }
  return plans;
}

function readPlan(
  rest: Item[],
  span: Span,
  syntax: DotCard<Session>,
  session: Session,
): StepPlan | undefined {
  const [head] = rest;
  if (head?.kind === 'assignment' && textOf(head.key.span).toLowerCase() === 'data') {
    rest.shift();
    return readDataPlan(head, span, syntax, session);
  }
  // Xyce writes list before the target.
  const isNamedList = takeWord(rest, 'list');
  const before = takeSpacing(rest);
  const problems = session.diagnostics.problemCount;
  const target = readTarget(rest, syntax, session);
  const spacing = before ?? takeSpacing(rest) ?? 'step';
  // HSPICE: poi and how many values follow.
  const isCounted = takeWord(rest, 'poi');
  if (isCounted) rest.shift();
  const isList = isCounted || takeWord(rest, 'list') || isNamedList;
  if (!target) {
    if (session.diagnostics.problemCount > problems) return undefined;
    session.diagnostics.error('sweep-syntax', `${syntax.name}: nothing to change is named`, span, {
      hint: `write: ${syntax.usage}`,
    });
    return undefined;
  }
  const items = rest.splice(0, isList ? listLength(rest, session) : 3);
  const numbers = items.map((item) => readValue(item, VALUE, syntax.name, session, 'named'));
  const values = numbers.filter((value) => value !== undefined);
  if (values.length < numbers.length) return undefined;
  const all = isList ? values : spread(values, spacing, span, syntax, session);
  if (!all || !legalFor(target, all, span, syntax, session)) return undefined;
  if (all.length > 0) return { target, values: all, span };
  session.diagnostics.error('sweep-syntax', `${syntax.name} has no values`, span, {
    hint: `write: ${syntax.usage}`,
  });
  return undefined;
}

/** Whether the values may be taken; what they set checks them again, but for a temperature, which nothing else reads. */
function legalFor(
  { kind }: StepTarget,
  values: readonly number[],
  span: Span,
  { name }: DotCard<Session>,
  { diagnostics }: Session,
): boolean {
  const spec = { name: 'temperature', range: 'temperature' } as const;
  return kind !== 'temperature' || values.every((value) => inRange(value, span, spec, name, diagnostics));
}

/** `data=table`: every column's target changes with every row. */
function readDataPlan(
  { value }: AssignmentItem,
  span: Span,
  syntax: DotCard<Session>,
  session: Session,
): StepPlan | undefined {
  const columns = dataTable(textOf(value.span).toLowerCase(), value.span, session);
  return planOfColumns(columns, span, syntax, session);
}

/** What the columns of a table set, row by row; undefined after reporting. */
export function planOfColumns(
  columns: readonly DataColumn[] | undefined,
  span: Span,
  syntax: DotCard<Session>,
  session: Session,
): StepPlan | undefined {
  const axes = columns?.map(({ name, span: at, values }) => {
    const target = namedTarget(name, false, at, syntax.name, session);
    return target && { target, values };
  });
  const known = axes?.filter((axis) => axis !== undefined) ?? [];
  if (!known.every((axis) => legalFor(axis.target, axis.values, span, syntax, session))) return undefined;
  const [first, ...together] = known;
  return first && known.length === axes?.length ? { ...first, together, span } : undefined;
}

function spread(
  [start, stop, third]: readonly number[],
  spacing: Spacing | 'step',
  span: Span,
  { name, usage }: DotCard<Session>,
  session: Session,
): readonly number[] | undefined {
  if (start === undefined || stop === undefined || third === undefined) {
    session.diagnostics.error('sweep-syntax', `${name} needs start, stop and step`, span, {
      hint: `write: ${usage}`,
    });
    return undefined;
  }
  if (spacing === 'step') return linearValues(start, stop, third, span, session);
  if (spacing !== 'lin') return geometricValues(spacing, third, start, stop, span, session);
  // LTspice's and Xyce's "lin" gives the step.
  return linearValues(start, stop, third, span, session);
}

/** Values of a list end where the next sweep begins. */
function listLength(items: readonly Item[], session: Session): number {
  const end = items.findIndex((item) => {
    if (item.kind !== 'word' || parseNumber(item.text) !== undefined) return false;
    const word = item.text.toLowerCase();
    const begins = SPACINGS.has(word) || word === 'list' || word === 'param' || word === 'temp';
    return begins || session.elementNames.has(elementIn(session.frame, word));
  });
  return end < 0 ? items.length : end;
}

function takeWord(rest: Item[], word: string): boolean {
  const [item] = rest;
  const found = item?.kind === 'word' && item.text.toLowerCase() === word;
  if (found) rest.shift();
  return found;
}

function takeSpacing(rest: Item[]): Spacing | undefined {
  const [item] = rest;
  const word = item?.kind === 'word' ? item.text.toLowerCase() : '';
  if (!SPACINGS.has(word)) return undefined;
  rest.shift();
  return word as Spacing;
}

/** Takes the target off the front; undefined after reporting, or when there is none. */
function readTarget(
  rest: Item[],
  { name: card }: DotCard<Session>,
  session: Session,
): StepTarget | undefined {
  const isParameter = takeWord(rest, 'param');
  const item = rest.shift();
  if (item?.kind === 'word') {
    const next = rest[0];
    if (next?.kind === 'group' && next.items.length === 1) {
      rest.shift();
      return modelTarget(next.name, textOf(next.items[0]?.span ?? next.span).toLowerCase(), session);
    }
    return namedTarget(item.text.toLowerCase(), isParameter, item.span, card, session);
  }
  if (item?.kind === 'group' && item.items.length === 1) {
    return modelTarget(item.name, textOf(item.items[0]?.span ?? item.span).toLowerCase(), session);
  }
  return undefined;
}

function modelTarget(name: string, parameter: string, { content }: Session): StepTarget | undefined {
  return content.models.has(name) ? { kind: 'model', name, parameter } : undefined;
}

function namedTarget(
  name: string,
  isParameter: boolean,
  span: Span,
  card: string,
  session: Session,
): StepTarget | undefined {
  const { content, elementNames, frame, diagnostics } = session;
  if (isParameter || content.definitions.has(name)) return { kind: 'parameter', name };
  if (name === 'temp' || name === 'temper') return { kind: 'temperature' };
  const at = name.lastIndexOf(':');
  const owner = at < 0 ? name : name.slice(0, at);
  const parameter = name.slice(at + 1);
  const element = elementIn(frame, owner);
  if (elementNames.has(element)) return { kind: 'element', name: element, ...(at >= 0 && { parameter }) };
  if (content.models.has(owner) && at >= 0) return { kind: 'model', name: owner, parameter };
  diagnostics.error('unknown-target', `${card}: "${name}" is no parameter, element or model`, span, {
    hint: 'write param before the name of a parameter that is defined nowhere else',
  });
  return undefined;
}
