/**
 * The table of dot cards. One more card = one more file and one more line here.
 */
import type { Session } from '../session.js';
import type { DotCard } from './dot-card.js';
import { IC } from './ic.js';
import { MODEL } from './model.js';
import { OPTIONS } from './options.js';
import { PLOT, PRINT, PROBE, SAVE } from './outputs.js';
import { PARAM } from './param.js';
import { OP, TRAN } from './tran.js';

export const DOT_CARDS: readonly DotCard<Session>[] = Object.freeze([
  PARAM,
  MODEL,
  TRAN,
  OP,
  IC,
  OPTIONS,
  PRINT,
  PLOT,
  SAVE,
  PROBE,
]);

/** Dot cards by name and alias. */
export const DOT_CARDS_BY_NAME: ReadonlyMap<string, DotCard<Session>> = new Map(
  DOT_CARDS.flatMap((card) => [card.name, ...(card.aliases ?? [])].map((name) => [name, card] as const)),
);

/** Cards that shape the text itself; collect-cards.ts reads them. */
export const TEXT_CARDS: readonly string[] = Object.freeze(['.end', '.include', '.inc', '.title']);
