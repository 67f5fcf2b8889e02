import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NameNumbers } from '../../src/base/name-numbers.js';

it('numbers names as a map does that gives each new one the next number', () => {
  const name = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.nat(300).map((k) => `n${k}`),
    fc.nat(300).map((k) => `x${k}.a`),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 400 }), (names) => {
      const numbers = new NameNumbers();
      const map = new Map<string, number>();
      for (const one of names) {
        expect(numbers.find(one)).toBe(map.get(one) ?? -1);
        if (!map.has(one)) map.set(one, map.size);
        expect(numbers.add(one)).toBe(map.get(one));
      }
      expect(numbers.names).toEqual([...map.keys()]);
      expect(numbers.size).toBe(map.size);
    }),
    { seed: 1 },
  );
});

it('numbers names as quickly whose letters are chosen so that their hashes are one', () => {
  // "bB" and "c#" are the same number to the base 31.
  const names = Array.from({ length: 1 << 15 }, (_, k) =>
    Array.from({ length: 15 }, (__, bit) => ((k >> bit) & 1 ? 'bB' : 'c#')).join(''),
  );
  const numbers = new NameNumbers(names);
  expect(numbers.size).toBe(names.length);
  expect(names.every((name, k) => numbers.find(name) === k)).toBe(true);
  expect(numbers.find(names.join('').slice(1, 31))).toBe(-1);
});

it('takes texts that are equal for one name, however they were made', () => {
  const numbers = new NameNumbers(['0', 'n12']);
  expect(numbers.add(['n', String(12)].join(''))).toBe(1);
  expect(numbers.has('n1')).toBe(false);
});
