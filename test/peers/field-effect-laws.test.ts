/** The channels of field-effect transistors against the installed ngspice, at operating points. */
import { describe, expect, test } from 'vitest';
import { jfetLaw, jfetParameters } from '../../src/circuit/laws/jfet-law.js';
import { mesfetGateLaw, mesfetGateParameters } from '../../src/circuit/laws/mesfet-gate-law.js';
import { mesfetLaw, mesfetParameters } from '../../src/circuit/laws/mesfet-law.js';
import { meyerLaw, meyerParameters } from '../../src/circuit/laws/mosfet/meyer-law.js';
import { mos1ChannelParameters, mos1Law } from '../../src/circuit/laws/mosfet/mos1-law.js';
import { mos1Values } from '../../src/circuit/laws/mosfet/mos1-parameters.js';
import { mos2GateLaw, mos2GateParameters } from '../../src/circuit/laws/mosfet/mos2-gate-law.js';
import { mos2ChannelParameters, mos2Law } from '../../src/circuit/laws/mosfet/mos2-law.js';
import { mos2Values } from '../../src/circuit/laws/mosfet/mos2-parameters.js';
import { mos3GateLaw, mos3GateParameters } from '../../src/circuit/laws/mosfet/mos3-gate-law.js';
import { mos3ChannelParameters, mos3Law } from '../../src/circuit/laws/mosfet/mos3-law.js';
import { mos3Values } from '../../src/circuit/laws/mosfet/mos3-parameters.js';
import { vdmosLaw, vdmosParameters } from '../../src/circuit/laws/mosfet/vdmos-law.js';
import type { GivenValues } from '../../src/circuit/laws/law-parameters.js';
import type { Temperatures } from '../../src/circuit/laws/semiconductor.js';
import type { LocalLaw } from '../../src/kernel/modeling/laws/local-law.js';
import { drawn, expectChannels, type Sample } from './law-samples.js';
import { run } from '../analysis/run-netlist.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from './ngspice.js';
import {
  modelText,
  ngspiceCapacitances,
  ngspiceConductances,
  sameThermalVoltage,
} from './ngspice-devices.js';
import { valuesAt } from '../circuit/laws/law-checks.js';

interface DrawnChannel {
  readonly type: 'nmos' | 'pmos';
  readonly parameters: Readonly<Record<string, number>>;
  readonly own: { readonly w: number; readonly l: number; readonly m: number };
  readonly volts: readonly number[];
}

type ChannelValues = (
  type: 'nmos' | 'pmos',
  model: GivenValues,
  instance: GivenValues,
  at: Temperatures,
) => Float64Array;

interface LevelLaw {
  readonly law: LocalLaw;
  readonly valuesOf: ChannelValues;
}

interface ChannelSample extends Sample {
  readonly gate: Sample['ours'];
}

/** A MOS transistor for both programs. */
function channelSample(
  { type, parameters, own, volts }: DrawnChannel,
  channel: LevelLaw,
  gate: LevelLaw,
): ChannelSample {
  const [model, instance] = [parameters, own].map((values) => new Map(Object.entries(values)));
  const instanceOf =
    ({ law, valuesOf }: LevelLaw): Sample['ours'] =>
    (celsius, nominal) => ({ law, parameters: valuesOf(type, model!, instance!, { celsius, nominal }) });
  return {
    letter: 'm',
    card: `MODEL w=${own.w} l=${own.l} m=${own.m}`,
    model: modelText(type, parameters),
    volts,
    ours: instanceOf(channel),
    gate: instanceOf(gate),
  };
}

const mosfets = drawn(3, (uniform, decade, either) => {
  const type = either() ? 'nmos' : 'pmos';
  const sign = type === 'nmos' ? 1 : -1;
  const process = either();
  const parameters = {
    level: 1,
    // No junction of the bulk: it is the diode's law.
    is: 1e-60,
    lambda: uniform(0, 0.1),
    ld: 1e-7,
    ...(process
      ? { tox: decade(1e-8, 1e-7), uo: uniform(200, 700), nsub: decade(1e15, 1e17), nss: decade(1e9, 1e11) }
      : {
          vto: sign * uniform(0.3, 2),
          kp: decade(1e-5, 1e-3),
          ...(either() && { gamma: uniform(0.1, 1), phi: uniform(0.5, 0.9) }),
        }),
    ...(process && either() && { tpg: -1 }),
  };
  const own = { w: decade(1e-6, 1e-3), l: decade(1e-6, 1e-4), m: 2 };
  const volts = [uniform(-1, 5), uniform(0, 5), uniform(0, 2), uniform(-2, 0.2)].map((v) => sign * v);
  return channelSample(
    { type, parameters, own, volts },
    { law: mos1Law, valuesOf: (...values) => mos1ChannelParameters(mos1Values(...values)) },
    { law: meyerLaw, valuesOf: (...values) => meyerParameters(mos1Values(...values)) },
  );
});

const depletedChannels = drawn(8, (uniform, decade, either) => {
  const type = either() ? 'nmos' : 'pmos';
  const sign = type === 'nmos' ? 1 : -1;
  const isDoped = either();
  // With VMAX ngspice has no root without a body effect, and a current that grows again below the threshold without NFS.
  const isFast = either();
  const parameters = {
    level: 2,
    is: 1e-60,
    tox: decade(1e-8, 1e-7),
    uo: uniform(200, 700),
    ...(isDoped ? { nsub: decade(1e15, 1e17), ld: 1e-7, neff: uniform(0.5, 5) } : { kp: decade(1e-5, 1e-3) }),
    ...((either() || (isFast && !isDoped)) && {
      ...{ vto: sign * uniform(0.3, 2), gamma: uniform(0.1, 1), phi: uniform(0.5, 0.9) },
    }),
    ...(isFast && { vmax: decade(3e4, 3e5) }),
    ...(either() && { ucrit: decade(1e3, 1e5), uexp: uniform(0.05, 0.5) }),
    ...(either() && { xj: decade(1e-7, 1e-6) }),
    ...((either() || isFast) && { nfs: decade(1e10, 1e12) }),
    ...(either() && { lambda: uniform(0.01, 0.1) }),
  };
  // The factor of the width counts transistors in parallel in ngspice.
  const [delta, m] = either() ? [uniform(0, 2), 1] : [0, 2];
  const own = { w: decade(1e-6, 1e-4), l: decade(1e-6, 1e-5), m };
  const volts = [uniform(-1, 5), uniform(0, 5), uniform(0, 2), uniform(-2, 0.2)].map((v) => sign * v);
  return channelSample(
    { type, parameters: { ...parameters, delta }, own, volts },
    { law: mos2Law, valuesOf: (...values) => mos2ChannelParameters(mos2Values(...values)) },
    { law: mos2GateLaw, valuesOf: (...values) => mos2GateParameters(mos2Values(...values)) },
  );
});

const shortChannels = drawn(5, (uniform, decade, either) => {
  const type = either() ? 'nmos' : 'pmos';
  const sign = type === 'nmos' ? 1 : -1;
  const parameters = {
    level: 3,
    is: 1e-60,
    tox: decade(1e-8, 1e-7),
    uo: uniform(200, 700),
    theta: uniform(0, 0.3),
    ...(either()
      ? { nsub: decade(1e15, 1e17), kappa: uniform(0.1, 1), ld: 1e-7 }
      : { kp: decade(1e-5, 1e-3) }),
    ...(either() && { vto: sign * uniform(0.3, 2), gamma: uniform(0.1, 1), phi: uniform(0.5, 0.9) }),
    ...(either() && { vmax: decade(3e4, 3e5) }),
    ...(either() && { xj: decade(1e-7, 1e-6) }),
    ...(either() && { eta: uniform(0, 1), delta: uniform(0, 2) }),
    ...(either() && { nfs: decade(1e10, 1e12) }),
  };
  const own = { w: decade(1e-6, 1e-4), l: decade(1e-6, 1e-5), m: 2 };
  const volts = [uniform(-1, 5), uniform(0, 5), uniform(0, 2), uniform(-2, 0.2)].map((v) => sign * v);
  return channelSample(
    { type, parameters, own, volts },
    { law: mos3Law, valuesOf: (...values) => mos3ChannelParameters(mos3Values(...values)) },
    { law: mos3GateLaw, valuesOf: (...values) => mos3GateParameters(mos3Values(...values)) },
  );
});

const jfets = drawn(4, (uniform, decade, either) => {
  const type = either() ? 'njf' : 'pjf';
  const sign = type === 'njf' ? 1 : -1;
  const parameters = {
    vto: -uniform(0.5, 4),
    beta: decade(1e-5, 1e-2),
    lambda: uniform(0, 0.1),
    is: 1e-60,
    ...(either() && { b: uniform(0.3, 1), pb: uniform(0.7, 1.2) }),
    ...(either()
      ? { betatce: uniform(-0.7, 0), vtotc: uniform(-3e-3, 0) }
      : { bex: uniform(-2, 0), tcv: 1e-3 }),
  };
  const volts = [uniform(-2, 10), uniform(-4, 0.2), uniform(0, 2)].map((v) => sign * v);
  return {
    letter: 'j',
    card: 'MODEL area=1.5 m=2',
    model: modelText(type, parameters),
    volts,
    ours: (celsius, nominal) => ({
      law: jfetLaw,
      parameters: jfetParameters(
        type,
        new Map(Object.entries(parameters)),
        new Map([
          ['area', 1.5],
          ['m', 2],
        ]),
        { celsius, nominal },
      ),
    }),
  };
});

const mesfets = drawn(9, (uniform, decade, either) => {
  const type = either() ? 'nmf' : 'pmf';
  const sign = type === 'nmf' ? 1 : -1;
  const parameters = {
    vto: uniform(-2.5, 0.2),
    ...(either() && { beta: decade(1e-4, 1e-2), b: uniform(0, 1), alpha: uniform(1, 4) }),
    lambda: uniform(0, 0.1),
    cgs: decade(1e-13, 1e-11),
    cgd: decade(1e-13, 1e-11),
    ...(either() && { pb: uniform(0.6, 1.2), fc: uniform(0.3, 0.8) }),
    is: 1e-60,
  };
  const volts = [uniform(-1, 5), uniform(-3, 0.8), uniform(0, 1)].map((v) => sign * v);
  return {
    letter: 'z',
    card: 'MODEL area=1.5',
    model: modelText(type, parameters),
    volts,
    ours: () => ({
      law: mesfetLaw,
      parameters: mesfetParameters(type, new Map(Object.entries(parameters)), 1.5),
    }),
    gate: () => ({
      law: mesfetGateLaw,
      parameters: mesfetGateParameters(type, new Map(Object.entries(parameters)), 1.5),
    }),
  };
});

const powers = drawn(6, (uniform, decade, either) => {
  const sign = either() ? 1 : -1;
  const parameters = {
    vto: sign * uniform(1, 4),
    kp: decade(0.1, 50),
    theta: uniform(0, 0.2),
    lambda: uniform(0, 0.05),
    mtriode: uniform(0.4, 2),
    ksubthres: uniform(0.02, 0.2),
    ...(either() && { subshift: uniform(-0.2, 0.2) }),
    mu: uniform(-2, 0),
    tcvth: uniform(-1e-3, 5e-3),
    is: 1e-60,
    rb: 1e-3,
  };
  const volts = [uniform(-1, 20), uniform(0, 10), 0].map((v) => sign * v);
  return {
    letter: 'm',
    card: 'MODEL m=2',
    model: modelText('vdmos', parameters).replace('(', sign === 1 ? '(nchan ' : '(pchan '),
    volts,
    ours: (celsius, nominal) => ({
      law: vdmosLaw,
      parameters: vdmosParameters(sign, new Map(Object.entries(parameters)), new Map([['m', 2]]), {
        celsius,
        nominal,
      }),
    }),
  };
});

describe.skipIf(skipWithoutNgspice)(`channels beside ngspice${ngspiceReason}`, () => {
  test('MOS transistors of levels 1 and 3 conduct as much where drain and source are at one potential', () => {
    // The slopes of ngspice's level 2 leave out terms (`mos2-law.ts`).
    for (const devices of [mosfets, shortChannels]) {
      const resting = devices.map((device) => {
        const [, gate = 0, source = 0, bulk = 0] = device.volts;
        return { ...device, volts: [source, gate, source, bulk] };
      });
      const theirs = ngspiceConductances(resting);
      resting.forEach((device, k) => {
        const instance = device.ours(sameThermalVoltage(27), sameThermalVoltage(27));
        const { df } = valuesAt(instance, device.volts);
        const wanted = theirs[k]?.[0] ?? NaN;
        // Thresholds are 1e-5 V apart (`expectChannels`), which a channel of 10 mV beyond its own feels by 1e-3.
        expect(Math.abs((df[0] ?? NaN) - wanted), device.model).toBeLessThanOrEqual(1e-3 * wanted + 1e-20);
      });
    }
  });

  test.each([
    [1, mosfets.filter(({ model }) => model.includes('tox'))],
    [2, depletedChannels],
    [3, shortChannels],
  ])('gates of MOS transistors of level %i have the same capacitances', (_, devices) => {
    const theirs = ngspiceCapacitances(devices);
    devices.forEach(({ gate, model, volts }, k) => {
      const instance = gate(sameThermalVoltage(27), sameThermalVoltage(27));
      // Where vgs, vgd or vgb rises by a volt a nanosecond, what flows into the gate is its capacitance.
      const ours = [0, 1, 2].map((way) => {
        const rates = [0, 1, 2].map((rate) => (rate === way ? 1 : 0));
        return (valuesAt(instance, [...volts, ...rates]).f[1] ?? NaN) * 1e-9;
      });
      const wanted = [2, 0, 3].map((end) => -(theirs[k]?.[4 + end] ?? NaN));
      ours.forEach((farads, way) => {
        const miss = Math.abs(farads - (wanted[way] ?? NaN));
        // Thresholds are 1e-5 V apart (`expectChannels`), of PHI in which they pass; ngspice's eps0 is 3e-6 above ours.
        expect(miss, `${model} at ${volts.join(' ')}: ${ours.join(' ')}`).toBeLessThanOrEqual(
          2e-5 * Math.max(...wanted),
        );
      });
    });
  });

  test('gates of MESFETs have the same capacitances', () => {
    const theirs = ngspiceCapacitances(mesfets);
    mesfets.forEach(({ gate, model, volts }, k) => {
      // Where one rate is a volt a nanosecond, what flows into source and drain is minus their capacitance.
      const currents = [0, 1].map((rate) =>
        Array.from(
          valuesAt(gate(), [...volts, ...[0, 1].map((way) => (way === rate ? 1 : 0))]).f,
          (i) => i * 1e-9,
        ),
      );
      const ours = [-(currents[1]?.[0] ?? NaN), -(currents[0]?.[2] ?? NaN)];
      const wanted = [-(theirs[k]?.[1] ?? NaN), -(theirs[k]?.[7] ?? NaN)];
      // Twelve digits of ngspice's admittance are left beside a channel's conductance; 1e-6 of them is rounding.
      ours.forEach((farads, way) => {
        const miss = Math.abs(farads - (wanted[way] ?? NaN));
        expect(miss, `${model} at ${volts.join(' ')}`).toBeLessThanOrEqual(1e-6 * Math.max(...wanted));
      });
    });
  });

  test('an inverter of a MESFET switches when and as far as in ngspice', () => {
    const text = (step: string): string =>
      [
        'inverter',
        'vdd vdd 0 3',
        'rl vdd d 1k',
        'vin in 0 pulse(-2 0.3 1n 0.2n 0.2n 3n 6n)',
        'rg in g 50',
        'z1 d g 0 mm area=2',
        'cl d 0 0.2p',
        '.model mm nmf(vto=-1.3 beta=1.4m alpha=3 b=.2 lambda=.03 rd=46 rs=46 cgs=.5p cgd=.2p pb=.8)',
        '.options reltol=1e-5',
        `.tran 10p 12n 0 ${step}`,
        '.end',
      ].join('\n');
    const theirs = runNgspice(text('2p'));
    const indexOf = (name: string): number =>
      theirs.header.columns.findIndex((column) => column.name === name);
    const [times, volts] = ['time', 'v(d)'].map(
      (name) => theirs.columns[indexOf(name)] ?? new Float64Array(),
    );
    const { column } = run(text('10p'), {}, 'v(d)');
    const [t, v] = [column('time'), column('v(d)')];
    t.forEach((time, k) => {
      const at = Math.max(
        1,
        times!.findIndex((value) => value >= time),
      );
      const [from = NaN, to = NaN] = [times![at - 1], times![at]];
      const [before = NaN, after = NaN] = [volts![at - 1], volts![at]];
      const wanted = before + ((after - before) * (time - from)) / (to - from);
      // Of 4.4 V: ngspice's own steps of 2 ps on edges of 20 V/ns.
      expect(Math.abs((v[k] ?? NaN) - wanted), `at ${time} s`).toBeLessThan(5e-3);
    });
  });

  for (const celsius of [27, -20, 110]) {
    test(`MOS transistors of level 1 carry the same currents at ${celsius} Celsius`, () => {
      // ngspice's eps0 is 3e-6 above ours, and acts on KP, GAMMA and VTO.
      expectChannels(mosfets, celsius, 2e-5, 1e-5);
    });

    test(`MOS transistors of level 2 carry the same currents at ${celsius} Celsius`, () => {
      // ngspice's eps0 is 3e-6 above ours; without NSUB and below it all digits are the same.
      expectChannels(depletedChannels, celsius, 1e-5, 1e-5);
    });

    test(`MOS transistors of level 3 carry the same currents at ${celsius} Celsius`, () => {
      expectChannels(shortChannels, celsius, 5e-5, 1e-5);
    });

    test(`junction FETs carry the same currents at ${celsius} Celsius`, () => {
      expectChannels(jfets, celsius, 1e-6, 1e-6);
    });

    test(`MESFETs carry the same currents at ${celsius} Celsius`, () => {
      expectChannels(mesfets, celsius, 1e-6, 0);
    });

    test(`power MOSFETs carry the same currents at ${celsius} Celsius`, () => {
      expectChannels(powers, celsius, 1e-6, 1e-6);
    });
  }
});
