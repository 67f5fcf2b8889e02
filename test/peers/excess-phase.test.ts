/** The excess phase of bipolar transistors (PTF): Weil's approximation in transients, the phase itself in small signals. */
import { describe, expect, test } from 'vitest';
import { run } from '../analysis/run-netlist.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from './ngspice.js';
import { expectWaves } from './same-waves.js';

const amplifier = (model: string, input: string, ...cards: readonly string[]): string =>
  [
    'excess phase',
    'vcc vcc 0 5',
    'rc vcc c 500',
    `vin in 0 dc 0.75 ${input}`,
    'rb in b 100',
    'q1 c b 0 qm area=1.5 m=2',
    `.model qm npn(is=1e-16 bf=100 tf=200p cje=.2p cjc=.1p ${model})`,
    '.options reltol=1e-6',
    ...cards,
    '.end',
  ].join('\n');

describe('excess phase', () => {
  test('is PTF degrees at 1 / (2 pi TF), and no more than a phase', () => {
    // A current source of the transistor alone: IC by VBE, without charges of junctions.
    const gain = (ptf: number): readonly [number, number] => {
      const text = [
        'phase',
        'v1 c 0 5',
        'v2 b 0 dc .7 ac 1',
        'q1 c b 0 qm',
        `.model qm npn(is=1e-16 tf=1n ptf=${ptf})`,
        `.ac lin 1 ${1 / (2e-9 * Math.PI)} ${1 / (2e-9 * Math.PI)}`,
        '.end',
      ].join('\n');
      const [re = NaN, im = NaN] = run(text, {}, 'i(v1)').column('i(v1)');
      return [Math.hypot(re, im), Math.atan2(im, re)];
    };
    const [[plain, none], [turned, phase]] = [gain(0), gain(30)];
    expect(turned / plain).toBeCloseTo(1, 12);
    expect(none - phase).toBeCloseTo(Math.PI / 6, 9);
  });

  test('is a filter of second order between two times: a step of IF arrives as Bessel has it', () => {
    // td = 1 ns; x'' / 3 + x' + x = 1 in ns: x = 1 - e^(-3t/2) (cos wt + 3/(2w) sin wt), w = sqrt(3)/2.
    const text = [
      'step',
      'v1 c 0 5',
      'v2 b 0 pwl(0 .6 1n .6 1.00001n .7)',
      'q1 c b 0 qm',
      `.model qm npn(is=1e-16 tf=1n ptf=${180 / Math.PI})`,
      '.options reltol=1e-7',
      '.tran .05n 6n',
      '.end',
    ].join('\n');
    const ours = run(text, {}, 'i(v1)');
    const [times, current] = [ours.column('time'), ours.column('i(v1)')];
    const [first, last] = [current[0] ?? NaN, current.at(-1) ?? NaN];
    const w = Math.sqrt(3) / 2;
    const settled = (t: number): number =>
      1 - Math.exp(-1.5 * t) * (Math.cos(w * t) + (1.5 / w) * Math.sin(w * t));
    times.forEach((time, k) => {
      const t = (time - 1.000005e-9) * 1e9;
      if (t < 0.05) return;
      const part = (((current[k] ?? NaN) - first) / (last - first)) * settled(5);
      expect(part, `${time} s`).toBeCloseTo(settled(t), 3);
    });
  });

  test('takes no energy: the balance closes', () => {
    const text = amplifier('ptf=60 vaf=40 rb=20 rbm=5', 'pulse(.6 .9 1n .1n .1n 4n 8n)', '.tran 10p 12n');
    expect(run(text, {}, 'v(c)').certificate.energy?.relativeError).toBeLessThan(1e-9);
  });
});

describe.skipIf(skipWithoutNgspice)(`excess phase beside ngspice${ngspiceReason}`, () => {
  test('turns small signals alike, and no noise of its own comes', () => {
    // With VAF ngspice turns what follows vbe alone; here all of IF / qb comes later, as in its transients.
    for (const [analysis, name, column] of [
      ['.ac dec 3 10meg 3g', 'v(c)', 'v(c)'],
      ['.noise v(c) vin dec 2 10meg 1g', 'onoise_spectrum', 'onoise'],
    ] as const) {
      const text = amplifier('ptf=60 rb=20', 'ac 1', analysis);
      const theirs = runNgspice(text);
      const wanted = theirs.columns[theirs.header.columns.findIndex((one) => one.name.includes(column))];
      const largest = Math.max(...(wanted ?? []).map(Math.abs));
      run(text, {}, name)
        .column(name)
        .forEach((value, k) => {
          // Vt differs by 3e-7 of it, of which the current has 30.
          expect(Math.abs(value - (wanted?.[k] ?? NaN))).toBeLessThan(3e-5 * largest);
        });
    }
  });

  test('delays edges alike, as far as steps of ngspice are small', () => {
    const pulse = 'pulse(.7 .8 1n .1n .1n 4n 8n)';
    const model = 'ptf=60 vaf=60 ikf=20m rb=20';
    const theirs = amplifier(model, pulse, '.tran 10p 8n 0 .5p');
    // Of 5 V: Euler's error of steps of 0.5 ps over td = 210 ps.
    expectWaves(theirs, amplifier(model, pulse, '.tran 10p 8n'), ['v(c)'], 1e-3);
  });
});
