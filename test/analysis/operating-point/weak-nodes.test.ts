/** Nodes that next to nothing holds at rest: SPICE's gmin across every junction decides there, and nowhere else. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist as titled, run } from '../run-netlist.js';

const models = '.model q npn\n.model d d(is=1e-14)\n.model n nmos(vto=.7)\n.model p pmos(vto=-.7)\n';
const netlist = (text: string): string => titled(`${models}${text}`);
const notes = ({ report }: ReturnType<typeof run>): string =>
  report.diagnostics
    .filter(({ severity }) => severity === 'note')
    .map(({ message }) => message)
    .join('\n');

describe('a node between what blocks lies where equal conductances put it', () => {
  test('diodes of unequal sizes: halfway, but for the difference of their saturation currents', () => {
    const text = netlist('V1 c 0 5\nD1 z c d\nD2 0 z d 3\n.op');
    // g (5 - v) + Is = g v + 3 Is
    expect(run(text).final('v(z)')).toBeCloseTo(2.5 - 1e-14 / 1e-12, 6);
    const told = simulate(text).diagnostics.map(({ message }) => message);
    expect(told).toContain(
      'nothing but junctions without a charge holds v(z): 1e-12 S across each of them decides',
    );
  });

  test('transistors with base and emitter tied: base-collector above, base-collector and substrate below', () => {
    const { final } = run(netlist('V1 c 0 5\nQ1 c x x q\nQ2 x 0 0 q\n.op'));
    expect(final('v(x)')).toBeCloseTo(5 / 3, 4);
  });

  test('a stack of three MOSFETs that are off: each inner node by its own bulk', () => {
    const text = 'V1 d 0 5\nM1 d 0 a 0 n\nM2 a 0 b 0 n\nM3 b 0 0 0 n\n.op';
    const { final } = run(netlist(text));
    for (const node of ['a', 'b']) expect(Math.abs(final(`v(${node})`))).toBeLessThan(1e-3);
  });

  test('the base of a transistor that nothing drives: its collector passes beta times what the junction leaks', () => {
    const { final } = run(netlist('V1 c 0 5\nQ1 c b 0 q\n.op'));
    const v = final('v(b)');
    // g (5 - v) into the base; of it g v goes on to the emitter, the rest is amplified.
    const recombines = 1e-12 * (5 - 2 * v);
    expect(1e-16 * Math.expm1(v / 0.0258649)).toBeCloseTo(100 * recombines, 11);
    // ngspice 39.
    expect(v).toBeCloseTo(0.3945234, 5);
  });
});

describe('it decides nothing where something else does', () => {
  test('a resistor of 100 TOhm that the netlist has', () => {
    const result = run(netlist('V1 c 0 5\nD1 z c d\nR1 z 0 100T\n.op'));
    // Is R, to the volt at which the junction notices.
    expect(result.final('v(z)')).toBeCloseTo(1, 5);
    expect(notes(result)).not.toContain('1e-12 S');
  });

  test('a current mirror of picoamperes has its currents', () => {
    const result = run(netlist('V1 c 0 5\nI1 c g 100p\nM1 g g 0 0 n\nM2 o g 0 0 n\nV2 o 0 3\n.op'));
    expect(result.final('i(v2)')).toBeCloseTo(-100e-12, 13);
    expect(notes(result)).not.toContain('1e-12 S');
  });
});

test('a sweep has the points that .op has, whichever way it comes', () => {
  const stack = (gate: string): string => `V1 c 0 5\nVg g 0 ${gate}\nQ1 c e e q\nQ2 e g 0 q\n`;
  const swept = run(netlist(`${stack('0')}.dc Vg 0 .8 .2`)).column('v(e)');
  const back = run(netlist(`${stack('0')}.dc Vg .8 0 -.2`)).column('v(e)');
  [0, 0.2, 0.4, 0.6, 0.8].forEach((gate, k) => {
    const alone = run(netlist(`${stack(String(gate))}.op`)).final('v(e)');
    expect(swept[k]).toBeCloseTo(alone, 4);
    expect(back[4 - k]).toBeCloseTo(alone, 4);
  });
});

test('a transient begins there', () => {
  const { column, certificate } = run(netlist('V1 c 0 5\nD1 z c d\nD2 0 z d 3\nC1 z 0 1p\n.tran 1n 100n'));
  expect(column('v(z)')[0]).toBeCloseTo(2.49, 3);
  expect(certificate.missed).toEqual([]);
});
