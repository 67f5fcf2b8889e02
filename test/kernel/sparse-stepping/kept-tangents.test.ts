/** Laws that have hardly moved go along their tangents, as far as these hold. */
import { describe, expect, it } from 'vitest';
import { DescriptorAssembly } from '../../../src/kernel/simulation/sparse-stepping/descriptor/assembly.js';
import { nearnessAt } from '../../../src/kernel/simulation/sparse-stepping/descriptor/kept-tangents.js';
import type { DescriptorSystem } from '../../../src/kernel/modeling/descriptor-system.js';
import { SparseStepper } from '../../../src/kernel/simulation/sparse-stepping/sparse-stepper.js';
import { HandCircuit, pulseSignal } from './hand-circuit.js';
import { junction, VT } from './hand-laws.js';

const count = 10;
const reltol = 1e-3;
const saturation = 1e-14;

/** Diodes of emission coefficient k + 1 from nodes k to ground. */
function diodes(): DescriptorSystem {
  const circuit = new HandCircuit();
  for (let k = 0; k < count; k++) {
    circuit.resistor(`n${k}`, '0', 1e9);
    circuit.law(junction, `d${k}`, [`n${k}`, '0'], [`n${k}`, '0'], [saturation, k + 1, 1e-12]);
  }
  return circuit.system();
}

/** Forward voltages of equal currents, moved by `part` of the slope voltage of each. */
function voltages(assembly: DescriptorAssembly, part: number): Float64Array {
  const w = new Float64Array(assembly.pointLength);
  for (let k = 0; k < count; k++) w[k] = (20 + part) * (k + 1) * VT;
  return w;
}

/** k, s and J at w behind another evaluation. */
function evaluated(at: number, nu: number, before?: number): number[] {
  const assembly = new DescriptorAssembly(diodes());
  assembly.arrays.nearness[0] = nu;
  if (before !== undefined) assembly.evaluate(voltages(assembly, before), 1e6, false);
  assembly.evaluate(voltages(assembly, at), 1e6, false);
  const { k, s, values, size } = assembly;
  return [...k.subarray(0, size), ...s.subarray(0, size), ...values.subarray(0, -1)];
}

describe('laws that keep their tangents', () => {
  const nu = nearnessAt(reltol);

  it('go along them while they have hardly moved, and err by a thousandth of reltol at most', () => {
    const [kept, exact] = [evaluated(0.99 * nu, nu, 0), evaluated(0.99 * nu, 0)];
    // (e^x - 1 - x) / e^x = x^2 / 2 up to terms of x^3; the conductance of the tangent is that of its own point.
    const missed = Array.from({ length: count }, (_, k) => 1 - kept[k]! / exact[k]!);
    for (const part of missed) {
      expect(part).toBeGreaterThan(0.9e-3 * reltol);
      expect(part).toBeLessThan(1e-3 * reltol);
    }
    const linear = kept.slice(count, 2 * count);
    linear.forEach((charge, k) => expect(charge / exact[count + k]!).toBeCloseTo(1, 12));
  });

  it('are evaluated beyond, to the same bits', () => {
    expect(evaluated(1.01 * nu, nu, 0)).toEqual(evaluated(1.01 * nu, 0));
    expect(evaluated(-3, nu, 0)).toEqual(evaluated(-3, 0));
  });

  it('are exact where a run starts, wherever they were before', () => {
    expect(evaluated(1e-9, 0, 0)).toEqual(evaluated(1e-9, 0));
  });

  it('have the tangents of where they were evaluated last, known or made again', () => {
    const assembly = new DescriptorAssembly(diodes());
    assembly.arrays.nearness[0] = nu;
    assembly.evaluate(voltages(assembly, 0), 1e6, false);
    const near = voltages(assembly, 0.5 * nu);
    assembly.evaluate(near, 1e6, false);
    const known = [...assembly.k, ...assembly.s, ...assembly.values];
    assembly.forgetTangents();
    assembly.evaluate(near, 1e6, false);
    expect([...assembly.k, ...assembly.s, ...assembly.values]).toEqual(known);
  });

  it('leave a run its bits where it is saved and goes on from there', () => {
    const circuit = new HandCircuit().source('v', 'n0', '0', pulseSignal(0, 2, 1e-6, 1e-7, 1e-7, 1e-5, 1));
    for (let k = 1; k <= count; k++) {
      circuit.resistor(`n${k - 1}`, `n${k}`, 100).capacitor(`n${k}`, '0', 1e-9);
      circuit.law(junction, `d${k}`, [`n${k}`, '0'], [`n${k}`, '0'], [saturation, 1, 1e-12]);
    }
    const system = circuit.system();
    const start = { t0: 0, z: new Float64Array(system.size) };
    const alone = new SparseStepper(system, start);
    const end = 3e-5;
    let parts = 0;
    for (; alone.t < end; parts++) {
      // It has been elsewhere before.
      const copy = new SparseStepper(system, start);
      for (let k = 0; k < 3; k++) copy.step(end);
      copy.restore(alone.save());
      for (let k = 0; k < 4 && alone.t < end; k++) for (const stepper of [copy, alone]) stepper.step(end);
      expect([copy.t, ...copy.z]).toEqual([alone.t, ...alone.z]);
    }
    expect(parts).toBeGreaterThan(20);
  });
});
