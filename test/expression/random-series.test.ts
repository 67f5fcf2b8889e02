import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from '../../src/expression/functions.js';

const apply = (name: string, ...args: number[]): number => FUNCTIONS.get(name)?.apply(...args) ?? NaN;

describe('series of random numbers', () => {
  it('hold one number of [0, 1) for every integer part, evenly spread and uncorrelated', () => {
    const count = 20_000;
    let [sum, square, product] = [0, 0, 0];
    for (let n = 0; n < count; n++) {
      const value = apply('rand', n - count / 2, 3);
      expect(value >= 0 && value < 1).toBe(true);
      expect(apply('rand', n - count / 2 + 0.75, 3)).toBe(value);
      sum += value - 0.5;
      square += (value - 0.5) ** 2;
      product += (value - 0.5) * (apply('rand', n + 1 - count / 2, 3) - 0.5);
    }
    // Four standard deviations.
    expect(Math.abs(sum / count)).toBeLessThan(4 * Math.sqrt(1 / 12 / count));
    expect(square / count).toBeCloseTo(1 / 12, 2);
    expect(Math.abs(product / count)).toBeLessThan(4 / 12 / Math.sqrt(count));
  });

  it('differ from series to series', () => {
    expect(new Set([0, 1, 2, 3].map((series) => apply('rand', 5, series))).size).toBe(4);
  });

  it('go from number to number with continuous slopes, white with continuous curvature', () => {
    const h = 1e-4;
    for (const [name, offset] of [
      ['random', 0],
      ['white', -0.5],
    ] as const) {
      for (const n of [-2, 0, 41]) {
        expect(apply(name, n, 1)).toBe(offset + apply('rand', n, 1));
        const slopes = [-h, 0, h].map((d) => apply(`${name}_slope`, n + d, 1));
        for (const slope of slopes) expect(Math.abs(slope)).toBeLessThan(1e-3);
        const [left, middle, right] = slopes as [number, number, number];
        if (name === 'white') expect(Math.abs((right - 2 * middle + left) / h)).toBeLessThan(0.01);
      }
    }
  });
});

describe('soft limits', () => {
  it('are the argument on one side, approach the limit on the other, and mirror each other', () => {
    expect(apply('uplim', 0.4, 1, 0.5)).toBe(0.4);
    expect(apply('uplim', 1, 1, 0.5)).toBeCloseTo(1 - 0.5 / Math.E, 15);
    expect(apply('uplim', 100, 1, 0.5)).toBe(1);
    for (const x of [-3, 0.1, 1, 7]) {
      expect(apply('dnlim', x, 1, 0.5)).toBe(-apply('uplim', -x, -1, 0.5));
      expect(apply('uplim', x, 1, 0)).toBe(Math.min(x, 1));
    }
  });
});
