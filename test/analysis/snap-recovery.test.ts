/** Sparse steps: a junction whose stored charge runs out, with no capacitance beside it, as in macromodels of MOSFETs. */
import { expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

test.each([10, 13, 17, 19])(
  'a diode of a transit time alone opens at once behind an edge of %s ns',
  (edge) => {
    const circuit = `I1 a 0 pulse(.2 -.13 1u ${edge}n 10n 5u 10u)\nL1 a b 1u\nR2 b 0 10\nC1 a 0 3.5p\nR1 a k 4.1\nD1 0 k d\n.model d d(n=.8 tt=40n)\n.tran 10n 2u`;
    const { column, certificate } = run(netlist(circuit), {}, 'v(a) v(k) i(d1) i(l1)');
    expect([certificate.incomplete, certificate.missed]).toEqual([undefined, []]);
    const [time, a, k, i, coil] = ['time', 'v(a)', 'v(k)', 'i(d1)', 'i(l1)'].map(column) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const open = time.findIndex((t, row) => t > 1e-6 && k[row]! > 0.5);
    // It recovers with more than 10 mA, and behind the step in which it opens nothing flows in R1, to two reltol of what rings, 70 V: of 20 other
    // edges between 8 and 30 ns the worst comes to .135 V.
    expect(Math.min(...i.slice(0, open))).toBeLessThan(-0.01);
    for (let row = open + 1; k[row]! > 0; row++) expect(Math.abs(a[row]! - k[row]!)).toBeLessThan(0.14);
    // Five time constants 2 L / R of the ring with C1 later .13 A flow in the coil, but for what is left of it.
    expect(Math.abs(coil.at(-1)! - 0.13)).toBeLessThan(0.01);
  },
);
