import { describe, expect, it } from 'vitest';
import { blockOperatingPoint } from '../../../src/kernel/simulation/block-stepping/block-operating-point.js';
import { CompiledDescriptor } from '../../../src/kernel/simulation/sparse-stepping/compiled-descriptor.js';
import { operatingPoint } from '../../../src/kernel/simulation/sparse-stepping/operating-point.js';
import { HandCircuit } from '../sparse-stepping/hand-circuit.js';
import { inverterLaw } from './inverter-law.js';

/** Trees of inverters behind sources of several levels; two sizes of inverters, so that only some blocks are alike. */
function inverters(levels: readonly number[]): HandCircuit {
  const circuit = new HandCircuit().source('dd', 'dd', '0', 5);
  levels.forEach((level, source) => {
    circuit.source(`in${source}`, `s${source}_0`, '0', level);
    for (let k = 1; k <= 6; k++) {
      const nodes = [`s${source}_${k - 1}`, `s${source}_${k}`, 'dd'];
      const gain = k % 3 === 0 ? 2.6e-4 : 1.3e-4;
      circuit.law(inverterLaw, `x${source}_${k}`, nodes, [nodes[1]!, 'dd'], [gain, 1]);
      circuit.capacitor(nodes[1]!, '0', 50e-15);
      circuit.resistor(nodes[1]!, '0', k === 5 ? 2e5 : 1e6);
    }
  });
  return circuit;
}

describe('operating points block by block', () => {
  it('alike blocks have each the point of its own inputs: equal to the whole', () => {
    const levels = [0, 1.2, 2.2, 2.45, 2.5, 2.55, 3.1, 5, 0, 2.5];
    const system = inverters(levels).system();
    const whole = operatingPoint(new CompiledDescriptor(system, { reltol: 1e-6 }), 0);
    const parted = blockOperatingPoint(system, { reltol: 1e-6 }, 0);
    // Both leave less than 1e-6 V in their own equations, which the gains of the stages behind magnify.
    for (let j = 0; j < system.size; j++)
      expect(Math.abs(parted.z[j]! - whole.z[j]!)).toBeLessThan(1e-5 * Math.max(1, Math.abs(whole.z[j]!)));
  });
});
