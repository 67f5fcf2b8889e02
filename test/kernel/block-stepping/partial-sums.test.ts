import { describe, expect, test } from 'vitest';
import { PartialSums } from '../../../src/kernel/simulation/block-stepping/partial-sums.js';

describe('partial sums', () => {
  test('a total is that of the numbers as they are, in any length', () => {
    for (const length of [0, 1, 63, 64, 65, 1000]) {
      const sums = new PartialSums(length);
      for (let k = 0; k < length; k++) sums.set(k, k + 1);
      expect(sums.total).toBe((length * (length + 1)) / 2);
      for (let k = 0; k < length; k += 7) sums.set(k, 0);
      let left = 0;
      for (let k = 0; k < length; k++) if (k % 7 !== 0) left += k + 1;
      expect(sums.total).toBe(left);
    }
  });

  test('the total of the same numbers has the same bits, whatever changed before and when it was asked for', () => {
    const numbers = Array.from({ length: 300 }, (_, k) => Math.sin(k) * 10 ** (k % 13));
    const atOnce = new PartialSums(numbers.length);
    numbers.forEach((value, k) => atOnce.set(k, value));
    const byAndBy = new PartialSums(numbers.length);
    for (let k = numbers.length - 1; k >= 0; k--) {
      byAndBy.set(k, 1e20);
      if (k % 3 === 0) expect(byAndBy.total).toBeGreaterThan(0);
      byAndBy.set(k, numbers[k]!);
    }
    expect(byAndBy.total).toBe(atOnce.total);
  });
});
