/** Where a run of sparse steps starts: what is stored under `uic`, the operating point otherwise (conventions: initial conditions). */
import type { Diagnostics } from '../../base/diagnostic.js';
import { readForm } from '../../circuit/sparse/sparse-forms.js';
import type { SparseModel } from '../../circuit/sparse/sparse-model.js';
import { guessAtStart, operatingPointModel, storedAtStart } from '../../circuit/sparse/sparse-start.js';
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import type { DescriptorStart, DescriptorSystem } from '../../kernel/modeling/descriptor-system.js';
import { LogicSignal } from '../../kernel/modeling/signals/logic-signal.js';
import {
  type BlockOperatingPoint,
  blockOperatingPoint,
} from '../../kernel/simulation/block-stepping/block-operating-point.js';
import type { CutSystem } from '../../kernel/simulation/block-stepping/block-system.js';
import { CompiledDescriptor } from '../../kernel/simulation/sparse-stepping/compiled-descriptor.js';
import {
  continuedPoint,
  type OperatingPoint,
} from '../../kernel/simulation/sparse-stepping/operating-point.js';
import { SteppingFailure } from '../../kernel/simulation/sparse-stepping/stepping-failure.js';
import type { FlatCircuit, TransientCard } from '../../netlist/flat-circuit.js';
import type { SteppingCircuit } from './stepping-circuit.js';

export interface SteppingStart extends DescriptorStart {
  /** The blocks of the operating point, where they are those of motion. */
  readonly cut?: CutSystem;
}

/** Finds the start; problems become diagnostics and undefined. */
export function findSteppingStart(
  circuit: SteppingCircuit,
  card: TransientCard,
  reltol: number,
  diagnostics: Diagnostics,
): SteppingStart | undefined {
  const { model, flat, branches } = circuit;
  const { system } = model;
  const voltages = voltagesOf(flat);
  if (card.uic) {
    for (const branch of branches)
      if (branch.kind === 'current' && branch.delayed) branch.delayed.signal.begin(0, branch.delayed.initial);
    const z = guessAtStart(model.numbering, voltages);
    return { t0: 0, z, stored: storedAtStart(model, voltages) };
  }
  const { dialect, elements } = flat;
  for (const element of elements) {
    if (!element.parameters.has('ic') || dialect === 'xyce') continue;
    const message = `ic= of ${element.name} is ignored: the transient starts from the operating point`;
    diagnostics.warning('ic-ignored', message, element.span, {
      hint: 'write uic on the .tran card to use it',
    });
  }
  const still = stillCircuit(circuit, reltol, diagnostics);
  const point = still.solve(diagnostics);
  if (!point) return undefined;
  warnOfRest(circuit, diagnostics);
  const z = point.z.slice(0, system.size);
  const u = beforeJumps(system).inputs.map((signal) => signal.value(0));
  for (const { form, signal } of system.delays) signal.begin(0, readForm(form, z, u));
  const { cut } = point;
  const guards = guardsOf(still.model.system, system, point.guards);
  return { t0: 0, z, guards, held: still.held, ...(cut && { cut }) };
}

/** SPICE's. */
const usual = Object.freeze({ reltol: 1e-3, vntol: 1e-6, abstol: 1e-12 });

/**
 * SPICE leaves an unstable operating point by its own errors; here nothing moves unless something makes it.
 */
function warnOfRest({ flat, model: { system }, branches }: SteppingCircuit, diagnostics: Diagnostics): void {
  const isStill = system.inputs.every((signal) => signal.constant);
  const stores = branches.some(({ kind }) => kind === 'capacitance' || kind === 'inductance');
  const bends = branches.some(({ kind }) => kind === 'law');
  if (!isStill || !stores || !bends || flat.initialVoltages.size > 0) return;
  diagnostics.warning(
    'nothing-moves',
    'no source changes with time: the run begins at its operating point, which only rounding leaves where it is unstable',
    flat.analyses.find(({ kind }) => kind === 'tran')?.span,
    {
      hint: 'an oscillator starts by .ic, by uic on the .tran card, or by a supply that is switched on (pulse, pwl)',
    },
  );
}

/** The system of a circuit with all rates 0, to be solved once or often. */
export interface StillCircuit {
  readonly model: SparseModel;
  /** Something is held that moves once it is let go. */
  readonly held: boolean;
  /** Solves it at the present values of its inputs; problems become diagnostics and undefined. */
  readonly solve: (diagnostics: Diagnostics) => BlockOperatingPoint | undefined;
  /** Solves it from a point nearby, to rounding; undefined where Newton's method does not lead there. */
  readonly follow: (near: PointNearby) => OperatingPoint | undefined;
}

type PointNearby = Pick<OperatingPoint, 'z' | 'guards'>;

/** Makes the system of a circuit's operating point; says what of `.ic` has no effect there. */
export function stillCircuit(
  { flat, tolerances: given, model: own }: SteppingCircuit,
  coarse: number,
  diagnostics: Diagnostics,
): StillCircuit {
  // Tolerances of a power netlist (abstol=1u) would leave nodes of high resistance anywhere; a point costs little.
  const reltol = Math.min(coarse, usual.reltol);
  const tolerances = {
    vntol: Math.min(given.vntol, usual.vntol),
    abstol: Math.min(given.abstol, usual.abstol),
  };
  const held = { nodes: voltagesOf(flat), elements: flat.dialect === 'xyce' };
  const { model: moving, idle, held: isHeld } = operatingPointModel(own, held, tolerances);
  for (const node of idle) {
    const message = `.ic of node ${node} has no effect: sources or other .ic values fix its voltage`;
    diagnostics.warning('ic-without-effect', message, flat.initialVoltages.get(node)?.span);
  }
  const system = beforeJumps(moving.system);
  const model = { ...moving, system };
  let compiled: CompiledDescriptor | undefined;
  const newton = (near: PointNearby): OperatingPoint | undefined =>
    continuedPoint((compiled ??= new CompiledDescriptor(system, { reltol })), 0, near);
  return {
    model,
    held: isHeld,
    solve: (found) => pointOf(system, reltol, found),
    follow(near) {
      if (near.z.length !== system.size) return undefined;
      const found = newton(near);
      // From within its tolerance one iteration more leaves rounding.
      return found && (newton(found) ?? found);
    },
  };
}

/** What jumps at t = 0 has not yet jumped at rest; levels of logic settle with it. */
function beforeJumps(system: DescriptorSystem): DescriptorSystem {
  const inputs = system.inputs.map((signal) => {
    const before = signal instanceof LogicSignal ? NaN : signal.valueLeft(0);
    return !Number.isNaN(before) && before !== signal.value(0) ? constantSignal(before) : signal;
  });
  return { ...system, inputs };
}

function pointOf(
  system: DescriptorSystem,
  reltol: number,
  diagnostics: Diagnostics,
): BlockOperatingPoint | undefined {
  try {
    const point = blockOperatingPoint(system, { reltol }, 0);
    for (const note of point.notes) diagnostics.note('undetermined', note);
    return point;
  } catch (error) {
    if (!(error instanceof SteppingFailure)) throw error;
    diagnostics.error('no-operating-point', `there is no operating point: ${error.message}`, undefined, {
      hint: 'look at what is named, or start with uic',
    });
    return undefined;
  }
}

/** States of the circuit's own guards: a coil in a loop is one more at rest. */
export function guardsOf(still: DescriptorSystem, { guards }: DescriptorSystem, on: Uint8Array): Uint8Array {
  const stateOf = new Map(still.guards.map(({ row }, g) => [row, on[g] ?? 0]));
  return Uint8Array.from(guards, ({ row }) => stateOf.get(row) ?? 0);
}

function voltagesOf({ initialVoltages }: FlatCircuit): ReadonlyMap<string, number> {
  return new Map([...initialVoltages].map(([node, { value }]) => [node, value]));
}
