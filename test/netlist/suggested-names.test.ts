/** What is suggested in the place of a name that nothing has: what may stand there, as the text there calls it. */
import { expect, it } from 'vitest';
import { simulate } from '../../src/index.js';

const hints = (cards: string): readonly (string | undefined)[] =>
  simulate(`suggestions
V1 a 0 1
R1 a b 1
L1 b 0 1m
L2 b 0 1m
${cards}
.tran 1u 10u
.end`).diagnostics.flatMap(({ severity, hint }) => (severity === 'error' ? [hint] : []));

it.each([
  // Not the coil that is named already, nor anything but coils.
  ['K1 L1 L3 .9', 'did you mean "l2"?'],
  ['L10 a 0 1m\nK1 L1 L11 .9', 'did you mean "l10"?'],
  ['K1 L1 L2 L22 .9', "name one of the netlist's elements"],
  ['K1 L1 R2 .9', 'did you mean "l2"?'],
  // Not the source itself; what follows the name is no error of its own.
  ['F12 b 0 F11 2\nR11 b 0 1', 'did you mean "r11"?'],
  ['F1 b 0 Vx 2', 'did you mean "v1"?'],
  ['B12 c 0 V={2*i(b11)}\nR12 c 0 1\nR11 b 0 1', 'did you mean "r11"?'],
  ['E1 c 0 aaaa 0 2', "name one of the netlist's nodes"],
  // In the words of the subcircuit that the card stands in.
  ['.subckt s p q\nL5 p q 1\nL6 p m 1\nR7 m q 1\nK1 L5 L7 .9\n.ends\nX1 a b s', 'did you mean "l6"?'],
  ['.subckt s p q\nR5 p inner 1\nR6 inner q 1\nB1 p q I={v(innr)}\n.ends\nX1 a b s', 'did you mean "inner"?'],
  ['.subckt s plus q\nR5 plus q 1\nB1 plus q I={v(pluss)}\n.ends\nX1 a b s', 'did you mean "plus"?'],
])('%s: %s', (cards, hint) => {
  expect(hints(cards)).toEqual([hint]);
});
