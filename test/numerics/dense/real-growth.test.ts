import { expect, test } from 'vitest';
import { realGrowth } from '../../../src/numerics/dense/real-growth.js';
import { Triplets } from '../../../src/numerics/sparse/sparse-matrix.js';

function growth(n: number, G: readonly number[], C: readonly number[]) {
  const of = (entries: readonly number[]): Triplets => {
    const triplets = new Triplets();
    entries.forEach((value, k) => {
      if (value !== 0) triplets.add(Math.floor(k / n), k % n, value);
    });
    return triplets;
  };
  return realGrowth(n, of(G), of(C));
}

test('a pendulum on its head grows as sqrt(g/l), one that hangs does not', () => {
  // x' = v, v' = 9.81 x
  const found = growth(2, [0, -1, -9.81, 0], [1, 0, 0, 1]);
  expect(found?.rate).toBeCloseTo(Math.sqrt(9.81), 10);
  expect(Math.abs(found?.direction[1] ?? 0) / Math.abs(found?.direction[0] ?? 1)).toBeCloseTo(
    Math.sqrt(9.81),
    8,
  );
  expect(growth(2, [0, -1, 9.81, 0], [1, 0, 0, 1])).toBeUndefined();
});

test('two latches of one rate do not hide each other', () => {
  // Each: C v' = gm w - v/R of two nodes that turn each other: rate (gm - 1/R)/C.
  const latch = (at: number): number[][] =>
    [0, 1].map((i) => [0, 1, 2, 3].map((j) => (j === at + i ? 1e-4 : j === at + 1 - i ? 1e-3 : 0)));
  const G = [...latch(0), ...latch(2)].flat();
  const C = [0, 1, 2, 3].flatMap((i) => [0, 1, 2, 3].map((j) => (i === j ? 1e-12 : 0)));
  expect((growth(4, G, C)?.rate ?? 0) / 9e8).toBeCloseTo(1, 9);
});

test('a rate that an algebraic row hides, and no capacitance at all', () => {
  // z0' = z1, z1 = 3 z0
  expect(growth(2, [0, -1, -3, 1], [1, 0, 0, 0])?.rate).toBeCloseTo(3, 10);
  expect(growth(2, [0, -1, -3, 1], [0, 0, 0, 0])).toBeUndefined();
});
