/** Blocks of motion that are those of rest too are found once: the operating point and the run are what they are without. */
import { describe, expect, it } from 'vitest';
import type { DescriptorSystem } from '../../../src/kernel/modeling/descriptor-system.js';
import { blockOperatingPoint } from '../../../src/kernel/simulation/block-stepping/block-operating-point.js';
import { BlockStepping } from '../../../src/kernel/simulation/block-stepping/block-stepping.js';
import {
  areSameAtRest,
  dependencyBlocks,
} from '../../../src/kernel/simulation/block-stepping/dependency-blocks.js';
import { CompiledDescriptor } from '../../../src/kernel/simulation/sparse-stepping/compiled-descriptor.js';
import { operatingPoint } from '../../../src/kernel/simulation/sparse-stepping/operating-point.js';
import { HandCircuit, pulseSignal } from '../sparse-stepping/hand-circuit.js';

/** A current of 1 S (v_out - v_in) into the output alone. */
const follower = {
  name: 'follower',
  reads: 2,
  rows: 1,
  parameterCount: 0,
  conducts: Uint8Array.of(1, 1),
  stores: Uint8Array.of(0, 0),
  evaluate(_parameters: Float64Array, _at: number, v: Float64Array, { f, df }: Point): void {
    f[0] = v[1]! - v[0]!;
    df[0] = -1;
    df[1] = 1;
  },
};
interface Point {
  readonly f: Float64Array;
  readonly df: Float64Array;
}

function movingBlocks(system: DescriptorSystem) {
  const blocks = dependencyBlocks(system);
  if (!('count' in blocks)) throw new Error('structurally singular');
  return blocks;
}

/** Amplifiers behind each other with a capacitor each: a block each. */
function chain(a?: string, b = '0'): DescriptorSystem {
  const circuit = new HandCircuit().source('in', 's0', '0', pulseSignal(1, 2, 1e-6, 1e-7, 1e-7, 1e-5, 1e-4));
  for (let k = 1; k <= 120; k++) {
    circuit.law(follower, `f${k}`, [`s${k - 1}`, `s${k}`], [`s${k}`], []).capacitor(`s${k}`, '0', 1e-9);
  }
  if (a !== undefined) circuit.capacitor(a, b, 1e-12);
  return circuit.system();
}

describe('blocks at rest', () => {
  it('are those of motion where capacitors stand at nodes that are blocks of their own', () => {
    const system = chain();
    expect(areSameAtRest(system, movingBlocks(system))).toBe(true);
  });

  it('are others where a capacitor ties nodes together, or stands at a node that nothing else holds', () => {
    for (const [a, b] of [
      ['s3', 's4'],
      ['alone', '0'],
    ] as const) {
      const system = chain(a, b);
      expect(areSameAtRest(system, movingBlocks(system))).toBe(false);
    }
  });

  it('found once give the point of the whole, and the run that begins there has the bits of one that looked again', () => {
    const system = chain();
    const point = blockOperatingPoint(system, { reltol: 1e-3 }, 0);
    const whole = operatingPoint(new CompiledDescriptor(system, { reltol: 1e-3 }), 0);
    expect(point.cut).toBeDefined();
    point.z.forEach((value, k) => {
      expect(Math.abs(value - whole.z[k]!)).toBeLessThan(1e-9);
    });
    const start = { t0: 0, z: point.z };
    const runs = [point.cut!, movingBlocks(system)].map(
      (blocks) => new BlockStepping(system, blocks, start, { reltol: 1e-3 }),
    );
    while (runs[0]!.t < 5e-6) {
      const [one, other] = runs.map((run) => run.step(5e-6)!.last);
      expect(one).toEqual(other);
    }
    expect(runs[0]!.counters.accepted).toBeGreaterThan(1000);
  });
});
