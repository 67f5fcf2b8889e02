import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../src/base/random.js';

/** SplitMix64 in exact arithmetic. */
function reference(seed: bigint, count: number): number[] {
  const mask = (1n << 64n) - 1n;
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    z ^= z >> 31n;
    return Number(z >> 11n) / 2 ** 53;
  });
}

describe('RandomStream', () => {
  it.each([0, 1, 12345, 2 ** 40 + 7])('gives the numbers of SplitMix64 for seed %d', (seed) => {
    const stream = new RandomStream(seed);
    expect(Array.from({ length: 50 }, () => stream.uniform())).toEqual(reference(BigInt(seed), 50));
  });

  it('draws normal numbers of mean 0 and deviation 1', () => {
    const stream = new RandomStream(7);
    const draws = Array.from({ length: 20_000 }, () => stream.normal());
    const mean = draws.reduce((sum, x) => sum + x, 0) / draws.length;
    const variance = draws.reduce((sum, x) => sum + x * x, 0) / draws.length;
    // Four standard errors of 20000 draws.
    expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(20_000));
    expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / 20_000));
  });
});
