/**
 * Brackets around nodes: `E1 (a,b) (c,d) 2` and `R1 a b (1k)` mean the same without them. A group whose name
 * is a keyword of the card (poly, sin, v) is left alone, and so is all that follows one.
 */
import type { GroupItem, Item, WordItem } from '../syntax.js';
import { textOf } from '../syntax.js';

/** Takes brackets apart up to the first keyword, or until there are `most` items. */
export function flattenNodes(
  items: readonly Item[],
  isKeyword: (name: string) => boolean,
  most = Infinity,
): readonly Item[] {
  if (!items.some(({ kind }) => kind === 'group')) return items;
  const flat: Item[] = [];
  for (const [k, item] of items.entries()) {
    const word = item.kind === 'word' ? item.text.toLowerCase() : item.kind === 'group' ? item.name : '';
    const nested = item.kind === 'group' && item.items.some(({ kind }) => kind === 'group');
    if ((word !== '' && isKeyword(word)) || nested || flat.length >= most)
      return [...flat, ...items.slice(k)];
    if (item.kind === 'group') flat.push(...takenApart(item));
    else flat.push(item);
  }
  return flat;
}

function takenApart({ name, nameSpan, items }: GroupItem): readonly Item[] {
  if (name === '') return items;
  const word: WordItem = { kind: 'word', text: textOf(nameSpan), span: nameSpan };
  return [word, ...items];
}
