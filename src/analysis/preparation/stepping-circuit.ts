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
import { looseNodes, type LooseNodes } from '../../circuit/sparse/loose-nodes.js';
import type { EmitAlone } from '../../circuit/sparse/sparse-probe.js';
import { reportStructure } from '../../circuit/sparse/sparse-structure.js';
import type { LogicNetwork } from '../../kernel/modeling/signals/logic-network.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import { listVoltages } from './list-nodes.js';

export interface SteppingCircuit {
  readonly flat: FlatCircuit;
  readonly branches: readonly SmoothBranch[];
  readonly model: SparseModel;
  readonly tolerances: SparseTolerances;
  readonly emitAlone: EmitAlone;
  /** Another method takes over where these do not begin. */
  readonly exactToo?: true;
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
  return circuitOf({ flat, options, tolerances, settings }, diagnostics);
}

interface Origin {
  readonly flat: FlatCircuit;
  readonly options: CircuitOptions;
  readonly tolerances: SparseTolerances;
  readonly settings: EmissionSettings;
}

/** `known`: the circuit before the comparisons of `options` had a hysteresis; all else is as it stands there, with what signals remember. */
function circuitOf(
  origin: Origin,
  diagnostics: Diagnostics,
  known?: { readonly branches: readonly SmoothBranch[]; readonly logic: LogicNetwork | undefined },
): SteppingCircuit | undefined {
  const { flat, options, tolerances, settings } = origin;
  const { devices = deviceTable, ...sources } = settings;
  const found = new Diagnostics();
  const emitted = emitSmoothBranches(flat, devices, options, found, sources);
  const { spanOf, emitAlone } = emitted;
  const own = known ? withKnown(emitted.branches, known.branches, options.hysteretic) : emitted.branches;
  const loose = looseNodes(own);
  const { branches } = loose;
  const logic = known ? known.logic : emitted.logic;
  const model = found.hasErrors ? undefined : buildSparseModel(branches, tolerances, undefined, logic);
  if (model) reportStructure(model.numbering, spanOf, found, flat.domains);
  if (loose.nodes.length > 0 && !known) noteOfLooseNodes(loose, found);
  found.items.forEach((diagnostic) => diagnostics.add(diagnostic));
  if (found.hasErrors || !model) return undefined;
  const hysteretic = (elements: readonly string[]): SteppingCircuit | undefined => {
    const all = new Set([...options.hysteretic, ...elements]);
    if (all.size === options.hysteretic.size) return undefined;
    const chosen = { ...origin, options: { ...options, hysteretic: all } };
    return circuitOf(chosen, new Diagnostics(), { branches, logic });
  };
  return { flat, branches, model, tolerances, emitAlone, hysteretic };
}

/** Branches, those that are known as they are there but for these elements. */
function withKnown(
  branches: readonly SmoothBranch[],
  known: readonly SmoothBranch[],
  changed: ReadonlySet<string>,
): readonly SmoothBranch[] {
  const named = new Map(known.map((branch) => [branch.name, branch]));
  return branches.map((branch) =>
    changed.has(branch.element.replace(/#.*/, '')) ? branch : (named.get(branch.name) ?? branch),
  );
}

function noteOfLooseNodes({ nodes }: LooseNodes, diagnostics: Diagnostics): void {
  const message = `nothing but junctions without a charge holds ${listVoltages(nodes)}: 1e-12 S across each of them decides`;
  diagnostics.note('undetermined', message);
}
