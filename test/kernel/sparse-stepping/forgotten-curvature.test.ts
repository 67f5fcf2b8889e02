/** What Newton's method has learned of the curvature of laws says nothing of where they were not evaluated. */
import { expect, it } from 'vitest';
import { CompiledDescriptor } from '../../../src/kernel/simulation/sparse-stepping/compiled-descriptor.js';
import {
  judgeChange,
  numberPlaces,
  verdicts,
} from '../../../src/kernel/simulation/sparse-stepping/newton/newton-verdict.js';
import { HandCircuit } from './hand-circuit.js';
import { junction } from './hand-laws.js';

const reltol = 1e-6;

/** The verdict on a first iteration that changes z by a part of itself, where no iteration before has met a curve. */
function verdictOn(part: number): number {
  const circuit = new HandCircuit().resistor('n', '0', 1);
  circuit.law(junction, 'd', ['n', '0'], ['n', '0'], [1e-9, 1, 0]);
  const { newton } = new CompiledDescriptor(circuit.system(), { reltol }).newton.iterations.arrays;
  newton.numbers[numberPlaces.last] = Infinity;
  newton.numbers[numberPlaces.curvature] = 1e-30;
  newton.residuals.numbers.fill(0);
  return judgeChange(newton, part / reltol, reltol, true, true);
}

it('an unknown that has changed by all that it is has not been found by one iteration, however straight laws have been', () => {
  expect(verdictOn(1)).toBe(verdicts.goOn);
  expect(verdictOn(0.05)).toBe(verdicts.solved);
});
