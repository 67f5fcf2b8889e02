import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareNames, inNameOrder, treeOrder } from '../../src/circuit/name-order.js';

/** The definition: parts of digits by their value, all others by their code, part by part. */
function defined(a: string, b: string): number {
  const [p, q] = [a, b].map((name) =>
    name.split(/(\d+)/).map((part, k) => (k % 2 === 1 ? BigInt(part) : part)),
  );
  for (let k = 0; k < Math.min(p!.length, q!.length); k++)
    if (p![k] !== q![k]) return p![k]! < q![k]! ? -1 : 1;
  return p!.length - q!.length;
}

test('names stand by letters, then by the value of their numbers', () => {
  const named = ['d10', 'd2', 'x1.r1', 'x1', 'd', 'd02a', 'x1.r', 'd2a'].map((name) => ({ name }));
  expect(inNameOrder(named).map(({ name }) => name)).toEqual([
    'd',
    'd2',
    'd02a',
    'd2a',
    'd10',
    'x1',
    'x1.r',
    'x1.r1',
  ]);
  const part = fc.oneof(
    fc.constantFrom('r', 'x', '.', 'ab', '', '-'),
    fc.stringMatching(/^\d{1,20}$/),
    fc.stringMatching(/^0{9,18}\d{1,2}$/),
  );
  const name = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(Math.sign(compareNames(a, b))).toBe(Math.sign(defined(a, b)));
    }),
  );
  // Numbers beyond 15 digits and leading zeros included; of equal names the first stays first.
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), (names) => {
      const all = names.map((one, k) => ({ name: one, k }));
      expect(inNameOrder(all)).toEqual(all.toSorted((a, b) => compareNames(a.name, b.name)));
    }),
    { numRuns: 2000 },
  );
});

test('voltage sources lead the tree', () => {
  const named = ['r1', 'v2', 'c1', 'v1'].map((name) => ({ name, letter: name.charAt(0).toUpperCase() }));
  expect(Array.from(treeOrder(named), (k) => named[k]?.name)).toEqual(['v1', 'v2', 'c1', 'r1']);
});
