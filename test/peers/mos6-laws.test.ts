/** MOS transistors of level 6 against the installed ngspice: currents, capacitances and temperatures of single ones, and an inverter. */
import { describe, expect, test } from 'vitest';
import { mos6GateLaw, mos6GateParameters } from '../../src/circuit/laws/mosfet/mos6-gate-law.js';
import { mos6ChannelParameters, mos6Law } from '../../src/circuit/laws/mosfet/mos6-law.js';
import { mos6Values } from '../../src/circuit/laws/mosfet/mos6-parameters.js';
import { valuesAt } from '../circuit/laws/law-checks.js';
import { drawn, expectChannels } from './law-samples.js';
import { expectWaves } from './same-waves.js';
import { ngspiceReason, runNgspice, skipWithoutNgspice } from './ngspice.js';
import { modelText, sameThermalVoltage } from './ngspice-devices.js';

const devices = drawn(11, (uniform, decade, either) => {
  const type = either() ? 'nmos' : 'pmos';
  const sign = type === 'nmos' ? 1 : -1;
  const parameters = {
    level: 6,
    is: 1e-60,
    tox: decade(1e-8, 1e-7),
    ...(either()
      ? { nsub: decade(1e15, 1e17), nss: decade(1e9, 1e11), ld: 1e-7 }
      : { vto: sign * uniform(0.3, 2) }),
    ...(either() ? { uo: uniform(200, 700) } : { kc: decade(1e-5, 1e-3) }),
    ...(either() && { nc: uniform(1, 2), kv: uniform(0.5, 3), nv: uniform(0.3, 1) }),
    ...(either() && { gamma: uniform(0.1, 1), phi: uniform(0.5, 0.9) }),
    ...(either() && { gamma1: uniform(-0.1, 0.1), sigma: uniform(0, 0.05) }),
    ...(either() ? { lambda: uniform(0, 0.1) } : { lambda0: uniform(0, 0.1), lambda1: uniform(0, 0.02) }),
  };
  const own = { w: decade(1e-6, 1e-4), l: decade(1e-6, 1e-5), m: 2 };
  const volts = [uniform(-1, 5), uniform(0, 5), uniform(0, 2), uniform(-2, 0.2)].map((v) => sign * v);
  const [model, instance] = [parameters, own].map((values) => new Map(Object.entries(values)));
  const valuesFor = (celsius: number, nominal: number) =>
    mos6Values(type, model!, instance!, { celsius, nominal });
  return {
    letter: 'm',
    card: `MODEL w=${own.w} l=${own.l} m=${own.m}`,
    model: modelText(type, parameters),
    volts,
    ours: (celsius: number, nominal: number) => ({
      law: mos6Law,
      parameters: mos6ChannelParameters(valuesFor(celsius, nominal)),
    }),
    gate: (celsius: number, nominal: number) => ({
      law: mos6GateLaw,
      parameters: mos6GateParameters(valuesFor(celsius, nominal)),
    }),
  };
});

/** Returns what ngspice has flow into the gates where one of the terminals rises by 1 mV/s: of these transistors it has no small signals. */
function gateCurrents(way: number): number[] {
  const cards = devices.map(({ letter, card, model, volts }, k) => {
    const sources = volts.map((v, t) => {
      const rising = t === way ? ` pulse(${v} ${v + 1e-6} 0 1n 1n 1 2)` : '';
      return `v${k}_${t} n${k}_${t} 0 ${v.toPrecision(17)}${rising}`;
    });
    const nodes = volts.map((_, t) => `n${k}_${t}`).join(' ');
    return [
      `${letter}${k} ${nodes} ${card.replace('MODEL', `mod${k}`)}`,
      `.model mod${k} ${model}`,
      ...sources,
    ];
  });
  const saved = devices.map((_, k) => `i(v${k}_1)`).join(' ');
  const options = '.options gmin=1e-40 reltol=1e-9 abstol=1e-20 vntol=1e-12 itl1=2000 method=gear';
  const text = ['gates', ...cards.flat(), options, `.save ${saved}`, '.tran 20p 600p 0 20p', '.end'].join(
    '\n',
  );
  const { header, columns } = runNgspice(text);
  return devices.map((_, k) => {
    const column = columns[header.columns.findIndex(({ name }) => name === `i(v${k}_1)`)];
    return -(column?.at(-1) ?? NaN);
  });
}

describe.skipIf(skipWithoutNgspice)(`MOS level 6 beside ngspice${ngspiceReason}`, () => {
  test.each([27, -20, 110])('transistors carry the same currents at %i Celsius', (celsius) => {
    // ngspice's eps0 is 3e-6 above ours, and acts on KC, GAMMA and VTO.
    expectChannels(devices, celsius, 1e-5, 1e-5);
  });

  test('gates have the same capacitances', () => {
    // Into the gate flows minus the capacitance where source, drain or bulk rises by a microvolt in a nanosecond.
    const theirs = [2, 0, 3].map((way) => gateCurrents(way).map((ampere) => -ampere * 1e-3));
    devices.forEach(({ gate, model, volts }, k) => {
      const instance = gate(sameThermalVoltage(27), sameThermalVoltage(27));
      const wanted = theirs.map((farads) => farads[k] ?? NaN);
      wanted.forEach((farads, way) => {
        const rates = [0, 1, 2].map((rate) => (rate === way ? 1 : 0));
        const ours = (valuesAt(instance, [...volts, ...rates]).f[1] ?? NaN) * 1e-9;
        const miss = Math.abs(ours - farads);
        // Thresholds are 1e-5 V apart (`expectChannels`), of PHI or of vsat in which they pass.
        expect(miss, `${model} at ${volts.join(' ')}`).toBeLessThanOrEqual(4e-5 * Math.max(...wanted));
      });
    });
  });

  test('an inverter switches when and as far as in ngspice', () => {
    const text = (step: string): string =>
      [
        'inverter',
        'vdd vdd 0 3',
        'vin in 0 pulse(0 3 1n 0.2n 0.2n 4n 8n)',
        'rg in g 100',
        'mn d g 0 0 mn w=10u l=1u ad=20p as=20p pd=24u ps=24u nrs=1',
        'mp d g vdd vdd mp w=20u l=1u ad=40p as=40p pd=44u ps=44u',
        'cl d 0 50f',
        '.model mn nmos(level=6 vto=.6 kc=60u nc=1.2 kv=1 nv=.6 gamma=.4 lambda0=.04 tox=15n cgso=.2n cgdo=.2n cj=.3m cjsw=.3n rsh=20)',
        '.model mp pmos(level=6 vto=-.7 kc=25u nc=1.4 kv=1.3 nv=.7 gamma=.5 lambda0=.05 sigma=.02 tox=15n cgso=.2n cgdo=.2n cj=.3m cjsw=.3n)',
        '.options reltol=1e-6',
        `.tran 10p 16n 0 ${step}`,
        '.end',
      ].join('\n');
    // Of 3 V: ngspice's own steps of 1 ps on edges of 15 V/ns, and CGSO where ours is larger.
    expectWaves(text('1p'), text('10p'), ['v(d)', 'v(g)'], 1e-3);
  });
});
