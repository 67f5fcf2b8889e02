import { describe, expect, it } from 'vitest';
import { SparseStepper } from '../../../src/kernel/simulation/sparse-stepping/sparse-stepper.js';
import { HandCircuit, signalOf, stepSignal } from './hand-circuit.js';

/** The largest error of the voltage across the capacitor, in parts of the step, where the source stands on a voltage `common`. */
function errorOn(common: number, reltol: number): number {
  const [start, step, tau] = [1e-7, 0.1, 2e-8];
  const circuit = new HandCircuit().source(
    'common',
    'c',
    '0',
    signalOf(() => common),
  );
  circuit.source('v', 'd', 'c', stepSignal(start, 0, step));
  circuit.resistor('d', 'a', 1e3).capacitor('a', 'c', 2e-11);
  const system = circuit.system();
  const z = new Float64Array(system.size);
  const [a, c] = [circuit.index('v(a)'), circuit.index('v(c)')];
  for (const node of ['a', 'c', 'd']) z[circuit.index(`v(${node})`)] = common;
  const stepper = new SparseStepper(system, { t0: 0, z }, { reltol, maxStep: 1e-6 });
  let worst = 0;
  while (stepper.t < 1e-5) {
    const { t1, last } = stepper.step(1e-5);
    const exact = t1 <= start ? 0 : step * (1 - Math.exp(-(t1 - start) / tau));
    worst = Math.max(worst, Math.abs(last[a]! - last[c]! - exact) / step);
  }
  return worst;
}

describe('sparse stepper: charges between nodes', () => {
  it('a voltage across a capacitor is as accurate on 100 V and on 1 kV as on the ground, within a few of its own tolerances', () => {
    for (const reltol of [1e-3, 1e-4])
      for (const common of [0, 100, 1000]) expect(errorOn(common, reltol)).toBeLessThan(2 * 7 * reltol);
  });

  it('charges that balance at a node ask for no more steps than those to ground: the middle of a driven divider', () => {
    const steps = ['0', 'a'].map((other) => {
      const circuit = new HandCircuit().source(
        'v',
        'in',
        '0',
        signalOf((t) => 10 * Math.sin(1e4 * t)),
      );
      circuit.source(
        'w',
        'out',
        '0',
        signalOf((t) => -10 * Math.sin(1e4 * t)),
      );
      circuit.resistor('in', 'a', 1e3).resistor('a', 'out', 1e3).capacitor('a', '0', 1e-9);
      circuit.capacitor('in', other, 1e-12).capacitor('out', other, 1e-12);
      const system = circuit.system();
      const stepper = new SparseStepper(system, { t0: 0, z: new Float64Array(system.size) });
      while (stepper.t < 1e-3) stepper.step(1e-3);
      return stepper.counters.accepted;
    });
    expect(steps[1]).toBeLessThanOrEqual(1.1 * steps[0]!);
  });
});
