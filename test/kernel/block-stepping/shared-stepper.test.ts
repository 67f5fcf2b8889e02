import { describe, expect, it } from 'vitest';
import type { LocalLaw } from '../../../src/kernel/modeling/laws/local-law.js';
import type { Signal } from '../../../src/kernel/modeling/signals/signal.js';
import { BlockStepping } from '../../../src/kernel/simulation/block-stepping/block-stepping.js';
import { dependencyBlocks } from '../../../src/kernel/simulation/block-stepping/dependency-blocks.js';
import {
  type Borrower,
  SharedStepper,
} from '../../../src/kernel/simulation/block-stepping/shared-stepper.js';
import { SparseStepper } from '../../../src/kernel/simulation/sparse-stepping/sparse-stepper.js';
import { defaultSparseSteppingOptions } from '../../../src/kernel/simulation/sparse-stepping/descriptor/stepping-options.js';
import { plainRoom } from '../../../src/numerics/code/number-room.js';
import { HandCircuit, pulseSignal } from '../sparse-stepping/hand-circuit.js';
import { inverterLaw } from './inverter-law.js';

/** i = sqrt(1 - v): no number where v > 1. */
const rootLaw: LocalLaw = {
  name: 'root',
  reads: 1,
  rows: 1,
  parameterCount: 0,
  conducts: Uint8Array.of(1),
  stores: Uint8Array.of(0),
  evaluate: (_parameters, _at, v, { f, df }) => {
    f[0] = 1e-3 * Math.sqrt(1 - v[0]!);
    df[0] = -5e-4 / Math.sqrt(1 - v[0]!);
  },
};

describe('one stepper for blocks that are alike', () => {
  it('steps each as a stepper of its own would, to the bit, whoever has had it in between', () => {
    const stage = (supply: number, delay: number) =>
      new HandCircuit()
        .source('in', 'a', '0', pulseSignal(0, supply, delay, 1e-10, 1e-10, 2e-9, 5e-9))
        .source('dd', 'dd', '0', supply)
        .law(inverterLaw, 'x', ['a', 'b', 'dd'], ['b', 'dd'], [1.3e-4, 1])
        .capacitor('b', '0', 50e-15)
        .system();
    const systems = [stage(5, 1e-9), stage(4, 1.7e-9), stage(3, 0.2e-9)];
    const options = { ...defaultSparseSteppingOptions, maxStep: 1e-9 };
    const borrowers = systems.map(({ inputs }): Borrower => ({ inputs, state: undefined }));
    const shared = new SharedStepper(
      borrowers[0]!,
      (inputs: readonly Signal[]) => ({ ...systems[0]!, inputs }),
      options,
      plainRoom,
    );
    const alone = systems.map((system, k) => {
      const start = { t0: 0, z: Float64Array.of(0, 0, [5, 4, 3][k]!, 0, [5, 4, 3][k]!) };
      shared.lend(borrowers[k]!).begin(start);
      return new SparseStepper(system, start, options);
    });
    // By turns of 1, 2 and 3 steps.
    for (let round = 0; round < 120; round++) {
      const k = round % 3;
      const stepper = shared.lend(borrowers[k]!);
      for (let step = 0; step <= k && alone[k]!.t < 1e-8; step++) {
        alone[k]!.step(1e-8);
        stepper.step(1e-8);
        expect([stepper.t, ...stepper.z, ...stepper.rates]).toEqual([
          alone[k]!.t,
          ...alone[k]!.z,
          ...alone[k]!.rates,
        ]);
      }
    }
    expect(alone.every(({ t }) => t > 2e-9)).toBe(true);
  });

  it('a block that cannot go on is told of by its own names', () => {
    const circuit = new HandCircuit();
    for (const [name, height] of [
      ['low', 0.5],
      ['high', 1.5],
    ] as const) {
      circuit.source(`s${name}`, name, '0', pulseSignal(0, height, 1e-6, 1e-6, 1e-6, 1e-5, 1e-3));
      circuit.resistor(name, `${name}out`, 1e3).capacitor(`${name}out`, '0', 1e-9);
      circuit.law(rootLaw, `root of ${name}`, [`${name}out`], [`${name}out`], []);
    }
    const system = circuit.system();
    const dependencies = dependencyBlocks(system);
    if (!('count' in dependencies)) throw new Error('structurally singular');
    const z = new Float64Array(system.size);
    const run = new BlockStepping(system, dependencies, { t0: 0, z, held: true }, { reltol: 1e-3 });
    const toTheEnd = () => {
      while (run.t < 1e-5) run.step(1e-5);
    };
    expect(toTheEnd).toThrow(/v\(highout\).*root of high|root of high/);
    expect(run.blocks.filter(({ lender }) => lender !== undefined)).toHaveLength(2);
  });
});
