/** Files that are no netlists, and definitions whose cards are wrong: one message that says what to do. */
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { circuitLanguage } from '../../src/circuit/language-table.js';
import { elaborate } from '../../src/netlist/elaborate.js';

const told = (text: string): string[] =>
  elaborate({ name: 'a.cir', text }, circuitLanguage).diagnostics.map(formatDiagnostic);

describe('a schematic', () => {
  it.each([
    ['LTspice', 'Version 4\r\nSHEET 1 880 680\r\nWIRE 0 0 16 0\r\n', 'LTspice -netlist FILE.asc'],
    ['LTspice', '\ufeffVersion 4.1\nSHEET 1 880 680\n', 'LTspice -netlist FILE.asc'],
    ['KiCad', '(kicad_sch (version 2021) (generator eeschema)\n)\n', 'File > Export > Netlist'],
    ['xschem', 'v {xschem version=3.0.0 file_version=1.2 }\nG {}\n', 'xschem -n -q FILE.sch'],
    ['gschem', 'v 20110115 2\nC 40000 40000 0 0 0 title-B.sym\n', 'gnetlist -g spice-sdb FILE.sch'],
    ['Qucs', '<Qucs Schematic 0.0.19>\n<Properties>\n', 'Qucs-S'],
  ])('of %s is refused with the way to a netlist', (program, text, way) => {
    const [message = '', ...others] = told(text);
    expect(others).toEqual([]);
    expect(message).toContain(`error: this is a schematic of ${program}, not a netlist`);
    expect(message).toContain(way);
  });

  it('is no netlist with a title of such words', () => {
    expect(told('Version 4\nV1 a 0 1\nR1 a 0 1\n.op\n')).toEqual([]);
  });
});

describe('what a wrong card defines', () => {
  it('is not called unknown: the card itself says what is wrong', () => {
    expect(told('t\nV1 a 0 1\nD1 a 0 dm\n.model dm d(is=1e-14 n=)\n.op\n')).toEqual([
      'a.cir:4:23: error: unexpected "="; expected ")"\n  .model dm d(is=1e-14 n=)\n                        ^',
    ]);
    expect(told('t\nV1 a 0 1\nX1 a 0 s\n.subckt s a b r=\nR1 a b 1\n.ends\n.op\n')).toHaveLength(1);
  });

  it('of a type that nobody knows is refused with the place where types stand', () => {
    expect(told('t\nV1 a 0 1\nA1 a b mm\n.model mm d_cosim()\n.op\n')).toEqual([
      'a.cir:4:11: error: model "mm" is of unknown type "d_cosim"\n  .model mm d_cosim()\n            ^^^^^^^\n  hint: docs/language.md lists the types',
    ]);
    expect(told('t\nV1 a 0 1\nA1 a b mm\n.model mm d(is=1)\n.op\n')).toEqual([
      'a.cir:3:8: error: a1 needs a model of another type, but "mm" is of type d\n  A1 a b mm\n         ^^\n  a.cir:4:8: "mm" is defined here\n  .model mm d(is=1)\n         ^^\n  hint: docs/language.md lists its types',
    ]);
  });
});
