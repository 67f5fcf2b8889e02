/**
 * `data=table` of `.ac` and `.noise`: the column freq (or hertz) has their frequencies; others are set row by row, as a step in which
 * each frequency has its own point.
 */
import type { Session } from '../session.js';
import { dataTable } from '../data-table.js';
import { type Item, textOf } from '../syntax.js';
import { inRange } from '../values.js';
import type { DotCard } from './dot-card.js';
import { repeat } from './sweep-of-analysis.js';
import { planOfColumns } from './sweep-plan.js';

const NAMES: ReadonlySet<string> = new Set(['freq', 'hertz']);

export interface TabledFrequencies {
  readonly frequencies: readonly number[];
  readonly byPoint?: true;
}

/** Whether an item is such a table. */
export function isTabled(item: Item | undefined): boolean {
  return item?.kind === 'assignment' && textOf(item.key.span).toLowerCase() === 'data';
}

/** Reads the table that an item names; undefined after reporting. */
export function tabledFrequencies(
  item: Item,
  card: DotCard<Session>,
  session: Session,
): TabledFrequencies | undefined {
  if (item.kind !== 'assignment') return undefined;
  const { span } = item.value;
  const table = textOf(span).toLowerCase();
  const columns = dataTable(table, span, session);
  if (!columns) return undefined;
  const own = columns.find(({ name }) => NAMES.has(name));
  if (!own) {
    const message = `${card.name}: table "${table}" has no column freq`;
    session.diagnostics.error('no-frequencies', message, span, {
      hint: 'name the column of the frequencies freq',
    });
    return undefined;
  }
  const spec = { name: 'frequency', range: card.name === '.ac' ? 'non-negative' : 'positive' } as const;
  if (!own.values.every((value) => inRange(value, own.span, spec, card.name, session.diagnostics)))
    return undefined;
  const others = columns.filter((column) => column !== own);
  if (others.length === 0) return { frequencies: own.values };
  const plan = planOfColumns(others, item.span, card, session);
  return plan && repeat(plan, item.span, session) ? { frequencies: own.values, byPoint: true } : undefined;
}
