/** Coils in loops with controlled sources, whose current nothing decides at rest: an ideal transformer with its magnetizing inductance. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { messages, netlist, run } from '../run-netlist.js';

/** Something smooth beside it, so that sparse steps are taken. */
const diode = 'D1 1 3 dm\nR3 3 0 1k\n.model dm d(is=1e-14)\n';

describe.each(['E1 2 0 1 0 2', 'B1 2 0 V={2*V(1)}'])('a coil across %s', (source) => {
  const circuit = (wave: string): string => `V1 1 0 ${wave}\nR1 1 0 1k\n${source}\nL1 2 0 1m\n${diode}`;

  it('carries nothing at rest, and what its voltage makes of it then', () => {
    const { column } = run(netlist(`${circuit('sin(0 1 1k)')}.tran 10u 1m`), {
      reltol: 1e-6,
      method: 'stepping',
    });
    const time = column('time');
    column('i(l1)').forEach((current, k) => {
      // 2 V / (w L) (1 - cos w t)
      const w = 2e3 * Math.PI;
      expect(current).toBeCloseTo((2 / (w * 1e-3)) * (1 - Math.cos(w * (time[k] ?? NaN))), 5);
    });
  });

  it('has no operating point where its voltage is none at rest', () => {
    expect(
      messages(simulate(netlist(`${circuit('sin(1 1 1k)')}.tran 10u 1m\n.options method=stepping`))),
    ).toContain('would drive an endless current through l1: there is no operating point');
  });
});

it.each(['.op', '.tran 10u 1m', '.tran 10u 1m\n.options method=events'])(
  'is told that it has none, with ideal parts alone: %s',
  (card) => {
    const found = messages(simulate(netlist(`V1 1 0 5\nR1 1 0 1k\nE1 2 0 1 0 1\nL1 2 0 1m\n${card}`)));
    expect(found).toContain('would drive an endless current through l1: there is no operating point');
  },
);

it('has the current that its own control decides', () => {
  const { column } = run(netlist('V1 1 0 5\nR1 1 0 1k\nB1 2 0 V={V(1)-10*I(L1)}\nL1 2 0 1m\n.tran 10u 1m'));
  for (const current of column('i(l1)')) expect(current).toBeCloseTo(0.5, 9);
});

it('a winding on a core across a source starts without a current', () => {
  const windings =
    'L1 1 0 495\nL2 4 5 34\nR4 4 0 1k\nR5 5 0 1k\nK1 L1 L2 1 iron\n.model iron core(ms=1e6 area=5.81)\n';
  const text = netlist(`V1 1 0 sin(0 115 60)\n${windings}${diode}.tran 100u 20m\n.options method=stepping`);
  const { column, certificate } = run(text, {}, 'v(1) v(4,5) i(l1)');
  expect(column('i(l1)')[0]).toBeCloseTo(0, 9);
  // Coupled by 1: voltages are as turns.
  column('v(4,5)').forEach((v, k) => {
    expect(v).toBeCloseTo(((column('v(1)')[k] ?? NaN) * 34) / 495, 3);
  });
  expect(certificate.missed ?? []).toEqual([]);
});
