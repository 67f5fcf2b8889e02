/**
 * HSPICE's `sweep` behind `.tran` and `.ac`: `sweep name start stop step`, `sweep name lin|dec|oct points start stop`, `sweep name
 * poi count v1 v2 ...` or `sweep data=table`. It is read as a `.step` card, which repeats all analyses of a file, so that two
 * that differ are refused.
 */
import type { Span } from '../../base/span.js';
import type { StepPlan } from '../flat-cards.js';
import type { Session } from '../session.js';
import type { Item, ParsedCard } from '../syntax.js';
import { readValue } from '../values.js';
import { STEP } from './step.js';
import { readPlans } from './sweep-plan.js';

const POINTS = { name: 'points', range: 'positive' } as const;

/** The card without its sweep, which becomes a step; undefined after reporting. */
export function withoutSweep(card: ParsedCard, session: Session): ParsedCard | undefined {
  const at = card.items.findIndex((item) => wordOf(item) === 'sweep');
  const word = card.items[at];
  if (!word) return card;
  const plan = planOf({ ...card, items: card.items.slice(at + 1) }, session);
  if (!plan || !repeat(plan, word.span, session)) return undefined;
  return { ...card, items: card.items.slice(0, at) };
}

/** Adds a step of all analyses, unless it is there; whether there is no other. */
export function repeat(plan: StepPlan, span: Span, { diagnostics, steps }: Session): boolean {
  const [known] = steps;
  if (known && !isSame(known, plan)) {
    const message = 'a second sweep, which differs from the first: they repeat all analyses here';
    diagnostics.error('unsupported-sweep', message, span, {
      related: [{ span: known.span, message: 'the first' }],
      hint: 'write one .step card for all of them, or a file for each',
    });
    return false;
  }
  if (!known) {
    steps.push(plan);
    diagnostics.note('sweep-as-step', 'sweep is read as .step: it repeats all analyses', span);
  }
  return true;
}

function planOf(card: ParsedCard, session: Session): StepPlan | undefined {
  const [name, second, third, ...rest] = card.items;
  const plan = (items: readonly (Item | undefined)[]): StepPlan | undefined => {
    const given = items.filter((item) => item !== undefined);
    return readPlans({ ...card, items: given }, STEP, session, 1)?.[0];
  };
  switch (wordOf(second)) {
    case 'dec':
    case 'oct':
      return plan([second, name, ...rest, third]);
    case 'poi':
      return plan([name, listWord(second), ...rest]);
    case 'lin': {
      const ends = plan([name, listWord(second), ...rest]);
      const count = third && readValue(third, POINTS, '.step', session, 'named');
      const [start = NaN, stop = start] = ends?.values ?? [];
      if (!ends || count === undefined) return undefined;
      const values = Array.from({ length: Math.round(count) }, (_, k) =>
        count > 1 ? start + (k * (stop - start)) / (count - 1) : start,
      );
      return { ...ends, values };
    }
    default:
      return plan(card.items);
  }
}

function listWord(item: Item | undefined): Item | undefined {
  return item && { kind: 'word', text: 'list', span: item.span };
}

function wordOf(item: Item | undefined): string {
  return item?.kind === 'word' ? item.text.toLowerCase() : '';
}

function isSame(one: StepPlan, other: StepPlan): boolean {
  const key = ({ target, values }: StepPlan): string => JSON.stringify([target, values]);
  return key(one) === key(other);
}
