import { describe, expect, it } from 'vitest';
import type { LocalLaw } from '../../../src/kernel/modeling/laws/local-law.js';
import { SparseStepper } from '../../../src/kernel/simulation/sparse-stepping/sparse-stepper.js';
import { HandCircuit, signalOf } from './hand-circuit.js';

/** i = 1 mA tanh(v). */
const bent: LocalLaw = {
  name: 'bent',
  reads: 1,
  rows: 1,
  parameterCount: 0,
  conducts: Uint8Array.of(1),
  stores: Uint8Array.of(0),
  evaluate: (_parameters, _at, v, { f, df }) => {
    f[0] = 1e-3 * Math.tanh(v[0]!);
    df[0] = 1e-3 * (1 - Math.tanh(v[0]!) ** 2);
  },
};

/** Resistors between random nodes, which fill in: a factorization is some 1e8 operations. */
function filled(nodes: number) {
  const circuit = new HandCircuit().source(
    'in',
    'n0',
    '0',
    signalOf((t) => Math.sin(1e6 * t)),
  );
  for (let k = 1; k < nodes; k++) {
    for (const factor of [2_654_435_761, 2_246_822_519, 3_266_489_917, 668_265_263, 374_761_393])
      circuit.resistor(`n${k}`, `n${(Math.imul(k, factor) >>> 3) % k}`, 1e3);
    circuit.capacitor(`n${k}`, '0', 1e-9);
    if (k % 10 === 0) circuit.law(bent, `b${k}`, [`n${k}`], [`n${k}`], []);
  }
  return circuit.system();
}

describe('a step whose factorizations are long', () => {
  it('pauses in between, with the bits of one that does not', () => {
    const system = filled(1200);
    const start = { t0: 0, z: new Float64Array(system.size) };
    const [whole, paused] = [new SparseStepper(system, start), new SparseStepper(system, start)];
    whole.step(1e-6);
    const work = paused.stepping(1e-6);
    let pauses = 0;
    // The run stands where it stood before the step.
    for (; work.next().done !== true; pauses++) expect(paused.t).toBe(0);
    expect(pauses).toBeGreaterThan(3);
    expect(paused.t).toBe(whole.t);
    expect(paused.z).toEqual(whole.z);
    expect(paused.counters.refactorizations).toBe(whole.counters.refactorizations);
  });
});
