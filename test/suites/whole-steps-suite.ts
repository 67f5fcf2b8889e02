/** Random circuits of ordinary parts, stepped stage by stage by script and in whole steps. */
import { expect } from 'vitest';
import { RandomStream } from '../../src/base/random.js';
import { machineCode } from '../../src/circuit/machine-code.gen.js';
import { prepare } from '../../src/index.js';
import type { DescriptorSystem } from '../../src/kernel/modeling/descriptor-system.js';
import { CompiledDescriptor } from '../../src/kernel/simulation/sparse-stepping/compiled-descriptor.js';
import { roomFor } from '../../src/kernel/simulation/sparse-stepping/descriptor/descriptor-room.js';
import { operatingPoint } from '../../src/kernel/simulation/sparse-stepping/operating-point.js';
import { SteppingFailure } from '../../src/kernel/simulation/sparse-stepping/newton/stepping-failure.js';
import { SparseStepper } from '../../src/kernel/simulation/sparse-stepping/sparse-stepper.js';
import { MachineRoom } from '../../src/numerics/code/machine-room.js';
import type { NumberRoom } from '../../src/numerics/code/number-room.js';

const END = 20e-6;
const MAX_STEPS = 400;
const models = `.model dm D(is=1e-14 rs=1 cjo=4p m=.4 tt=5n)
.model dz D(is=1e-13 bv=4 ibv=1m cjo=20p)
.model qn NPN(is=1e-16 bf=150 vaf=80 cje=8p cjc=4p tf=.3n tr=50n)
.model qp PNP(is=1e-16 bf=80 rb=50 cje=6p cjc=5p tf=1n)
.model mn NMOS(vto=.7 kp=1e-4 gamma=.5 phi=.6 lambda=.02 tox=20n cgso=1e-10 cgdo=1e-10)
.model mp PMOS(vto=-.7 kp=4e-5 lambda=.03 tox=20n)`;

/** What a part is drawn from: nodes of the chain, these and the sources', one of some, and a number. */
export interface Draw {
  readonly inner: readonly string[];
  readonly all: readonly string[];
  readonly pick: <T>(from: readonly T[]) => T;
  readonly within: (low: number, high: number) => number;
}

/** Cards of the k-th part. */
export type RandomPart = (k: number, draw: Draw) => string;

/** Parts besides ordinary ones, or but for linear ones alone, and the models of these. */
export interface RandomCircuit {
  readonly parts?: readonly RandomPart[];
  readonly models?: string;
  readonly isLinear?: boolean;
}

/** A supply, a moving source and a current that pulses; every node on a chain of resistors, parts between any of them. */
function randomCards(seed: number, { parts = [], isLinear = false }: RandomCircuit): string {
  const stream = new RandomStream(seed);
  const within = (low: number, high: number): number => low * (high / low) ** stream.uniform();
  const nodes = 3 + Math.floor(6 * stream.uniform());
  const pick = <T>(from: readonly T[]): T => from[Math.floor(from.length * stream.uniform())]!;
  const inner = Array.from({ length: nodes }, (_, k) => `n${k}`);
  const all = [...inner, '0', 'dd', 'in'];
  const sine = `sin(0 ${within(0.1, 8)} ${within(5e4, 2e6)})`;
  const pulse = `pulse(0 5 1u ${within(1e-9, 1e-6)} ${within(1e-9, 1e-6)} ${within(1e-6, 4e-6)} 8u)`;
  const cards = ['Vdd dd 0 5', `Vin in 0 ${pick([sine, pulse])}`];
  cards.push(`Ip 0 ${pick(inner)} pulse(0 1m 3u 10n 10n 2u 5u)`);
  for (const [k, node] of inner.entries()) {
    cards.push(`Rc${k} ${k === 0 ? 'in' : inner[k - 1]!} ${node} ${within(100, 1e5)}`);
    cards.push(`Cg${k} ${node} 0 ${within(1e-12, 1e-8)}`);
  }
  const makers: ((k: number) => string)[] = [
    (k) => `R${k} ${pick(inner)} ${pick(all)} ${within(10, 1e5)}`,
    (k) => `C${k} ${pick(inner)} ${pick(all)} ${within(1e-12, 1e-7)}`,
    (k) => `L${k} ${pick(inner)} x${k} ${within(1e-6, 1e-3)}\nRl${k} x${k} ${pick(all)} ${within(1, 1e3)}`,
    (k) => `D${k} ${pick(inner)} ${pick(all)} ${pick(['dm', 'dz'])}`,
    (k) => `Q${k} ${pick(all)} ${pick(inner)} ${pick(all)} ${pick(['qn', 'qp'])}`,
    (k) => `M${k} ${pick(all)} ${pick(inner)} ${pick(all)} 0 mn w=${within(2e-6, 5e-5)} l=1u`,
    (k) => `M${k} ${pick(all)} ${pick(inner)} ${pick(all)} dd mp w=${within(2e-6, 5e-5)} l=1u`,
  ];
  const own = isLinear ? makers.slice(0, 3) : makers;
  const others = parts.map((part) => (k: number) => part(k, { inner, all, pick, within }));
  for (let k = 0; k < 3 + 2 * nodes; k++) cards.push(pick([...own, ...others])(k));
  if (!isLinear) cards.push(`Dlast ${pick(inner)} 0 dm`);
  return cards.join('\n');
}

function systemOf(seed: number, circuit: RandomCircuit): DescriptorSystem {
  const text = `circuit ${seed}\n${randomCards(seed, circuit)}\n${models}\n${circuit.models ?? ''}\n.tran 10n 20u\n`;
  const { circuit: prepared, diagnostics } = prepare(text, { options: { method: 'stepping' } });
  if (!prepared?.stepping) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return prepared.stepping.circuit.model.system;
}

/** The operating point; of comparisons fed back that have none, nothing. */
function startOf(system: DescriptorSystem): Float64Array {
  try {
    return operatingPoint(new CompiledDescriptor(system), 0).z.slice(0, system.size);
  } catch (failure) {
    if (failure instanceof SteppingFailure) return new Float64Array(system.size);
    throw failure;
  }
}

/** Every step from the start: its end, error, state, rates; what was counted; and how the run ended. */
function walk(system: DescriptorSystem, reltol: number, wholeSteps: boolean, room?: NumberRoom) {
  const z = startOf(system);
  const compiled = new CompiledDescriptor(system, { reltol, wholeSteps }, room);
  const stepper = new SparseStepper(compiled, { t0: 0, z });
  const steps: number[][] = [];
  let ended = '';
  try {
    while (stepper.t < END && steps.length < MAX_STEPS) {
      const { t1, error } = stepper.step(END);
      steps.push([t1, error, ...stepper.z, ...stepper.rates]);
    }
  } catch (failure) {
    ended = (failure as Error).message;
  }
  return { steps, ended, counters: stepper.counters };
}

/** The walk but for its steps, and the first step that is not the one expected. */
function against(expected: readonly number[][], { steps, ...rest }: ReturnType<typeof walk>) {
  const differs = (step: readonly number[], k: number): boolean =>
    step.some((value, i) => !Object.is(value, expected[k]?.[i]));
  const place = steps.findIndex(differs);
  return { ...rest, count: steps.length, place, step: steps[place], expected: expected[place] };
}

/** Holds whole steps, plain and as machine code, to those that script makes. */
export function expectSameSteps(seed: number, circuit: RandomCircuit = {}): ReturnType<typeof walk> {
  const system = systemOf(seed, circuit);
  const reltol = [1e-3, 1e-5][seed % 2]!;
  const room = roomFor(system, machineCode);
  expect(room).toBeInstanceOf(MachineRoom);
  const byStages = walk(system, reltol, false);
  const plain = walk(system, reltol, true);
  const machine = walk(system, reltol, true, room);
  const same = against(byStages.steps, byStages);
  expect(same.place).toBe(-1);
  expect(against(byStages.steps, plain)).toEqual(same);
  expect(against(byStages.steps, machine)).toEqual(same);
  return byStages;
}
