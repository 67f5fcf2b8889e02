import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import type { CompiledCircuit } from '../../src/circuit/compiler/compiled-circuit.js';
import { denseFromTriplets } from '../../src/numerics/sparse/sparse-matrix.js';
import { rowsOf } from './compile-text.js';
import { compileWith, current, linear, tryCompileWith, voltage } from './with-elements.js';

function rowsOfA({ descriptor: { A, unknowns } }: CompiledCircuit): number[][] {
  const N = unknowns.length;
  return rowsOf(denseFromTriplets(N, N, A), N, N);
}

/** The voltage of a node per volt (or ampere) of the only input. */
function gainOf({ system }: CompiledCircuit, node: string): number {
  return system.recoverU[system.unknowns.findIndex(({ name }) => name === node)] ?? NaN;
}

const input = 'V1 a 0 sin(0 1 1)\nR1 b 0 2';

describe('stamps of controlled sources', () => {
  // Unknowns v(a) v(b) i(v1) i(x1).
  test('E: 0 = v_b - 3 v_a', () => {
    expect(rowsOfA(compileWith(input, [linear('e1', ['b', '0'], voltage('a'), 3)]))).toEqual([
      [0, 0, 1, 0],
      [0, 0.5, 0, 1],
      [1, 0, 0, 0],
      [-3, 1, 0, 0],
    ]);
  });

  test('G: 0 = i - 3 v_a', () => {
    expect(rowsOfA(compileWith(input, [linear('g1', ['b', '0'], voltage('a'), 3)]))[3]).toEqual([
      -3, 0, 0, 1,
    ]);
  });

  test('F: 0 = i - 3 i(v1)', () => {
    expect(rowsOfA(compileWith(input, [linear('f1', ['b', '0'], current('v1'), 3)]))[3]).toEqual([
      0, 0, -3, 1,
    ]);
  });

  test('H: 0 = v_b - 3 i(v1)', () => {
    expect(rowsOfA(compileWith(input, [linear('h1', ['b', '0'], current('v1'), 3)]))[3]).toEqual([
      0, 1, -3, 0,
    ]);
  });

  test('the current of a resistor controls as well as that of a source', () => {
    expect(gainOf(compileWith(`${input}\nR2 a 0 4`, [linear('h1', ['b', '0'], current('r2'), 8)]), 'b')).toBe(
      2,
    );
  });
});

describe('circuits of controlled sources', () => {
  test('an operational amplifier with gain 1e6 inverts by the ratio of its resistors', () => {
    const compiled = compileWith('V1 a 0 sin(0 1 1)\nR1 a m 1k\nR2 m o 10k', [
      linear('e1', ['o', '0'], voltage('0', 'm'), 1e6),
    ]);
    // -10 / (1 + 11 / 1e6)
    expect(gainOf(compiled, 'o')).toBeCloseTo(-10 / (1 + 11e-6), 12);
  });

  test('a G across its own control is a resistor, negative ones included', () => {
    const compiled = compileWith('I1 0 b sin(0 1 1)\nR1 b 0 2', [
      linear('g1', ['b', '0'], voltage('b'), -0.25),
    ]);
    expect(gainOf(compiled, 'b')).toBe(4);
  });

  test('two G make a gyrator, which turns a capacitor into an inductor', () => {
    const { system } = compileWith('V1 a 0 sin(0 1 1)\nC1 b 0 3', [
      linear('g1', ['a', '0'], voltage('b'), 1),
      linear('g2', ['b', '0'], voltage('a'), -1),
    ]);
    expect([system.M[0], system.A[0], system.F[0]]).toEqual([3, 0, 1]);
  });

  test('a G that drives an inductor leaves no state: its derivative is taken', () => {
    const { system } = compileWith('V1 a 0 sin(0 1 1)\nL1 0 b 2', [
      linear('g1', ['b', '0'], voltage('a'), 1),
    ]);
    expect([system.n, system.index, system.inputNames]).toEqual([0, 2, ['v1', 'd/dt v1']]);
    const b = system.unknowns.findIndex(({ name }) => name === 'b');
    // i_L = u from ground to b, v_b = -2 u'.
    expect(system.recoverU[b * 2 + 1]).toBe(-2);
  });

  test('an operational amplifier without feedback to fix it is refused, with the equations', () => {
    const { diagnostics } = tryCompileWith('V1 a 0 1\nR1 a b 1', [linear('e1', ['b', '0'], voltage('b'), 1)]);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['singular-circuit', 'the equations do not determine the circuit: the law of e1 has no unknown left'],
    ]);
  });

  test('diodes find their multipliers by trial where the graph does not decide', () => {
    // The E copies the voltage of c1 to b: the diode between them lies in a loop of capacitor voltages.
    const { system } = compileWith('.model d d\nR1 a 0 1\nC1 a 0 1\nD1 b c d\nC2 c 0 1', [
      linear('e1', ['b', '0'], voltage('a'), 1),
    ]);
    expect(system.rows.map(({ multiplier }) => multiplier)).toEqual(['current']);
    expect(system.n).toBe(2);
  });
});

describe('controls that are not there', () => {
  const errors = (...elements: Parameters<typeof tryCompileWith>[1][number][]): string =>
    tryCompileWith(input, elements).diagnostics.map(formatDiagnostic).join('\n');

  test('a node that nothing touches', () => {
    expect(errors(linear('e1', ['b', '0'], voltage('zz'), 1))).toBe(
      [
        'x.cir:1:1: error: node zz controls e1, but no element fixes its voltage',
        '  added',
        '  ^^^^^',
        '  hint: connect node zz to a source or a resistor',
      ].join('\n'),
    );
  });

  test('an element that is not in the circuit', () => {
    expect(errors(linear('f1', ['b', '0'], current('v11'), 1))).toBe(
      [
        'x.cir:1:1: error: f1 is controlled by the current of v11, which carries none here',
        '  added',
        '  ^^^^^',
        '  hint: did you mean "v1"?',
      ].join('\n'),
    );
  });
});
