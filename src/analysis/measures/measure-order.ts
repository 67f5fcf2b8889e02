/**
 * In which pass over a run each measure is computed, and in what order their outcomes are taken: a measure whose level, place or
 * interval is the result of another one waits for the pass behind that; one that reads results where its own interval ends comes
 * later in the same pass. Where a card stands in the text makes no difference.
 */
import type { MeasureCard } from '../../netlist/flat-cards.js';
import { namesIn } from './measure-reads.js';

export interface MeasureOrder {
  /** Every card behind those that it needs. */
  readonly cards: readonly MeasureCard[];
  readonly pass: ReadonlyMap<MeasureCard, number>;
  /** Cards that need themselves, and by way of which measures. */
  readonly circles: ReadonlyMap<MeasureCard, readonly string[]>;
}

export function orderMeasures(cards: readonly MeasureCard[]): MeasureOrder {
  const byName = new Map(cards.map((card) => [card.name, card]));
  const pass = new Map<MeasureCard, number>();
  const circles = new Map<MeasureCard, readonly string[]>();
  const ordered: MeasureCard[] = [];
  /** Cards that wait for the one that is looked at. */
  const waiting: MeasureCard[] = [];
  const passOf = (name: string): number => {
    const card = byName.get(name);
    if (!card) return -1;
    const from = waiting.indexOf(card);
    if (from >= 0) {
      const circle = waiting.slice(from);
      circle.forEach((each, k) => {
        circles.set(
          each,
          [...circle.slice(k + 1), ...circle.slice(0, k)].map((other) => other.name),
        );
      });
      return -1;
    }
    const known = pass.get(card);
    if (known !== undefined) return known;
    waiting.push(card);
    const before = namesIn(card, 'before').map(passOf);
    const after = namesIn(card, 'after').map(passOf);
    waiting.pop();
    const own = Math.max(0, ...before.map((other) => other + 1), ...after);
    pass.set(card, own);
    ordered.push(card);
    return own;
  };
  for (const { name } of cards) passOf(name);
  return { cards: ordered, pass, circles };
}
