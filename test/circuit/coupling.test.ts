import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { denseFromTriplets } from '../../src/numerics/sparse/sparse-matrix.js';
import { matricesOf, rowsOf } from './compile-text.js';
import { compileWith, coupled, tryCompileWith } from './with-elements.js';

const transformer = 'V1 a 0 sin(0 1 50)\nRs a p 1\nL1 p 0 1m ic=1\nL2 s 0 4m ic=2\nR2 s 0 10';

describe('coupled inductors', () => {
  test('with a regular matrix are rows of its inverse', () => {
    const { descriptor } = compileWith('R1 a 0 1\nR2 b 0 1\nL1 a 0 1\nL2 b 0 4', [
      coupled('k1', ['l1', 'l2'], 0.5),
    ]);
    // L = [1 1; 1 4], inverse [4 -1; -1 1] / 3; unknowns v(a) v(b) i(l1) i(l2).
    const A = rowsOf(denseFromTriplets(4, 4, descriptor.A), 4, 4);
    const M = rowsOf(denseFromTriplets(4, 4, descriptor.M), 4, 4);
    [4 / 3, -1 / 3, 0, 0].forEach((value, k) => {
      expect(A[2]?.[k]).toBeCloseTo(value, 14);
    });
    expect(M.slice(2)).toEqual([
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ]);
  });

  test('by K = 1 are rows of one flux, each with its voltage by the turns', () => {
    const { descriptor } = compileWith('R1 a 0 1\nR2 b 0 1\nL1 a 0 1\nL2 b 0 4', [
      coupled('k1', ['l1', 'l2'], 1),
    ]);
    expect(rowsOf(denseFromTriplets(4, 4, descriptor.M), 4, 4).slice(2)).toEqual([
      [0, 0, 1, 2],
      [0, 0, 1, 2],
    ]);
    expect(rowsOf(denseFromTriplets(4, 4, descriptor.A), 4, 4).slice(2)).toEqual([
      [1, 0, 0, 0],
      [0, 0.5, 0, 0],
    ]);
  });

  test('by K = 1 have one state, the magnetizing current, and one flux that both currents make', () => {
    const { system, x0, initialJump } = compileWith(transformer, [coupled('k1', ['l1', 'l2'], 1)]);
    expect(system.states).toEqual([{ name: 'im(l1)', unit: 'A' }]);
    // Flux of l1: 1m 1 + 2m 2 = 5m, over 1m.
    expect(x0[0]).toBeCloseTo(5, 13);
    expect(initialJump).toBe(false);
    const { M, A, F } = matricesOf(system);
    // R2 appears on the primary side as 10/4 = 2.5 Ohm: L1 x' = v1 = (u - 1 x) 2.5 / 3.5.
    expect(M?.[0]?.[0]).toBeCloseTo(1e-3, 17);
    expect(A?.[0]?.[0]).toBeCloseTo(-2.5 / 3.5, 14);
    expect(F?.[0]?.[0]).toBeCloseTo(2.5 / 3.5, 14);
    expect([...system.storageMatrix]).toEqual([1e-3, 2e-3, 2e-3, 4e-3]);
  });

  test('by K = 1 across a voltage source scale its voltage by the turns', () => {
    const { system } = compileWith('V1 a 0 sin(0 1 50)\nL1 a 0 1m\nL2 b 0 9m\nR1 b 0 1', [
      coupled('k1', ['l1', 'l2'], -1),
    ]);
    const b = system.unknowns.findIndex(({ name }) => name === 'b');
    expect(system.recoverU[b]).toBeCloseTo(-3, 13);
  });

  test('in a list are coupled pair by pair', () => {
    const { system } = compileWith('L1 a 0 1\nL2 b 0 1\nL3 c 0 4\nR1 a 0 1\nR2 b 0 1\nR3 c 0 1', [
      coupled('k1', ['l1', 'l2', 'l3'], 0.5),
    ]);
    expect([...system.storageMatrix]).toEqual([1, 0.5, 1, 0.5, 1, 1, 1, 1, 4]);
    expect(matricesOf(system)['M']).toEqual([
      [1, 0.5, 1],
      [0.5, 1, 1],
      [1, 1, 4],
    ]);
  });

  test('keep their currents at a start that is consistent', () => {
    const { x0, initialJump } = compileWith(transformer, [coupled('k1', ['l1', 'l2'], 0.5)]);
    expect(x0[0]).toBeCloseTo(1, 14);
    expect(x0[1]).toBeCloseTo(2, 14);
    expect(initialJump).toBe(false);
  });

  test('give a diode behind an ideal transformer the multiplier that leaves the system explicit', () => {
    // The source sets the secondary voltage, the capacitor the output: the diode's voltage is given, its current free.
    const { system } = compileWith(
      '.model d d\nV1 a 0 sin(0 1 50)\nL1 a 0 1m\nL2 b 0 4m\nD1 b c d\nC1 c 0 1u\nR1 c 0 10',
      [coupled('k1', ['l1', 'l2'], 1)],
    );
    expect(system.rows.map(({ name, multiplier }) => [name, multiplier])).toEqual([['d1', 'current']]);
    expect(system.states.map(({ name }) => name)).toEqual(['v(c1)', 'im(l1)']);
    // y = v(c1) - 2 u.
    expect([...system.C]).toEqual([1, 0]);
    expect(system.E[0]).toBeCloseTo(-2, 14);
  });
});

describe('couplings that cannot be', () => {
  const errors = (value: number, ...more: ReturnType<typeof coupled>[]): string =>
    tryCompileWith('L1 a 0 1\nL2 b 0 1\nL3 c 0 1\nR1 a 0 1\nR2 b 0 1\nR3 c 0 1', [
      coupled('k1', ['l1', 'l2'], value),
      ...more,
    ])
      .diagnostics.map(formatDiagnostic)
      .join('\n');
  const place = 'x.cir:1:1: error: ';

  test('a coefficient above 1', () => {
    expect(errors(1.5)).toBe(
      `${place}k1 has the coefficient 1.5, not from -1 to 1\n  added\n  ^^^^^\n  hint: give k = M / sqrt(L1 L2), at most 1`,
    );
  });

  test('coefficients that do not belong together', () => {
    expect(errors(1, coupled('k2', ['l2', 'l3'], 1))).toContain(
      'error: k1 and k2 couple l1, l2 and l3 more tightly than any windings can be: their stored energy could become negative',
    );
    expect(errors(1, coupled('k2', ['l2', 'l3'], 1), coupled('k3', ['l1', 'l3'], 1))).toBe('');
  });

  test('a negative inductance with a positive one', () => {
    const { diagnostics } = tryCompileWith('L1 a 0 -1\nL2 b 0 1\nR1 a 0 1\nR2 b 0 1', [
      coupled('k1', ['l1', 'l2'], 0.5),
    ]);
    expect(diagnostics.map(formatDiagnostic).join('\n')).toContain(
      'error: k1 couples l1, whose inductance is negative, with one that is positive',
    );
  });

  test('an unknown inductor, a pair twice, an inductor with itself', () => {
    expect(errors(0.5, coupled('k2', ['l1', 'r1'], 0.5))).toContain(
      'error: k2 couples r1, which is no inductor',
    );
    expect(errors(0.5, coupled('k2', ['l2', 'l1'], 0.5))).toContain(
      'error: k2 couples l2 and l1, which k1 couples already',
    );
    expect(errors(0.5, coupled('k2', ['l3', 'l3'], 0.5))).toContain('error: k2 couples l3 with itself');
  });
});
