/**
 * `.data name`, names, then rows of numbers up to `.enddata`, on one card or on lines of their own: what
 * `.step data=name` goes through, row by row.
 */
import type { Span } from '../base/span.js';
import { parseNumber } from '../base/units.js';
import type { DataBlock } from './block.js';
import type { LogicalCard } from './cards.js';
import type { Session } from './session.js';

export interface DataColumn {
  /** Lower case. */
  readonly name: string;
  readonly span: Span;
  readonly values: readonly number[];
}

const USAGE = 'write: .data name, the names of the columns, rows of numbers, .enddata';

/** Reads the table of this name; undefined after reporting. */
export function dataTable(name: string, span: Span, session: Session): readonly DataColumn[] | undefined {
  const { dataBlocks, diagnostics } = session;
  const blocks = dataBlocks.filter(({ card }) => nameOf(card) === name);
  const [block, second] = blocks;
  if (!block) {
    const known = dataBlocks.map(({ card }) => nameOf(card));
    diagnostics.error('unknown-data', `there is no table "${name}"`, span, {
      hint: known.length > 0 ? `name one of: ${known.join(', ')}` : USAGE,
    });
    return undefined;
  }
  if (second) {
    diagnostics.error('duplicate-data', `table "${name}" is defined twice`, second.card.span, {
      related: [{ span: block.card.span, message: 'defined here first' }],
      hint: 'remove or rename one of them',
    });
    return undefined;
  }
  return readTable(block, session);
}

function readTable({ card, lines }: DataBlock, { diagnostics }: Session): readonly DataColumn[] | undefined {
  const words = [...wordsOf(card).slice(2), ...lines.flatMap(wordsOf)];
  const first = words.findIndex(({ text }) => parseNumber(text) !== undefined);
  const names = words.slice(0, Math.max(first, 0));
  const cells = words.slice(Math.max(first, 0));
  const numbers = cells.map(({ text }) => parseNumber(text));
  const wrong = cells[numbers.indexOf(undefined)];
  if (names.length === 0 || wrong) {
    const message = wrong ? `.data: "${wrong.text}" is not a number` : '.data has no columns, or no rows';
    diagnostics.error('data-syntax', message, wrong?.span ?? card.span, { hint: USAGE });
    return undefined;
  }
  if (numbers.length % names.length !== 0) {
    const message = `.data: ${numbers.length} numbers do not fill rows of ${names.length}`;
    diagnostics.error('data-syntax', message, card.span, { hint: 'give every row a number a column' });
    return undefined;
  }
  return names.map(({ text, span }, column) => ({
    name: text.toLowerCase(),
    span,
    values: numbers.flatMap((value, k) =>
      k % names.length === column && value !== undefined ? [value] : [],
    ),
  }));
}

function nameOf(card: LogicalCard): string {
  return wordsOf(card)[1]?.text.toLowerCase() ?? '';
}

function wordsOf({ text, span }: LogicalCard): { readonly text: string; readonly span: Span }[] {
  return [...text.matchAll(/[^\s,()]+/g)].map((match) => {
    const start = span.start + match.index;
    return { text: match[0], span: { ...span, start, end: start + match[0].length } };
  });
}
