/**
 * A leg of ideal switches across a capacitor whose one gate is the other one inverted: the two turn over together, however long the
 * chain of functions and comparisons between the gates is. In between both would be on and take the capacitor's charge.
 */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist } from './run-netlist.js';

const inverters: Readonly<Record<string, string>> = {
  'a source': 'En nb 0 VALUE={1-v(b)}',
  'a controlled source and a divider': 'En x 0 1 b 2\nV1 1 0 1\nR1 x nb 1k\nR2 nb 0 1k',
  'a comparison': 'Bn nb 0 V=v(b)>0.5?0:1',
  'comparisons one behind the other': 'B1 c 0 V=v(b)>0.5?3:0\nB2 d 0 V=v(c)>1?0:2\nBn nb 0 V=v(d)>1?1:0',
};

function last(text: string, method: string): readonly number[] {
  const { runs, diagnostics } = simulate({ name: 't.cir', text }, { options: { method } });
  const { plot, report } = runs[0]!;
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(report.certificate?.missed).toEqual([]);
  return plot!.columns.slice(1).map((column) => column.at(-1)!);
}

const cases = Object.entries(inverters).flatMap(([name, inverter]) =>
  ['events', 'stepping'].map((method) => [name, method, inverter] as const),
);

describe.each(cases)('legs whose gates are inverted by %s, method=%s', (_name, method, inverter) => {
  const leg = `Vb b 0 PULSE(0 1 3u 0 0 5u 10u)
${inverter}
Su r t b 0 s1
Sd t 0 nb 0 s1
.model s1 sw(vt=0.5 vh=0 ron=0 roff=inf)
`;

  it('leave the charge of a capacitor across them', () => {
    const text = netlist(`${leg}Cr r 0 1u ic=2
R9 t o 1meg
C9 o 0 1f
.tran 1u 12u 0 1u uic
.save v(r)`);
    expect(last(text, method)[0]).toBeCloseTo(2, 6);
  });

  it('switch a source onto capacitors in series that nothing else ties', () => {
    const text = netlist(`${leg}Vr r 0 2
C1 top t 1p
C2 top 0 1p
.tran 1u 5u 0 1u
.save v(top)`);
    expect(last(text, method)[0]).toBeCloseTo(1, 4);
  });
});
