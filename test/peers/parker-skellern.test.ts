/** Junction FETs of level 2 (Parker-Skellern) against the installed ngspice: currents, small signals, noise and transients. */
import { describe, expect, test } from 'vitest';
import {
  parkerSkellernGateLaw,
  parkerSkellernGateParameters,
} from '../../src/circuit/laws/parker-skellern-gate-law.js';
import { parkerSkellernLaw, parkerSkellernParameters } from '../../src/circuit/laws/parker-skellern-law.js';
import { run } from '../analysis/run-netlist.js';
import { valuesAt } from '../circuit/laws/law-checks.js';
import { drawn, expectChannels } from './law-samples.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from './ngspice.js';
import { modelText, ngspiceCapacitances, sameThermalVoltage } from './ngspice-devices.js';
import { expectWaves } from './same-waves.js';

const devices = drawn(12, (uniform, decade, either) => {
  const type = either() ? ('njf' as const) : ('pjf' as const);
  const sign = type === 'njf' ? 1 : -1;
  const vto = -uniform(0.5, 3);
  const vst = either() ? uniform(0.02, 0.2) : 0;
  const parameters = {
    level: 2,
    is: 1e-60,
    vto,
    vst,
    beta: decade(1e-4, 1e-2),
    lambda: uniform(0, 0.1),
    ...(either() && { p: uniform(1.5, 3), q: uniform(1.3, 2.5) }),
    ...(either() && { xi: uniform(0.2, 2), mxi: uniform(0, 0.5), z: uniform(0.1, 2) }),
    ...(either() && { mvst: uniform(0, 0.1) }),
    ...(either() && { lfgam: uniform(0, 0.1), lfg1: uniform(-0.01, 0.01), lfg2: uniform(-0.01, 0.01) }),
    ...(either() && { delta: uniform(0.1, 1) }),
    cgs: decade(1e-13, 1e-11),
    cgd: decade(1e-13, 1e-11),
    ...(either() && { xc: uniform(0, 1), acgam: uniform(-0.1, 0.1), vbi: uniform(0.7, 1.2), fc: 0.4 }),
  };
  const [drain, source] = [uniform(-1, 6), uniform(0, 1)];
  // From 10 VST below the threshold on ngspice has no current.
  const least = Math.min(drain, source) + vto - 5 * vst;
  const volts = [drain, Math.max(least, uniform(-3, 0.5)), source].map((v) => sign * v);
  const model = new Map<string, number>(Object.entries(parameters));
  const potential = model.get('vbi');
  if (potential !== undefined) model.set('pb', potential);
  const size = 3;
  return {
    letter: 'j',
    card: 'MODEL area=1.5 m=2',
    model: modelText(type, parameters),
    volts,
    ours: (celsius: number, nominal: number) => ({
      law: parkerSkellernLaw,
      parameters: parkerSkellernParameters(type, model, size, { celsius, nominal }),
    }),
    gate: (celsius: number, nominal: number) => ({
      law: parkerSkellernGateLaw,
      parameters: parkerSkellernGateParameters(type, model, size, { celsius, nominal }),
    }),
  };
});

/** With lags and heat, so slow or fast that the frequencies below meet both. */
const lagging =
  'njf(level=2 vto=-1.6 beta=8m lambda=.02 p=2.4 q=1.9 xi=.9 mxi=.1 z=.6 vst=.08 mvst=.03 lfgam=.04 lfg1=.004 lfg2=-.003 hfgam=.06 hfg1=.005 hfg2=.004 hfeta=-.03 hfe1=.006 hfe2=-.005 taug=1u delta=.4 taud=20u cgs=1.2p cgd=.4p cds=.2p xc=.2 acgam=.03 vbi=.9 is=1e-14 n=1.1 rd=5 rs=4 ibd=1p vbd=1.2 kf=1e-12 af=1.1)';
const stage = (analysis: string, input: string): string =>
  [
    'amplifier',
    'vdd vdd 0 6',
    'rl vdd d 150',
    `vin in 0 ${input}`,
    'rg in g 200',
    'j1 d g s mm area=1.2 m=2 temp=60',
    're s 0 10',
    'cs s 0 1n',
    `.model mm ${lagging}`,
    '.options reltol=1e-6 gmin=1e-15',
    analysis,
    '.end',
  ].join('\n');

describe.skipIf(skipWithoutNgspice)(`JFET level 2 beside ngspice${ngspiceReason}`, () => {
  test.each([27, -20, 110])('transistors carry the same currents at %i Celsius', (celsius) => {
    expectChannels(devices, celsius, 1e-6, 1e-6);
  });

  test('gates have the same capacitances', () => {
    const theirs = ngspiceCapacitances(devices);
    devices.forEach(({ gate, model, volts }, k) => {
      const instance = gate(sameThermalVoltage(27), sameThermalVoltage(27));
      const currents = [0, 1].map((rate) =>
        Array.from(
          valuesAt(instance, [...volts, ...[0, 1].map((way) => (way === rate ? 1 : 0))]).f,
          (i) => i * 1e-9,
        ),
      );
      const ours = [-(currents[1]?.[0] ?? NaN), -(currents[0]?.[2] ?? NaN)];
      const wanted = [-(theirs[k]?.[1] ?? NaN), -(theirs[k]?.[7] ?? NaN)];
      ours.forEach((farads, way) => {
        const miss = Math.abs(farads - (wanted[way] ?? NaN));
        // Digits of ngspice's admittance that a channel's conductance leaves.
        expect(miss, `${model} at ${volts.join(' ')}`).toBeLessThanOrEqual(
          1e-6 * Math.max(...wanted.map(Math.abs)),
        );
      });
    });
  });

  test('an amplifier has the same family of curves', () => {
    const text = stage('.dc vin -2 0.4 0.1 vdd 1 7 3', '0');
    const theirs = runNgspice(text);
    const ours = run(text, {}, 'v(d)');
    const column = theirs.columns[theirs.header.columns.findIndex(({ name }) => name === 'v(d)')];
    // Of some volts: what reltol leaves in ngspice, and the current far below the threshold, which it does not have.
    ours.column('v(d)').forEach((volts, k) => expect(volts).toBeCloseTo(column?.[k] ?? NaN, 5));
  });

  test('small signals meet both lags alike', () => {
    const text = stage('.ac dec 4 100 10meg', 'dc -.6 ac 1');
    const theirs = runNgspice(text);
    const ours = run(text, {}, 'v(d)');
    const column = theirs.columns[theirs.header.columns.findIndex(({ name }) => name === 'v(d)')];
    const gains = ours.column('v(d)');
    expect(gains.length).toBe(column?.length);
    gains.forEach((part, k) => expect(part).toBeCloseTo(column?.[k] ?? NaN, 5));
  });

  test('noise is the same', () => {
    // ngspice's noise is that of the circuit's temperature.
    const text = stage('.noise v(d) vin dec 3 1k 1meg', 'dc -.6 ac 1').replace('temp=60', '');
    const theirs = runNgspice(text);
    const ours = run(text, {}, 'onoise_spectrum');
    const column = theirs.columns[theirs.header.columns.findIndex(({ name }) => name.includes('onoise'))];
    ours.column('onoise_spectrum').forEach((density, k) => {
      expect(density / (column?.[k] ?? NaN)).toBeCloseTo(1, 5);
    });
  });

  test('a step settles by both lags as in ngspice, whose lags are of first order in its steps', () => {
    const pulse = 'pulse(-1.2 -.2 2u 10n 10n 40u 100u)';
    // Of 6 V: 20 ns of steps over lags of 1 us.
    expectWaves(stage('.tran 50n 80u 0 10n', pulse), stage('.tran 50n 80u', pulse), ['v(d)', 'v(s)'], 6e-3);
  });
});
