/** `.tf` and `.sens` against closed forms and ngspice. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from '../peers/ngspice.js';
import { messages, netlist, run } from './run-netlist.js';

function finals(text: string): Record<string, number> {
  const { runs, diagnostics } = simulate({ name: 't.cir', text });
  const [only] = runs;
  if (!only) throw new Error(messages({ diagnostics }));
  return Object.fromEntries(only.report.final.map(({ name, value }) => [name, value]));
}

describe('.tf', () => {
  test('of a divider: its gain, the resistance of both in series, and of both side by side', () => {
    const found = finals(
      netlist('V1 a 0 5\nR1 a b 1k\nR2 b 0 3k\nC1 b 0 1u\nL1 b c 1m\nR3 c d 1k\n.tf v(b) V1'),
    );
    expect(found['transfer_function']).toBeCloseTo(0.75, 13);
    expect(found['v1#input_impedance']).toBeCloseTo(4000, 9);
    expect(found['output_impedance_at_v(b)']).toBeCloseTo(750, 10);
  });

  test('from a current to a current, and between nodes', () => {
    const bridge = 'I1 0 a 1m\nR1 a b 1k\nV2 b 0 0\nR2 a 0 3k';
    const current = finals(netlist(`${bridge}\n.tf i(V2) I1`));
    expect(current['transfer_function']).toBeCloseTo(0.75, 13);
    expect(current['i1#input_impedance']).toBeCloseTo(750, 10);
    expect(current['output_impedance_at_i(v2)']).toBeCloseTo(4000, 9);
    const between = finals(netlist(`${bridge}\n.tf v(a,b) I1`));
    expect(between['transfer_function']).toBeCloseTo(750, 10);
    expect(between['output_impedance_at_v(a,b)']).toBeCloseTo(750, 10);
  });

  test('an input that draws nothing has 1e20 Ohm, as SPICE writes it', () => {
    const found = finals(netlist('V1 a 0 1\nE1 b 0 a 0 3\nR1 b 0 1k\n.tf v(b) V1'));
    expect(found).toEqual({
      transfer_function: 3,
      'output_impedance_at_v(b)': 0,
      'v1#input_impedance': 1e20,
    });
  });

  test.each([
    ['.tf v(b) R1', '.tf: "R1" is no independent source'],
    ['.tf v(b) V9', '.tf: "V9" is no independent source'],
    ['.tf v(b)', '.tf needs a quantity and a source'],
    ['.tf p(r1) V1', '.tf is of a voltage or a current'],
    ['.tf v(x) V1', 'x'],
    ['.tf v(b) V1 V1', '.tf: unexpected "V1"'],
    ['.tf i(R1) V1', '.tf: i(r1) is not the current of a voltage source'],
    ['.sens', '.sens needs a quantity'],
    ['.sens v(b) ac dec 10 1 1k', '.sens in this form is not supported'],
    ['.sens objfunc={v(b)} param=r1:r', '.sens in this form is not supported'],
  ])('%s is refused', (card, message) => {
    const text = netlist(`V1 a 0 1\nR1 a b 1k\nR2 b 0 1k\n${card}`);
    expect(messages(simulate({ name: 't.cir', text }))).toContain(message);
  });
});

describe('.sens', () => {
  test('of a divider: the partial derivatives of V R2 / (R1 + R2)', () => {
    const found = finals(netlist('V1 a 0 5\nR1 a b 1k\nR2 b 0 3k\nI1 0 b 0\n.sens v(b)'));
    const expected = { v1: 0.75, r1: (-5 * 3e3) / 16e6, r2: (5 * 1e3) / 16e6, i1: 750 };
    expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
    for (const [name, value] of Object.entries(expected))
      // Four operating points to rounding, over changes of a thousandth; the remainder is of fourth order.
      expect(Math.abs((found[name] ?? NaN) / value - 1)).toBeLessThan(1e-10);
  });

  test.each([
    ['V1 a 0 dc 0 ac 1\nR1 a b 1k\nR2 b 0 3k', 0.75],
    ['V1 a 0 0\nR1 a n 1k\nE1 b 0 0 n 1meg\nR2 n b 3k', -3e6 / (1e6 + 4)],
    ['V1 a 0 0\nR1 a b 1k\nD1 b c i\nR2 c 0 3k\nR3 b 0 3k\n.model i d(ron=1 roff=inf vfwd=1)', 0.75],
  ])('of a circuit whose sources are all 0: the gain of the source (%s)', (text, gain) => {
    expect(finals(netlist(`${text}\n.sens v(b)`))['v1']).toBeCloseTo(gain, 9);
  });

  test.each(['.sens v(b) dc', '.sens v(b)\n.print sens all', '.sens v(b)\n.print all\n.control\nrun\n.endc'])(
    'of that quantity alone: %s',
    (card) => {
      const text = (asked: string): string => netlist(`V1 a 0 5\nR1 a b 1k\nR2 b 0 3k\n${asked}`);
      expect(finals(text(card))).toEqual(finals(text('.sens v(b)')));
    },
  );

  test('of a diode: by its saturation current and emission coefficient', () => {
    const found = finals(netlist('I1 0 a 1m\nD1 a 0 d\n.model d d(is=1e-14 n=2)\n.sens v(a)'));
    const vt = (1.380649e-23 / 1.602176634e-19) * 300.15;
    // v = n Vt ln(1 + I / IS).
    const expected = {
      i1: (2 * vt) / (1e-3 + 1e-14),
      'd:is': (-2 * vt) / 1e-14 / (1 + 1e-14 / 1e-3),
      'd:n': vt * Math.log1p(1e-3 / 1e-14),
    };
    for (const [name, value] of Object.entries(expected))
      expect(Math.abs((found[name] ?? NaN) / value - 1)).toBeLessThan(1e-9);
  });
});

describe.skipIf(skipWithoutNgspice)(`.tf against ngspice${ngspiceReason}`, () => {
  test('an amplifier of one transistor', () => {
    const text = netlist(
      'VCC vcc 0 12\nVIN in 0 2\nRB in b 1k\nRC vcc c 4.7k\nRE e 0 1k\nQ1 c b e q\n.model q npn(is=1e-15 bf=150 vaf=80)\n.tf v(c) VIN',
    );
    const theirs = runNgspice(text.replace('.tf', '.options reltol=1e-9 vntol=1e-12 abstol=1e-15\n.tf'));
    const ours = run(text).plot;
    for (const [k, { name }] of ours.header.columns.entries()) {
      const at = theirs.header.columns.findIndex((one) => one.name.toLowerCase() === `v(${name})`);
      // Its raw files call all of a plot voltages.
      expect([name, at >= 0]).toEqual([name, true]);
      // Physical constants and 1e-12 S beside junctions.
      expect((ours.columns[k]?.[0] ?? NaN) / (theirs.columns[at]?.[0] ?? NaN)).toBeCloseTo(1, 5);
    }
  });
});
