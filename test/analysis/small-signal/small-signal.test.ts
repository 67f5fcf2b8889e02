/** `.ac` against closed forms of networks, and against ngspice on amplifiers. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { csvFormat } from '../../../src/waveform/csv-format.js';
import { DelimitedWriter } from '../../../src/waveform/delimited-writer.js';
import { playPlot } from '../../../src/waveform/memory-plot.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from '../../peers/ngspice.js';
import { messages, netlist, run } from '../run-netlist.js';

type Complex = readonly [number, number];
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const over = ([a, b]: Complex, [c, d]: Complex): Complex => {
  const size = c * c + d * d;
  return [(a * c + b * d) / size, (b * c - a * d) / size];
};
const plus = (...all: readonly Complex[]): Complex => [
  all.reduce((sum, [a]) => sum + a, 0),
  all.reduce((sum, [, b]) => sum + b, 0),
];

/** Compares a complex column with a closed form of omega; a refined linear system leaves some 1e-13. */
function expectResponse(text: string, name: string, form: (omega: number) => Complex): void {
  const { plot, column } = run(text);
  const values = column(name);
  expect(plot.length).toBeGreaterThan(1);
  for (let k = 0; k < plot.length; k++) {
    const [re, im] = form(2 * Math.PI * (column('frequency')[2 * k] ?? NaN));
    const error = Math.hypot((values[2 * k] ?? NaN) - re, (values[2 * k + 1] ?? NaN) - im);
    expect(error).toBeLessThan(1e-11 * Math.hypot(re, im) + 1e-15);
  }
}

describe('.ac of linear networks', () => {
  test('a low-pass filter: 1 / (1 + j w R C)', () => {
    const text = netlist('V1 a 0 5 ac 1\nR1 a b 1k\nC1 b 0 1u\n.ac dec 7 1 1meg');
    expectResponse(text, 'v(b)', (w) => over([1, 0], [1, w * 1e-3]));
    expectResponse(text, 'i(v1)', (w) => over([-1, 0], [1e3, -1e6 / w]));
    const { plot, column } = run(text);
    expect([plot.header.name, plot.header.complex, plot.header.columns[0]?.name]).toEqual([
      'AC Analysis',
      true,
      'frequency',
    ]);
    // Seven a decade from 1 to 1e6, both ends among them.
    expect([plot.length, column('frequency')[0], column('frequency').at(-2)]).toEqual([43, 1, 1e6]);
  });

  test('a series resonance, with magnitude and phase of the source', () => {
    const text = netlist('V1 a 0 ac 2 30\nR1 a b 10\nL1 b c 1m\nC1 c 0 1u\n.ac lin 51 3k 7k');
    const source: Complex = [2 * Math.cos(Math.PI / 6), 2 * Math.sin(Math.PI / 6)];
    expectResponse(text, 'v(c)', (w) => over(source, [1 - w * w * 1e-9, w * 1e-5]));
  });

  test('two coupled resonators: the transfer admittance of a band filter', () => {
    const text = netlist(
      'I1 0 a ac 1\nRa a 0 10k\nCa a 0 1n\nLa a 0 1m\nRb b 0 10k\nCb b 0 1n\nLb b 0 1m\nK1 La Lb 0.05\n.ac oct 40 100k 200k',
    );
    expectResponse(text, 'v(b)', (w) => {
      // Inverse of s [[L, M], [M, L]], and Y = 1/R + s C at both ends.
      const [L, M] = [1e-3, 0.05e-3];
      const own: Complex = [1e-4, w * 1e-9 - L / (w * (L * L - M * M))];
      const mutual: Complex = [0, M / (w * (L * L - M * M))];
      return over(times([-1, 0], mutual), plus(times(own, own), times([-1, 0], times(mutual, mutual))));
    });
  });

  test('a lossless line is a delay and not a ladder: exact at many wavelengths', () => {
    const text = netlist('V1 s 0 ac 1\nRs s a 30\nT1 a 0 b 0 z0=75 td=10n\nRl b 0 100\n.ac lin 40 1meg 1g');
    expectResponse(text, 'v(b)', (w) => {
      const [c, s] = [Math.cos(w * 1e-8), Math.sin(w * 1e-8)];
      // Chain matrix: v1 = c v2 + j Z0 s i2, i1 = j s v2 / Z0 + c i2, i2 = v2 / 100.
      return over([1, 0], [c + 30 * (c / 100), (75 * s) / 100 + (30 * s) / 75]);
    });
  });

  test('controlled sources and LAPLACE: an integrator behind a gain', () => {
    const text = netlist(
      'V1 a 0 ac 1\nR0 a 0 1\nE1 b 0 a 0 3\nR1 b c 1k\nC1 c 0 1n\nE2 d 0 LAPLACE {v(c)} = {1/(1+1e-6*s)}\nR2 d 0 1k\n.ac dec 5 1k 10meg\n.options method=stepping',
    );
    expectResponse(text, 'v(d)', (w) => over([3, 0], times([1, w * 1e-6], [1, w * 1e-6])));
  });

  test('a resistance of its own for small signals, which its current follows too', () => {
    const text = netlist(
      'V1 a 0 dc 1 ac 1\nR1 a b 1k ac=3k\nR2 b 0 1k\n.op\n.ac lin 1 1k 1k\n.print v(b) i(r1)',
    );
    const [point, response] = simulate({ name: 't.cir', text }).runs.map(({ report }) =>
      report.final.map(({ value }) => value),
    );
    expect(point).toEqual([0.5, 0.5e-3]);
    [0.25, 0, 0.25e-3, 0].forEach((value, k) => {
      expect(response?.[k]).toBeCloseTo(value, 15);
    });
  });

  test('parts of complex quantities and expressions: one row of numbers each, and the real ones alone in CSV', () => {
    const circuit = 'V1 a 0 ac 1\nR1 a b 1k\nC1 b 0 1u\n.ac list 159.15494309189535';
    const parts = run(netlist(`${circuit}\n.print ac vm(b) vp(b) vdb(b) vr(b) vi(b) im(v1)`));
    expect(parts.plot.header.complex).toBe(false);
    // At w R C = 1: 1 / (1 + j).
    const expected = [Math.SQRT1_2, -Math.PI / 4, -10 * Math.log10(2), 0.5, -0.5, Math.SQRT1_2 / 1e3];
    parts.plot.columns.slice(1).forEach((column, k) => {
      expect(column[0]).toBeCloseTo(expected[k] ?? NaN, 12);
    });
    const { plot } = run(netlist(`${circuit}\n.print ac vdb(b) {1/v(b)**2} {abs(v(b,a))}`));
    let text = '';
    const sink = {
      write: (bytes: Uint8Array) => void (text += new TextDecoder().decode(bytes)),
      patch: () => undefined,
      commit: () => undefined,
      discard: () => undefined,
    };
    const writer = new DelimitedWriter(csvFormat, sink, { digits: 6 });
    playPlot(plot, writer);
    writer.finish();
    // (1 + j)^2 = 2 j.
    const [head, row = ''] = text.split('\n');
    expect(head).toBe('frequency,vdb(b),re({1/v(b)**2}),im({1/v(b)**2}),"{abs(v(b,a))}"');
    const numbers = row.split(',').map(Number);
    [159.155, -3.0103, 0, 2, 0.707107].forEach((value, k) => {
      expect(numbers[k]).toBeCloseTo(value, 4);
    });
  });
});

test('functions of complex quantities may be written, with or without braces; what is real is one column', () => {
  const functions =
    'db(v(b)/v(a)) mag(v(b)) {180+ph(v(b))} {vm(b)*2} {20*log10(mag(v(b)))} re(v(b)) {im(v(b))}';
  const text = `V1 a 0 ac 1\nR1 a b 1k\nC1 b 0 1u\n.ac lin 1 ${500 / Math.PI} 200\n.print ac ${functions}`;
  const { plot } = run(netlist(text));
  expect(plot.header.complex).toBe(false);
  const db = -10 * Math.log10(2);
  const expected = [db, Math.SQRT1_2, 180 - Math.PI / 4, Math.SQRT2, db, 0.5, -0.5];
  expect(plot.columns.slice(1)).toHaveLength(expected.length);
  plot.columns.slice(1).forEach((column, k) => {
    expect(column[0]).toBeCloseTo(expected[k] ?? NaN, 11);
  });
});

describe('.ac about the operating point', () => {
  test('a diode is its conductance I / (n Vt) there, of junction and charge', () => {
    // 1 mA through the diode whatever it is: r = n Vt / (I + IS).
    const text = netlist(
      'I1 0 a dc 1m ac 1\nD1 a 0 d\nC1 a 0 1n\n.model d d(is=1e-14 n=1.5)\n.ac dec 5 1k 100meg',
    );
    const r = (1.5 * ((1.380649e-23 / 1.602176634e-19) * 300.15)) / (1e-3 + 1e-14);
    expectResponse(text, 'v(a)', (w) => over([r, 0], [1, w * 1e-9 * r]));
  });

  test('an ideal diode conducts or blocks as its DC current says', () => {
    const of = (dc: number): number[] => {
      const text = netlist(`V1 a 0 dc ${dc} ac 1\nD1 a b d\nR1 b 0 1k\n.model d d\n.ac lin 1 1k 1k`);
      return [...run(text).column('v(b)')];
    };
    expect([of(1), of(-1)]).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });

  test.each([
    ['a rising source', 1, 1],
    ['a falling source', -1, 0],
  ])('at a kink the mode right after t = 0 is taken, and told: %s', (_, slope, gain) => {
    const text = netlist(
      `V1 a 0 sin(0 ${slope} 1k) ac 1\nD1 a b d\nR1 b 0 1k\n.model d d\n.ac lin 1 1k 1k\n.print ac v(b)`,
    );
    const { runs, diagnostics } = simulate({ name: 't.cir', text });
    expect([...(runs[0]?.plot?.columns[1] ?? [])]).toEqual([gain, 0]);
    expect(diagnostics.filter(({ code }) => code === 'at-a-kink').map(({ message }) => message)).toEqual([
      'at the operating point d1 stands at a kink, where there is no small-signal value: that of right after t = 0 is taken',
    ]);
  });

  test('nothing drives anything without an AC source, and that is told', () => {
    const { runs, diagnostics } = simulate(netlist('V1 a 0 1\nR1 a 0 1k\n.ac dec 1 1 10\n.print ac v(a)'));
    expect([...(runs[0]?.plot?.columns[1] ?? [])]).toEqual([0, 0, 0, 0]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'no source has an AC value: every response is 0',
    ]);
  });

  test('each analysis of a file writes its own plot, and of its own .print', () => {
    const text = netlist(
      'V1 a 0 dc 2 ac 1 sin(0 1 1k)\nR1 a b 1k\nC1 b 0 1u\n.op\n.ac dec 1 1 10\n.dc V1 0 1 1\n.tran 10u 1m\n.print ac vdb(b)\n.print tran v(b)\n.print dc i(v1)',
    );
    const { runs, diagnostics } = simulate({ name: 't.cir', text });
    expect(diagnostics).toEqual([]);
    expect(runs.map(({ plot }) => plot?.header.columns.map(({ name }) => name))).toEqual([
      ['v(a)', 'v(b)', 'i(v1)'],
      ['frequency', 'vdb(b)'],
      ['v1', 'i(v1)'],
      ['time', 'v(b)'],
    ]);
  });

  test.each([
    ['.ac dec 0 1 10', '0 points a decade from 1 to 10 is no list of values'],
    ['.ac dec 5 0 10', '5 points a decade from 0 to 10 is no list of values'],
    ['.ac oct 5 10 1', '5 points a octave from 10 to 1 is no list of values'],
    ['.ac 5 10 1', '.ac needs a spacing: dec, oct or lin'],
    ['.ac lin 5 -10 1', '.ac: frequency must be 0 or positive, not -10'],
  ])('%s is refused', (card, message) => {
    expect(messages(simulate(netlist(`V1 a 0 ac 1\nR1 a 0 1k\n${card}`)))).toContain(message);
  });

  test('a resonance without loss is told where it has no response', () => {
    const text = netlist('I1 0 a ac 1\nL1 a 0 1\nC1 a 0 1\n.ac list 0.1 0.15915494309189535\n.print ac v(a)');
    const { runs, diagnostics } = simulate({ name: 't.cir', text });
    // 1 / (2 pi) is rounded: the response is some 1e15, or none.
    const plot = runs[0]?.plot;
    expect(plot?.columns.every((column) => column.every(Number.isFinite))).toBe(true);
    expect(plot?.length === 2 || diagnostics.some(({ code }) => code === 'no-response')).toBe(true);
  });
});

const amplifier = `VCC vcc 0 12
VIN in 0 dc 0 ac 1m
CIN in b 10u
R1 vcc b 47k
R2 b 0 10k
RC vcc c 4.7k
RE e 0 1k
CE e 0 100u
Q1 c b e QN
CO c out 10u
RL out 0 10k
.model QN NPN(IS=1e-15 BF=150 VAF=80 CJE=8p CJC=4p TF=0.4n RB=100)`;

const follower = `VDD d 0 10
VG g 0 dc 4 ac 1
M1 d g s 0 MN W=100u L=2u
RS s 0 2k
.model MN NMOS(VTO=1 KP=50u LAMBDA=0.02 GAMMA=0.4 CGSO=1n CGDO=1n)`;

describe.skipIf(skipWithoutNgspice)(`.ac against ngspice${ngspiceReason}`, () => {
  test.each([
    ['an amplifier of one transistor', amplifier, ['v(out)', 'v(b)', 'i(vin)']],
    ['a source follower', follower, ['v(s)', 'i(vg)']],
  ])('%s', (_, circuit, names) => {
    const text = netlist(`${circuit}\n.ac dec 5 10 1g\n.save ${names.join(' ')}`);
    const options = '.options reltol=1e-9 vntol=1e-12 abstol=1e-15';
    const theirs = runNgspice(text.replace('.ac', `${options}\n.ac`));
    const { column } = run(text);
    for (const name of names) {
      const other = theirs.columns[theirs.header.columns.findIndex((one) => one.name === name)];
      const ours = column(name);
      expect(ours.length).toBe(other?.length);
      let [worst, range] = [0, 0];
      for (let k = 0; k < ours.length; k += 2) {
        const [re, im] = [other?.[k] ?? NaN, other?.[k + 1] ?? NaN];
        range = Math.max(range, Math.hypot(re, im));
        worst = Math.max(worst, Math.hypot((ours[k] ?? NaN) - re, (ours[k + 1] ?? NaN) - im));
      }
      // Physical constants and 1e-12 S beside junctions, as at operating points.
      expect(worst).toBeLessThan(5e-6 * range);
    }
  });
});

describe('.ac of piecewise-linear diodes with graded charge', () => {
  test.each(['cjo=1n m=.4', 'cjo=1n m=.4 tt=10n'])('a conducting one is its Ron: %s', (charge) => {
    const text = netlist(
      `V1 a 0 dc 25 ac 1\nR1 a b 20\nD1 b 0 mm\n.model mm d(ron=1.33 ${charge})\n.ac lin 1 10k 10k`,
    );
    const [re = NaN] = run(text).column('v(b)');
    // The charge adds (omega C Ron)^2 < 1e-6 to the magnitude.
    expect(Math.abs(re / (1.33 / 21.33) - 1)).toBeLessThan(1e-6);
  });
});
