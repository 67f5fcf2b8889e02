import { describe, expect, it } from 'vitest';
import type { LocalLaw } from '../../../src/kernel/modeling/laws/local-law.js';
import { ProgressWatch } from '../../../src/kernel/simulation/sparse-stepping/stages/progress-watch.js';
import { SparseStepper } from '../../../src/kernel/simulation/sparse-stepping/sparse-stepper.js';
import { SteppingFailure } from '../../../src/kernel/simulation/sparse-stepping/newton/stepping-failure.js';
import { HandCircuit } from './hand-circuit.js';
import { plainRoom } from '../../../src/numerics/code/number-room.js';

/** A current v^2 into the node: with 1 F the voltage is 1 / (1 - t). */
const square: LocalLaw = {
  name: 'square',
  reads: 1,
  rows: 1,
  parameterCount: 0,
  conducts: Uint8Array.of(1),
  stores: Uint8Array.of(0),
  evaluate(_parameters, _at, v, { f, df }) {
    f[0] = -(v[0]! * v[0]!);
    df[0] = -2 * v[0]!;
  },
};

describe('progress', () => {
  it('a solution that ends before the run does is followed to its end, and the unknown named', () => {
    const circuit = new HandCircuit().capacitor('a', '0', 1).law(square, 'square', ['a'], ['a'], []);
    const system = circuit.system();
    const stepper = new SparseStepper(system, { t0: 0, z: Float64Array.of(1) }, { reltol: 1e-6 });
    let failure: unknown;
    let steps = 0;
    try {
      while (stepper.t < 2 && ++steps < 1e5) stepper.step(2);
    } catch (error) {
      failure = error;
    }
    expect(failure).toBeInstanceOf(SteppingFailure);
    expect((failure as SteppingFailure).detail.unknowns).toEqual(['v(a)']);
    expect((failure as SteppingFailure).detail.elements).toEqual(['square']);
    // t grows by the error of all steps, each one reltol of the distance to the end.
    expect(Math.abs(stepper.t - 1)).toBeLessThan(1e-4);
  });

  it('steps that halve end a run, steps of a millionth of it do not', () => {
    const passesAll = (length: (k: number) => number, failures = 0): boolean => {
      const watch = new ProgressWatch(plainRoom);
      watch.begin(0);
      let t = 0;
      for (let k = 0; k < 10000; k++) {
        for (let f = 0; f < failures; f++) watch.countFailure();
        if (watch.stuck((t += length(k)), 1) !== undefined) return false;
      }
      return true;
    };
    expect(passesAll(() => 1e-6)).toBe(true);
    expect(passesAll(() => 1e-14)).toBe(true);
    expect(passesAll((k) => 0.5 ** (k + 1))).toBe(false);
    expect(passesAll(() => 1e-16)).toBe(false);
    // Where Newton's method fails before every step, a run of 1e12 of them is no run.
    expect(passesAll(() => 1e-12, 1)).toBe(false);
    expect(passesAll(() => 1e-10, 1)).toBe(true);
  });
});
