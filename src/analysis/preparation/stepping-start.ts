/** Where a run of sparse steps starts: what is stored under `uic`, the operating point otherwise (conventions: initial conditions). */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { MachineCode } from '../../numerics/code/machine-room.js';
import { readForm } from '../../circuit/sparse/sparse-forms.js';
import { guessAtStart, storedAtStart } from '../../circuit/sparse/sparse-start.js';
import type { DescriptorStart, DescriptorSystem } from '../../kernel/modeling/descriptor-system.js';
import type { CutSystem } from '../../kernel/simulation/block-stepping/block-system.js';
import type { TransientCard } from '../../netlist/flat-circuit.js';
import { warnOfIgnoredStart } from './ignored-start.js';
import { warnOfHeldSwitches } from './held-switches.js';
import type { SteppingCircuit } from './stepping-circuit.js';
import { beforeJumps, stillCircuit, valuesOf } from './still-circuit.js';

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
  warnOfIgnoredStart(flat, diagnostics);
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
  branches.forEach((branch, index) => {
    if (branch.kind !== 'ideal-switch' || branch.strikes !== true) return;
    guards[system.guards.findIndex(({ row }) => row === model.numbering.currentUnknown[index])] = 1;
  });
  // What turns switches over without end begins at once, too.
  const held = still.held || point.held !== undefined;
  return { t0: 0, z, guards, held, ...(cut && { cut }) };
}

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

/** States of the circuit's own guards: a coil in a loop is one more at rest. */
export function guardsOf(still: DescriptorSystem, { guards }: DescriptorSystem, on: Uint8Array): Uint8Array {
  const stateOf = new Map(still.guards.map(({ row }, g) => [row, on[g] ?? 0]));
  return Uint8Array.from(guards, ({ row }) => stateOf.get(row) ?? 0);
}
