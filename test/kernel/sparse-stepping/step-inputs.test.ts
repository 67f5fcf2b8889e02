import { describe, expect, it } from 'vitest';
import type { Signal } from '../../../src/kernel/modeling/signals/signal.js';
import {
  type RecordedSignal,
  StepInputs,
} from '../../../src/kernel/simulation/sparse-stepping/inputs/step-inputs.js';
import { HandCircuit } from './hand-circuit.js';

/** The same as a block that takes differences of `noise` for none has recorded it. */
function recorded(signal: Signal, noise: number): RecordedSignal {
  return { ...signal, noise, writePieces: () => false };
}

/** 5 between two times as another block may have found it: in segments that begin there, and no breakpoint. */
function pulse(from: number, to: number): Signal {
  const value = (t: number): number => (t >= from && t < to ? 5 : 0);
  return {
    ...{ constant: false, value, valueLeft: value, integral: () => NaN, nextBreakpoint: () => Infinity },
    nextSegment: (t) => (t < from ? from : t < to ? to : Infinity),
  };
}

describe('what a step does not see of its inputs', () => {
  const nodes = Float64Array.of(0, 2 - Math.SQRT2, 1);
  /** Of a step over [0, 1 us] that looks at .8 of it, where the polynomial through 0, 0, 0 is 0. */
  function unseen(signal: Signal): number {
    const system = new HandCircuit().source('in', 'a', '0', signal).system();
    const inputs = new StepInputs(system);
    inputs.renew(0);
    const points = Array.from(nodes, (c) => {
      const w = new Float64Array(system.size + system.inputs.length);
      inputs.evaluate(1e-6 * c, false, w);
      return w;
    });
    const [weights, between] = [new Float64Array(3), new Float64Array(3)];
    return inputs.unseen(0, 1e-6, { points, nodes, part: 0.8, weights, between });
  }

  it('is a pulse of the block before it between two stages, in parts of its size', () => {
    expect(unseen(pulse(1e-7, 2e-7))).toBe(0.5);
    expect(unseen(pulse(6.5e-7, 7e-7))).toBe(0.5);
  });

  it('is none of what the other block takes for noise', () => {
    expect(unseen(recorded(pulse(1e-7, 2e-7), 1))).toBeCloseTo(0.4, 12);
    expect(unseen(recorded(pulse(1e-7, 2e-7), 5))).toBe(0);
  });

  it('is nothing behind the step', () => {
    expect(unseen(pulse(2e-6, 3e-6))).toBe(0);
  });
});
