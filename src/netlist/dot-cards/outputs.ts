/**
 * `.print`, `.plot`, `.save`, `.probe`: the quantities to be written. They share one reader; the union of
 * all of them is written, in order, without repetition.
 */
import type { OutputItem } from '../flat-circuit.js';
import { canonicalNode } from '../names.js';
import type { Session } from '../session.js';
import type { GroupItem, Item, ParsedCard } from '../syntax.js';
import { textOf } from '../syntax.js';
import type { DotCard } from './dot-card.js';

interface QuantitySpec {
  readonly of: 'node' | 'element';
  readonly most: number;
  readonly usage: string;
}

/** What may be asked for. */
const QUANTITIES: ReadonlyMap<string, QuantitySpec> = new Map([
  ['v', { of: 'node', most: 2, usage: 'v(node) or v(node,node)' }],
  ['i', { of: 'element', most: 1, usage: 'i(element)' }],
  ['p', { of: 'element', most: 1, usage: 'p(element)' }],
]);

const ANALYSIS_WORDS: ReadonlySet<string> = new Set(['tran', 'op', 'dc', 'ac', 'noise', 'tr']);

/** Words that ask for what is written anyway. */
const ALL_WORDS: ReadonlySet<string> = new Set(['all', 'allv', 'alli']);

function outputCard(name: string, doc: string, bareNodes: boolean): DotCard<Session> {
  const read = (card: ParsedCard, session: Session): void => {
    for (const [position, item] of card.items.entries()) {
      const word = item.kind === 'word' ? item.text.toLowerCase() : '';
      if (position === 0 && ANALYSIS_WORDS.has(word)) continue;
      if (ALL_WORDS.has(word)) continue;
      readOutput(item, session, bareNodes);
    }
  };
  return { name, usage: `${name} [tran] v(node) v(node,node) i(element) ...`, doc, phase: 'control', read };
}

export const PRINT = outputCard('.print', 'Names the quantities to be written.', false);
export const PLOT = outputCard('.plot', 'As .print.', false);
export const SAVE = outputCard('.save', 'As .print; a bare word is a node voltage.', true);
export const PROBE = outputCard('.probe', 'As .save.', true);

/** Reads one output item into the session; names are checked later, when all elements are known. */
export function readOutput(item: Item, session: Session, bareNodes: boolean): void {
  if (item.kind === 'assignment') {
    session.ignore('output settings', textOf(item.span).toLowerCase(), item.span);
    return;
  }
  const output = bareNodes && item.kind === 'word' ? voltageOf(item.text, item) : outputOf(item);
  if (output) {
    if (!session.outputs.has(output.text)) session.outputs.set(output.text, output);
    return;
  }
  session.diagnostics.error(
    'unknown-output',
    `"${textOf(item.span)}" is not a quantity that can be written`,
    item.span,
    {
      cure: `use ${[...QUANTITIES.values()].map(({ usage }) => usage).join(', ')}`,
    },
  );
}

/** Tells whether an output's names are nodes or elements. */
export function namesOf({ quantity }: OutputItem): 'node' | 'element' {
  return QUANTITIES.get(quantity)?.of ?? 'node';
}

function voltageOf(text: string, { span }: Item): OutputItem {
  const name = text.toLowerCase();
  return { text: `v(${name})`, quantity: 'v', names: [canonicalNode(name)], span };
}

function outputOf(item: Item): OutputItem | undefined {
  if (item.kind !== 'group') return undefined;
  const spec = QUANTITIES.get(item.name);
  const names = wordsOf(item);
  if (!spec || names.length === 0 || names.length > spec.most || names.length < item.items.length)
    return undefined;
  return {
    text: `${item.name}(${names.join(',')})`,
    quantity: item.name,
    names: spec.of === 'node' ? names.map(canonicalNode) : names,
    span: item.span,
  };
}

function wordsOf({ items }: GroupItem): readonly string[] {
  return items.filter((item) => item.kind === 'word').map(({ text }) => text.toLowerCase());
}
