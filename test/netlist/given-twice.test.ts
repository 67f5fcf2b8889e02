/** Of what is given twice one is taken, as ngspice does, with a warning. */
import { describe, expect, it } from 'vitest';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { elaborate } from '../../src/netlist/elaborate.js';
import { readCards as read } from './read-cards.js';

describe('things given twice', () => {
  it('takes the last parameter, as ngspice does', () => {
    const { circuit, told } = read('.param r=1k', '.param r=2k', 'V1 a 0 1', 'R1 a 0 {r}');
    expect(circuit.elements[1]?.value).toBe(2000);
    expect(told).toEqual(['parameter "r" is given twice: the last counts']);
  });

  it('takes the last value of an element, by its name', () => {
    const { circuit, told } = read(
      'V1 a 0 1',
      'R1 a 0 r=1 r=2',
      'YMASS1 m 1',
      'YFRICTION1 m 0 mu=1 normal=2 mu=3',
    );
    expect(circuit.elements[1]?.value).toBe(2);
    expect(circuit.elements[3]?.parameters.get('mu')).toBe(3);
    expect(told).toEqual([
      'r1: r is given twice: the last counts',
      'yfriction1: mu is given twice: the last counts',
    ]);
  });

  it('takes the last of two values behind the nodes of R, C and L, as ngspice 39 does', () => {
    const { circuit, told } = read('V1 a 0 1', 'R1 a 0 500 1500', 'C1 a 0 1u 2u', 'L1 a 0 1m 2m');
    expect(circuit.elements.slice(1).map(({ value }) => value)).toEqual([1500, 2e-6, 2e-3]);
    expect(told).toEqual(['r', 'c', 'l'].map((name) => `${name}1: ${name} is given twice: the last counts`));
  });

  it('tells of a decimal comma', () => {
    const text = 't\nV1 a 0 1\nR1 a 0 3,3k\n.tran 1u 1m';
    const { diagnostics } = elaborate({ name: 'a.cir', text }, circuitLanguage);
    expect(diagnostics.flatMap(({ code, hint }) => (code === 'given-twice' ? hint : []))).toEqual([
      'a comma parts two values: write 3.3k for one, or remove one of them',
    ]);
  });

  it('refuses three values behind the nodes, and two in files of LTspice', () => {
    expect(() => read('V1 a 0 1', 'R1 a 0 1 2 3')).toThrow(/^r1: unexpected "2"/);
    expect(() => read('V1 a 0 1', 'R1 a 0 1 2', '.backanno')).toThrow(/^r1: unexpected "2"/);
  });

  it('takes the last value of a source and of a call', () => {
    const { circuit } = read('V1 a 0 dc 1 dc 2', 'X1 a s r=1 r=2', '.subckt s p', 'R1 p 0 {r}', '.ends');
    expect(circuit.elements.map(({ dc, value }) => dc ?? value)).toEqual([2, 2]);
  });

  it('takes the last default of a parameter of a subcircuit, unless a call gives another', () => {
    const { circuit, told } = read(
      ...['V1 a 0 1', 'X1 a s', 'X2 a s r=3'],
      ...['.subckt s p params: r=1 r=2', 'R1 p 0 {r}', '.ends'],
    );
    expect(circuit.elements.slice(1).map(({ value }) => value)).toEqual([2, 3]);
    expect(told).toEqual(['parameter "r" of the subcircuit is given twice: the last counts']);
  });

  it('takes the first model, subcircuit and port, as ngspice does', () => {
    const { circuit, told } = read(
      ...['V1 a 0 1', 'X1 a 0 s', 'D1 a 0 d', '.model d d(ron=1)', '.model d d(ron=2)'],
      ...['.subckt s p p', 'R1 p 0 1', '.ends', '.subckt s p q', 'R1 p q 2', '.ends'],
    );
    const [, resistor, diode] = circuit.elements;
    expect([resistor?.value, resistor?.nodes, diode?.model?.parameters.get('ron')]).toEqual([
      1,
      ['a', '0'],
      1,
    ]);
    expect(told).toEqual([
      'model "d" is defined twice: the first definition counts',
      'port "p" is named twice: the first place counts',
      'subcircuit "s" is defined twice: the first definition counts',
    ]);
  });

  it('says nothing of a .csparam beside its .param', () => {
    expect(read('.param r=1k', '.csparam r={r}', 'V1 a 0 1', 'R1 a 0 {r}').told).toEqual([]);
  });
});
