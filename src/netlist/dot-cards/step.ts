/**
 * `.step target start stop step`, `.step target list v1 v2 ...`, `.step dec|oct|lin target start stop points`;
 * a target is `param name`, `temp`, an element, `element:parameter` or `model:parameter`
 * (LTspice: `type model(parameter)`). `.step data=table` goes through the rows of a `.data` block. `.dc` sweeps in the same words.
 */
import type { Span } from '../../base/span.js';
import { dataTable } from '../data-table.js';
import type { DcCard, StepPlan, StepTarget } from '../flat-cards.js';
import { elementIn } from '../frame.js';
import type { Session } from '../session.js';
import type { AssignmentItem, Item, ParsedCard } from '../syntax.js';
import { textOf } from '../syntax.js';
import { inRange, readValue } from '../values.js';
import type { DotCard } from './dot-card.js';
import { geometricValues, linearValues, type Spacing } from './sweep-values.js';

/** Runs of a sweep: each is compiled before the first starts. */
const maxPoints = 100_000;

export const STEP: DotCard<Session> = {
  name: '.step',
  usage:
    '.step [dec|oct|lin] param name|element|temp start stop step, or ... list value ..., or .step data=table',
  doc: 'Repeats the analyses with other values; the first .step is the innermost.',
  phase: 'control',
  read: (card, session) => {
    const [plan] = readPlans(card.items, card, STEP, session, 1) ?? [];
    if (plan) session.steps.push(plan);
    const points = session.steps.reduce((product, { values }) => product * values.length, 1);
    if (points <= maxPoints) return;
    const message = `the .step cards ask for ${points} runs; at most ${maxPoints} are made`;
    session.diagnostics.error('too-many-points', message, card.span, { hint: 'take fewer values' });
    session.steps.length = 0;
  },
};

export const DC: DotCard<Session> = {
  name: '.dc',
  usage: '.dc source start stop step [source start stop step]',
  doc: 'Sweeps the operating point.',
  phase: 'control',
  analysis: true,
  read: (card, session) => {
    const sweeps = readPlans(card.items, card, DC, session, 2);
    const dc: DcCard | undefined = sweeps && { kind: 'dc', sweeps, span: card.span };
    if (dc) session.sweeps.push(dc);
  },
};

const SPACINGS: ReadonlySet<string> = new Set(['lin', 'dec', 'oct']);
const VALUE = { name: 'value', range: 'finite' } as const;

/** Reads one sweep, or up to `most`; undefined after reporting. */
function readPlans(
  items: readonly Item[],
  card: ParsedCard,
  syntax: DotCard<Session>,
  session: Session,
  most: number,
): readonly StepPlan[] | undefined {
  const rest = [...items];
  const plans: StepPlan[] = [];
  while (rest.length > 0 && plans.length < most) {
    const plan = readPlan(rest, card.span, syntax, session);
    if (!plan) return undefined;
    plans.push(plan);
  }
  const [surplus] = rest;
  if (surplus || plans.length === 0) {
    const message = surplus
      ? `${syntax.name}: unexpected "${textOf(surplus.span)}"`
      : `${syntax.name} names nothing to change`;
    session.diagnostics.error('sweep-syntax', message, surplus?.span ?? card.span, {
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
  if (head?.kind === 'assignment' && syntax === STEP && textOf(head.key.span).toLowerCase() === 'data') {
    rest.shift();
    return readDataPlan(head, span, session);
  }
  const before = takeSpacing(rest);
  const target = readTarget(rest, syntax, session);
  const spacing = before ?? takeSpacing(rest) ?? 'step';
  const isList = takeWord(rest, 'list');
  if (!target) {
    session.diagnostics.error('sweep-syntax', `${syntax.name}: nothing to change is named`, span, {
      hint: `write: ${syntax.usage}`,
    });
    return undefined;
  }
  const items = isList ? rest.splice(0) : rest.splice(0, 3);
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
function readDataPlan({ value }: AssignmentItem, span: Span, session: Session): StepPlan | undefined {
  const columns = dataTable(textOf(value.span).toLowerCase(), value.span, session);
  const axes = columns?.map(({ name, span: at, values }) => {
    const target = namedTarget(name, false, at, STEP.name, session);
    return target && { target, values };
  });
  const known = axes?.filter((axis) => axis !== undefined) ?? [];
  if (!known.every((axis) => legalFor(axis.target, axis.values, span, STEP, session))) return undefined;
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

/** `.step param x ...` defines x where nobody else does: the item of its first value. */
export function steppedParameter({
  items,
}: ParsedCard): { readonly name: Item; readonly value: Item } | undefined {
  const at = items.findIndex((item) => item.kind === 'word' && item.text.toLowerCase() === 'param');
  const name = items[at + 1];
  const rest = items.slice(at + 2);
  const value = rest.find(
    (item) =>
      !(
        item.kind === 'word' &&
        (SPACINGS.has(item.text.toLowerCase()) || item.text.toLowerCase() === 'list')
      ),
  );
  return at >= 0 && name?.kind === 'word' && value ? { name, value } : undefined;
}
