/** The order of the cards decides nothing: shuffled, a netlist has the same verdict and the same rows, bit by bit. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RandomStream } from '../../src/base/random.js';
import { runText } from '../random-circuits/judge.js';
import { randomCircuit, textOf } from '../random-circuits/random-circuit.js';
import { netlistText, run } from './run-netlist.js';

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
  const files = readdirSync(new URL('../../netlists/', import.meta.url));

  test.each(files.filter((name) => name.endsWith('.cir')))('%s', (file) => {
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

test.each(['0123', '2130', '3201', '1032'])(
  'a centre-tapped rectifier with a choke is followed over leakages however its coils are named: %s',
  (order) => {
    // While both diodes block, three currents are leakages: which of the coils are states must not matter.
    const [primary, upper, lower, choke] = Array.from(order, (k) => `L${k}`);
    const cards = [
      'V1 p 0 sin(0 17 50)',
      'R0 p q .108',
      `${primary ?? ''} q 0 .284`,
      `${upper ?? ''} a m 50m`,
      `${lower ?? ''} m b 50m`,
      `K1 ${primary ?? ''} ${upper ?? ''} ${lower ?? ''} .999`,
      'D1 a r d',
      'D2 b r d',
      `${choke ?? ''} r o 1.55m`,
      'C1 o m 156u',
      'R1 o m 28.7',
      'R2 m 0 1',
      '.model d d(Ron=1m Roff=1e9 Vfwd=.7)',
    ];
    const text = textOf('rectifier', cards, '.tran 40u 80m uic');
    const { certificate, final } = run(text, {});
    expect(certificate.missed).toEqual([]);
    // Tens of segments an event; a motion that is followed over its leakages takes 1e11 a second.
    expect(certificate.steps).toBeLessThan(5000);
    // Backward Euler with 1 and 2 us; it commutates late by any part of a step, which is not smooth in it.
    const [fine, coarse] = [1e-6, 2e-6].map((h) => run(text, { method: 'theta', theta: 1, gamma: 1, h }));
    const limit = 2 * fine!.final('v(o)') - coarse!.final('v(o)');
    expect(Math.abs(final('v(o)') - limit)).toBeLessThan(1e-3 * Math.abs(limit));
  },
);

/** Coils, ideal parts and what of them a state is: in every order of the cards, and with names exchanged among parts of a kind. */
describe('coils beside diodes and switches', () => {
  const control = (diode: string, sw: string): string =>
    `.model d d${diode}\n.model sw sw(vt=.5 vh=0 ${sw})\n.save v(o)\n.tran 1u .2m uic`;
  const boost = [
    ...['V1 in 0 12', 'V2 g 0 pulse(0 1 0 10n 10n 5u 10u)', 'L1 in x 100u', 'L2 x y 500n'],
    ...['S1 y 0 g 0 sw', 'D1 x o d', 'C1 o 0 47u', 'R1 o 0 20'],
  ];
  const series = [
    'V1 in 0 sin(0 10 10k)',
    'L1 in a 100u',
    'R2 a 0 1k',
    'D1 a b d',
    'L2 b o 220u',
    'R1 o 0 5',
  ];
  const parallel = [
    'V1 in 0 sin(0 10 10k)',
    'L1 in a 100u',
    'D1 a o d',
    'L2 a 0 220u',
    'C1 o 0 1u',
    'R1 o 0 50',
  ];
  const ideal = control('', 'ron=0 roff=inf');
  const leaking = control('(Ron=10m Roff=1e9 Vfwd=.7)', 'ron=10m roff=1e9');

  test.each([
    ['a boost converter with 500 nH in the leg of its switch, ideal', boost, ideal],
    ['a boost converter with 500 nH in the leg of its switch, leaking', boost, leaking],
    ['two coils and a diode in series, ideal', series, ideal],
    ['two coils and a diode in series, leaking', series, leaking],
    ['two coils that meet at a diode, ideal', parallel, ideal],
    ['two coils that meet at a diode, leaking', parallel, leaking],
  ])('%s', (_, cards, others) => {
    const written = resultOf(textOf('written', cards, others));
    expect(written.verdict).toBe('ok');
    for (let seed = 0; seed < 4; seed++) {
      const order = inOtherOrder(cards, seed);
      expect(resultOf(textOf('shuffled', order, others)), order.join(', ')).toEqual(written);
    }
    const exchanged = cards.map((card) => card.replace(/^L[12]/, (name) => (name === 'L1' ? 'L2' : 'L1')));
    const { certificate, final } = run(textOf('exchanged', exchanged, others), {});
    expect(certificate.missed).toEqual([]);
    const end = written.columns['v(o)']!.at(-1)!;
    // Other states, other rounding; the certificate allows 1e-9.
    expect(Math.abs(final('v(o)') - end)).toBeLessThan(1e-9 * Math.max(...written.columns['v(o)']!));
  });
});
