import { describe, expect, test } from 'vitest';
import type { LocalLaw } from '../../../src/kernel/modeling/laws/local-law.js';
import { SparseStepper } from '../../../src/kernel/simulation/sparse-stepping/sparse-stepper.js';
import { HandCircuit } from './hand-circuit.js';

/** Node; parameter C. A charge C atan(v): from |v| > 1.392 on Newton's method goes away from what solves it. */
const saturating: LocalLaw = {
  name: 'saturating charge',
  reads: 1,
  rows: 1,
  parameterCount: 1,
  conducts: new Uint8Array(1),
  stores: Uint8Array.of(1),
  evaluate(parameters, at, v, { f, q, df, dq }) {
    f[0] = df[0] = 0;
    q[0] = parameters[at]! * Math.atan(v[0]!);
    dq[0] = parameters[at]! / (1 + v[0]! * v[0]!);
  },
};

describe('a start whose charges are far from its voltages', () => {
  test.each([0, 0.3, -1, 1.2])('jumps to the voltage of the charge %d C', (charge) => {
    const circuit = new HandCircuit().resistor('a', '0', 1e6).law(saturating, 'x', ['a'], ['a'], [1]);
    const start = { t0: 0, z: Float64Array.of(6), stored: Float64Array.of(charge) };
    const stepper = new SparseStepper(circuit.system(), start);
    stepper.step(1e-3);
    expect(stepper.z[0]).toBeCloseTo(Math.tan(charge), 6);
    expect(stepper.counters.fallbacks.get('residuals step by step')).toBe(1);
  });
});
