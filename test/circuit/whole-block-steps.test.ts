/**
 * Blocks that read each other: whole steps, which read inputs off copies of what the block before recorded, are those that ask for
 * every input by itself, as they are written and as machine code, to the bit.
 */
import { describe, expect, it } from 'vitest';
import { machineCode } from '../../src/circuit/machine-code.gen.js';
import { MemoryPlot, prepare, runCard } from '../../src/index.js';
import { BlockStepping } from '../../src/kernel/simulation/block-stepping/block-stepping.js';
import { dependencyBlocks } from '../../src/kernel/simulation/block-stepping/dependency-blocks.js';
import { CompiledDescriptor } from '../../src/kernel/simulation/sparse-stepping/compiled-descriptor.js';
import { operatingPoint } from '../../src/kernel/simulation/sparse-stepping/operating-point.js';
import type { MachineCode } from '../../src/numerics/code/machine-room.js';

const END = 30e-9;
const STAGES = 14;

/** Stages of unlike loads, the last of which sees a pulse through a gate of two inputs. */
function cards(): string {
  const stage = (k: number, input: string, load: number): string =>
    `Mp${k} n${k} ${input} dd dd mp w=1u l=1u
Mn${k} n${k} ${input} 0 0 mn w=1u l=1u
C${k} n${k} 0 ${load}f`;
  const chain = Array.from({ length: STAGES }, (_, k) => stage(k + 1, `n${k}`, 30 + 3 * k));
  return `chain
.model mn nmos(level=1 vto=1 kp=1.3e-4)
.model mp pmos(level=1 vto=-1 kp=4.3e-5)
Vdd dd 0 5
Vin n0 0 pulse(0 5 1n .1n .1n 9n 20n)
${chain.join('\n')}
Mg1 g n4 dd dd mp w=1u l=1u
Mg2 g n9 dd dd mp w=1u l=1u
Mg3 g n4 h 0 mn w=1u l=1u
Mg4 h n9 0 0 mn w=1u l=1u
Cg g 0 40f
Ch h 0 9f
.tran .1n 30n
`;
}

/** Values and rates of all unknowns in the middle and at the end of every window, and what was counted. */
function walk(wholeSteps: boolean, machine?: MachineCode) {
  const { circuit } = prepare(cards(), { options: { method: 'stepping' } });
  const { system } = circuit!.stepping!.circuit.model;
  const { z } = operatingPoint(new CompiledDescriptor(system), 0);
  const dependencies = dependencyBlocks(system);
  if (!('count' in dependencies)) throw new Error('no blocks');
  const start = { t0: 0, z: z.slice(0, system.size) };
  const run = new BlockStepping(system, dependencies, start, { reltol: 1e-3, wholeSteps }, machine);
  const [now, rates] = [new Float64Array(system.size), new Float64Array(system.size)];
  const rows: number[][] = [];
  while (run.t < END) {
    const window = run.step(END)!;
    for (const t of [(window.t0 + window.t1) / 2, window.t1]) {
      window.read(t, now, rates);
      rows.push([t, ...now, ...rates]);
    }
  }
  return { rows, counters: run.counters, blocks: run.count };
}

describe('whole steps of blocks behind one another', () => {
  const asked = walk(false);

  it.each([
    ['as they are written', undefined],
    ['as machine code', machineCode],
  ])('%s', (_, machine) => {
    const { rows, ...rest } = walk(true, machine);
    expect(rows.findIndex((row, k) => row.some((value, i) => !Object.is(value, asked.rows[k]![i])))).toBe(-1);
    expect(rest).toEqual({ counters: asked.counters, blocks: asked.blocks });
    expect(rows.length).toBe(asked.rows.length);
    expect(rest.blocks).toBeGreaterThan(STAGES);
    expect(rest.counters.accepted).toBeGreaterThan(1000);
  });

  it('have one certificate', () => {
    const [plain, compiled] = ['plain', 'compiled'].map((code) => {
      const { circuit } = prepare(cards(), { options: { method: 'stepping', certificate: 'full', code } });
      return runCard(circuit!, circuit!.flat.analyses[0]!, [new MemoryPlot()]).certificate;
    });
    expect(plain?.kirchhoff.value).toBeGreaterThan(0);
    expect(compiled).toEqual(plain);
  });
});
