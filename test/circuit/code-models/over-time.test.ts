/** delay() and the code models delay and filesource: closed forms; of filesource, figures of ngspice 39. */
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../src/base/diagnostic.js';
import type { TextSource } from '../../../src/base/host.js';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist, run } from '../../analysis/run-netlist.js';
import { at, crossings } from './read-column.js';

describe('delay', () => {
  const wave = 'V1 a 0 PULSE(0 1 0 1n 1n 0.3m 1m)\nR1 o 0 1k\n.tran 2m';

  it('is the expression a time ago, 0 before the run under uic and its value at rest without', () => {
    const result = run(netlist(`${wave} uic\nB1 o 0 V=2*delay(V(a),100u)+absdelay(V(a)*V(a),0.2m,1)`));
    for (const t of [0.05e-3, 0.15e-3, 0.25e-3, 0.45e-3, 1.15e-3]) {
      const high = (shift: number): number => (t >= shift && (t - shift) % 1e-3 < 0.3e-3 ? 1 : 0);
      expect(at(result, 'v(o)', t)).toBeCloseTo(2 * high(100e-6) + high(200e-6), 9);
    }
    const rest = run(netlist('V1 a 0 3\nB1 o 0 V=delay(V(a),1u)\nR1 o 0 1\n.tran 1u 10u'));
    expect(Math.min(...rest.column('v(o)'))).toBeCloseTo(3, 9);
  });

  it('turns small signals', () => {
    const { plot } = run(
      netlist('V1 a 0 AC 1\nB1 o 0 V=delay(V(a),100u)\nR1 o 0 1k\n.ac lin 1 1k 1k\n.save v(o)'),
    );
    expect(plot.columns[1]?.[0]).toBeCloseTo(Math.cos(0.2 * Math.PI), 9);
    expect(plot.columns[1]?.[1]).toBeCloseTo(-Math.sin(0.2 * Math.PI), 9);
  });

  it('in a loop is a chain of responses', () => {
    // o' = (1 - o(t - T) - o) / RC with RC = 1 us, T = 10 us: up to T alone 1 - e^(-t / RC), at the end 1 / 2.
    const result = run(
      netlist('V1 r 0 1\nB1 d 0 V=V(r)-delay(V(o),10u)\nR1 d o 1k\nC1 o 0 1n\n.tran 400u uic'),
    );
    for (const t of [1e-6, 3e-6, 8e-6]) expect(at(result, 'v(o)', t)).toBeCloseTo(1 - Math.exp(-t / 1e-6), 2);
  });

  it('as a code model is the same', () => {
    const result = run(netlist(`${wave}\nA1 a null o d\n.model d delay(delay=100u)`));
    expect(
      crossings(result, 'v(o)', 0.5)
        .slice(0, 2)
        .map((t) => Math.round(t * 1e9)),
    ).toEqual([100001, 400002]);
  });

  it.each([
    ['B1 o 0 V=delay(V(a),V(a))', 'b1: delay() by a time that varies or is negative is not supported'],
    ['B1 o 0 V=delay(V(a),-1u)', 'b1: delay() by a time that varies or is negative is not supported'],
    ['A1 a a o d\n.model d delay(has_delay_cnt=true)', 'a1: a delay by its control is not supported'],
  ])('%s is refused', (card, message) => {
    const { diagnostics } = simulate(netlist(`${wave}\n${card}`));
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map((one) => one.message)).toEqual([message]);
  });
});

describe('filesource', () => {
  const text = '* c\n0.2e-3 0 1\n# c\n1e-3 1 2\n2e-3, 0 3\n';
  const textSource: TextSource = { resolve: (name) => name, read: (name) => ({ name, text }) };
  const values = (words: string, times: readonly number[]): number[][] => {
    const cards = `A1 %v([n1 n2]) fs\n.model fs filesource(file="fs.txt" ${words})\nR1 n1 0 1k\nR2 n2 0 1k\n.tran 3m`;
    const { runs, diagnostics } = simulate(netlist(cards), { textSource });
    if (!runs[0]) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
    const { plot } = runs[0];
    const column = (name: string): Float64Array =>
      plot?.columns[plot.header.columns.findIndex((one) => one.name === name)] ?? new Float64Array();
    const result = { plot: plot!, column };
    return times.map((t) => ['v(n1)', 'v(n2)'].map((name) => Number(at(result, name, t).toPrecision(4))));
  };

  it.each([
    [
      '',
      [0.1e-3, 0.6e-3, 1.5e-3, 2.2e-3],
      [
        [0, 0.5],
        [0.5, 1.5],
        [0.5, 2.5],
        [0, 0],
      ],
    ],
    [
      'amplstep=true',
      [0.1e-3, 0.6e-3, 1.5e-3, 2.2e-3],
      [
        [0, 0],
        [0, 1],
        [1, 2],
        [0, 0],
      ],
    ],
    [
      'timescale=0.5 amploffset=[1 0] amplscale=[2 3]',
      [0.3e-3, 1.2e-3],
      [
        [2, 4.5],
        [0, 0],
      ],
    ],
    // Rows at 0.3 ms, 1.3 ms and 3.3 ms.
    [
      'timerelative=true timeoffset=1e-4',
      [0.3e-3, 1.3e-3],
      [
        [0, 1],
        [1, 2],
      ],
    ],
  ])('with "%s" is what ngspice has', (words, times, expected) => {
    expect(values(words, times)).toEqual(expected);
  });

  it('with a row of too few values is refused with its line', () => {
    const cards = 'A1 %v([a b c]) fs\n.model fs filesource(file="fs.txt")\nR1 a 0 1\n.tran 1m';
    const { diagnostics } = simulate(netlist(cards), { textSource });
    expect(diagnostics.find(({ severity }) => severity === 'error')?.message).toBe(
      'a1: line 2 of its file is no rising time with 3 values',
    );
  });
});

describe('slew', () => {
  it('meets a sine that falls faster than it may, and falls on a line from there, beside what is smooth too', () => {
    const result = run(
      netlist(`
V1 in 0 SIN(0 2 10k)
A1 in o sl
.model sl slew(rise_slope=5e4 fall_slope=3e4)
R1 o 0 1k
B1 p 0 V=V(in)*V(in)
R2 p 0 1k
.tran 0.5u 95u`),
    );
    for (const t of [20e-6, 33e-6]) expect(at(result, 'v(o)', t)).toBeCloseTo(5e4 * t, 5);
    // 50 mV/us t = 2 sin(w t)
    const w = 2e4 * Math.PI;
    let met = 34e-6;
    for (let k = 0; k < 9; k++)
      met -= (5e4 * met - 2 * Math.sin(w * met)) / (5e4 - 2 * w * Math.cos(w * met));
    for (const t of [35e-6, 50e-6, 80e-6, 95e-6])
      expect(at(result, 'v(o)', t)).toBeCloseTo(5e4 * met - 3e4 * (t - met), 5);
  });
});
