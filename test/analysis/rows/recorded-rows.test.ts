/**
 * Rows that the machine code of hot modes writes by itself (`row-program.ts`) are those of the sampler that is told of every
 * segment (`row-sampler.ts`): the same times and values to the bit, whatever is written and how closely.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/index.js';
import { randomCircuit } from '../../random-circuits/random-circuit.js';

type Options = Readonly<Record<string, string>>;

function rows(text: string, options: Options): Float64Array[] {
  const { runs } = simulate(text, { options: { method: 'events', ...options } });
  return [...(runs[0]?.plot?.columns ?? [])].map((column) => Float64Array.from(column));
}

function expectSame(text: string, options: Options = {}): number {
  const [plain, compiled] = ['plain', 'compiled'].map((code) => rows(text, { ...options, code }));
  const [length = 0, width = 0] = [plain?.[0]?.length, plain?.length];
  expect(compiled?.length).toBe(width);
  expect(compiled?.[0]?.length).toBe(length);
  for (let c = 0; c < width; c++) {
    const differ = plain?.[c]?.findIndex((value, k) => !Object.is(value, compiled?.[c]?.[k]));
    expect({ column: c, differ }).toEqual({ column: c, differ: -1 });
  }
  return length;
}

const deck = (name: string, tran: string, more = ''): string =>
  readFileSync(`test/bench/${name}.cir`, 'utf8')
    .replace(/^\.print .*\n/m, '')
    .replace(/^\.tran .*$/m, `${tran}\n${more}`);

/** A buck with sources beside it that end no segment, each with breakpoints of its own. */
const besides = (gate: string, tran: string): string =>
  deck('buck', tran, '.print tran v(g) v(h) v(k) i(l1) v(x)')
    .replace(/^Vg .*$/m, `Vg g 0 ${gate}`)
    .replace(/^\.model sw1/m, 'Vh h 0 pulse(0 2 0.7u 1u 2u 1u 4.44u)\nVk k 0 pwl(0 3 2m 5 9m 1)\n$&');

describe('rows with and without code are the same to the bit', () => {
  test.each([
    ['an LC converter', deck('resonant', '.tran 1u 8m uic'), {}],
    ['rows by curvature only', deck('resonant', '.tran 40u 3m uic'), { rowtol: '1e-4' }],
    ['many rows of a segment', deck('resonant', '.tran 50n 3m uic'), {}],
    ['rows from a later time on', deck('resonant', '.tran 1u 8m 5.3m uic'), {}],
    ['a buck whose gate ends no segment', deck('buck', '.tran 1u 6m uic'), {}],
    ['breakpoints of a gate that are output times', deck('buck', '.tran 50n 3m uic'), { rowtol: '1e-4' }],
    [
      'chosen columns, twice and in another order',
      deck('buck', '.tran 1u 6m uic', '.save i(L1) v(x) v(g) v(x,o)'),
      {},
    ],
    [
      'gates that jump, and sources beside them with breakpoints at other times',
      besides('pulse(0 1 1.3u 0 0 3.33u 10u)', '.tran 3.7u 10m 1.234m uic'),
      {},
    ],
    [
      'many breakpoints in a segment, of a gate that ends',
      besides('pulse(0 1 0 10n 10n 4.99u 10u 400)', '.tran 1u 10m uic'),
      {},
    ],
    ['an expression among the columns', deck('buck', '.tran 1u 3m uic', '.print tran v(o)*i(L1) v(x)'), {}],
  ])('%s', (_, text, options) => {
    expect(expectSame(text, options)).toBeGreaterThan(1000);
  });

  test.each([
    ['an LC converter', deck('resonant', '.tran 1u 8m uic')],
    ['a buck whose gate ends no segment', deck('buck', '.tran 1u 6m uic')],
    ['segments without rows between their ends', deck('buck', '.tran 40u 20m uic')],
    ['rows at breakpoints only', deck('resonant', '.tran 30u 8m uic')],
    ['a random circuit', randomCircuit(3).text],
  ])('every row checked: %s', (_, text) => {
    const certificates = ['plain', 'compiled'].map((code) => {
      const { runs } = simulate(text, { options: { method: 'events', certificate: 'full', code } });
      return runs[0]?.report.certificate;
    });
    expect(certificates[0]?.pointsChecked).toBeGreaterThan(100);
    expect(certificates[1]).toEqual(certificates[0]);
    expectSame(text, { certificate: 'full' });
  });

  test.each([3, 21])('random circuit %d', (number) => {
    expectSame(randomCircuit(number).text);
  });
});
