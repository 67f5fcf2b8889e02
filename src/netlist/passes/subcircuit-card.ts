/**
 * `.subckt name port ... [params: k=v ...]`: begins a subcircuit.
 */
import type { LogicalCard } from '../cards.js';
import { canonicalNode } from '../names.js';
import { parseCard } from '../parse-card.js';
import type { CircuitBlock, Session } from '../session.js';
import { textOf, type Item, type WordItem } from '../syntax.js';

const USAGE = '.subckt name port ... [params: parameter=default ...]';

/** Reads the card; a wrong one gives a block without a name, so that its lines are read none the less. */
export function beginSubcircuit(card: LogicalCard, session: Session): CircuitBlock {
  const { diagnostics } = session;
  const parsed = parseCard(card, diagnostics, session.rules);
  const words = parsed ? wordsOf(parsed.items, session) : [];
  const [name, ...ports] = words;
  if (!name) {
    if (parsed) {
      diagnostics.error('too-few-arguments', '.subckt needs a name', card.span, { hint: `write: ${USAGE}` });
    }
    return { name: '', span: card.span, ports: [], entries: [] };
  }
  checkPorts(ports, session);
  return {
    name: name.text.toLowerCase(),
    span: name.span,
    ports: ports.map(({ text }) => canonicalNode(text)),
    entries: [],
    ...(parsed && { card: parsed }),
  };
}

/** Name and ports: the words; `params:` and assignments are read with each call. */
function wordsOf(items: readonly Item[], { diagnostics }: Session): readonly WordItem[] {
  const words: WordItem[] = [];
  for (const item of items) {
    if (item.kind === 'word') {
      if (!isParamsWord(item.text)) words.push(item);
    } else if (item.kind === 'group' && item.items.every((inner) => inner.kind === 'word')) {
      if (item.name !== '') words.push({ kind: 'word', text: textOf(item.nameSpan), span: item.nameSpan });
      words.push(...item.items.filter((inner) => inner.kind === 'word'));
    } else if (item.kind !== 'assignment') {
      diagnostics.error('missing-node', `${textOf(item.span)} is not the name of a port`, item.span, {
        hint: `write: ${USAGE}`,
      });
    }
  }
  return words;
}

/** PSpice's word between nodes and parameters. */
export function isParamsWord(text: string): boolean {
  return /^params:?$/i.test(text);
}

function checkPorts(ports: readonly WordItem[], { diagnostics }: Session): void {
  const first = new Map<string, WordItem>();
  for (const port of ports) {
    const name = canonicalNode(port.text);
    const earlier = first.get(name);
    if (earlier) {
      const message = `port "${name}" is named twice: the first place counts`;
      diagnostics.warning('defined-twice', message, port.span, {
        related: [{ span: earlier.span, message: 'named here first' }],
        hint: 'rename one of them',
      });
    } else first.set(name, port);
  }
}
