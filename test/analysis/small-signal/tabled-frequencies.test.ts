/** `.ac data=table` and `.noise data=table`: frequencies of a table, and what its other columns set with them. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { messages, netlist, run } from '../run-netlist.js';

const divider = 'V1 1 0 ac 1\nR1 1 2 {r}\nC1 2 0 1u\n.param r=1k\n';
const table = '.data t\n+ r freq\n+ 1k 10\n+ 2k 100\n+ 5k 1k\n.enddata\n';
const rows = [
  [1e3, 10],
  [2e3, 100],
  [5e3, 1e3],
] as const;

/** 1 / (1 + j w R C) */
const gain = (r: number, f: number): number => 1 / Math.hypot(1, 2 * Math.PI * f * r * 1e-6);

describe('frequencies of a table', () => {
  it('are those of a response, whatever their order', () => {
    const result = run(netlist(`${divider}.data t freq\n+ 1k 10 100\n.enddata\n.ac data=t\n.print ac vm(2)`));
    expect([...result.column('frequency')]).toEqual([1e3, 10, 100]);
    [1e3, 10, 100].forEach((f, k) => expect(result.column('vm(2)')[k]).toBeCloseTo(gain(1e3, f), 9));
  });

  it.each(['freq', 'HERTZ'])('have a value of a parameter each, beside column %s', (name) => {
    const text = netlist(`${divider}${table.replace('freq', name)}.ac data=t\n.print ac vm(2)`);
    const { runs } = simulate({ name: 't.cir', text });
    expect(runs.map(({ plot }) => plot?.columns[0]?.length)).toEqual([1, 1, 1]);
    runs.forEach(({ report, values }, k) => {
      const [r = 0, f = 0] = rows[k] ?? [];
      expect(values).toEqual([['r', r]]);
      expect(report.final.find((value) => value.name === 'vm(2)')?.value).toBeCloseTo(gain(r, f), 9);
    });
  });

  it('are shared by .ac and .noise', () => {
    const text = netlist(`${divider}${table}.ac data=t\n.noise v(2) V1 data=t\n.print noise onoise`);
    const { runs } = simulate({ name: 't.cir', text });
    const noise = runs.filter(({ report }) => report.name.startsWith('Noise'));
    expect(noise).toHaveLength(3);
    noise.forEach(({ plot }, k) => {
      const [r = 0, f = 0] = rows[k] ?? [];
      const density = Math.sqrt(4 * 1.38064852e-23 * 300.15 * r) * gain(r, f);
      expect((plot?.columns[1]?.[0] ?? NaN) / density).toBeCloseTo(1, 5);
    });
  });

  it('without a column of frequencies is told', () => {
    const text = netlist(`${divider}${table.replace('freq', 'temp')}.ac data=t`);
    expect(messages(simulate({ name: 't.cir', text }))).toBe(
      [
        't.cir:12:10: error: .ac: table "t" has no column freq',
        '  .ac data=t',
        '           ^',
        '  hint: name the column of the frequencies freq',
      ].join('\n'),
    );
  });
});
