/**
 * Card -> canonical text: parsing it gives the same card (places aside) for every card that the parser can
 * produce.
 */
import { printExpression } from '../expression/print.js';
import { textOf, type CardSyntax, type Item } from './syntax.js';

/** Prints a card on one line: one blank between items, expressions in braces, names as written. */
export function printCard({ lead, items }: CardSyntax): string {
  return [lead.text, ...items.map(printItem)].join(' ');
}

function printItem(item: Item): string {
  switch (item.kind) {
    case 'word':
      return item.text;
    case 'string':
      return `"${item.text}"`;
    case 'expression':
      return `{${printExpression(item.expression)}}`;
    case 'group': {
      const inner = item.items.map(printItem).join(' ');
      if (item.name === 'nested') return `{${inner}}`;
      const name = item.name === '' ? '' : textOf(item.nameSpan);
      return `${name}${item.spaced ? ' ' : ''}(${inner})`;
    }
    case 'assignment':
      return `${printItem(item.key)}=${printItem(item.value)}`;
  }
}
