import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Diagnostics } from '../../../src/base/diagnostic.js';
import { constantSignal } from '../../../src/kernel/modeling/signals/constant-signal.js';
import type { Branch } from '../../../src/circuit/primitives.js';
import { numberUnknowns } from '../../../src/circuit/sparse/sparse-numbering.js';
import { reportStructure } from '../../../src/circuit/sparse/sparse-structure.js';
import { chooseTree } from '../../../src/circuit/compiler/tree.js';
import { reportImpossible } from '../../../src/circuit/compiler/well-posedness.js';

const kinds = ['voltage', 'current', 'resistance', 'capacitance'] as const;

const branches = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    a: fc.integer({ max: 4, min: 0 }),
    b: fc.integer({ max: 4, min: 0 }),
  }),
  { minLength: 1, maxLength: 9 },
);

test('what connected sets find possible is what a tree finds possible', () => {
  const seen = { fine: 0, wrong: 0 };
  fc.assert(
    fc.property(branches, (drawn) => {
      const list = drawn.map(({ kind, a, b }, k): Branch => {
        const ends = { name: `e${k}`, element: `e${k}`, a: `${a}`, b: `${b}` };
        if (kind === 'resistance') return { kind, ...ends, resistance: 1 };
        if (kind === 'capacitance') return { kind, ...ends, capacitance: 1 };
        return { kind, ...ends, signal: constantSignal(1) };
      });
      const [told, due] = [new Diagnostics(), new Diagnostics()];
      reportStructure(numberUnknowns(list), () => undefined, told);
      reportImpossible(chooseTree(list), list, () => undefined, due);
      expect(told.items).toEqual(due.items);
      seen[told.hasErrors ? 'wrong' : 'fine']++;
    }),
    { numRuns: 500, seed: 1 },
  );
  // Both kinds are drawn.
  expect(seen.fine).toBeGreaterThan(20);
  expect(seen.wrong).toBeGreaterThan(20);
});
