/** VBIC transistors against the installed ngspice: currents and capacitances of single ones, heat of their own, noise and an edge. */
import { describe, expect, test } from 'vitest';
import { run } from '../analysis/run-netlist.js';
import { RandomStream } from '../../src/base/random.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from './ngspice.js';
import { type BiasedDevice, modelText, ngspiceCapacitances, ngspiceCurrents } from './ngspice-devices.js';
import { expectWaves } from './same-waves.js';

const random = new RandomStream(21);
const uniform = (low: number, high: number): number => low + (high - low) * random.uniform();
const decade = (low: number, high: number): number => 10 ** uniform(Math.log10(low), Math.log10(high));
const either = (): boolean => random.uniform() < 0.5;

/** Without CBEO, CBCO and TD: ngspice 39 passes over these three. */
const devices = Array.from({ length: 40 }, (): BiasedDevice => {
  const type = either() ? 'npn' : 'pnp';
  const sign = type === 'npn' ? 1 : -1;
  const parameters = {
    level: 4,
    is: decade(1e-17, 1e-15),
    ...{ rcx: uniform(1, 20), rci: uniform(10, 100), rbx: uniform(1, 20), rbi: uniform(10, 100) },
    ...{ re: uniform(0.5, 5), rs: uniform(10, 30), rbp: uniform(10, 100) },
    ...(either() && { vo: uniform(0.5, 5), gamm: decade(1e-12, 1e-10), hrcf: Math.max(0, uniform(-1, 3)) }),
    ...(either() && { wbe: uniform(0.6, 1), iben: decade(1e-16, 1e-14), ibcn: decade(1e-16, 1e-14) }),
    ...(either() && {
      isp: decade(1e-17, 1e-15),
      wsp: uniform(0.5, 1),
      ibeip: 1e-18,
      ibcip: 1e-18,
      ikp: 1e-3,
    }),
    ...{ cje: uniform(1e-14, 1e-13), cjc: uniform(1e-14, 1e-13), cjep: uniform(1e-14, 1e-13), cjcp: 2e-13 },
    ...(either() && { aje: 0.1, ajc: 0.1, ajs: 0.1 }),
    ...(either() && { vrt: uniform(2, 5), art: 0.2 }),
    ...(either() && { vef: uniform(10, 100), ver: uniform(3, 10) }),
    ...(either() && { ikf: decade(1e-3, 1e-2), ikr: decade(1e-4, 1e-3), qbm: either() ? 1 : 0 }),
    ...(either() && { avc1: uniform(0.05, 0.2), avc2: uniform(10, 20) }),
    ...(either() && { tf: decade(1e-12, 1e-11), xtf: 10, itf: 0.05, vtf: 2, tr: 1e-10, qtf: 0.2 }),
    ...(either() && { qco: 1e-14 }),
  };
  const volts = [uniform(0.1, 4), uniform(0.6, 0.85), 0, uniform(-2, 0)].map((v) => sign * v);
  return { letter: 'q', card: 'MODEL area=1.5 m=2', model: modelText(type, parameters), volts };
});

/** The same device between our sources, with the currents into its terminals. */
function ourText({ card, model, volts }: BiasedDevice, driven: number, analysis: string): string {
  const sources = volts.map((v, k) => `v${k} n${k} 0 ${v} ${k === driven ? 'ac 1' : ''}`);
  return [
    'device',
    `q1 n0 n1 n2 n3 ${card.replace('MODEL', 'mod')}`,
    `.model mod ${model}`,
    ...sources,
    '.options gmin=1e-40 reltol=1e-9',
    analysis,
    '.end',
  ].join('\n');
}

const amplifier = (model: string, input: string, analysis: string): string =>
  [
    'amplifier',
    'vcc vcc 0 3',
    'rc vcc c 200',
    `vin in 0 ${input}`,
    'rb in b 50',
    'vs s 0 -1',
    'q1 c b 0 s vm area=2',
    `.model vm npn(level=4 is=1e-16 ibei=1e-18 ibci=2e-17 iben=5e-15 ${model})`,
    '.options reltol=1e-6',
    analysis,
    '.end',
  ].join('\n');
const model =
  'rcx=10 rci=60 vo=2 gamm=2e-11 rbx=10 rbi=40 re=2 rs=20 rbp=40 cje=.1p cjc=20f cjep=.1p cjcp=.4p qco=1e-14 isp=1e-16 vef=20 ver=5 ikf=2m tf=10p xtf=20 itf=80m vtf=1 tr=.1n wbe=.9 kfn=1e-12 afn=1.2';

describe.skipIf(skipWithoutNgspice)(`VBIC beside ngspice${ngspiceReason}`, () => {
  test('transistors carry the same currents', () => {
    const theirs = ngspiceCurrents(devices);
    devices.forEach((device, k) => {
      const ours = run(ourText(device, -1, '.op'), {}, 'i(v0),i(v1),i(v2),i(v3)');
      const wanted = theirs[k] ?? [];
      const largest = Math.max(...wanted.map(Math.abs));
      wanted.forEach((current, terminal) => {
        const own = -(ours.column(`i(v${terminal})`)[0] ?? NaN);
        // Solved to reltol of voltages on either side.
        expect(
          Math.abs(own - current),
          `${device.model} at ${device.volts.join(' ')}, ${terminal}`,
        ).toBeLessThan(1e-6 * largest);
      });
    });
  });

  test('transistors have the same capacitances at their terminals', () => {
    const frequency = 1e7;
    const theirs = ngspiceCapacitances(devices, 27, frequency);
    devices.forEach((device, k) => {
      const matrix = theirs[k] ?? [];
      const largest = Math.max(...matrix.map(Math.abs));
      for (let j = 0; j < 4; j++) {
        const ours = run(
          ourText(device, j, `.ac lin 1 ${frequency} ${frequency}`),
          {},
          'i(v0),i(v1),i(v2),i(v3)',
        );
        for (let t = 0; t < 4; t++) {
          const farads = -(ours.column(`i(v${t})`)[1] ?? NaN) / (2 * Math.PI * frequency);
          expect(
            Math.abs(farads - (matrix[4 * t + j] ?? NaN)),
            `${device.model} at ${device.volts.join(' ')}, ${t} by ${j}`,
          ).toBeLessThan(2e-6 * largest);
        }
      }
    });
  });

  test('heat of its own warms a transistor as much', () => {
    const text = amplifier(
      `${model} rth=500 cth=1n xre=1 xrb=1 xrc=1 tnf=1e-4`,
      '0',
      '.dc vin .6 1.4 .2 vcc 1 5 2',
    ).replace('0 s vm', '0 s dt vm');
    const theirs = runNgspice(text);
    const wanted = theirs.columns[theirs.header.columns.findIndex(({ name }) => name === 'v(c)')];
    run(text, {}, 'v(c)')
      .column('v(c)')
      .forEach((volts, k) => expect(volts).toBeCloseTo(wanted?.[k] ?? NaN, 4));
  });

  test('noise is the same but for RBP, which ngspice puts between other nodes', () => {
    const text = amplifier(model, 'dc .9 ac 1', '.noise v(c) vin dec 2 1k 100meg')
      .replace(' area=2', '')
      .replace('rbp=40', 'rbp=1e8');
    const theirs = runNgspice(text);
    const wanted = theirs.columns[theirs.header.columns.findIndex(({ name }) => name.includes('onoise'))];
    run(text, {}, 'onoise_spectrum')
      .column('onoise_spectrum')
      .forEach((density, k) => expect(density / (wanted?.[k] ?? NaN)).toBeCloseTo(1, 4));
  });

  test('an edge is that of ngspice as its steps shrink', () => {
    const pulse = 'pulse(0 .95 1n .1n .1n 3n 10n)';
    // With QCO it stops where the edge falls.
    const plain = model.replace('qco=1e-14', '');
    // Of 3 V: ngspice's steps of 0.5 ps on an edge of 20 V/ns.
    expectWaves(
      amplifier(plain, pulse, '.tran 10p 8n 0 .5p'),
      amplifier(plain, pulse, '.tran 10p 8n'),
      ['v(c)', 'v(b)'],
      2e-3,
    );
  });
});

test('VBIC comes later by TD as Weil has it, and warms with RTH CTH; the balance of energy closes', () => {
  const heated = `${model} cbeo=10f cbco=10f td=20p rth=500 cth=1p`;
  const { certificate, column } = run(
    amplifier(heated, 'pulse(0 1.1 1n .1n .1n 30n 60n)', '.tran .1n 40n').replace('0 s vm', '0 s dt vm'),
    {},
    'v(c),i(vcc)',
  );
  expect(certificate.energy?.relativeError).toBeLessThan(1e-8);
  // Half a nanosecond of warming by a watt's part raises the current between the end of the edge and 30 ns.
  const [times, current] = [column('time'), column('i(vcc)')];
  const at = (time: number): number => -(current[times.findIndex((t) => t >= time)] ?? NaN);
  expect(at(30e-9)).toBeGreaterThan(1.001 * at(2e-9));
});
