import { describe, expect, it } from 'vitest';
import type { DescriptorSystem } from '../../../src/kernel/modeling/descriptor-system.js';
import { SparseStepper } from '../../../src/kernel/simulation/sparse-stepping/sparse-stepper.js';
import type { SparseSteppingOptions } from '../../../src/kernel/simulation/sparse-stepping/descriptor/stepping-options.js';
import { circuitSuite } from './circuit-suite.js';
import { HandCircuit, signalOf, stepSignal } from './hand-circuit.js';

function stepperFromRest(
  system: DescriptorSystem,
  options: Partial<SparseSteppingOptions> = {},
  z = new Float64Array(system.size),
): SparseStepper {
  return new SparseStepper(system, { t0: 0, z }, options);
}

describe('sparse stepper: linear circuits', () => {
  it('an RC low pass behind a step follows its exponential within a few reltol', () => {
    for (const reltol of [1e-3, 1e-5, 1e-7]) {
      const circuit = new HandCircuit().source('v', 'in', '0', stepSignal(1e-4, 0, 5));
      circuit.resistor('in', 'out', 1e3).capacitor('out', '0', 1e-6);
      const stepper = stepperFromRest(circuit.system(), { reltol });
      const out = circuit.index('v(out)');
      let worst = 0;
      const z = new Float64Array(stepper.system.size);
      while (stepper.t < 5e-3) {
        const step = stepper.step(5e-3);
        for (const part of [0, 0.1, 0.3, 0.5, 0.8, 1]) {
          const t = step.t0 + part * (step.t1 - step.t0);
          step.read(t, z);
          const exact = t < 1e-4 ? 0 : 5 * (1 - Math.exp(-(t - 1e-4) / 1e-3));
          worst = Math.max(worst, Math.abs(z[out]! - exact));
        }
      }
      expect(worst).toBeLessThan(5 * 3 * reltol);
    }
  });

  it('the error of a resonant circuit of quality 100 goes as reltol', () => {
    const errors: number[] = [];
    const circuit = new HandCircuit().source(
      'v',
      'in',
      '0',
      signalOf(() => 1),
    );
    circuit.resistor('in', 'a', 10).inductor('l', 'a', 'out', 1e-3).capacitor('out', '0', 1e-9);
    for (const reltol of [1e-4, 1e-6]) {
      const stepper = stepperFromRest(circuit.system(), { reltol });
      const out = circuit.index('v(out)');
      const [a, w0] = [5e3, 1e6];
      const w = Math.sqrt(w0 * w0 - a * a);
      let worst = 0;
      while (stepper.t < 100e-6) {
        stepper.step(100e-6);
        const t = stepper.t;
        const exact = 1 - Math.exp(-a * t) * (Math.cos(w * t) + (a / w) * Math.sin(w * t));
        worst = Math.max(worst, Math.abs(stepper.z[out]! - exact));
      }
      errors.push(worst);
    }
    // Second order, and steps of the length that reltol to 1/2 asks for: a factor of 100, give or take one step length.
    expect(errors[0]! / errors[1]!).toBeGreaterThan(50);
    expect(errors[0]! / errors[1]!).toBeLessThan(200);
  });

  it('steps grow as ringing dies away, and err by some reltol of where it began', () => {
    const circuit = new HandCircuit().resistor('0', 'a', 100);
    circuit.inductor('l', 'a', 'out', 1e-3).capacitor('out', '0', 1e-9);
    const system = circuit.system();
    const out = circuit.index('v(out)');
    const z = new Float64Array(system.size);
    z[out] = 1;
    const reltol = 1e-3;
    const stepper = stepperFromRest(system, { reltol }, z);
    const [a, w0] = [5e4, 1e6];
    const w = Math.sqrt(w0 * w0 - a * a);
    const span = (10 * 2 * Math.PI) / w;
    const counts = [0, 0];
    let worst = 0;
    while (stepper.t < 2 * span) {
      counts[stepper.t < span ? 0 : 1]! += 1;
      stepper.step(2 * span);
      const t = stepper.t;
      const exact = Math.exp(-a * t) * (Math.cos(w * t) + (a / w) * Math.sin(w * t));
      worst = Math.max(worst, Math.abs(stepper.z[out]! - exact));
    }
    // After ten periods a twentieth is left: its cube root would be a third of the steps, less what sizes fade.
    expect(counts[1]! / counts[0]!).toBeLessThan(0.7);
    // Each step errs by a reltol of the peak at most, and what it errs fades as the ringing: those of a time of decay add up.
    expect(worst).toBeLessThan((counts[0]! / (a * span)) * reltol);
  });
});

describe('sparse stepper: state', () => {
  it('a copy goes on with equal bits, and taking it changes nothing', () => {
    for (const { name, system, z0, end } of circuitSuite()) {
      const start = { t0: 0, z: z0 };
      const [watched, alone] = [new SparseStepper(system, start), new SparseStepper(system, start)];
      for (let k = 0; k < 40; k++) watched.step(end);
      const state = watched.save();
      const copy = new SparseStepper(system, start);
      for (let k = 0; k < 7; k++) copy.step(end);
      copy.restore(state);
      for (let k = 0; k < 40; k++) alone.step(end);
      for (let k = 0; k < 60 && watched.t < end; k++) {
        for (const stepper of [watched, copy, alone]) stepper.step(end);
        expect([name, copy.t, ...copy.z]).toEqual([name, watched.t, ...watched.z]);
        expect([name, alone.t, ...alone.z]).toEqual([name, watched.t, ...watched.z]);
      }
    }
  });

  it('a relaxation oscillator with local laws agrees with steps a hundred times finer', () => {
    const { system, z0, end, watch } = circuitSuite().find(({ name }) => name.startsWith('van der Pol'))!;
    const ends = [1e-4, 1e-6].map((reltol) => {
      const stepper = new SparseStepper(system, { t0: 0, z: z0 }, { reltol });
      while (stepper.t < end / 4) stepper.step(end / 4);
      return stepper.z[watch]!;
    });
    expect(Math.abs(ends[0]! - ends[1]!)).toBeLessThan(2e-3);
  });
});
