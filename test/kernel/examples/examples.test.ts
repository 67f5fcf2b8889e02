/** What the models of docs/examples must fulfil beyond the numbers that their pages print. */
import { describe, expect, test } from 'vitest';
import { ComplementarityConditionNSL } from '../../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import { FirstOrderLinearTIDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { LinearInput } from '../../../src/kernel/modeling/signals/linear-input.js';
import type { NonSmoothDynamicalSystem } from '../../../src/kernel/modeling/nonsmooth-dynamical-system.js';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { runEvents } from '../event-driven/run-events.js';
import { colpittsOscillator, oneSystem } from '../first-order-models.js';
import { bridgeWithCapacitor, complementaritySystem, record, timeStepping } from '../models.js';

describe('the bridge with a filter capacitor', () => {
  const [L, C, R, Cf, v0] = [1e-2, 1e-6, 1e3, 300e-9, 10];

  test('steps as one system of three states as it does as two systems', () => {
    const A = [[0, -1 / C, 0], [1 / L, 0, 0], [0, 0, -1 / (R * Cf)]]; // prettier-ignore
    const one = complementaritySystem(5e-3, [v0, 0, 0], A, {
      C: [[0, 0, 1], [0, 0, 0], [-1, 0, 1], [1, 0, 0]], // prettier-ignore
      B: [[0, 0, -1 / C, 1 / C], [0, 0, 0, 0], [1 / Cf, 0, 1 / Cf, 0]], // prettier-ignore
      D: [[0, -1, 0, 0], [1, 0, 1, -1], [0, -1, 0, 0], [0, 1, 0, 0]], // prettier-ignore
    });
    const [a, b] = [bridgeWithCapacitor(5e-3), one].map((model) => record(timeStepping(model, 1e-6)));
    a!.x.forEach((x, k) => {
      x.forEach((value, i) => expect(Math.abs(value - b!.x[k]![i]!)).toBeLessThan(v0 * 1e-14));
    });
  });

  test('jumps at the start to C v0 / (C + Cf), by events as by the first step, and the charge is an impulse', () => {
    const common = (C * v0) / (C + Cf);
    const run = runEvents(bridgeWithCapacitor(1e-4));
    const jumps = run.events.filter(({ kind }) => kind === 'jump');
    expect(jumps).toHaveLength(1);
    const [{ time, right, impulse }] = jumps as [(typeof jumps)[0]];
    expect(time).toBe(0);
    [common, 0, common].forEach((value, i) => expect(right[i]).toBeCloseTo(value, 13));
    // iDR1, iDF1, iDR2: DF1 and DF2 carry Cf common.
    const charges = [impulse?.[0], impulse?.[2], impulse?.[3]];
    [0, Cf * common, 0].forEach((charge, i) => expect(charges[i]).toBeCloseTo(charge, 18));
  });
});

describe('the bridge with thresholds', () => {
  const [amplitude, omega, V, R, Cf] = [10, 1e4, 0.21, 1e3, 300e-9];

  function model(): NonSmoothDynamicalSystem {
    const load = new FirstOrderLinearTIDS(Float64Array.of(0), matrix([[-1 / (R * Cf)]]));
    const C = matrix([[1], [0], [1], [0]]);
    const B = matrix([[1 / Cf, 0, 1 / Cf, 0]]);
    const D = matrix([[0, -1, 0, 0], [1, 0, 1, -1], [0, -1, 0, 0], [0, 1, 0, 0]]); // prettier-ignore
    const e = LinearInput.callback(4, (t, out) => {
      const vs = amplitude * Math.cos(omega * t);
      out.set([2 * V, 0, 2 * V - vs, vs]);
    });
    const relation = new FirstOrderLinearTIR(4, C, B, { D, e });
    return oneSystem(5e-3, load, relation, new ComplementarityConditionNSL(4));
  }

  // The bridge blocks at the phase after a peak at which Cf vCf' + vCf / R = 0, by bisection.
  let [low, high] = [0, 1];
  for (let k = 0; k < 60; k++) {
    const phase = (low + high) / 2;
    const current = (amplitude * Math.cos(phase) - 2 * V) / R - Cf * amplitude * omega * Math.sin(phase);
    if (current > 0) low = phase;
    else high = phase;
  }
  const exact = (t: number): number => {
    const since = (omega * t) % Math.PI;
    const decay = Math.exp(-(since - low) / (omega * R * Cf));
    const source = amplitude * Math.abs(Math.cos(omega * t)) - 2 * V;
    return since <= low ? source : Math.max(source, (amplitude * Math.cos(low) - 2 * V) * decay);
  };
  const error = (h: number): number => {
    const run = record(timeStepping(model(), h));
    return Math.max(...run.t.slice(1).map((t, k) => Math.abs(run.x[k + 1]![0]! - exact(t))));
  };

  test('follows the source, less two thresholds, while it conducts, and decays over R while it blocks', () => {
    // While it conducts a grid point is exact; it begins to block within a step, where the current passes 0: h^2.
    const errors = [1e-6, 1e-7].map(error);
    expect(errors[0]).toBeLessThan(1.5e-4);
    expect(errors[1]! / errors[0]!).toBeLessThan(0.015);
  });
});

test('the Colpitts oscillator steps to where its events lead, with order 2, without a jump', () => {
  const exact = runEvents(colpittsOscillator(5));
  expect(exact.loop.counters.jumps).toBe(0);
  const errors = [1e-3, 1e-4].map((h) => {
    const simulation = timeStepping(colpittsOscillator(5), h);
    simulation.run();
    return Math.max(...simulation.x.map((value, i) => Math.abs(value - exact.flow.x[i]!)));
  });
  // Conducting junctions are equations for x, whatever gamma weighs their currents with.
  expect(errors[0]).toBeLessThan(3e-4);
  expect(errors[1]! / errors[0]!).toBeLessThan(0.015);
});
