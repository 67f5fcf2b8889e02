/**
 * Parameters of models that are several numbers, `x_array=[0 1 {a} 2k]` - for the grammar a word that begins with "[" and
 * words up to one that ends with "]" - or `l=1n 0 1n`, up to the next parameter; or a text, `file="name"`.
 */
import { parseNumber } from '../../base/units.js';
import { readText } from '../data-file.js';
import type { ParameterSpec } from '../language.js';
import type { Session } from '../session.js';
import { textOf, type AssignmentItem, type Item, type WordItem } from '../syntax.js';
import { readValue } from '../values.js';

export interface ModelLists {
  readonly lists: ReadonlyMap<string, readonly number[]>;
  readonly texts: ReadonlyMap<string, string>;
  /** What is neither. */
  readonly rest: readonly Item[];
}

/** Takes lists and texts out of the items of a model card. */
export function takeLists(
  items: readonly Item[],
  parameters: ReadonlyMap<string, ParameterSpec>,
  owner: string,
  session: Session,
): ModelLists {
  const lists = new Map<string, readonly number[]>();
  const texts = new Map<string, string>();
  const rest: Item[] = [];
  for (let k = 0; k < items.length; k++) {
    const item = items[k];
    if (!item) continue;
    const spec = item.kind === 'assignment' ? parameters.get(textOf(item.key.span).toLowerCase()) : undefined;
    const opens = item.kind === 'assignment' && item.value.kind === 'word' && item.value.text.startsWith('[');
    if (item.kind !== 'assignment' || (spec?.list !== true && spec?.text === undefined && !opens)) {
      rest.push(item);
      continue;
    }
    if (spec?.text !== undefined) {
      const word = item.value.kind === 'string' ? item.value.text : textOf(item.value.span);
      const text = spec.text === 'file' ? readText(word, item.value.span, session) : word;
      if (text !== undefined) texts.set(spec.name, text);
      continue;
    }
    const members: Item[] = opens ? [] : [...numbersIn(item.value)];
    if (opens) k = listMembers(items, k, item, members);
    else if (spec?.list === true) {
      for (let next = items[k + 1]; next && next.kind !== 'assignment'; next = items[++k + 1]) {
        members.push(...numbersIn(next));
      }
    }
    const single = spec ?? { name: textOf(item.key.span).toLowerCase() };
    const numbers = members.map((member) => readValue(member, single, owner, session, 'named'));
    const known = numbers.filter((value) => value !== undefined);
    if (spec?.list === true) lists.set(spec.name, known);
    else rest.push(members[0] ? { ...item, value: members[0] as AssignmentItem['value'] } : item);
  }
  return { lists, texts, rest };
}

/** Adds the members of the list that begins in the value of `item`, at place k; returns the place where it ends. */
function listMembers(items: readonly Item[], k: number, item: AssignmentItem, members: Item[]): number {
  let next: Item | undefined = item.value;
  for (let at = k; next; next = items[++at]) {
    if (next.kind !== 'word') {
      members.push(next);
      continue;
    }
    const closes = next.text.endsWith(']');
    const bare = trimmed(next);
    if (bare) members.push(bare);
    if (closes) return at;
  }
  return items.length;
}

/** The word without the brackets of its list. */
function trimmed({ text, span }: WordItem): WordItem | undefined {
  const before = /^\[*/.exec(text)?.[0].length ?? 0;
  const behind = /\]*$/.exec(text)?.[0].length ?? 0;
  const bare = text.slice(before, text.length - behind);
  if (bare === '') return undefined;
  return { kind: 'word', text: bare, span: { ...span, start: span.start + before, end: span.end - behind } };
}

/** The numbers of which `3p -1p` consists, which would be a difference elsewhere. */
function numbersIn(item: Item): readonly Item[] {
  const { span } = item;
  const words = [...textOf(span).matchAll(/\S+/g)].filter(([text]) => text !== '+');
  if (words.length < 2 || words.some(([text]) => parseNumber(text) === undefined)) return [item];
  return words.map((match): WordItem => {
    const start = span.start + match.index;
    return { kind: 'word', text: match[0], span: { ...span, start, end: start + match[0].length } };
  });
}
