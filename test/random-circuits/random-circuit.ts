/**
 * Random circuits that an engineer could draw, by number: the same number is the same text. A family draws the topology,
 * its values spread over the decades in which such circuits are built; one of ten is two circuits side by side
 * that share ground alone.
 */
import * as converters from './converter-families.js';
import { Draw, text as written } from './draw.js';
import * as feedback from './feedback-families.js';
import * as lines from './line-families.js';

export interface RandomCircuit {
  readonly text: string;
  readonly family: string;
  /** Cards between the title and `.tran`, in an order of which nothing depends. */
  readonly cards: readonly string[];
  readonly control: string;
}

const families: readonly (readonly [string, (draw: Draw) => number])[] = Object.entries({
  ...lines,
  ...converters,
  ...feedback,
});

/** Part of the circuits that are two. */
const pairs = 0.1;
/** Rows over the run. */
const rows = 500;

export function randomCircuit(number: number): RandomCircuit {
  const draw = new Draw(7919 * (number + 1));
  const pair = draw.chance(pairs);
  const [name, family] = draw.pick(families);
  let stop = family(draw);
  const cards = [...draw.cards];
  let title = name;
  if (pair) {
    const other = new Draw(7919 * (number + 1) + 1, 'z');
    const [second, drawSecond] = other.pick(families);
    stop = Math.min(stop, drawSecond(other));
    cards.push(...other.cards);
    title = `${name}+${second}`;
  }
  const control = `.tran ${written(stop / rows)} ${written(stop)} uic`;
  return { text: textOf(`${number} ${title}`, cards, control), family: title, cards, control };
}

export function textOf(title: string, cards: readonly string[], control: string): string {
  return [title, ...cards, control, '.end', ''].join('\n');
}
