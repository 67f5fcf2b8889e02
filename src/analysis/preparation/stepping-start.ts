/** Where a run of sparse steps starts: what is stored under `uic`, the operating point otherwise (conventions: initial conditions). */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { MachineCode } from '../../numerics/code/machine-room.js';
import { listNames } from '../../circuit/diagnose.js';
import { drivingSources } from '../../circuit/driving-sources.js';
import type { CoilLoop } from '../../circuit/sparse/driven-coils.js';
import { readForm } from '../../circuit/sparse/sparse-forms.js';
import type { SparseModel } from '../../circuit/sparse/sparse-model.js';
import { leaksAcrossLaws, leaksAcrossSwitches } from '../../circuit/sparse/leaking-laws.js';
import type { ResistanceBranch } from '../../circuit/primitives.js';
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
import { roomFor } from '../../kernel/simulation/sparse-stepping/descriptor/descriptor-room.js';
import {
  continuedPoint,
  type OperatingPoint,
} from '../../kernel/simulation/sparse-stepping/operating-point.js';
import { SteppingFailure } from '../../kernel/simulation/sparse-stepping/newton/stepping-failure.js';
import type { FlatCircuit, TransientCard } from '../../netlist/flat-circuit.js';
import { warnOfHeldSwitches } from './held-switches.js';
import { noteOfNodesets } from './note-of-nodesets.js';
import { type DrivenNode, drivenNode } from './driven-node.js';
import type { SteppingCircuit } from './stepping-circuit.js';

export interface SteppingStart extends DescriptorStart {
  /** The blocks of the operating point, where they are those of motion. */
  readonly cut?: CutSystem;
}

/** Finds the start, by machine code where it is given; problems become diagnostics and undefined. */
export function findSteppingStart(
  circuit: SteppingCircuit,
  card: TransientCard,
  reltol: number,
  diagnostics: Diagnostics,
  code?: MachineCode,
): SteppingStart | undefined {
  const { model, flat, branches } = circuit;
  const { system } = model;
  const voltages = valuesOf(flat.initialVoltages);
  if (card.uic) {
    for (const branch of branches)
      if (branch.kind === 'current' && branch.delayed) branch.delayed.signal.begin(0, branch.delayed.initial);
    const z = guessAtStart(model, voltages);
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
  const still = stillCircuit(circuit, reltol, diagnostics, code);
  const point = still.solve(diagnostics, true);
  if (!point) return undefined;
  if (point.held) {
    const { system: rest } = still.model;
    const switches = point.held.map((g) => ({
      name: rest.rowName(rest.guards[g]?.row ?? -1),
      on: point.guards[g] === 1,
    }));
    warnOfHeldSwitches(switches, diagnostics);
  }
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
  if (!isStill || !stores || !bends || flat.initialVoltages.size + flat.nodesets.size > 0) return;
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
  /**
   * Solves it at the present values of its inputs; problems become diagnostics and undefined. With `holds` switches that agree on no
   * states are as they begin.
   */
  readonly solve: (diagnostics: Diagnostics, holds?: boolean) => BlockOperatingPoint | undefined;
  /** Solves it from a point nearby, to rounding; undefined where Newton's method does not lead there. */
  readonly follow: (near: PointNearby) => OperatingPoint | undefined;
  /** The same with a source that drives a node; undefined where its voltage is fixed. */
  readonly driven: (node: string) => DrivenNode | undefined;
}

type PointNearby = Pick<OperatingPoint, 'z' | 'guards'>;

/** Makes the system of a circuit's operating point; says what of `.ic` has no effect there. */
export function stillCircuit(
  { flat, tolerances: given, model: own }: SteppingCircuit,
  coarse: number,
  diagnostics: Diagnostics,
  code?: MachineCode,
): StillCircuit {
  // Tolerances of a power netlist (abstol=1u) would leave nodes of high resistance anywhere; a point costs little.
  const reltol = Math.min(coarse, usual.reltol);
  const tolerances = {
    vntol: Math.min(given.vntol, usual.vntol),
    abstol: Math.min(given.abstol, usual.abstol),
  };
  const held = { nodes: valuesOf(flat.initialVoltages), elements: flat.dialect === 'xyce' };
  const { model: moving, idle, held: isHeld, coilLoops } = operatingPointModel(own, held, tolerances);
  for (const node of idle) {
    const message = `.ic of node ${node} has no effect: sources or other .ic values fix its voltage`;
    diagnostics.warning('ic-without-effect', message, flat.initialVoltages.get(node)?.span);
  }
  const modelAtRest = (nodes = held.nodes, leaks: readonly ResistanceBranch[] = []): SparseModel => {
    const { model } = operatingPointModel(own, { ...held, nodes }, tolerances, leaks);
    return { ...model, system: beforeJumps(model.system) };
  };
  const plain = { ...moving, system: beforeJumps(moving.system) };
  let model: SparseModel = plain;
  let leaking: readonly ResistanceBranch[] = [];
  let compiled: CompiledDescriptor | undefined;
  const newton = (near: PointNearby): OperatingPoint | undefined =>
    continuedPoint(
      (compiled ??= new CompiledDescriptor(model.system, { reltol }, roomFor(model.system, code))),
      0,
      near,
    );
  const solveAs = (as: SparseModel, holds: boolean): BlockOperatingPoint | SteppingFailure => {
    model = as;
    compiled = undefined;
    return pointOf(as.system, reltol, code, holds);
  };
  /** As SPICE takes .nodeset: the point with these nodes held, from which Newton's method goes on when they are let go. */
  const guessed = (): BlockOperatingPoint | undefined => {
    if (flat.nodesets.size === 0) return undefined;
    const nodes = new Map([...valuesOf(flat.nodesets), ...held.nodes]);
    const point = pointOf(modelAtRest(nodes).system, reltol, code);
    if (point instanceof SteppingFailure) return undefined;
    const z = new Float64Array(model.system.size);
    z.set(point.z.subarray(0, own.system.size));
    return newton({ z, guards: point.guards });
  };
  return {
    get model() {
      return model;
    },
    held: isHeld,
    solve(found, holds = false) {
      model = plain;
      leaking = [];
      compiled = undefined;
      if (reportDrivenCoils(coilLoops, flat, found)) return undefined;
      const near = guessed();
      if (!near && flat.nodesets.size > 0) noteOfNodesets(flat, 'leads to no point', found);
      let point = near ?? solveAs(plain, holds);
      for (const { leaksOf, open, across } of leaksAtRest) {
        const failed = point instanceof SteppingFailure ? point : undefined;
        const missing = point instanceof SteppingFailure ? point.detail.unknowns : point.grounded;
        if (!failed && missing.length === 0) break;
        const leaks = leaksOf(own.numbering.branches);
        if (leaks.length === 0) continue;
        const all = [...leaking, ...leaks];
        const other = solveAs(modelAtRest(undefined, all), holds);
        if (!(other instanceof SteppingFailure) && (failed ?? other.grounded.length < missing.length)) {
          const which = missing.filter((name) => !other.grounded.includes(name)).join(', ');
          const message = `${open} leave ${which} open at rest: 1e-12 S across every ${across} decides`;
          found.note('undetermined', message);
          point = other;
          leaking = all;
        } else model = leaking.length > 0 ? modelAtRest(undefined, leaking) : plain;
      }
      if (point instanceof SteppingFailure) {
        const message = `there is no operating point: ${point.message}`;
        found.error('no-operating-point', message, undefined, {
          hint: 'look at what is named, or start with uic',
        });
        return undefined;
      }
      for (const note of point.notes) found.note('undetermined', note);
      return point;
    },
    follow(near) {
      if (near.z.length !== model.system.size) return undefined;
      const found = newton(near);
      // From within its tolerance one iteration more leaves rounding.
      return found && (newton(found) ?? found);
    },
    driven: (node) =>
      drivenNode({ own, held, tolerances, leaks: leaking, reltol, atRest: beforeJumps }, node),
  };
}

/** What leaks where nothing else decides, one kind after the other: what leaves it open, and what it leaks across. */
const leaksAtRest = Object.freeze([
  { leaksOf: leaksAcrossLaws, open: 'flat laws', across: 'smooth element' },
  { leaksOf: leaksAcrossSwitches, open: 'open switches', across: 'ideal switch' },
]);

/** Names coils through which sources drive a current without end; false where there are none. */
function reportDrivenCoils(
  loops: readonly CoilLoop[],
  { elements }: Pick<FlatCircuit, 'elements'>,
  diagnostics: Diagnostics,
): boolean {
  let found = false;
  for (const loop of loops) {
    const driving = drivingSources(loop.sources);
    if (driving.length === 0) continue;
    found = true;
    const message = `${listNames(driving)} would drive an endless current through ${loop.element}: there is no operating point`;
    const span = elements.find(({ name }) => name === loop.element)?.span;
    const hint = `put a resistor in series with ${loop.element}, or start with uic`;
    diagnostics.error('no-operating-point', message, span, { hint });
  }
  return found;
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
  code: MachineCode | undefined,
  holds = false,
): BlockOperatingPoint | SteppingFailure {
  try {
    return blockOperatingPoint(system, { reltol }, 0, holds, code);
  } catch (error) {
    if (error instanceof SteppingFailure) return error;
    throw error;
  }
}

/** States of the circuit's own guards: a coil in a loop is one more at rest. */
export function guardsOf(still: DescriptorSystem, { guards }: DescriptorSystem, on: Uint8Array): Uint8Array {
  const stateOf = new Map(still.guards.map(({ row }, g) => [row, on[g] ?? 0]));
  return Uint8Array.from(guards, ({ row }) => stateOf.get(row) ?? 0);
}

function valuesOf(given: FlatCircuit['initialVoltages']): ReadonlyMap<string, number> {
  return new Map([...given].map(([node, { value }]) => [node, value]));
}
