import { expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';

const told = (cards: string): readonly string[] =>
  simulate(
    `a diode\n.model silicon d(is=1e-14)\nV1 in 0 5 ac 1\nR1 in out 1k\nD1 out 0 silicon\n${cards}\n.end`,
  ).diagnostics.map(({ message }) => message.replace(/ by .*/, ''));

const fit = 'diode model silicon is fitted';

it.each(['.op', '.dc V1 0 5 1', '.dc temp 0 100 50', '.tf v(out) V1', '.ac dec 1 1 10'])(
  'by %s a diode has its own law, and no fit is told of',
  (card) => {
    expect(told(card)).toEqual([]);
  },
);

it.each(['.tran 1u 1m', '.op\n.tran 1u 1m', '.op\n.options method=events'])(
  'who gets a fit is told: %s',
  (cards) => {
    expect(told(cards)).toEqual([fit]);
  },
);
