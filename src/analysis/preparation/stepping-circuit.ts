/** A circuit ready for sparse steps: emitted with smooth laws, checked by its graph alone, and its sparse system. */
import { Diagnostics } from '../../base/diagnostic.js';
import type { CircuitOptions } from '../../circuit/circuit-options.js';
import type { EmissionSettings } from '../../circuit/device.js';
import { deviceTable } from '../../circuit/devices/device-table.js';
import { emitSmoothBranches } from '../../circuit/emission.js';
import type { SmoothBranch } from '../../circuit/primitives.js';
import {
  buildSparseModel,
  type SparseModel,
  type SparseTolerances,
} from '../../circuit/sparse/sparse-model.js';
import type { EmitAlone } from '../../circuit/sparse/sparse-probe.js';
import { reportStructure } from '../../circuit/sparse/sparse-structure.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';

export interface SteppingCircuit {
  readonly flat: FlatCircuit;
  readonly branches: readonly SmoothBranch[];
  readonly model: SparseModel;
  readonly tolerances: SparseTolerances;
  readonly emitAlone: EmitAlone;
  /** The same with a hysteresis in the comparisons of these elements, beside those that have one; undefined where that changes nothing. */
  readonly hysteretic: (elements: readonly string[]) => SteppingCircuit | undefined;
}

/** Emits and stamps a circuit; undefined where something is wrong with it. */
export function steppingCircuit(
  flat: FlatCircuit,
  options: CircuitOptions,
  tolerances: SparseTolerances,
  diagnostics: Diagnostics,
  settings: EmissionSettings = {},
): SteppingCircuit | undefined {
  const { devices = deviceTable, ...sources } = settings;
  const found = new Diagnostics();
  const { branches, spanOf, emitAlone, logic } = emitSmoothBranches(flat, devices, options, found, sources);
  const model = found.hasErrors ? undefined : buildSparseModel(branches, tolerances, undefined, logic);
  if (model) reportStructure(model.numbering, spanOf, found, flat.domains);
  found.items.forEach((diagnostic) => diagnostics.add(diagnostic));
  if (found.hasErrors || !model) return undefined;
  const hysteretic = (elements: readonly string[]): SteppingCircuit | undefined => {
    const all = new Set([...options.hysteretic, ...elements]);
    if (all.size === options.hysteretic.size) return undefined;
    return steppingCircuit(flat, { ...options, hysteretic: all }, tolerances, new Diagnostics(), settings);
  };
  return { flat, branches, model, tolerances, emitAlone, hysteretic };
}
