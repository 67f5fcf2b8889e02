/** {POLY(n) controls coefficients} of B, E and G is a voltage or a current as its card says. */
import { expect, it } from 'vitest';
import { netlist, run } from './run-netlist.js';

const controls = 'V1 1 0 2\nV2 2 0 3\nR1 1 0 1\nR2 2 0 1\n';

it.each([
  ['V(1) V(2)', 7 + 10 * 2 - 4 * 3],
  ['I(V1) I(V2)', 7 - 10 * 2 + 4 * 3],
])('a polynomial of %s in braces is what it is written out', (of, value) => {
  const poly = `{POLY(2) ${of} 7 10 -4}`;
  const own = `B1 3 0 V=${poly}\nR3 3 0 2\nB2 0 4 I=${poly}\nR4 4 0 2\n`;
  const others = `E1 5 0 VALUE=${poly}\nR5 5 0 2\nG1 0 6 VALUE=${poly}\nR6 6 0 2\n`;
  const { final } = run(netlist(`${controls}${own}${others}.op`));
  expect([3, 4, 5, 6].map((node) => final(`v(${node})`))).toEqual([value, 2 * value, value, 2 * value]);
});
