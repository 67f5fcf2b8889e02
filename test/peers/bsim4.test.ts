/** BSIM4 beside the installed ngspice: currents and capacitances of random transistors. */
import { describe, expect, test } from 'vitest';
import { RandomStream } from '../../src/base/random.js';
import { drawTransistor, type Transistor, transistorOf } from './bsim4-transistors.js';
import { run } from '../analysis/run-netlist.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from './ngspice.js';
import { ngspiceCapacitances, ngspiceCurrents } from './ngspice-devices.js';

const stream = new RandomStream(11);
const transistors = Array.from({ length: 40 }, (_, k) => transistorOf(drawTransistor(stream, k % 3)));

/** Holds numbers of transistors against ngspice's, by the largest of its own. */
function expectAlike(
  those: readonly Transistor[],
  theirs: readonly (readonly number[])[],
  oursOf: (transistor: Transistor) => readonly number[],
  relative: number,
): void {
  those.forEach((transistor, k) => {
    const ours = oursOf(transistor);
    const wanted = theirs[k] ?? [];
    const largest = Math.max(...ours.map(Math.abs));
    ours.forEach((value, place) => {
      const miss = Math.abs(value - (wanted[place] ?? NaN));
      const what = `${transistor.model} ${transistor.card} at ${transistor.volts.join(' ')}, ${place}: ${value}, ${wanted[place] ?? NaN}`;
      expect(miss, what).toBeLessThanOrEqual(relative * largest + 1e-19);
    });
  });
}

describe.skipIf(skipWithoutNgspice)(`BSIM4 beside ngspice${ngspiceReason}`, () => {
  test.each([25, -30, 110])('transistors carry the same currents at %i Celsius', (celsius) => {
    expectAlike(
      transistors,
      ngspiceCurrents(transistors, celsius),
      (one) => one.ours(celsius).currents,
      1e-6,
    );
  });

  test('transistors store the same charges', () => {
    // ngspice's slopes leave out some terms of what is rounded off; those of version 4.5 are not those of its charges.
    const those = transistors.filter(({ number }) => number > 4.5);
    expectAlike(those, ngspiceCapacitances(those, 25), (one) => one.ours(25).capacitances, 2e-4);
  });

  const columnOf = (text: string, name: string): Float64Array => {
    const { header, columns } = runNgspice(text);
    return columns[header.columns.findIndex((column) => column.name === name)] ?? new Float64Array();
  };

  test.each([
    ['trapped carriers', 'rsh=20', 'nrd=1 nrs=2'],
    ['carriers of a reversed channel', 'rsh=20', 'nrd=1 nrs=2', '-1.5'],
    ['1/f noise of the current', 'fnoimod=0 kf=1e-25 af=1.1 ef=.9 ntnoi=1.2', ''],
    [
      'fingers with resistances of gate and ends',
      'rgatemod=1 rshg=5 xgw=1e-7 rsh=10 dmcg=.1u',
      'nf=3 rgeomod=1',
    ],
    ['resistances by voltages', 'rdsmod=1 rdw=300 rsw=200 prwb=.1 prwg=.5', 'nf=2'],
    ['resistances of the bulk', 'rbodymod=1 rbpb=500 rbpd=2k rbps=1k alpha0=1e-6 beta0=8', ''],
    [
      'resistances of the bulk by the size',
      'rbodymod=2 rbps0=1k rbpd0=2k rbpbx0=3k rbpsl=.1 rbpbxw=-.2 alpha0=1e-6 beta0=8',
      'nf=2',
    ],
    ['what tunnels', 'igcmod=1 igbmod=1 toxe=1.2n toxref=1.2n', ''],
    ['version 4.5', 'version=4.5 rsh=20 rdsw=300', 'nf=2 nrd=1 nrs=1'],
  ])('a stage has the same noise: %s', (_, model, own, supply = '1.5') => {
    const text = [
      'noise',
      `vd d 0 ${supply}`,
      'rd d dd 10k',
      'vg g 0 dc .7 ac 1',
      'rg g gg 1k',
      `m1 dd gg 0 b mm w=2u l=.2u m=2 ${own}`,
      'rb b 0 10k',
      `.model mm nmos(level=54 vth0=.4 lint=5n toxe=2.5n jswgs=1e-9 ${model})`,
      '.options reltol=1e-7',
      '.noise v(dd) vg dec 1 1k 100k',
      '.end',
    ].join('\n');
    const ours = run(text, {}, 'onoise_spectrum').column('onoise_spectrum');
    const theirs = columnOf(text, 'onoise_spectrum');
    expect(ours).toHaveLength(3);
    ours.forEach((value, k) => {
      expect(value / (theirs[k] ?? NaN)).toBeCloseTo(1, 4);
    });
  });
});
