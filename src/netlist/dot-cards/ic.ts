/**
 * `.ic v(node)=value i(inductor)=value ...`: initial node voltages and currents; `.nodeset` alike, of voltages.
 */
import { warnOfRepeated } from '../assignments.js';
import { parseNumber } from '../../base/units.js';
import type { Session } from '../session.js';
import type { AssignmentItem, ExpressionItem, Item, ParsedCard, WordItem } from '../syntax.js';
import { textOf } from '../syntax.js';
import type { InitialValue } from '../flat-circuit.js';
import { requireName } from '../resolve-names.js';
import { readValue } from '../values.js';
import { LEFT_OUT, type DotCard } from './dot-card.js';

export const IC: DotCard<Session> = {
  name: '.ic',
  aliases: ['.initcond'],
  usage: '.ic v(node)=value i(inductor)=value ...',
  doc: 'Initial node voltages and currents of inductors: with uic the start itself, without it held in the operating point.',
  phase: 'control',
  local: true,
  read: (card, session) => {
    readValues(card, { v: session.initialVoltages, i: session.initialCurrents }, IC, session);
  },
};

export const NODESET: DotCard<Session> = {
  name: '.nodeset',
  usage: '.nodeset v(node)=value ...',
  doc: 'Guesses of node voltages: of several operating points the one that they lead to is taken.',
  phase: 'control',
  local: true,
  read: (card, session) => {
    readValues(card, { v: session.nodesets }, NODESET, session);
  },
};

type Values = Map<string, InitialValue>;

/** Where the values of nodes and of inductors go. */
interface Targets {
  readonly v: Values;
  readonly i?: Values;
}

function readValues(card: ParsedCard, targets: Targets, syntax: DotCard<Session>, session: Session): void {
  const { diagnostics } = session;
  const hint = `write: ${syntax.usage}`;
  if (card.items.length === 0) {
    diagnostics.error('too-few-arguments', `${syntax.name} sets nothing`, card.span, { hint });
  }
  for (const item of withBareNodes(card.items)) {
    const quantity = item.kind === 'assignment' ? quantityOf(item) : undefined;
    const target = quantity && targets[quantity.letter];
    if (syntax === NODESET && isOfAll(item)) {
      session.ignore('cards', '.nodeset all', item.span);
      continue;
    }
    if (item.kind === 'assignment' && quantity?.letter === 'i' && !target) {
      session.ignore('cards', `${syntax.name} ${textOf(item.key.span).toLowerCase()}`, item.span);
    } else if (item.kind !== 'assignment' || !quantity || !target) {
      const message = `${textOf(item.span)} is not of the form v(node)=value`;
      diagnostics.error('not-an-assignment', message, item.span, { hint });
    } else {
      const of = quantity.letter === 'v' ? 'node' : 'element';
      const name = session.diagnostics.forgiving(LEFT_OUT, () =>
        requireName(of, quantity.name, item.span, session.frame, session),
      );
      if (name !== undefined) setValue({ ...quantity, name }, item, target, syntax, session);
    }
  }
}

/** `.ic v(node) value`, `.ic i(inductor) value` and Xyce's `.ic node value`, without "=". */
function withBareNodes(items: readonly Item[]): readonly Item[] {
  const result: Item[] = [];
  for (let k = 0; k < items.length; k++) {
    const item = items[k];
    const next = items[k + 1];
    if (
      item?.kind === 'group' &&
      (item.name === 'v' || item.name === 'i') &&
      (next?.kind === 'word' || next?.kind === 'expression')
    ) {
      const span = { ...item.span, end: next.span.end };
      result.push({ kind: 'assignment', key: item, value: next, span });
      k++;
    } else if (item?.kind === 'word' && next && isValue(next)) {
      const span = { ...item.span, end: next.span.end };
      const key = {
        kind: 'group',
        name: 'v',
        nameSpan: item.span,
        items: [item],
        spaced: false,
        span: item.span,
      } as const;
      result.push({ kind: 'assignment', key, value: next, span });
      k++;
    } else if (item) result.push(item);
  }
  return result;
}

function isValue(item: Item): item is ExpressionItem | WordItem {
  return item.kind === 'expression' || (item.kind === 'word' && parseNumber(item.text) !== undefined);
}

interface Quantity {
  readonly letter: 'v' | 'i';
  readonly name: string;
}

/** ngspice's `all=value`, a first guess of every node: no guess is needed to find a point. */
function isOfAll(item: Item): boolean {
  return item.kind === 'assignment' && textOf(item.key.span).toLowerCase() === 'all';
}

function quantityOf({ key }: AssignmentItem): Quantity | undefined {
  if (key.kind !== 'group' || (key.name !== 'v' && key.name !== 'i')) return undefined;
  const [named, ...others] = key.items;
  if (named?.kind !== 'word' || others.length > 0) return undefined;
  return { letter: key.name, name: named.text };
}

function setValue(
  { letter, name }: Quantity,
  { key, value: item, span }: AssignmentItem,
  target: Values,
  card: DotCard<Session>,
  session: Session,
): void {
  const { diagnostics } = session;
  const spec = { name: letter === 'v' ? 'voltage' : 'current', range: 'finite' } as const;
  const value = readValue(item, spec, `${card.name} ${letter}(${name})`, session, 'named');
  const earlier = target.get(name);
  if (earlier) warnOfRepeated(`${card.name} ${letter}(${name})`, key.span, earlier.span, session);
  if (letter === 'v' && name === '0' && value !== undefined && value !== 0) {
    diagnostics.error('value-out-of-range', 'the ground node is at 0 V', item.span, { hint: 'remove it' });
  } else if (value !== undefined) {
    target.set(name, { value, span });
  }
}
