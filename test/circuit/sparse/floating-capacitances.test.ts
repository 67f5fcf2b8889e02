import { expect, test } from 'vitest';
import { sparseModelOf } from '../dense-descriptor.js';

/** Names of the currents that are unknowns. */
const currentsOf = (text: string): string[] =>
  sparseModelOf(text).numbering.origins.flatMap(({ quantity, name }) => (quantity === 'i' ? [name] : []));

const source = 'V1 in 0 1\n';
const rest = '.tran 1u 1m uic\n';

test('a capacitance between a coil and an open switch has a current of its own, one that resistors tie has none', () => {
  expect(currentsOf(`${source}L1 in x 1u\nC1 x y 1u\nL2 y 0 1u\n${rest}`)).toContain('c1');
  expect(currentsOf(`${source}L1 in x 1u\nC1 x y 22u\nR1 y 0 1meg\n${rest}`)).toContain('c1');
  expect(currentsOf(`${source}R1 in x 1k\nC1 x y 1u\nR2 y 0 10k\n${rest}`)).not.toContain('c1');
});

test('a group that a capacitance or a source leads to ground does not float', () => {
  expect(currentsOf(`${source}L1 in x 1u\nC1 x y 1u\nC2 y 0 1u\n${rest}`)).toEqual(['v1', 'l1']);
  expect(currentsOf(`${source}C1 in y 1u\nL1 y 0 1u\n${rest}`)).toEqual(['v1', 'l1']);
});
