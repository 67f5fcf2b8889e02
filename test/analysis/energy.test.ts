/** The energy balance, conventions: energy of schemes; method theta. */
import { describe, expect, test } from 'vitest';
import { EnergyLedger } from '../../src/analysis/certificate/energy/energy-ledger.js';
import { nonsmoothSystem } from '../../src/circuit/compiler/nonsmooth-system.js';
import { EulerMoreauOSI } from '../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import type { StepMap } from '../../src/kernel/simulation/linear/step-map.js';
import { TimeDiscretisation } from '../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../src/kernel/simulation/time-stepping/time-stepping.js';
import { circuit, messages, netlistText, run } from './run-netlist.js';
import { simulate } from '../../src/analysis/simulate.js';

describe('the bridge, h = 1 us', () => {
  const text = netlistText('bridge.cir');

  test('closes to rounding without any numerical loss but that of diodes for theta = gamma = 1/2', () => {
    const { energy } = run(text, { theta: 0.5, gamma: 0.5, h: 1e-6 }).certificate;
    // 5000 sums of squares, each rounded by 1e-16.
    expect(energy.relativeError).toBeLessThan(1e-12);
    expect(energy.delivered).toBe(0);
    // The circuit starts with C 10^2 / 2 = 50 uJ and loses all but e^-5 of it.
    expect(energy.stored).toBeCloseTo(-50e-6, 6);
    // At a change of mode the mean of two points violates a diode's law by a product of small numbers.
    expect(Math.abs(energy.numerical / energy.dissipated)).toBeLessThan(1e-5);
  });

  test('loses 9 % to the scheme for theta = gamma = 1, and a warning says so', () => {
    const result = simulate({ name: 't.cir', text }, { options: { theta: 1, gamma: 1, h: 1e-6 } });
    const energy = result.runs[0]?.report.certificate?.energy;
    // Of the 50 uJ at the start; half of the published digit.
    expect(Math.abs((energy?.numerical ?? NaN) / 50e-6 - 0.09)).toBeLessThan(0.005);
    expect(energy?.relativeError).toBeLessThan(1e-12);
    expect(messages(result)).toBe(
      [
        'warning: the scheme itself dissipated 4.551 uJ (10 % of what the circuit dissipates)',
        '  hint: take a smaller step, or theta=0.5 gamma=0.5',
      ].join('\n'),
    );
  });

  test('has a loss of the scheme below 1 %, and no warning, for theta = 0.5, gamma = 1', () => {
    const result = simulate(text, { options: { theta: 0.5, gamma: 1, h: 1e-6 } });
    expect(messages(result)).toBe('');
  });

  test.each([
    [0, 1],
    [0.5, 0],
    [0, 0],
  ])('closes to rounding with the loss of the scheme for theta = %d, gamma = %d', (theta, gamma) => {
    const { energy, missed } = run(text, { method: 'theta', theta, gamma, h: 1e-6 }).certificate;
    expect(missed).toEqual([]);
    // 5000 sums of squares, each rounded by 1e-16.
    expect(energy.relativeError).toBeLessThan(1e-12);
    // Explicit steps of an oscillator at h = 1 us gain energy.
    if (theta === 0) expect(energy.numerical).toBeLessThan(0);
  });

  test('no longer closes when one sign of the ledger is turned', () => {
    const { compiled } = circuit(text);
    const maps: StepMap[] = [];
    const simulation = new TimeStepping(
      nonsmoothSystem(compiled, 0, 5e-3),
      new TimeDiscretisation(0, 1e-6),
      new EulerMoreauOSI(0.5, 0.5),
      undefined,
      { ledger: (map) => void maps.push(map) },
    );
    simulation.run();
    const { system } = compiled;
    const end = Float64Array.from([...simulation.x, ...simulation.lambda]);
    const start = Float64Array.from([...compiled.x0, 0, 0, 0, 0]);
    const errorWith = (sign: number): number => {
      const forms = system.forms.map(({ v, i }, k) =>
        system.branches[k]?.kind === 'resistance' ? { v, i: i.map((value) => sign * value) } : { v, i },
      );
      const ledger = new EnergyLedger({ ...system, forms });
      for (const map of maps) ledger.add(map);
      return ledger.balance(start, end).relativeError;
    };
    expect(errorWith(1)).toBeLessThan(1e-12);
    expect(errorWith(-1)).toBeGreaterThan(1);
  });
});

/** A few periods of each, at its own step. */
const circuits = [
  ['bridge.cir', 1e-6],
  ['full-wave-filter.cir', 10e-6],
  ['cockcroft-walton.cir', 2e-6],
  ['buck.cir', 100e-9],
  ['capacitor-divider.cir', 1e-6],
  ['current-fed-inductors.cir', 1e-6],
  ['charge-sharing.cir', 10e-6],
  ['zener-clamp.cir', 10e-6],
] as const;
const stops: Readonly<Record<string, string>> = Object.freeze({
  'buck.cir': '1m',
  'cockcroft-walton.cir': '5m',
});

describe('every scheme closes the balance with its own loss as a line of it', () => {
  test.each(circuits)('%s', (file, h) => {
    const stop = stops[file];
    const text = netlistText(file).replace(/^(\.tran \S+) (\S+)/m, (card, head: string) =>
      stop === undefined ? card : `${head} ${stop}`,
    );
    for (const theta of [0.5, 0.7, 1]) {
      for (const gamma of [0.5, 0.8, 1]) {
        for (const relation of ['end', 'gamma']) {
          for (const source of ['average', 'sample']) {
            const { energy } = run(text, { theta, gamma, relation, source, h }).certificate;
            const name = `theta ${theta} gamma ${gamma} ${relation} ${source}`;
            // Up to 1e4 steps: sums of squares rounded by 1e-16 each, and of terms that cancel.
            expect(energy.relativeError, name).toBeLessThan(1e-10);
          }
        }
      }
    }
  });
});

test.each(['full-wave-filter.cir', 'capacitor-divider.cir', 'current-fed-inductors.cir'])(
  '%s: theta = gamma = 1/2 loses below 1e-4 of what passes through the circuit',
  (file) => {
    const { energy } = run(netlistText(file), { theta: 0.5, gamma: 0.5 }).certificate;
    expect(energy.relativeError).toBeLessThan(1e-10);
    expect(Math.abs(energy.numerical)).toBeLessThan(1e-4 * Math.max(energy.delivered, energy.dissipated));
  },
);

test('sparse steps of a circuit that rings for long say how much of its loss is theirs', () => {
  const text = 'rings\nL1 a 0 1m\nC1 a 0 1u ic=1\nR1 a 0 1meg\n.tran 10u 20m uic\n';
  const told = (reltol: number): string =>
    messages(simulate({ name: 't.cir', text }, { options: { method: 'stepping', reltol } }));
  // Of 500 nJ the resistor takes 2 %, a scheme of order 2 and 3 at this tolerance more.
  expect(told(1e-3)).toMatch(
    /^warning: the scheme itself dissipated [\d.]+ nJ \(\d+ % of what the circuit dissipates\)\n {2}hint: take a smaller reltol, or method=events$/,
  );
  expect(told(1e-6)).toBe('');
});

test('a loss of the scheme is no part of a dissipation that is rounding', () => {
  const text =
    'no losses\nYINERTIA1 a 1m\nYGEAR1 a b -3\nYINERTIA2 b 4m\nYRACK1 r b 0.2\nYMASS1 r 2 x0=0.05\nYSPRING1 r 0 300\n.tran 1m 2\n';
  const result = simulate({ name: 't.cir', text }, { options: { method: 'stepping', reltol: 1e-6 } });
  expect(messages(result)).toMatch(/^warning: the scheme itself dissipated [\d.]+ nJ\n/);
});
