/**
 * `.subckt name port ... [optional: port=node ...] [params: k=v ...]`: begins a subcircuit.
 */
import { warnOfRepeated } from '../assignments.js';
import type { OptionalPort } from '../block.js';
import { secondWord, type LogicalCard } from '../cards.js';
import { canonicalNode } from '../names.js';
import { parseCard } from '../parse-card.js';
import type { CircuitBlock, Session } from '../session.js';
import { textOf, type AssignmentItem, type Item, type WordItem } from '../syntax.js';

const USAGE = '.subckt name port ... [optional: port=node ...] [params: parameter=default ...]';

/** Reads the card; a wrong one gives a block without a name, so that its lines are read none the less. */
export function beginSubcircuit(card: LogicalCard, session: Session): CircuitBlock {
  const { diagnostics } = session;
  const parsed = parseCard(card, diagnostics, session.rules);
  const words = parsed ? wordsOf(parsed.items, session) : [];
  const [name, ...ports] = words;
  if (!name) {
    if (!parsed) session.misread.add(secondWord(card));
    if (parsed) {
      diagnostics.error('too-few-arguments', '.subckt needs a name', card.span, { hint: `write: ${USAGE}` });
    }
    return { name: '', span: card.span, ports: [], entries: [] };
  }
  checkPorts(ports, session);
  checkDefaults(parsed?.items ?? [], session);
  return {
    name: name.text.toLowerCase(),
    span: name.span,
    ports: ports.map(({ text }) => canonicalNode(text)),
    ...(parsed && { optional: optionalPorts(parsed.items), card: parsed }),
    entries: [],
  };
}

/** Name and ports: the words; `params:` and assignments are read with each call. */
function wordsOf(items: readonly Item[], { diagnostics }: Session): readonly WordItem[] {
  const words: WordItem[] = [];
  for (const item of items) {
    if (item.kind === 'word') {
      if (!isParamsWord(item.text) && !isOptionalWord(item.text)) words.push(item);
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

/** PSpice's words between nodes and parameters. */
export function isParamsWord(text: string): boolean {
  return /^(?:params:?|text:)$/i.test(text);
}

function isOptionalWord(text: string): boolean {
  return /^optional:$/i.test(text);
}

/** The assignments behind `optional:`, up to the next such word: ports with the nodes that they are where a call leaves them out. */
export function isOptional(items: readonly Item[], item: Item): boolean {
  let inside = false;
  for (const one of items) {
    const text = textOf(one.kind === 'assignment' ? one.key.span : one.span).toLowerCase();
    if (text.startsWith('optional:')) inside = true;
    else if (/^(?:params|text):/.test(text) || isParamsWord(text)) inside = false;
    if (one === item) return inside && one.kind === 'assignment';
  }
  return false;
}

function optionalPorts(items: readonly Item[]): readonly OptionalPort[] {
  return items.flatMap((item) => {
    if (item.kind !== 'assignment' || !isOptional(items, item)) return [];
    const name = textOf(item.key.span).replace(/^optional:/i, '');
    return [{ name: canonicalNode(name), node: textOf(item.value.span) }];
  });
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

function checkDefaults(items: readonly Item[], session: Session): void {
  const first = new Map<string, Item['span']>();
  for (const item of items) {
    if (item.kind !== 'assignment' || isOptional(items, item)) continue;
    const name = argumentName(item.key);
    const earlier = first.get(name);
    if (earlier) warnOfRepeated(`parameter "${name}" of the subcircuit`, item.key.span, earlier, session);
    else first.set(name, item.key.span);
  }
}

/** The name of a parameter, also right behind `params:`. */
export function argumentName(key: AssignmentItem['key']): string {
  return textOf(key.span)
    .toLowerCase()
    .replace(/^(?:params|text):/, '');
}
