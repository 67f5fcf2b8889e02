/** The order of the cards decides nothing: shuffled, a netlist has the same verdict and the same rows, bit by bit. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RandomStream } from '../../src/base/random.js';
import { runText } from '../random-circuits/judge.js';
import { randomCircuit, textOf } from '../random-circuits/random-circuit.js';
import { netlistText } from './run-netlist.js';

/** Elements in another order, behind all other cards; a subcircuit stays a block. */
function shuffled(text: string, seed: number): string {
  const [title = '', ...lines] = text.split('\n');
  const cards: string[] = [];
  let depth = 0;
  for (const line of lines) {
    if (/^\s*(\*|;|$)/.test(line) || /^\.end\s*$/i.test(line)) continue;
    const joins = line.startsWith('+') || depth > 0;
    if (/^\.subckt/i.test(line)) depth++;
    if (/^\.ends/i.test(line)) depth--;
    if (joins) cards.push(`${cards.pop() ?? ''}\n${line}`);
    else cards.push(line);
  }
  const elements = cards.filter((card) => /^[a-z]/i.test(card));
  const others = cards.filter((card) => !/^[a-z]/i.test(card));
  return textOf(title, [...others, ...inOtherOrder(elements, seed)], '');
}

function inOtherOrder<Item>(items: readonly Item[], seed: number): Item[] {
  const random = new RandomStream(seed);
  return items
    .map((item) => ({ item, key: random.uniform() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

interface ShownResult {
  readonly verdict: string;
  readonly says: string;
  readonly columns: Readonly<Record<string, Float64Array>>;
}

/** Verdict, message, and every column by name. */
function resultOf(text: string): ShownResult {
  const { verdict, says, plot } = runText(text, {});
  const columns = plot?.header.columns.map(({ name }, k) => [name, plot.columns[k]!] as const) ?? [];
  return { verdict, says, columns: Object.fromEntries(columns) };
}

describe('netlists', () => {
  test.each(readdirSync(new URL('../../netlists/', import.meta.url)))('%s', (file) => {
    const text = netlistText(file);
    const result = resultOf(text);
    expect(Object.keys(result.columns).length).toBeGreaterThan(1);
    expect(resultOf(shuffled(text, 1))).toEqual(result);
  });
});

test('random circuits', () => {
  for (let number = 100; number < 125; number++) {
    const { cards, control } = randomCircuit(number);
    const [written, other] = [cards, inOtherOrder(cards, number)].map((order) =>
      resultOf(textOf(`${number}`, order, control)),
    );
    expect(other, `circuit ${number}`).toEqual(written);
  }
});
