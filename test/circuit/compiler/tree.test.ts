import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Branch } from '../../../src/circuit/primitives.js';
import {
  chooseTree,
  fundamentalCutset,
  fundamentalLoop,
  normalTreeOrder,
} from '../../../src/circuit/compiler/tree.js';
import { netlistFile } from '../compile-text.js';

/** Tree branches in the order in which they were taken, worked out by hand. */
const trees: Readonly<Record<string, string>> = {
  'bridge.cir': 'c1 d1 d3',
  'buck.cir': 'vg vin c1 d1',
  'capacitor-divider.cir': 'v1 c1',
  'charge-sharing.cir': 'c1',
  'cockcroft-walton.cir': 'v1 c1 c2 c3 c4 c5 c6 d1',
  'current-fed-inductors.cir': 'r1 l1',
  'full-wave-filter.cir': 'v1 c1 d1',
  'half-wave.cir': 'v1 d1',
  'rlcd.cir': 'c1 d1 r1',
  'zener-clamp.cir': 'v1 d1',
};

test.each(Object.entries(trees))('the tree of %s is %s', (file, expected) => {
  const { tree, branches } = netlistFile(file).descriptor;
  const taken = tree.order.filter((k) => tree.inTree[k]).map((k) => branches[k]?.name);
  expect(taken.join(' ')).toBe(expected);
});

test('every netlist of this room compiles', () => {
  const files = readdirSync(new URL('../../../netlists/', import.meta.url)).filter((name) => name in trees);
  expect(files.sort()).toEqual(Object.keys(trees));
});

const kinds = fc.constantFrom<Branch['kind']>('resistance', 'capacitance', 'inductance', 'unilateral');

/** Branches of random kinds between random nodes; values do not matter to a tree. */
const graphs = fc.array(fc.tuple(kinds, fc.nat(6), fc.nat(6)), { minLength: 1, maxLength: 14 }).map((list) =>
  list.map(([kind, a, b], k): Branch => {
    const ends = { name: `e${k}`, element: `e${k}`, a: String(a), b: String(b) };
    if (kind === 'capacitance') return { ...ends, kind, capacitance: 1 };
    if (kind === 'inductance') return { ...ends, kind, inductance: 1 };
    if (kind === 'unilateral') return { ...ends, kind, resistance: 0, threshold: 0 };
    return { ...ends, kind: 'resistance', resistance: 1 };
  }),
);

describe('fundamental loops and cutsets', () => {
  test('are orthogonal: each loop crosses each cutset as often forwards as backwards', () => {
    fc.assert(
      fc.property(graphs, (branches) => {
        const tree = chooseTree(branches);
        branches.forEach((_, link) => {
          if (tree.inTree[link]) return;
          const loop = new Map(
            fundamentalLoop(tree, branches, link).map(({ branch, sign }) => [branch, sign]),
          );
          branches.forEach((__, branch) => {
            if (!tree.inTree[branch]) return;
            const cutset = fundamentalCutset(tree, branches, branch);
            const crossings = cutset.reduce((sum, part) => sum + part.sign * (loop.get(part.branch) ?? 0), 0);
            expect(crossings).toBe(0);
          });
        });
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  test('a loop holds its link as its latest branch, a cutset its tree branch as its earliest', () => {
    fc.assert(
      fc.property(graphs, (branches) => {
        const tree = chooseTree(branches);
        const place = (k: number): number => {
          const branch = branches[k];
          return branch ? normalTreeOrder(branch) * 100 + k : -1;
        };
        branches.forEach((_, k) => {
          const parts = tree.inTree[k]
            ? fundamentalCutset(tree, branches, k)
            : fundamentalLoop(tree, branches, k);
          const places = parts.map(({ branch }) => place(branch));
          expect(place(k)).toBe(tree.inTree[k] ? Math.min(...places) : Math.max(...places));
        });
      }),
      { seed: 4, numRuns: 200 },
    );
  });
});
