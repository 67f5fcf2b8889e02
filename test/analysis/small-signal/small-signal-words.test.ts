/** Words of expressions that are something else for small signals: smallsig() of LTspice, hertz of ngspice. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist, run } from '../run-netlist.js';

const sources = 'V1 in 0 SIN(0 1 1k) AC 1\nR1 a 0 1k\n';

describe('smallsig() and hertz', () => {
  test('smallsig() is 0 over time and 1 in .ac', () => {
    const body = `${sources}B1 a 0 V=if(smallsig(), 3 * v(in), sin(v(in)) + smallsig())`;
    const { plot } = run(netlist(`${body}\n.ac lin 1 1k 1k\n.print ac v(a)`));
    expect(plot.columns.map((column) => column[0])).toEqual([1000, 3]);
    const over = run(netlist(`${body}\n.tran 10u 1m\n.print tran v(in) v(a)`));
    over.column('v(in)').forEach((v, k) => expect(over.column('v(a)')[k]).toBeCloseTo(Math.sin(v), 9));
  });

  test('hertz is 0 over time, which is told, and refused by name in .ac', () => {
    const body = `${sources}B1 a 0 V={v(in) / (1 + hertz / 1k)}`;
    const over = run(netlist(`${body}\n.tran 10u 1m\n.print tran v(in) v(a)`));
    expect([...over.column('v(a)')]).toEqual([...over.column('v(in)')]);
    expect(over.report.diagnostics.map(({ message }) => message)).toContain(
      'b1 depends on the frequency, which is 0 over time',
    );
    const { runs } = simulate({ name: 't.cir', text: netlist(`${body}\n.ac lin 1 1k 1k`) });
    expect(runs.flatMap(({ report }) => report.diagnostics.map(({ message }) => message))).toContain(
      'b1 depends on hertz: values that change with the frequency are not supported in .ac',
    );
  });
});
