/** `.step`: repeats the analyses with other values (`sweep-plan.ts`). */
import type { Session } from '../session.js';
import type { Item, ParsedCard } from '../syntax.js';
import type { DotCard } from './dot-card.js';
import { readPlans, SPACINGS } from './sweep-plan.js';

/** Runs of a sweep: each is compiled before the first starts. */
const maxPoints = 100_000;

export const STEP: DotCard<Session> = {
  name: '.step',
  usage:
    '.step [dec|oct|lin] param name|element|temp start stop step, or ... list value ..., or .step data=table',
  doc: 'Repeats the analyses with other values; the first .step is the innermost.',
  phase: 'control',
  read: (card, session) => {
    const [plan] = readPlans(card, STEP, session, 1) ?? [];
    if (plan) session.steps.push(plan);
    const points = session.steps.reduce((product, { values }) => product * values.length, 1);
    if (points <= maxPoints) return;
    const message = `the .step cards ask for ${points} runs; at most ${maxPoints} are made`;
    session.diagnostics.error('too-many-points', message, card.span, { hint: 'take fewer values' });
    session.steps.length = 0;
  },
};

/** `.step param x ...` defines x where nobody else does: the item of its first value. */
export function steppedParameter({
  items,
}: ParsedCard): { readonly name: Item; readonly value: Item } | undefined {
  const at = items.findIndex((item) => item.kind === 'word' && item.text.toLowerCase() === 'param');
  const name = items[at + 1];
  const rest = items.slice(at + 2);
  const value = rest.find(
    (item) =>
      !(
        item.kind === 'word' &&
        (SPACINGS.has(item.text.toLowerCase()) || item.text.toLowerCase() === 'list')
      ),
  );
  return at >= 0 && name?.kind === 'word' && value ? { name, value } : undefined;
}
