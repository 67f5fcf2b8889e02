/** FREQ and CHEBYSHEV of E and G, and LAPLACE of functions that are not rational: closed forms at single frequencies. */
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../src/base/diagnostic.js';
import { simulate } from '../../../src/analysis/simulate.js';
import { netlist, run } from '../../analysis/run-netlist.js';

/** |v(out)| and its phase in radians at a frequency, of a source of 1 V at `in`. */
function response(card: string, frequency: number): readonly [number, number] {
  const text = netlist(
    `V1 in 0 0.5 ac 1\n${card}\nR1 out 0 1\n.ac lin 1 ${frequency} ${frequency}\n.print ac vm(out) vp(out)`,
  );
  const result = run(text);
  return [result.final('vm(out)'), result.final('vp(out)')];
}

describe('FREQ', () => {
  const table = '(0,20,0) (1k,0,-90) (2k,-40,-180)';

  it('is straight in dB and in degrees between its points, and nothing outside', () => {
    for (const [f, decibels, degrees] of [
      [250, 15, -22.5],
      [1000, 0, -90],
      [1500, -20, -135],
      [2000, -40, -180],
    ] as const) {
      const [magnitude, phase] = response(`E1 out 0 FREQ {v(in)} = ${table}`, f);
      expect(20 * Math.log10(magnitude)).toBeCloseTo(decibels, 9);
      expect(Math.abs(phase)).toBeCloseTo((Math.abs(degrees) * Math.PI) / 180, 9);
    }
    expect(response(`E1 out 0 FREQ {v(in)} = ${table}`, 2001)[0]).toBe(0);
  });

  it('has magnitudes, radians, real and imaginary parts and a delay where its words say so', () => {
    const [magnitude, phase] = response('G1 0 out FREQ {v(in)} = MAG RAD (0,1,0) (1k,4,1)', 500);
    expect(magnitude).toBeCloseTo(2, 9);
    expect(phase).toBeCloseTo(0.5, 9);
    const complex = response('G1 0 out FREQ {v(in)} = R_I (0,3,4) (1k,3,4)', 500);
    expect(complex[0]).toBeCloseTo(5, 9);
    expect(complex[1]).toBeCloseTo(Math.atan2(4, 3), 9);
    expect(response('E1 out 0 FREQ {v(in)} = (0,0,0) (1k,0,0) DELAY=0.1m', 500)[1]).toBeCloseTo(
      -Math.PI / 10,
      9,
    );
  });

  it('has at rest, swept and in .tf what it has at 0 Hz', () => {
    const body = 'V1 in 0 0.5\nE1 out 0 FREQ {v(in)+v(in)^2} = MAG (0,-4,0) (1k,4,0)\nR1 out 0 1\n';
    for (const ideal of ['', 'D1 out x DI\nR2 x 0 1\n.model DI D(ron=1)\n'])
      expect(run(netlist(`${body}${ideal}.op`)).final('v(out)')).toBeCloseTo(-3, 9);
    expect(run(netlist(`${body}.dc V1 0 1 0.5`)).final('v(out)')).toBeCloseTo(-8, 9);
    expect(run(netlist(`${body}.tf v(out) V1`)).final('transfer_function')).toBeCloseTo(-8, 9);
  });
});

describe('LAPLACE that is not rational', () => {
  it('is its value at j omega: roots, delays, lines', () => {
    const f = 500;
    const s = 2 * Math.PI * f;
    // sqrt(j) = (1 + j) / sqrt(2)
    const root = Math.sqrt((s * 1e-3) / 2);
    const [magnitude, phase] = response('E1 out 0 LAPLACE {v(in)} = {1/(1+sqrt(s*1m))}', f);
    expect(magnitude).toBeCloseTo(1 / Math.hypot(1 + root, root), 12);
    expect(phase).toBeCloseTo(-Math.atan2(root, 1 + root), 12);
    expect(response('E1 out 0 LAPLACE {v(in)} = {s**0.5}', f)[0]).toBeCloseTo(Math.sqrt(s), 9);
    expect(response('E1 out 0 LAPLACE {v(in)} = {2*exp(-s*0.1m)}', f)[1]).toBeCloseTo(-s * 1e-4, 9);
  });

  it('is what a line without inductance does', () => {
    // A line of R = 1 kOhm, C = 1 uF, open at its end: 1 / cosh(x (1 + j)), x^2 = omega R C / 2.
    const f = 800;
    const x = Math.sqrt(Math.PI * f * 1e-3);
    const [re, im] = [Math.cosh(x) * Math.cos(x), Math.sinh(x) * Math.sin(x)];
    const [magnitude, phase] = response('E1 out 0 LAPLACE {v(in)} = {1/cosh(sqrt(s*1m))}', f);
    expect(magnitude).toBeCloseTo(1 / Math.hypot(re, im), 12);
    expect(phase).toBeCloseTo(-Math.atan2(im, re), 12);
  });
});

describe('CHEBYSHEV', () => {
  const level = (card: string, f: number): number => -20 * Math.log10(response(card, f)[0]);
  it.each([
    ['LP 800 1.2k .1dB 50dB', [800], [1200, 5000], [100, 433]],
    ['HP 1.2k 800 50 .1', [1200], [800, 100], [5000]],
    ['BP 800 1.2k 2k 3k .1dB 50dB', [1200, 2000], [800, 3000], [1550]],
    ['BR 800 3k 1.2k 2k .1dB 30dB', [800, 3000], [1200, 2000], [10, 30000]],
  ] as const)(
    '%s loses the ripple at the edges of its pass band, no more within, the attenuation beyond',
    (words, edges, stopped, passed) => {
      const card = `E1 out 0 CHEBYSHEV {v(in)} = ${words}`;
      for (const f of edges) expect(level(card, f), `${f}`).toBeCloseTo(0.1, 6);
      for (const f of passed) expect(level(card, f), `${f}`).toBeLessThanOrEqual(0.1 + 1e-9);
      for (const f of stopped)
        expect(level(card, f), `${f}`).toBeGreaterThan(words.startsWith('BR') ? 30 : 50);
    },
  );

  it('settles, in a transient, at its gain at rest', () => {
    const text = netlist(
      'V1 in 0 pulse(0 1 0 1u 1u 1 2)\nE1 out 0 CHEBYSHEV {v(in)} = LP 1k 3k 1dB 40dB\nR1 out 0 1\n.tran 0.1m 20m',
    );
    const { column } = run(text, {}, 'v(out)');
    // Fourth order: at rest it loses the ripple.
    expect(column('v(out)').at(-1)).toBeCloseTo(10 ** (-1 / 20), 4);
    expect(Math.max(...column('v(out)'))).toBeGreaterThan(1.02);
  });
});

it('what has no transient is refused there, and what is no response is named', () => {
  const errorsOf = (card: string): readonly string[] =>
    simulate({ name: 'a.cir', text: netlist(`V1 in 0 1\n${card}\nR1 out 0 1\n.tran 1u 10u`) })
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(formatDiagnostic);
  expect(errorsOf('E1 out 0 LAPLACE {v(in)} = {sqrt(s)}')).toEqual([
    [
      'a.cir:3:29: error: e1: its LAPLACE is no quotient of polynomials of s, and has no transient here',
      '  E1 out 0 LAPLACE {v(in)} = {sqrt(s)}',
      '                              ^^^^^^^',
      '  hint: leave out .tran (.ac and .noise know it), or write a rational function: LAPLACE {v(in)} = {1/(1+s*1u)}',
    ].join('\n'),
  ]);
  expect(errorsOf('E1 out 0 FREQ {v(in)} = (0,0,0) (1k,0)')[0]).toContain(
    'e1: FREQ needs points (frequency, magnitude, phase)',
  );
  expect(errorsOf('E1 out 0 FREQ {v(in)} = (0,0,0) (1k,0,0) (1k,1,1)')[0]).toContain(
    'e1: FREQ does not rise at 1000 Hz',
  );
  expect(errorsOf('E1 out 0 CHEBYSHEV {v(in)} = LP 800 .1 50')[0]).toContain(
    'e1: CHEBYSHEV needs 2 frequencies and 2 attenuations',
  );
  expect(errorsOf('E1 out 0 LAPLACE {v(in)} = {max(s,1)}')[0]).toContain(
    'e1: LAPLACE is no function of s: max() of complex numbers',
  );
});
