import { describe, expect, test } from 'vitest';
import { circuitLanguage } from '../../../src/circuit/language-table.js';
import { elaborate } from '../../../src/netlist/elaborate.js';
import type { Branch } from '../../../src/circuit/primitives.js';
import { type Added, compileWith, expression, model, tryCompileWith } from '../with-elements.js';

function branchesOf(element: Added, text = 'V1 a 0 1\nR9 b 0 1'): readonly Branch[] {
  return compileWith(text, [element]).descriptor.branches.filter(
    ({ element: name }) => name === element.name || name.startsWith(`${element.name}#`),
  );
}

const between = (name: string, more: Partial<Added>): Added => ({ name, nodes: ['a', 'b'], ...more });

describe('R', () => {
  test('has temperature coefficients, a model and parallel copies', () => {
    const parameters = new Map([
      ['tc1', 1e-2],
      ['tc2', 1e-3],
      ['m', 2],
    ]);
    const [branch] = branchesOf(
      between('r1', { value: 100, parameters }),
      '.options temp=37\nV1 a 0 1\nR9 b 0 1',
    );
    // dT = 10: 100 (1 + 0.1 + 0.1) / 2.
    expect(branch).toMatchObject({ kind: 'resistance' });
    expect(branch?.kind === 'resistance' && branch.resistance).toBeCloseTo(60, 12);
    const sheet = branchesOf(
      between('r1', { model: model('s', 'r', { rsh: 50 }), parameters: new Map([['l', 1e-4]]) }),
    );
    expect(sheet[0]?.kind === 'resistance' && sheet[0].resistance).toBeCloseTo(500, 10);
  });

  test('of 0 Ohm is an ideal short', () => {
    const [branch] = branchesOf(between('r1', { value: 0 }));
    expect(branch).toMatchObject({ kind: 'voltage', a: 'a', b: 'b' });
    expect(branch?.kind === 'voltage' && branch.signal.value(1)).toBe(0);
  });

  test('without a value has that of its model', () => {
    const [branch] = branchesOf(between('r1', { model: model('s', 'r', { r: 470 }) }));
    expect(branch?.kind === 'resistance' && branch.resistance).toBe(470);
  });

  test('of level 2, which Xyce heats, is refused by its level', () => {
    const { diagnostics } = tryCompileWith('V1 a 0 1\nR9 b 0 1', [
      between('r1', { value: 5, model: model('s', 'r', { level: 2 }) }),
    ]);
    expect(diagnostics.map(({ message }) => message)).toEqual(['r1: resistor level 2 is not supported']);
  });

  test('without a value is refused', () => {
    const { diagnostics } = tryCompileWith('V1 a 0 1\nR9 b 0 1', [
      between('r1', { model: model('s', 'r', {}) }),
    ]);
    expect(diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      ['r1 has no resistance', 'give r1 a resistance other than 0, on its card or in its model'],
    ]);
  });

  test('without a value on its card is what the dialect takes, said unless a sweep sets it', () => {
    const read = (dialect: 'ngspice' | 'xyce' | 'ltspice', elements?: Record<string, number>): unknown => {
      const text = { name: 'a', text: 't\nV1 a 0 1\nR1 a 0\n.op' };
      const overrides = { dialect, ...(elements && { elements }) };
      const { circuit, diagnostics } = elaborate(text, circuitLanguage, undefined, overrides);
      return [circuit?.elements[1]?.value, diagnostics.map(({ message }) => message)];
    };
    expect(read('ngspice')).toEqual([1e-3, ['r1 has no r: it is 0.001 Ohm, as in ngspice']]);
    expect(read('xyce')).toEqual([1e3, ['r1 has no r: it is 1000 Ohm, as in xyce']]);
    expect(read('ltspice')).toEqual([undefined, ['r1 has no r']]);
    expect(read('ngspice', { r1: 5 })).toEqual([5, []]);
  });

  test.each([1e-155, 5e-324])(
    'of %d Ohm, the square of which is 0 or has lost digits, is refused',
    (value) => {
      const { diagnostics } = tryCompileWith('V1 a 0 1\nR9 b 0 1', [between('r1', { value })]);
      expect(diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
        [
          `r1 has resistance = ${value}`,
          'give r1 a resistance other than 0, 1e-153 at least, on its card or in its model',
        ],
      ]);
    },
  );

  test('that depends on the circuit is a current: constant expressions give a linear one', () => {
    const [branch] = branchesOf(between('r1', { expressions: new Map([['r', expression('4')]]) }));
    expect(branch).toMatchObject({ kind: 'controlled', output: 'current' });
    expect(branch?.kind === 'controlled' && branch.form).toEqual({
      constant: 0,
      terms: [{ gain: 0.25, quantity: 'voltage', a: 'a', b: 'b' }],
    });
  });
});

test('a resistance that its circuit chooses is a row that its condition forces', () => {
  const { guards, system } = compileWith('V1 a 0 sin(0 1 1)\nR9 b 0 1', [
    between('r1', { expressions: new Map([['r', expression('if(v(b) > 0.2, 1, 1k)')]]) }),
  ]);
  expect(guards.map(({ on }) => on)).toEqual([0.2]);
  expect(system.rows.at(-1)?.law).toBe('ideal-switch');
});

describe('C', () => {
  test('has its parasitics in LTspice order: Rser, Lser, C in series, Rpar and Cpar across', () => {
    const parameters = new Map([
      ['rser', 0.1],
      ['lser', 1e-9],
      ['rpar', 1e6],
      ['cpar', 1e-12],
      ['ic', 3],
    ]);
    const branches = branchesOf(between('c1', { value: 1e-6, parameters }));
    expect(branches.map(({ name, element, kind, a, b }) => [name, element, kind, a, b])).toEqual([
      ['c1', 'c1', 'capacitance', 'c1#l', 'b'],
      ['c1#l', 'c1#l', 'inductance', 'c1#r', 'c1#l'],
      ['c1#r', 'c1#r', 'resistance', 'a', 'c1#r'],
      ['c1#rpar', 'c1', 'resistance', 'a', 'b'],
      ['c1#cpar', 'c1', 'capacitance', 'a', 'b'],
    ]);
    expect(branches[0]).toMatchObject({ capacitance: 1e-6, initial: 3 });
  });

  test('with a charge as expression is the current ddt(q)', () => {
    const { system } = compileWith('I1 0 a sin(0 1 1)\nR1 a 0 1', [
      { name: 'c1', nodes: ['a', '0'], expressions: new Map([['q', expression('2 * v(a)')]]) },
    ]);
    // The helper of 1 F holds q = 2 v(a): x' = u - x/2.
    expect([system.n, system.M[0], system.A[0], system.F[0]]).toEqual([1, 1, -0.5, 1]);
  });
});

describe('L', () => {
  test('has Rser in series, Rpar and Cpar across', () => {
    const parameters = new Map([
      ['rser', 0.1],
      ['rpar', 1e6],
      ['cpar', 1e-12],
      ['m', 2],
    ]);
    const branches = branchesOf(between('l1', { value: 1e-3, parameters }));
    expect(branches.map(({ name, kind, a, b }) => [name, kind, a, b])).toEqual([
      ['l1', 'inductance', 'l1#r', 'b'],
      ['l1#r', 'resistance', 'a', 'l1#r'],
      ['l1#rpar', 'resistance', 'a', 'b'],
      ['l1#cpar', 'capacitance', 'a', 'b'],
    ]);
    expect(branches[0]).toMatchObject({ inductance: 0.5e-3 });
    expect(branches[1]).toMatchObject({ resistance: 0.05 });
  });
});

describe('D', () => {
  test('with CJO has a constant capacitance across it', () => {
    const parameters = new Map([['area', 2]]);
    const branches = branchesOf(between('d1', { model: model('dm', 'd', { cjo: 1e-12 }), parameters }));
    expect(branches.map(({ name, kind }) => [name, kind])).toEqual([
      ['d1', 'unilateral'],
      ['d1#cjo', 'capacitance'],
    ]);
    expect(branches[1]).toMatchObject({ capacitance: 2e-12 });
  });
});

describe('W', () => {
  test('is an ideal switch that the current of an element controls', () => {
    const { guards, system } = compileWith('V1 a 0 sin(0 1 1)\nV2 a c 0\nR1 c 0 4\nR9 b 0 1', [
      between('w1', { model: model('m', 'csw', { it: 0.5, ih: 0.1, ron: 1 }), controls: ['v2'] }),
    ]);
    expect(guards.map(({ on, off, sourceOnly }) => [on, off, sourceOnly])).toEqual([[0.6, 0.4, true]]);
    // i(v2) = u / 4.
    expect(guards[0]?.control[system.n + system.m]).toBe(0.25);
  });
});

describe('VSWITCH', () => {
  test('has the resistance that SPICE interpolates, within the ratio of one level', () => {
    const [ron, roff, on, off] = [1, 1e6, 2, -1];
    const branches = branchesOf({
      name: 's1',
      nodes: ['a', 'b', 'a', '0'],
      model: model('m', 'vswitch', { ron, roff, von: on, voff: off }),
    });
    const step = (roff / ron) ** (1 / 16);
    for (let v = -1.5; v < 2.6; v += 0.17) {
      let conductance = 0;
      for (const branch of branches) {
        if (branch.kind === 'resistance') conductance += 1 / branch.resistance;
        if (branch.kind === 'ideal-switch' && v > branch.on) conductance += 1 / branch.resistance;
      }
      const s = Math.min(1, Math.max(0, (v - off) / (on - off))) - 0.5;
      const exact = Math.sqrt(ron * roff) * (ron / roff) ** ((3 * s - 4 * s ** 3) / 2);
      expect(Math.abs(Math.log(conductance * exact))).toBeLessThan(Math.log(step) / 2 + 1e-9);
    }
  });
});

test('C has RLSHUNT across LSER', () => {
  const parameters = new Map([
    ['lser', 1e-9],
    ['rlshunt', 3],
    ['m', 2],
  ]);
  const found = branchesOf(between('c1', { value: 1e-6, parameters }));
  const [coil, shunt] = ['c1#l', 'c1#shunt'].map((name) => found.find((branch) => branch.name === name));
  expect(coil).toMatchObject({ kind: 'inductance', inductance: 0.5e-9 });
  expect(shunt).toMatchObject({ kind: 'resistance', resistance: 1.5, a: coil?.a, b: coil?.b });
});
