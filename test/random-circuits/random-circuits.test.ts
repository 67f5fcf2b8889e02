/** Random circuits that an engineer could draw (`random-circuit.ts`); `run.mjs` judges thousands. */
import { expect, test } from 'vitest';
import { familyCircuit, judgeFamily } from './family-judge.js';
import { judge, runText } from './judge.js';
import { otherwise, variants } from './metamorphic.js';
import { randomCircuit } from './random-circuit.js';

/** Numbers of circuits that are run here, and how many may end without their certificate. */
const count = 30;
const mayMiss = 4;

test('nearly all end with a certificate that holds, the others say why', () => {
  const without: string[] = [];
  for (let number = 0; number < count; number++) {
    const { verdict, says } = runText(randomCircuit(number).text, { method: 'events' });
    if (verdict === 'ok') continue;
    expect(says).not.toBe('');
    without.push(`${number} ${verdict}: ${says}`);
  }
  expect(without.length, without.join('\n')).toBeLessThanOrEqual(mayMiss);
});

test.each([1, 21])(
  'number %d agrees with steps that are halved until they agree with themselves',
  (number) => {
    const { verdict, says } = judge(randomCircuit(number).text);
    expect([verdict, says]).toEqual(['ok', '']);
  },
);

test('another resistor is wrong, and a second look does not excuse it', () => {
  const text = (resistor: number): string =>
    `a rectifier\nV1 in 0 sin(0 10 1k)\nD1 in o d\nC1 o 0 1u\nR1 o x 100\nR2 x 0 ${resistor}\n.model d d\n.tran 10u 5m uic\n`;
  expect(judge(text(1000), 4, text(1000)).verdict).toBe('ok');
  expect(judge(text(1000), 4, text(500)).verdict).toBe('wrong');
});

test('the same number is the same circuit', () => {
  expect(randomCircuit(5)).toEqual(randomCircuit(5));
});

test.each([
  ['sixPulse', 0],
  ['dualActiveBridge', 0],
  ['filteredHysteresis', 0],
  ['fullBridgeLlc', 0],
])(
  '%s %d does unasked what steps of reltol 1e-5 do, within a hundredth of means and rms',
  (family, number) => {
    const { verdict, says } = judgeFamily(family, number, false);
    expect([verdict, says]).toEqual(['ok', '']);
  },
);

test.each([
  ['thyristor', 0],
  ['twoOutputs', 0],
  ['pwmInverter', 1],
])('%s %d ends with a certificate that holds', (family, number) => {
  const { verdict, says } = runText(familyCircuit(family, number), {});
  expect([verdict, says]).toEqual(['ok', '']);
});

test.each(Object.entries(variants))('a circuit does the same %s', (_, vary) => {
  for (const number of [3001, 3002, 3007]) {
    const circuit = randomCircuit(number);
    expect(otherwise(circuit, vary(circuit, number), { method: 'events' }), `${number}`).toBe('');
  }
});

test('a circuit with another resistor does otherwise', () => {
  const circuit = randomCircuit(3001);
  const k = circuit.cards.findIndex((card) => card.startsWith('R'));
  const cards = circuit.cards.map((card, at) => (at === k ? card.replace(/\S+$/u, '123.4') : card));
  const variant = { ...variants['shuffled']!(circuit, 1), cards };
  expect(otherwise(circuit, variant, { method: 'events' })).toMatch(/off by/);
});
