/** `.ic` of nodes that controlled sources drive as well: they go before, and it is told. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';

const told = (nodes: string): string =>
  `.ic of ${nodes}: controlled sources drive what is held: what they give goes before`;

/** An amplifier of differences, all of whose nodes are held at 0: the gain says one of the voltages once more. */
const difference = `difference
V1 a 0 1
R1 a inp 1k
C1 inp o 1n
E1 o o2 inp inn 1e5
R2 o 0 1meg
R3 o2 0 1meg
R4 inn 0 1k
C2 inn o2 1n
.ic v(o)=0 v(o2)=0 v(inp)=0 v(inn)=0
`;
const diode = 'D1 o x d\nR5 x 0 1k\n.model d d(is=1e-14)\n';

/** Final values by name, and warnings, of the operating point that a transient starts from. */
function started(text: string): {
  readonly at: ReadonlyMap<string, number>;
  readonly warnings: readonly string[];
} {
  const { runs, diagnostics } = simulate({ name: 't.cir', text: `${text}.tran 1p 1f\n` });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { final = [], diagnostics: found = [] } = runs[0]?.report ?? {};
  const warnings = [...diagnostics, ...found].filter(({ severity }) => severity === 'warning');
  return {
    at: new Map(final.map(({ name, value }) => [name, value])),
    warnings: [...new Set(warnings.map(({ message }) => message))],
  };
}

describe.each([
  ['ideal parts', ''],
  ['smooth laws', diode],
])('.ic with %s', (_, parts) => {
  test('of all nodes of a differential amplifier starts there', () => {
    const { at, warnings } = started(`${difference}${parts}`);
    // Let go, the capacitors have what was held across them, 0 but for the gain times a milliampere over 1e6 S, shared by two.
    const across = (one: string, other: string): number =>
      (at.get(`v(${one})`) ?? NaN) - (at.get(`v(${other})`) ?? NaN);
    expect(Math.abs(across('inp', 'o'))).toBeLessThan(6e-5);
    expect(Math.abs(across('inn', 'o2'))).toBeLessThan(6e-5);
    expect(warnings).toEqual([told('nodes o, o2, inp, inn')]);
  });

  test('of the output of an ideal amplifier gives way to it', () => {
    const { at, warnings } = started(
      `integrator\nV1 a 0 1u\nR1 a inp 1k\nC1 inp o 1n\nE1 o 0 0 inp 1e5\n.ic v(o)=.5\n${parts}`,
    );
    expect(at.get('v(o)')).toBeCloseTo(-0.1, 6);
    expect(warnings).toEqual([told('node o')]);
  });
});
