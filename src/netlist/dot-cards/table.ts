/**
 * The table of dot cards. One more card = one more file and one more line here.
 */
import type { Session } from '../session.js';
import { AC } from './ac.js';
import { DC } from './dc.js';
import type { DotCard } from './dot-card.js';
import { FOUR } from './four.js';
import { GLOBAL, TEMP } from './globals.js';
import { IC, NODESET } from './ic.js';
import { MEASURE } from './measure.js';
import { MODEL } from './model.js';
import { OPTIONS } from './options.js';
import { PLOT, PRINT, PROBE, SAVE } from './outputs.js';
import { FUNC, PARAM } from './param.js';
import { PREPROCESS } from './preprocess.js';
import { LIN, SP } from './scattering.js';
import { STEP } from './step.js';
import { STIMULUS } from './stimulus.js';
import { NOISE } from './noise.js';
import { PZ } from './pole-zero.js';
import { OP, TRAN } from './tran.js';
import { SENS, TF } from './transfer.js';

export const DOT_CARDS: readonly DotCard<Session>[] = Object.freeze([
  PARAM,
  FUNC,
  MODEL,
  STIMULUS,
  GLOBAL,
  PREPROCESS,
  TRAN,
  OP,
  DC,
  AC,
  TF,
  SENS,
  PZ,
  NOISE,
  SP,
  LIN,
  STEP,
  TEMP,
  IC,
  NODESET,
  OPTIONS,
  MEASURE,
  FOUR,
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
export const TEXT_CARDS: readonly string[] = Object.freeze([
  ...[
    '.end',
    '.include',
    '.inc',
    '.incl',
    '.lib',
    '.stmlib',
    '.title',
    '.subckt',
    '.ends',
    '.control',
    '.endc',
    '.data',
    '.enddata',
  ],
  ...['.if', '.elseif', '.else', '.endif'],
]);
