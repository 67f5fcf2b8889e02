import { expect, it } from 'vitest';
import { DescriptorAssembly } from '../../../src/kernel/simulation/sparse-stepping/descriptor/assembly.js';
import { RowResiduals } from '../../../src/kernel/simulation/sparse-stepping/newton/row-residuals.js';
import { inverterLaw } from '../block-stepping/inverter-law.js';
import { HandCircuit } from './hand-circuit.js';

it('currents of a step that was not taken are no measure of what a row may miss', () => {
  const circuit = new HandCircuit().source('in', 'in', '0', 0).source('dd', 'dd', '0', 5);
  circuit.law(inverterLaw, 'x', ['in', 'out', 'dd'], ['out', 'dd'], [1.3e-4, 1]).capacitor('out', '0', 5e-14);
  const assembly = new DescriptorAssembly(circuit.system());
  const residuals = new RowResiduals(assembly);
  const row = circuit.index('v(out)');
  const solved = (amperes: number) => {
    assembly.terms[row] = amperes;
    residuals.keep();
  };
  const holds = (amperes: number) => {
    const nothing = new Float64Array(assembly.size);
    const missed = nothing.slice();
    missed[row] = amperes;
    assembly.terms.fill(0);
    residuals.measure(missed, nothing, nothing, 0, 1e-3, Infinity);
    return residuals.hold;
  };
  solved(1e-6);
  residuals.begin();
  solved(1e-2);
  expect(holds(1e-6)).toBe(true);
  residuals.retreat();
  expect([holds(1e-6), holds(1e-10)]).toEqual([false, true]);
});
