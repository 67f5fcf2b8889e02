import { describe, expect, test } from 'vitest';
import type { Branch } from '../../../src/circuit/primitives.js';
import { denseFromTriplets } from '../../../src/numerics/sparse/sparse-matrix.js';
import { compileText, rowsOf, tryCompile } from '../compile-text.js';

/** The descriptor's matrices as rows. */
function descriptorOf(text: string): Record<'M' | 'A' | 'B' | 'F' | 'C' | 'D' | 'E', number[][]> {
  const { descriptor: d } = compileText(text);
  const [N, m, p] = [d.unknowns.length, d.rows.length, d.inputs.signals.length];
  return {
    M: rowsOf(denseFromTriplets(N, N, d.M), N, N),
    A: rowsOf(denseFromTriplets(N, N, d.A), N, N),
    B: rowsOf(denseFromTriplets(N, m, d.B), N, m),
    F: rowsOf(denseFromTriplets(N, p, d.F), N, p),
    C: rowsOf(denseFromTriplets(m, N, d.C), m, N),
    D: rowsOf(denseFromTriplets(m, m, d.D), m, m),
    E: rowsOf(denseFromTriplets(m, p, d.E), m, p),
  };
}

/** Branches as emitted, without names. */
function branchesOf(text: string): object[] {
  return compileText(text).descriptor.branches.map((branch) => ({ ...branch }));
}

describe('stamps', () => {
  test('a resistor between two nodes is a conductance', () => {
    // Unknowns v(a), v(b), i(v1): rows of a, b, and v1.
    expect(descriptorOf('V1 a 0 1\nR1 a b 2\nR2 b 0 4').A).toEqual([
      [0.5, -0.5, 1],
      [-0.5, 0.75, 0],
      [1, 0, 0],
    ]);
  });

  test('a voltage source has its current and its law; DC values are folded into the constant input', () => {
    const { A, F } = descriptorOf('V1 a b 5\nR1 a 0 1\nR2 b 0 1');
    expect(A).toEqual([
      [1, 0, 1],
      [0, 1, -1],
      [1, -1, 0],
    ]);
    expect(F).toEqual([[0], [0], [-5]]);
  });

  test('a current source leaves its first node through it', () => {
    expect(descriptorOf('I1 a b 3\nR1 a 0 1\nR2 b 0 1').F).toEqual([[3], [-3]]);
  });

  test('a capacitor is a row of integers in M, and its current divided by C', () => {
    const { M, A } = descriptorOf('V1 a 0 1\nC1 a b 0.5\nR1 b 0 1');
    // Unknowns v(a), v(b), i(v1), i(c1).
    expect(M).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [1, -1, 0, 0],
    ]);
    expect(A).toEqual([
      [0, 0, 1, 1],
      [0, 1, 0, -1],
      [1, 0, 0, 0],
      [0, 0, 0, 2],
    ]);
  });

  test('an inductor is a 1 in M, and its voltage divided by L', () => {
    const { M, A } = descriptorOf('R1 a 0 1\nL1 a b 0.25\nR2 b 0 1');
    expect(M).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 1],
    ]);
    expect(A).toEqual([
      [1, 0, 1],
      [0, 1, -1],
      [4, -4, 0],
    ]);
  });

  test('a tree diode has lambda = -v and y = i, with threshold and series resistance in its law', () => {
    // Unknowns v(in), v(a), i(v1), i(d1). Row of d1: 0 = v - r i - V0 + lambda.
    const { A, B, F, C, D } = descriptorOf(
      '.model d d(ron=0.5 roff=1e30 vfwd=0.75)\nV1 in 0 1\nD1 in a d\nR1 a 0 2',
    );
    expect(A[3]).toEqual([1, -1, 0, -0.5]);
    expect(A[1]).toEqual([0, 0.5, 0, -1]);
    expect(B).toEqual([[0], [0], [0], [1]]);
    expect(F).toEqual([[0], [0], [-1], [-0.75]]);
    expect(C).toEqual([[0, 0, 0, 1]]);
    expect(D).toEqual([[0]]);
  });

  test('a link diode has lambda = i and y = -v + V0 + r lambda', () => {
    const { B, C, D, E } = descriptorOf('.model d d(ron=0.5 roff=1e30 vfwd=0.75)\nV1 in 0 1\nD1 in 0 d');
    expect(B).toEqual([[1], [0]]);
    expect(C).toEqual([[-1, 0]]);
    expect(D).toEqual([[0.5]]);
    expect(E).toEqual([[0.75]]);
  });
});

describe('branches', () => {
  test('a switch is an ideal switch beside roff that makes both together exactly ron when closed', () => {
    const [, contact, off] = branchesOf(
      '.model s sw(vt=1 vh=-0.25 ron=2 roff=10)\nVc c 0 0\nS1 c 0 c 0 s on',
    );
    expect(contact).toEqual({
      kind: 'ideal-switch',
      name: 's1',
      element: 's1',
      a: 'c',
      b: '0',
      resistance: 2.5,
      control: { constant: 0, terms: [{ gain: 1, quantity: 'voltage', a: 'c', b: '0' }] },
      on: 1.25,
      off: 0.75,
      initially: 'on',
    });
    expect(off).toEqual({ kind: 'resistance', name: 's1#2', element: 's1', a: 'c', b: '0', resistance: 10 });
    expect(1 / (1 / 2.5 + 1 / 10)).toBe(2);
  });

  test('a switch with ron = 0 and roff = inf is a bare contact, and so is any with ideal=switches', () => {
    const ideal = branchesOf('.model s sw(ron=0 roff=inf)\nVc c 0 0\nS1 c 0 c 0 s');
    expect(ideal).toHaveLength(2);
    expect(ideal[1]).toMatchObject({ kind: 'ideal-switch', resistance: 0, initially: 'off' });
    expect(branchesOf('.options ideal=switches\n.model s sw(ron=2)\nVc c 0 0\nS1 c 0 c 0 s')[1]).toEqual(
      ideal[1],
    );
  });

  test.each([
    ['sw', 'ron=1meg roff=10 vt=.5 vh=.1', 'ron=10 roff=1meg vt=-.5 vh=.1', ''],
    ['sw', 'ron=1meg roff=10 vt=.5 vh=.1', 'ron=10 roff=1meg vt=-.5 vh=.1', 'on'],
    ['vswitch', 'ron=1meg roff=10 von=.8 voff=.2', 'ron=10 roff=1meg von=-.2 voff=-.8', ''],
  ])(
    'a %s with ron above roff (%s) is a break contact: one of the turned control',
    (type, breaks, makes, state) => {
      const closed = state === 'on' || type === 'vswitch' ? '' : 'on';
      const [own, turned] = [
        branchesOf(`.model s ${type}(${breaks})\nVc c 0 0\nS1 c 0 c 0 s ${state}`),
        branchesOf(`.model s ${type}(${makes})\nVc c 0 0\nS1 c 0 0 c s ${closed}`),
      ];
      const rounded = (value: number): number => Number(value.toPrecision(12)) + 0;
      const plain = (branches: typeof own): unknown =>
        (branches.slice(1) as Branch[]).map((branch) => {
          if (branch.kind !== 'ideal-switch') return branch;
          // Of v(c) or of v(0,c) = -v(c).
          const gains = branch.control.terms.map((term) =>
            'a' in term && term.a === '0' ? -term.gain : term.gain,
          );
          const numbers = [branch.resistance, branch.on, branch.off, branch.control.constant, ...gains];
          return [branch.name, branch.initially, ...numbers.map(rounded)];
        });
      expect(plain(own)).toEqual(plain(turned));
      expect(own.length).toBeGreaterThan(2);
    },
  );

  test('a switch with ron = roff is a resistance, and refused where it is a short or nothing', () => {
    expect(branchesOf('.model s sw(ron=2 roff=2)\nVc c 0 0\nS1 c 0 c 0 s')[1]).toMatchObject({
      kind: 'resistance',
      resistance: 2,
    });
    const { compiled, diagnostics } = tryCompile('.model s sw(ron=1e30 roff=1e30)\nVc c 0 0\nS1 c 0 c 0 s');
    expect(compiled).toBeUndefined();
    expect(diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      ['switch s1 has ron = 1e+30 Ohm, not below roff = 1e+30 Ohm', 'make ron smaller than roff in model s'],
    ]);
  });

  test('a bare diode model is ideal, and noted once', () => {
    const { compiled, diagnostics } = tryCompile('.model d d\nD1 a 0 d\nD2 a 0 d\nR1 a 0 1');
    expect(compiled?.descriptor.branches.slice(0, 2)).toEqual([
      { kind: 'unilateral', name: 'd1', element: 'd1', a: 'a', b: '0', resistance: 0, threshold: 0 },
      { kind: 'unilateral', name: 'd2', element: 'd2', a: 'a', b: '0', resistance: 0, threshold: 0 },
    ]);
    expect(diagnostics.map(({ severity, message }) => [severity, message])).toEqual([
      ['note', 'diode model d has no parameters that shape it: its diodes are ideal'],
    ]);
  });

  test('Ron Roff Vfwd Vrev Rrev make a forward, a parallel and a reversed branch', () => {
    const branches = branchesOf('.model d d(ron=1 roff=5 vfwd=0.6 vrev=4 rrev=2.5)\nV1 a 0 1\nD1 a 0 d');
    expect(branches.slice(1)).toEqual([
      { kind: 'unilateral', name: 'd1', element: 'd1', a: 'a', b: '0', resistance: 1.25, threshold: 0.6 },
      { kind: 'resistance', name: 'd1#2', element: 'd1', a: 'a', b: '0', resistance: 5 },
      {
        kind: 'unilateral',
        name: 'd1#3',
        element: 'd1',
        a: '0',
        b: 'a',
        reversed: true,
        resistance: 5,
        threshold: 4,
      },
    ]);
  });
});
