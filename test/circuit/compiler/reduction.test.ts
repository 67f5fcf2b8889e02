import { describe, expect, test } from 'vitest';
import { probeForm } from '../../../src/circuit/compiler/probes.js';
import { showCircuit } from '../../../src/circuit/show.js';
import { compileText, matricesOf, netlistFile, tryCompile, messages } from '../compile-text.js';

describe('bridge.cir', () => {
  const compiled = netlistFile('bridge.cir');
  const { M, A, B, C, D, E, F } = matricesOf(compiled.system);

  test('has the states v(c1), i(l1) and M = diag(C, L), starting at 10 V and 0 A', () => {
    expect(compiled.system.states.map(({ name }) => name)).toEqual(['v(c1)', 'i(l1)']);
    expect(M).toEqual([
      [1e-6, 0],
      [0, 1e-2],
    ]);
    expect([...compiled.x0]).toEqual([10, 0]);
    expect([compiled.initialJump, compiled.system.index, compiled.system.p]).toEqual([false, 1, 0]);
  });

  test('has two voltages and two currents as multipliers', () => {
    expect(compiled.system.rows.map(({ name, multiplier }) => `${name} ${multiplier}`)).toEqual([
      'd1 voltage',
      'd2 current',
      'd3 voltage',
      'd4 current',
    ]);
  });

  test("divided by M its matrices are those of [intro] (1)-(6), in the rows' order DF2 DR2 DR1 DF1", () => {
    const [R, L, Cap] = [1e3, 1e-2, 1e-6];
    // [intro]: lambda = (-vDR1, -vDF2, iDF1, iDR2); the tree rule makes lambda = (-v d1, i d2, -v d3, i d4).
    const seed = {
      A: [
        [0, -1 / Cap],
        [1 / L, 0],
      ],
      B: [
        [0, 0, -1 / Cap, 1 / Cap],
        [0, 0, 0, 0],
      ],
      C: [
        [0, 0],
        [0, 0],
        [-1, 0],
        [1, 0],
      ],
      D: [
        [1 / R, 1 / R, -1, 0],
        [1 / R, 1 / R, 0, -1],
        [1, 0, 0, 0],
        [0, 1, 0, 0],
      ],
    };
    const order = [1, 3, 0, 2];
    const divided = (rows: number[][] | undefined): number[][] =>
      (rows ?? []).map((row, i) => row.map((value) => value / (M?.[i]?.[i] ?? 1)));
    const permuted = (rows: number[][], pick: (row: number[]) => number[]): number[][] => rows.map(pick);
    const byColumn = (row: number[]): number[] => order.map((k) => row[k] ?? NaN);
    expect(divided(A)).toEqual(seed.A);
    expect(divided(B)).toEqual(permuted(seed.B, byColumn));
    expect(C).toEqual(order.map((k) => seed.C[k]));
    expect(D).toEqual(
      permuted(
        order.map((k) => seed.D[k] ?? []),
        byColumn,
      ),
    );
    expect([E, F]).toEqual([
      [[], [], [], []],
      [[], []],
    ]);
  });
});

describe('capacitors and sources in loops', () => {
  test('a source across two capacitors leaves one state and drives it by its derivative', () => {
    const { system, facts, descriptor } = netlistFile('capacitor-divider.cir');
    // x = v(c1) = u - v(m): (C1 + C2) x' = C2 u' - x/R + u/R.
    expect(system.states.map(({ name }) => name)).toEqual(['v(c1)']);
    expect(system.inputNames).toEqual(['v1', 'd/dt v1']);
    const { M, A, F } = matricesOf(system);
    expect(M?.[0]?.[0]).toBeCloseTo(4e-9, 22);
    expect(A?.[0]?.[0]).toBeCloseTo(-1e-5, 18);
    expect(F?.[0]?.[0]).toBeCloseTo(1e-5, 18);
    expect(F?.[0]?.[1]).toBeCloseTo(3e-9, 22);
    expect(system.index).toBe(2);
    expect(facts.capacitorLoops.map((loop) => loop.map((k) => descriptor.branches[k]?.name))).toEqual([
      ['c2', 'c1', 'v1'],
    ]);
  });

  test('two capacitors in parallel share their charge at the start', () => {
    const { system, x0, initialJump, given } = netlistFile('charge-sharing.cir');
    expect([...given]).toEqual([10, 0]);
    expect(x0[0]).toBeCloseTo(2.5, 14);
    expect(initialJump).toBe(true);
    expect(matricesOf(system)['M']?.[0]?.[0]).toBeCloseTo(4e-6, 20);
    expect(system.index).toBe(1);
  });

  test('a capacitor across a source starts at the source, whatever ic says', () => {
    const { system, x0, initialJump } = compileText('V1 a 0 5\nC1 a 0 1u ic=1\nR1 a b 1k\nC2 b 0 1u ic=2');
    expect([system.states.map(({ name }) => name), [...x0], initialJump]).toEqual([['v(c2)'], [2], true]);
  });

  test('three capacitors in a ring keep the charge of every node', () => {
    const { x0, system } = compileText('C1 a 0 1 ic=1\nC2 a b 2 ic=5\nC3 b 0 4 ic=0\nR1 a b 1\nR2 b 0 1');
    const [v1 = 0, v2 = 0] = x0;
    expect(system.states.map(({ name }) => name)).toEqual(['v(c1)', 'v(c2)']);
    // Node a: q1 + q2 = 1 + 10, node b: q3 - q2 = -10.
    expect(v1 + 2 * v2).toBeCloseTo(11, 13);
    expect(4 * (v1 - v2) - 2 * v2).toBeCloseTo(-10, 13);
  });
});

describe('inductors and sources in cutsets', () => {
  test('a current source into two inductors leaves one state', () => {
    const { system, facts, descriptor } = netlistFile('current-fed-inductors.cir');
    // x = i(l2); i(l1) = u - x; (L1 + L2) x' = L1 u' + R (u - x).
    expect(system.states.map(({ name }) => name)).toEqual(['i(l2)']);
    const { M, A, F } = matricesOf(system);
    expect(M?.[0]?.[0]).toBeCloseTo(4e-3, 17);
    expect(A?.[0]?.[0]).toBeCloseTo(-1, 13);
    expect(F?.[0]?.[0]).toBeCloseTo(1, 13);
    expect(F?.[0]?.[1]).toBeCloseTo(1e-3, 17);
    expect(facts.inductorCutsets.map((cutset) => cutset.map((k) => descriptor.branches[k]?.name))).toEqual([
      ['l1', 'i1', 'l2'],
    ]);
  });

  test('inductors in series keep their flux at the start', () => {
    const { x0, initialJump } = compileText('L1 a b 1 ic=4\nL2 b 0 3 ic=0\nR1 a 0 1');
    expect(x0[0]).toBeCloseTo(1, 14);
    expect(initialJump).toBe(true);
  });
});

test('initial values come from ic=, else from .ic node voltages, else they are 0', () => {
  const { x0, initialJump } = compileText(
    'C1 a b 1u\nC2 b 0 1u ic=3\nC3 c 0 1u\nR1 a c 1\n.ic v(a)=7 v(b)=2',
  );
  expect([...x0]).toEqual([5, 3, 0]);
  expect(initialJump).toBe(false);
});

test('resistances that cancel are an error that names the equations', () => {
  expect(messages(tryCompile('I1 0 a 1\nR1 a 0 1\nR2 a 0 -1'))).toBe(
    [
      't.cir:2:1: error: the equations do not determine the circuit: the current law of node a has no unknown left',
      '  I1 0 a 1',
      '  ^^^^^^^^',
    ].join('\n'),
  );
});

test('the current of an element is the sum over its branches', () => {
  const { system, descriptor } = compileText('.model d d(ron=1 roff=10 vrev=5)\nV1 a 0 2\nD1 a 0 d');
  const form = probeForm(descriptor, system, 'i', ['d1']);
  // lambda of the forward branch, minus that of the reversed one, plus v / roff.
  expect([...(form ?? [])]).toEqual([1, -1, 0.2]);
  expect([...(probeForm(descriptor, system, 'v', ['a']) ?? [])]).toEqual([0, 0, 2]);
  expect(probeForm(descriptor, system, 'v', ['nowhere'])).toBeUndefined();
});

test('an ideal switch controlled by sources alone is known to be so', () => {
  const { guards } = netlistFile('buck.cir');
  expect(guards.map(({ name, row, on, off, sourceOnly }) => ({ name, row, on, off, sourceOnly }))).toEqual([
    { name: 's1', row: 1, on: 0.5, off: 0.5, sourceOnly: true },
  ]);
  const own = compileText('.model s sw(vt=1)\nV1 a 0 2\nS1 a b b 0 s\nR1 b 0 1k');
  expect(own.guards[0]?.sourceOnly).toBe(false);
});

test('show prints tree, states, multipliers and matrices', () => {
  expect(showCircuit(netlistFile('half-wave.cir'))).toBe(
    `nodes: 0 in out
tree:  v1 d1
links: r1

states x: 0, index 1

multipliers lambda: 1
  lambda1 = -v(d1), y = i(d1); 0 <= y _|_ lambda >= 0

inputs u: v1

M x' = A x + B lambda + F u,  y = C x + D lambda + E u
D = [ 0.001 ]
E = [ 0.001 ]
class of D: positive-definite (the symmetric part has positive pivots)
relative degree: 0, uniform
`,
  );
});

test('show prints a matrix of more entries than a call takes arguments', () => {
  const stages = Array.from({ length: 400 }, (_, k) => `R${k} n${k} n${k + 1} 1\nC${k} n${k + 1} 0 1`);
  const text = showCircuit(compileText(`V1 n0 0 1\n${stages.join('\n')}`));
  expect(text.split('\n')).toContain('states x: 400, index 1');
});
