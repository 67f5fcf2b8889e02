import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/index.js';
import { compileText, messages, tryCompile } from '../compile-text.js';

describe('errors that the graph shows', () => {
  test('a loop of voltage sources names all of them, their places and a hint', () => {
    expect(messages(tryCompile('V1 a 0 5\nR1 a b 1k\nV2 b a 1\nV3 b 0 2'))).toBe(
      [
        't.cir:5:1: error: voltage sources v1, v2 and v3 form a loop: their values would have to agree at all times',
        '  V3 b 0 2',
        '  ^^^^^^^^',
        '  t.cir:4:1: v2 is part of the loop',
        '  V2 b a 1',
        '  ^^^^^^^^',
        '  t.cir:2:1: v1 is part of the loop',
        '  V1 a 0 5',
        '  ^^^^^^^^',
        '  hint: put a resistor in series with v3, or remove it',
      ].join('\n'),
    );
  });

  test('a voltage source across itself is told apart', () => {
    expect(messages(tryCompile('V1 a a 5\nR1 a 0 1k'))).toBe(
      [
        't.cir:2:1: error: voltage source v1 has both ends at node a',
        '  V1 a a 5',
        '  ^^^^^^^^',
        '  hint: connect its ends to different nodes',
      ].join('\n'),
    );
  });

  test('0 V across one node is nothing: it carries 0 A, as "Vgnd gnd 0 0" of netlists with a name for ground', () => {
    const { runs } = simulate({
      name: 't.cir',
      text: 't\nVgnd gnd 0 dc 0\nV1 a gnd 1\nR1 a 0 1k\n.op\n.print op v(a) i(Vgnd) i(V1)\n',
    });
    const [voltage, across, current] = runs[0]!.report.final.map(({ value }) => value);
    expect([voltage, across]).toEqual([1, 0]);
    expect(current).toBeCloseTo(-1e-3, 12);
  });

  test('a cutset of current sources names them, the nodes, their places and a hint', () => {
    expect(messages(tryCompile('I1 0 a 1\nR1 a b 1k\nI2 b 0 1'))).toBe(
      [
        't.cir:2:1: error: current sources i1 and i2 alone connect nodes a and b to the rest: ' +
          'their currents would have to cancel at all times',
        '  I1 0 a 1',
        '  ^^^^^^^^',
        '  t.cir:4:1: i2 is part of the cutset',
        '  I2 b 0 1',
        '  ^^^^^^^^',
        '  hint: give the current a path, such as a resistor from node a to ground',
      ].join('\n'),
    );
  });

  test('a current source that ends in the open has no way back', () => {
    expect(messages(tryCompile('I1 0 a 1\nR1 b 0 1'))).toContain(
      'error: current source i1 alone connects node a to the rest: its current has no way back',
    );
  });

  test('nodes without a path to ground are named, and float', () => {
    expect(messages(tryCompile('R1 a 0 1\nR2 b c 1\nC1 c b 1'))).toBe(
      [
        't.cir:3:1: warning: nodes b and c have no path to ground (node 0): the mean of their voltages is taken as 0 V',
        '  R2 b c 1',
        '  ^^^^^^^^',
        '  hint: connect node b to ground, directly or through a resistor',
      ].join('\n'),
    );
  });

  test('a control node that nothing fixes is named at its place', () => {
    expect(messages(tryCompile('.model s sw\nV1 a 0 1\nS1 a b g 0 s\nR1 b 0 1'))).toContain(
      't.cir:4:8: error: node g controls s1, but no element fixes its voltage\n  S1 a b g 0 s\n         ^\n' +
        '  hint: connect node g to a source or a resistor',
    );
  });

  test('all of them are reported in one run', () => {
    const { diagnostics } = tryCompile('V1 a 0 1\nV2 a 0 1\nI1 0 b 1\nR1 c d 1');
    expect(diagnostics.map(({ code }) => code)).toEqual(['no-ground', 'voltage-loop', 'current-cutset']);
  });
});

describe('facts that are no errors', () => {
  test('a group that hangs on ideal diodes alone is legal and listed', () => {
    const { facts } = compileText('.model d d\nV1 a 0 1\nD1 a p d\nD2 n 0 d\nR1 p n 1k');
    expect(facts.floatingGroups).toEqual([['p', 'n']]);
  });

  test('capacitors alone may hold a node in a transient', () => {
    expect(compileText('V1 a 0 1\nC1 a b 1u\nC2 b 0 1u').facts.capacitorLoops).toHaveLength(1);
  });
});
