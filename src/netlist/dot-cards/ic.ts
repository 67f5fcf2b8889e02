/**
 * `.ic v(node)=value ...`: initial node voltages.
 */
import type { Session } from '../session.js';
import type { AssignmentItem, ParsedCard } from '../syntax.js';
import { textOf } from '../syntax.js';
import { canonicalNode } from '../names.js';
import { readValue } from '../values.js';
import type { DotCard } from './dot-card.js';

export const IC: DotCard<Session> = {
  name: '.ic',
  usage: '.ic v(node)=value ...',
  doc: 'Initial node voltages: with uic the start itself, without it held in the operating point.',
  phase: 'control',
  read: readInitialVoltages,
};

function readInitialVoltages(card: ParsedCard, session: Session): void {
  const { diagnostics } = session;
  if (card.items.length === 0) {
    diagnostics.error('too-few-arguments', '.ic sets nothing', card.span, { cure: `write: ${IC.usage}` });
  }
  for (const item of card.items) {
    const node = item.kind === 'assignment' ? nodeOf(item) : undefined;
    if (item.kind !== 'assignment' || node === undefined) {
      diagnostics.error(
        'not-an-assignment',
        `${textOf(item.span)} is not of the form v(node)=value`,
        item.span,
        {
          cure: `write: ${IC.usage}`,
        },
      );
      continue;
    }
    setVoltage(node, item, session);
  }
}

function nodeOf({ key }: AssignmentItem): string | undefined {
  if (key.kind !== 'group' || key.name !== 'v') return undefined;
  const [node, ...others] = key.items;
  return node?.kind === 'word' && others.length === 0 ? canonicalNode(node.text) : undefined;
}

function setVoltage(node: string, { key, value: item, span }: AssignmentItem, session: Session): void {
  const { diagnostics, initialVoltages } = session;
  const owner = `.ic v(${node})`;
  const value = readValue(item, { name: 'voltage', range: 'finite' }, owner, session, 'named');
  const earlier = initialVoltages.get(node);
  if (earlier) {
    diagnostics.error('duplicate-initial-voltage', `v(${node}) is given two initial values`, key.span, {
      related: [{ span: earlier.span, message: 'given here first' }],
      cure: 'remove one of them',
    });
  } else if (node === '0' && value !== undefined && value !== 0) {
    diagnostics.error('value-out-of-range', 'the ground node is at 0 V', item.span, { cure: 'remove it' });
  } else if (value !== undefined) {
    initialVoltages.set(node, { value, span });
  }
}
