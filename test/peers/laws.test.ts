/** The laws of diodes and bipolar transistors against the installed ngspice: currents at operating points, capacitances from admittances. */
import { describe, expect, test } from 'vitest';
import { diodeLaw, diodeParameters } from '../../src/circuit/laws/diode-law.js';
import { gummelPoonLaw, staticSpreadGummelPoonLaw } from '../../src/circuit/laws/gummel-poon-law.js';
import { gummelPoonParameters } from '../../src/circuit/laws/gummel-poon-parameters.js';
import { type Instance, valuesAt } from '../circuit/laws/law-checks.js';
import { drawn, expectCapacitances, expectCurrents } from './law-samples.js';
import { ngspiceReason, skipWithoutNgspice } from './ngspice.js';
import { modelText, ngspiceCurrents, sameThermalVoltage } from './ngspice-devices.js';

const diodes = drawn(1, (uniform, decade, either) => {
  const breaks = either();
  const recombines = !breaks && either();
  const parameters = {
    is: decade(1e-16, 1e-7),
    n: uniform(0.8, 2.5),
    ...(breaks && { bv: uniform(4, 40), ibv: decade(1e-5, 1e-2), nbv: uniform(0.8, 3) }),
    ...(either() && { ikf: decade(1e-4, 1e-1) }),
    ...(recombines && { isr: decade(1e-12, 1e-8), nr: uniform(1.5, 2.5) }),
    eg: uniform(0.6, 1.3),
    xti: uniform(2, 4),
    cjo: decade(1e-13, 1e-9),
    vj: uniform(0.6, 1.1),
    m: uniform(0.2, 0.6),
    fc: uniform(0.3, 0.8),
    // ngspice's conductance leaves out how the layer of recombination narrows, and so does its TT g.
    tt: recombines ? 0 : decade(1e-10, 1e-6),
  };
  const [area, count] = [uniform(0.5, 3), 2];
  const reverse = breaks && either();
  const v = reverse
    ? -(parameters.bv ?? 0) - uniform(-0.4, 0.4) // ngspice has no recombination below -3 N Vt.
    : uniform(recombines ? 0 : -2, 0.8);
  return {
    letter: 'd',
    card: `MODEL area=${area} m=${count}`,
    model: modelText('d', parameters),
    volts: [v, 0],
    ours: (celsius, nominal) => ({
      law: diodeLaw,
      parameters: diodeParameters(
        new Map(Object.entries(parameters)),
        new Map([
          ['area', area],
          ['m', count],
        ]),
        { celsius, nominal },
      ),
    }),
    // ngspice's breakdown takes the place of -IS at -BV', where it has that size; here both are added.
    ...(breaks && {
      apart: ([saturation = 0, , , , , breakdownSlope = 1, , , , , transit = 0]) => [
        1.1 * saturation,
        (1.1 * saturation * transit) / breakdownSlope,
      ],
    }),
  };
});

/** Instances whose last node is a terminal before an inner one, 1: Newton's method finds where no current stays there. */
function settled({ law, parameters }: Instance, volts: readonly number[]): readonly number[] {
  let v = [...volts, volts[1] ?? 0];
  for (let round = 0; round < 300; round++) {
    const { f, df } = valuesAt({ law, parameters }, v);
    const wanted = Float64Array.from(v);
    wanted[1] = (v[1] ?? 0) - (f[1] ?? 0) / (df[5] ?? NaN);
    const moved = law.limit?.(parameters, 0, wanted, Float64Array.from(v)) === true;
    // The rule moves the other nodes: here only the difference may.
    const difference = (wanted[1] ?? 0) - (wanted[2] ?? 0);
    const next = (volts[2] ?? 0) + difference;
    if (!moved && Math.abs(next - (v[1] ?? 0)) < 1e-15) break;
    v = [volts[0] ?? 0, next, volts[2] ?? 0, volts[1] ?? 0];
  }
  const { f } = valuesAt({ law, parameters }, v);
  return [f[0] ?? NaN, f[3] ?? NaN, f[2] ?? NaN];
}

const spreadBipolars = drawn(5, (uniform, decade, either) => {
  const parameters = {
    is: decade(1e-17, 1e-14),
    bf: uniform(20, 400),
    vaf: uniform(20, 200),
    ikf: decade(1e-3, 1e-1),
    rb: uniform(100, 1000),
    rbm: uniform(1, 50),
    ...(either() && { irb: decade(1e-6, 1e-3) }),
  };
  const volts = [uniform(1, 10), uniform(0.5, 1.2), 0];
  return {
    letter: 'q',
    card: 'MODEL m=2',
    model: modelText('npn', parameters),
    volts,
    ours: (celsius, nominal) => ({
      law: staticSpreadGummelPoonLaw,
      parameters: gummelPoonParameters('npn', new Map(Object.entries(parameters)), new Map([['m', 2]]), {
        celsius,
        nominal,
      }),
    }),
  };
});

const bipolars = drawn(2, (uniform, decade, either) => {
  const type = either() ? 'npn' : 'pnp';
  const parameters = {
    is: decade(1e-17, 1e-13),
    bf: uniform(20, 400),
    br: uniform(0.5, 20),
    nf: uniform(0.95, 1.1),
    nr: uniform(0.95, 1.1),
    vaf: uniform(20, 200),
    var: uniform(4, 30),
    ikf: decade(1e-3, 1),
    ikr: decade(1e-3, 1),
    ise: decade(1e-16, 1e-12),
    ne: uniform(1.3, 2),
    isc: decade(1e-16, 1e-12),
    nc: uniform(1.3, 2),
    eg: uniform(1, 1.2),
    xti: uniform(2, 4),
    xtb: uniform(0, 2),
    cje: decade(1e-13, 1e-11),
    vje: uniform(0.6, 1),
    mje: uniform(0.2, 0.5),
    cjc: decade(1e-13, 1e-11),
    vjc: uniform(0.5, 1),
    mjc: uniform(0.2, 0.5),
    fc: uniform(0.3, 0.8),
    tf: decade(1e-11, 1e-9),
    xtf: uniform(0, 5),
    vtf: uniform(1, 10),
    itf: decade(1e-3, 1),
    tr: decade(1e-9, 1e-7),
    ...(either() && { nkf: uniform(0.4, 0.6) }),
  };
  const sign = type === 'npn' ? 1 : -1;
  const [area, areab] = [uniform(0.5, 3), 1];
  const volts = [uniform(-1, 10), uniform(-1, 0.85), uniform(-0.2, 0)].map((v) => sign * v);
  // The base-collector junction is not driven beyond what a transistor bears.
  if (sign * ((volts[1] ?? 0) - (volts[0] ?? 0)) > 0.85) volts[0] = (volts[1] ?? 0) - sign * 0.8;
  return {
    letter: 'q',
    // Without areab ngspice 39 counts the area twice in the reverse saturation current.
    card: `MODEL area=${area} areab=${areab} areac=1 m=3`,
    model: modelText(type, parameters),
    volts,
    ours: (celsius, nominal) => ({
      law: gummelPoonLaw,
      parameters: gummelPoonParameters(
        type,
        new Map(Object.entries(parameters)),
        new Map([
          ['area', area],
          ['areab', areab],
          ['m', 3],
        ]),
        { celsius, nominal },
      ),
    }),
  };
});

describe.skipIf(skipWithoutNgspice)(`the laws beside ngspice${ngspiceReason}`, () => {
  for (const celsius of [27, -20, 110]) {
    test(`diodes carry the same currents at ${celsius} Celsius`, () => {
      expectCurrents(diodes, celsius, 1e-6);
    });

    test(`diodes have the same capacitances at ${celsius} Celsius`, () => {
      expectCapacitances(diodes, celsius, 1e-4);
    });

    test(`bipolar transistors carry the same currents at ${celsius} Celsius`, () => {
      expectCurrents(bipolars, celsius, 1e-6);
    });

    test(`bipolar transistors have the same capacitances at ${celsius} Celsius`, () => {
      expectCapacitances(bipolars, celsius, 1e-4);
    });
  }

  test(`base resistances that depend on current give the same currents`, () => {
    const theirs = ngspiceCurrents(spreadBipolars);
    spreadBipolars.forEach(({ ours, volts, model }, k) => {
      const currents = settled(ours(sameThermalVoltage(27), sameThermalVoltage(27)), volts);
      currents.forEach((current, terminal) => {
        const wanted = theirs[k]?.[terminal] ?? NaN;
        // ngspice writes 24 / pi^2 as 2.4317, 3.5e-6 off, which the tangent near pi / 2 makes more of.
        expect(
          Math.abs(current - wanted),
          `${model} at ${volts.join(' ')}: ${current}, ${wanted}`,
        ).toBeLessThan(1e-3 * Math.abs(wanted));
      });
    });
  });
});
