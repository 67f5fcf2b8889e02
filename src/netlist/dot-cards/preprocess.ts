/** `.preprocess replaceground true` of Xyce: other names of ground. What else it may ask for changes nothing here. */
import type { Session } from '../session.js';
import type { ParsedCard } from '../syntax.js';
import { textOf } from '../syntax.js';
import type { DotCard } from './dot-card.js';

const GROUNDS: readonly string[] = Object.freeze(['gnd', 'gnd!', 'ground']);

export const PREPROCESS: DotCard<Session> = {
  name: '.preprocess',
  usage: '.preprocess replaceground true|false',
  doc: `Whether nodes called ${GROUNDS.join(', ')} are ground (Xyce); gnd always is.`,
  phase: 'early',
  read: readPreprocess,
};

function readPreprocess({ items, span }: ParsedCard, session: Session): void {
  const [what = '', value = 'true'] = items.map((item) => textOf(item.span).toLowerCase());
  if (what !== 'replaceground') session.ignore('cards', `.preprocess ${what}`.trimEnd(), span);
  else if (value === 'true' || value === '1') for (const name of GROUNDS) session.grounds.set(name, '0');
}
