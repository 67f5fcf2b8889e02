import { describe, expect, it } from 'vitest';
import type { DescriptorSystem } from '../../../src/kernel/modeling/descriptor-system.js';
import type { Signal } from '../../../src/kernel/modeling/signals/signal.js';
import { BlockStepping } from '../../../src/kernel/simulation/block-stepping/block-stepping.js';
import { dependencyBlocks } from '../../../src/kernel/simulation/block-stepping/dependency-blocks.js';
import { SparseStepper } from '../../../src/kernel/simulation/sparse-stepping/sparse-stepper.js';
import { HandCircuit, pulseSignal, signalOf } from '../sparse-stepping/hand-circuit.js';
import { inverterLaw } from './inverter-law.js';

/** n stages of one inverter with 50 fF behind it; the first is driven by a pulse; all settled before it. */
function inverterChain(n: number, coupling = 0): HandCircuit {
  const pulse = pulseSignal(0, 5, 1e-9, 1e-10, 1e-10, 2e-8, 5e-8);
  const circuit = new HandCircuit().source('in', 'n0', '0', pulse).source('dd', 'dd', '0', 5);
  for (let k = 1; k <= n; k++) {
    circuit.law(inverterLaw, `x${k}`, [`n${k - 1}`, `n${k}`, 'dd'], [`n${k}`, 'dd'], [1.3e-4, 1]);
    circuit.capacitor(`n${k}`, '0', 50e-15);
    if (coupling > 0) circuit.capacitor(`n${k - 1}`, `n${k}`, coupling);
  }
  return circuit;
}

function settled(circuit: HandCircuit, n: number): Float64Array {
  const z = new Float64Array(circuit.system().size);
  z[circuit.index('v(dd)')] = 5;
  for (let k = 1; k <= n; k++) z[circuit.index(`v(n${k})`)] = k % 2 === 1 ? 5 : 0;
  return z;
}

function blockwise(system: DescriptorSystem, z: Float64Array, reltol: number): BlockStepping {
  const blocks = dependencyBlocks(system);
  if (!('count' in blocks)) throw new Error('structurally singular');
  return new BlockStepping(system, blocks, { t0: 0, z }, { reltol });
}

/** What both kinds of steps have in common. */
interface Run {
  step(until: number):
    | {
        readonly t1: number;
        read(t: number, z: Float64Array, dz?: Float64Array, unknowns?: Int32Array): void;
      }
    | undefined;
}

/** Values of some unknowns at multiples of `step`, from 0 to T. */
function sampled(run: Run, T: number, step: number, unknowns: Int32Array): Float64Array[] {
  const rows: Float64Array[] = [];
  for (let t = 0; t < T;) {
    const window = run.step(T)!;
    while (rows.length * step <= window.t1) {
      const row = new Float64Array(unknowns.length);
      window.read(rows.length * step, row, undefined, unknowns);
      rows.push(row);
    }
    t = window.t1;
  }
  return rows;
}

describe('blocks with steps of their own', () => {
  it('an inverter chain without gate currents has one block a stage', () => {
    const system = inverterChain(20).system();
    const blocks = dependencyBlocks(system);
    expect(blocks).toMatchObject({ count: system.size });
  });

  it('a coupling capacitor from stage to stage makes all stages behind the source one block', () => {
    const system = inverterChain(20, 1e-15).system();
    const blocks = dependencyBlocks(system);
    // v(n0), v(dd), their sources' currents, and the chain.
    expect(blocks).toMatchObject({ count: 5 });
  });

  it('the wave through 30 stages is that of the whole system in small steps, and quiet stages cost nothing', () => {
    const n = 30;
    const circuit = inverterChain(n);
    const system = circuit.system();
    const z = settled(circuit, n);
    const T = 4e-8;
    const stages = [1, 10, 30];
    const unknowns = Int32Array.from(stages, (stage) => circuit.index(`v(n${stage})`));
    const exact = sampled(new SparseStepper(system, { t0: 0, z }, { reltol: 1e-6 }), T, 1e-10, unknowns);
    for (const reltol of [1e-3, 1e-5]) {
      const blocks = blockwise(system, z, reltol);
      const found = sampled(blocks, T, 1e-10, unknowns);
      stages.forEach((stage, k) => {
        const worst = Math.max(...found.map((row, i) => Math.abs(row[k]! - exact[i]![k]!)));
        // Delays of stages add up: each is off by some reltol of itself, and 5 V pass in two of them.
        expect(worst).toBeLessThan(5 * reltol * (2 + stage / 2));
      });
      if (reltol === 1e-3) expect(blocks.counters.accepted).toBeLessThan(200 * n);
    }
  });

  it('tells what every node has carried at most, wherever it was', () => {
    const n = 12;
    const circuit = inverterChain(n);
    const run = blockwise(circuit.system(), settled(circuit, n), 1e-4);
    const unknowns = Int32Array.from({ length: n }, (_, k) => circuit.index(`v(n${k + 1})`));
    const values = sampled(run, 2e-8, 2e-12, unknowns);
    for (let k = 1; k < n; k++) {
      const slopes = values.slice(1).map((row, i) => Math.abs(row[k]! - values[i]![k]!) / 2e-12);
      const peak = 50e-15 * Math.max(...slopes);
      // Ends of steps miss the steepest point by a part of a step.
      expect(Math.abs(run.carried[unknowns[k]!]! / peak - 1)).toBeLessThan(0.03);
    }
  });

  it('what is far from where anything happens takes no step', () => {
    const n = 400;
    const circuit = inverterChain(n);
    const run = blockwise(circuit.system(), settled(circuit, n), 1e-3);
    while (run.t < 1.5e-8) run.step(1.5e-8);
    const reached = run.blocks.findLastIndex(({ lender }) => lender !== undefined);
    const value = new Float64Array(1);
    run.step(1.5001e-8)!.read(1.5e-8, value, undefined, Int32Array.of(circuit.index(`v(n${reached + 10})`)));
    expect(reached).toBeLessThan(100);
    expect([0, 5]).toContain(value[0]);
  });

  it('of chains that do the same one steps for all, and every unknown has the bits it has alone', () => {
    const [chains, stages, T] = [6, 4, 6e-9];
    const run = (signals: number, parts: number, hash?: (s: number) => number) => {
      const circuit = new HandCircuit().source('dd', 'dd', '0', 5);
      for (let s = 0; s < signals; s++) {
        const pulse = pulseSignal(0, 5, 1e-9, 1e-10, 1e-10, 2e-9, 5e-9);
        const told = hash && { hash: hash(s), isSameAs: (other: Signal) => other.hash === hash(s) };
        circuit.source(`s${s}`, `s${s}`, '0', { ...pulse, ...told });
      }
      const node = (c: number, k: number) => (k === 0 ? `s${c % signals}` : `c${c}n${k}`);
      for (let c = 0; c < chains; c++)
        for (let k = 1; k <= stages; k++) {
          const [before, now] = [node(c, k - 1), node(c, k)];
          circuit.law(inverterLaw, now, [before, now, 'dd'], [now, 'dd'], [1.3e-4 * (1 + (c % parts)), 1]);
          circuit.capacitor(now, '0', 50e-15);
        }
      const system = circuit.system();
      const z = new Float64Array(system.size);
      z[circuit.index('v(dd)')] = 5;
      const outputs = Array.from({ length: chains * stages }, (_, at) =>
        circuit.index(`v(${node(Math.floor(at / stages), 1 + (at % stages))})`),
      );
      outputs.forEach((unknown, at) => (z[unknown] = at % 2 === 0 ? 5 : 0));
      const blocks = blockwise(system, z, 1e-3);
      const rows = sampled(blocks, T, 2e-10, Int32Array.from(outputs));
      return { rows, blocks };
    };
    const apart = run(chains, 1);
    const together = run(1, 1);
    expect([apart.blocks.blocks.length, together.blocks.blocks.length]).toEqual([chains * stages, stages]);
    expect(together.blocks.count).toBe(chains * stages);
    expect(together.blocks.counters.accepted * chains).toBe(apart.blocks.counters.accepted);
    expect(together.rows).toEqual(apart.rows);
    // Equal sources drive the same, where they tell that they are.
    const equal = run(chains, 1, () => 7);
    expect(equal.blocks.blocks.length).toBe(stages);
    expect(equal.rows).toEqual(apart.rows);
    expect(run(chains, 1, (s) => s % 2).blocks.blocks.length).toBe(2 * stages);
    // Other parts, or another source, are other blocks.
    expect(run(2, 1).blocks.blocks.length).toBe(2 * stages);
    expect(run(1, 3).blocks.blocks.length).toBe(3 * stages);
  });

  it('the current of a source is that of the rates of what it charges', () => {
    const w = 1e6;
    const sine = signalOf((t) => Math.sin(w * t));
    const circuit = new HandCircuit().source('s', 'a', '0', sine);
    circuit.capacitor('a', '0', 1e-9).resistor('a', 'b', 1e3).capacitor('b', '0', 1e-9);
    const system = circuit.system();
    const run = blockwise(system, new Float64Array(system.size), 1e-7);
    const read = new Float64Array(2);
    const which = Int32Array.of(circuit.index('i(s)'), circuit.index('v(b)'));
    while (run.t < 2e-5) {
      const window = run.step(2e-5)!;
      const { t1 } = window;
      window.read(t1, read, undefined, which);
      // -(C v' + (v - v_b) / R), v' as a difference of the signal: it knows no rate.
      const current = -(1e-9 * w * Math.cos(w * t1) + (Math.sin(w * t1) - read[1]!) / 1e3);
      expect(Math.abs(read[0]! - current)).toBeLessThan(1e-9);
    }
  });

  it('the current of a source that stands upon another is that of the rates of what it charges', () => {
    const [C, w, T] = [1e-9, 1e6, 2e-5];
    const circuit = new HandCircuit().source(
      's',
      'a',
      '0',
      signalOf((t) => Math.sin(w * t)),
    );
    circuit.source('t', 'b', 'a', 2).capacitor('b', '0', C);
    const system = circuit.system();
    const run = blockwise(system, Float64Array.of(0, 0, 2, 0), 1e-5);
    const read = new Float64Array(2);
    const which = Int32Array.of(circuit.index('i(s)'), circuit.index('i(t)'));
    while (run.t < T) {
      const window = run.step(T)!;
      window.read(window.t1, read, undefined, which);
      // The second backward difference misses a rate by (w h)^2, and steps are no longer than inputs allow.
      for (const current of read)
        expect(Math.abs(current + C * w * Math.cos(w * window.t1))).toBeLessThan(2e-2 * C * w);
    }
  });
});
