/**
 * `.ic v(node)=value ...`: initial node voltages; `.nodeset` alike.
 */
import type { Session } from '../session.js';
import type { AssignmentItem, Item, ParsedCard } from '../syntax.js';
import { textOf } from '../syntax.js';
import type { InitialVoltage } from '../flat-circuit.js';
import { requireName } from '../resolve-names.js';
import { readValue } from '../values.js';
import type { DotCard } from './dot-card.js';

export const IC: DotCard<Session> = {
  name: '.ic',
  aliases: ['.initcond'],
  usage: '.ic v(node)=value ...',
  doc: 'Initial node voltages: with uic the start itself, without it held in the operating point.',
  phase: 'control',
  local: true,
  read: (card, session) => {
    readVoltages(card, session.initialVoltages, IC, session);
  },
};

export const NODESET: DotCard<Session> = {
  name: '.nodeset',
  usage: '.nodeset v(node)=value ...',
  doc: 'Guesses of node voltages; read, and not needed here.',
  phase: 'control',
  local: true,
  read: (card, session) => {
    readVoltages(card, session.nodesets, NODESET, session);
  },
};

type Voltages = Map<string, InitialVoltage>;

function readVoltages(card: ParsedCard, target: Voltages, syntax: DotCard<Session>, session: Session): void {
  const { diagnostics } = session;
  if (card.items.length === 0) {
    diagnostics.error('too-few-arguments', `${syntax.name} sets nothing`, card.span, {
      cure: `write: ${syntax.usage}`,
    });
  }
  for (const item of withBareNodes(card.items)) {
    const isCurrent = item.kind === 'assignment' && item.key.kind === 'group' && item.key.name === 'i';
    if (isCurrent) {
      session.ignore('cards', `${syntax.name} ${textOf(item.key.span).toLowerCase()}`, item.span);
      continue;
    }
    const node = item.kind === 'assignment' ? nodeOf(item) : undefined;
    if (item.kind !== 'assignment' || node === undefined) {
      diagnostics.error(
        'not-an-assignment',
        `${textOf(item.span)} is not of the form v(node)=value`,
        item.span,
        {
          cure: `write: ${syntax.usage}`,
        },
      );
      continue;
    }
    const name = requireName('node', node, item.span, session.frame, session);
    if (name !== undefined) setVoltage(name, item, target, syntax, session);
  }
}

/** Xyce's `.ic v(node) value`, without "=", and `node = value` of a bare node. */
function withBareNodes(items: readonly Item[]): readonly Item[] {
  const result: Item[] = [];
  for (let k = 0; k < items.length; k++) {
    const item = items[k];
    const next = items[k + 1];
    if (
      item?.kind === 'group' &&
      item.name === 'v' &&
      (next?.kind === 'word' || next?.kind === 'expression')
    ) {
      const span = { ...item.span, end: next.span.end };
      result.push({ kind: 'assignment', key: item, value: next, span });
      k++;
    } else if (item) result.push(item);
  }
  return result;
}

function nodeOf({ key }: AssignmentItem): string | undefined {
  if (key.kind !== 'group' || key.name !== 'v') return undefined;
  const [node, ...others] = key.items;
  return node?.kind === 'word' && others.length === 0 ? node.text : undefined;
}

function setVoltage(
  node: string,
  { key, value: item, span }: AssignmentItem,
  target: Voltages,
  { name }: DotCard<Session>,
  session: Session,
): void {
  const { diagnostics } = session;
  const owner = `${name} v(${node})`;
  const value = readValue(item, { name: 'voltage', range: 'finite' }, owner, session, 'named');
  const earlier = target.get(node);
  if (earlier) {
    diagnostics.error('duplicate-initial-voltage', `v(${node}) is given two initial values`, key.span, {
      related: [{ span: earlier.span, message: 'given here first' }],
      cure: 'remove one of them',
    });
  } else if (node === '0' && value !== undefined && value !== 0) {
    diagnostics.error('value-out-of-range', 'the ground node is at 0 V', item.span, { cure: 'remove it' });
  } else if (value !== undefined) {
    target.set(node, { value, span });
  }
}
