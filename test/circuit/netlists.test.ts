/** The netlists of this room's devices, run through the kernel alone: each has a truth of its own. */
import { describe, expect, test } from 'vitest';
import { nonsmoothSystem } from '../../src/circuit/compiler/nonsmooth-system.js';
import { probeForm } from '../../src/circuit/compiler/probes.js';
import { EulerMoreauOSI } from '../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { TimeDiscretisation } from '../../src/kernel/simulation/time-stepping/time-discretisation.js';
import { TimeStepping } from '../../src/kernel/simulation/time-stepping/time-stepping.js';
import { netlistFile } from './compile-text.js';

/** Node voltages after `T` seconds by fixed steps h with theta = gamma, average sources. */
function voltagesAt(file: string, T: number, h: number, theta: number): (node: string) => number {
  const compiled = netlistFile(file);
  const { system, descriptor } = compiled;
  const simulation = new TimeStepping(
    nonsmoothSystem(compiled, 0, T),
    new TimeDiscretisation(0, h),
    new EulerMoreauOSI(theta, theta),
  );
  simulation.run();
  const zeta = [...simulation.x, ...simulation.lambda, ...system.inputs.map((signal) => signal.value(T))];
  return (node) => {
    const form = probeForm(descriptor, system, 'v', [node]) ?? new Float64Array();
    return form.reduce((sum, factor, k) => sum + factor * (zeta[k] ?? NaN), 0);
  };
}

describe('netlists', () => {
  test('ideal-transformer: v(s) = 2 v(p), and 40 Ohm appear as 10 Ohm', () => {
    const v = voltagesAt('ideal-transformer.cir', 5e-3, 1e-6, 0.5);
    expect(v('s') / v('p')).toBeCloseTo(2, 12);
    // R1 and R2/4 make a source of u/2 behind 5 Ohm on 100 mH: v(p) = u/2 w L / |..|, with the switch-on transient.
    const [w, tau] = [100 * Math.PI, 0.1 / 5];
    const phase = Math.atan(1 / (w * tau));
    const size = (5 * w * tau) / Math.hypot(1, w * tau);
    const steady = size * Math.sin(w * 5e-3 + phase);
    const transient = -size * Math.sin(phase) * Math.exp(-5e-3 / tau);
    // Trapezoidal rule: relative error (w h)^2 / 12 = 1e-8.
    expect(v('p')).toBeCloseTo(steady + transient, 6);
  });

  test('saturating-amplifier: integrates, then stays at -12 V', () => {
    // Input 1 V from 1 us on (the ramp's mean is 0): -t/RC within the gain's 1e-5.
    expect(voltagesAt('saturating-amplifier.cir', 5e-3, 1e-5, 1)('out')).toBeCloseTo(-4.999, 3);
    expect(voltagesAt('saturating-amplifier.cir', 14.5e-3, 1e-5, 1)('out')).toBeCloseTo(-12, 12);
  });

  test('schmitt-oscillator: turns after R C ln 2 + k R C ln 3', () => {
    // From v(m) = 0 the first turn is where 10 (1 - e^(-t/RC)) = 5.
    const first = 1e-3 * Math.log(2);
    const half = 1e-3 * Math.log(3);
    for (let k = 1; k < 4; k++) {
      // Whole steps: a comparator with positive feedback has two states in its band, and a step keeps the last one.
      const turn = Math.round((first + k * half) * 1e6);
      const before = voltagesAt('schmitt-oscillator.cir', (turn - 20) * 1e-6, 1e-6, 1)('out');
      const after = voltagesAt('schmitt-oscillator.cir', (turn + 20) * 1e-6, 1e-6, 1)('out');
      expect(Math.abs(before)).toBeCloseTo(10, 10);
      expect(after).toBeCloseTo(-before, 10);
    }
  });

  test('cmos-inverter: settles at the rails', () => {
    expect(voltagesAt('cmos-inverter.cir', 9e-9, 1e-11, 1)('out')).toBeCloseTo(0, 9);
    expect(voltagesAt('cmos-inverter.cir', 19e-9, 1e-11, 1)('out')).toBeCloseTo(5, 9);
  });

  test('common-emitter: amplifies by about -R2/R3', () => {
    const high = voltagesAt('common-emitter.cir', 0.25e-3, 1e-6, 1);
    const low = voltagesAt('common-emitter.cir', 0.75e-3, 1e-6, 1);
    const gain = (high('c') - low('c')) / (high('e') - low('e'));
    // alpha = 200/201 of the emitter current flows in R2.
    expect(gain).toBeCloseTo((-4 * 200) / 201, 6);
  });

  test('linear-opamp: inverts by 10', () => {
    const v = voltagesAt('linear-opamp.cir', 0.25e-3, 1e-6, 0.5);
    expect(v('out')).toBeCloseTo(-10 / (1 + 11e-6), 9);
  });

  test('frequency-modulation: stays below the resonance', () => {
    const v = voltagesAt('frequency-modulation.cir', 4e-3, 1e-6, 0.5);
    expect(Math.abs(v('b'))).toBeLessThan(1.6);
  });
});
