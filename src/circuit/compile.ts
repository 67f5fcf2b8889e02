/**
 * The compiler, as a row of stages over one list of branches:
 *
 *     flat circuit -> branches -> tree -> well-posedness -> descriptor -> reduction -> guards, initial state
 *
 * All problems of a stage are reported; a stage with errors ends the compilation.
 */
import { type Diagnostic, Diagnostics } from '../base/diagnostic.js';
import type { FlatCircuit } from '../netlist/flat-circuit.js';
import { type CircuitOptions, circuitOptionsFrom } from './circuit-options.js';
import type { CompiledCircuit } from './compiler/compiled-circuit.js';
import type { EmissionSettings } from './device.js';
import { deviceTable } from './devices/device-table.js';
import { emitBranches, type EmittedCircuit } from './emission.js';
import { decideComparisons } from './compiler/comparisons.js';
import { smoothRows } from './compiler/guards.js';
import { consistentStart, givenValues } from './compiler/initial-state.js';
import type { Branch } from './primitives.js';
import { reduceBranches } from './compiler/multiplier-choice.js';
import { chooseTree } from './compiler/tree.js';
import { reportWellPosedness } from './compiler/well-posedness.js';

export interface CompileContext extends EmissionSettings {
  /** Time in seconds at which the initial state is made consistent; default 0. */
  readonly t0?: number;
  /** What the circuit was emitted as already, and what was found then. */
  readonly emission?: { readonly emitted: EmittedCircuit; readonly found: readonly Diagnostic[] };
}

export interface Compilation {
  /** Present when there is no error among the diagnostics. */
  readonly compiled?: CompiledCircuit;
  readonly diagnostics: readonly Diagnostic[];
  /** The error, where elements would need impulses at every change: steps give them, a flow without any cannot. */
  readonly impulses?: string;
}

/** Compiles a flat circuit; `options` default to what the file's `.options` say. */
export function compileCircuit(
  flat: FlatCircuit,
  options: CircuitOptions = circuitOptionsFrom(flat.options),
  { devices = deviceTable, t0 = 0, emission, ...sources }: CompileContext = {},
): Compilation {
  const diagnostics = new Diagnostics();
  emission?.found.forEach((item) => diagnostics.add(item));
  const { branches, spanOf, logic } =
    emission?.emitted ?? emitBranches(flat, devices, options, diagnostics, sources);
  if (logic) reportLogic(flat, diagnostics);
  if (diagnostics.hasErrors) return { diagnostics: diagnostics.items };
  reportSize(branches, flat, diagnostics);
  if (diagnostics.hasErrors) return { diagnostics: diagnostics.items };
  const tree = chooseTree(branches);
  const facts = reportWellPosedness(tree, branches, spanOf, diagnostics, flat.domains);
  if (diagnostics.hasErrors) return { diagnostics: diagnostics.items };
  const reduced = reduceBranches(branches, tree);
  if ('failure' in reduced) {
    // A capacitance or inductance that moves is a law of its own here, which sparse steps make one with the circuit.
    const moving = flat.elements.find(({ letter }) => letter === 'YGAP' || letter === 'YSOLENOID');
    const { failure, impulses } = reduced;
    const bound = flat.elements.find(({ name }) => name === impulses?.[0]);
    diagnostics.error('singular-circuit', failure, (moving ?? bound ?? flat.elements[0])?.span, {
      ...((moving ?? impulses) && { hint: 'write method=stepping' }),
    });
    return { diagnostics: diagnostics.items, ...(impulses && { impulses: failure }) };
  }
  const { descriptor } = reduced;
  const { system, guards } = decideComparisons(descriptor, reduced.system);
  const voltages = new Map([...flat.initialVoltages].map(([node, { value }]) => [node, value]));
  const given = givenValues(system, voltages);
  const { x0, initialJump } = consistentStart(system, given, t0);
  const smooth = smoothRows(descriptor, system);
  return {
    compiled: { descriptor, system, guards, smooth, facts, x0, initialJump, given },
    diagnostics: diagnostics.items,
  };
}

/** Dense engines would let digital parts stand still. */
function reportLogic({ elements }: FlatCircuit, diagnostics: Diagnostics): void {
  const part = elements.find(({ letter }) => letter === 'A');
  diagnostics.error('digital-parts', 'digital parts run by sparse steps only', part?.span, {
    hint: 'leave out method=, or write method=stepping',
  });
}

/** Unknowns up to which the circuit is reduced with dense matrices: some ten seconds and 100 MB. */
const maxUnknowns = 1500;

/** Dense reduction costs the third power of the unknowns: what would take minutes is refused. */
function reportSize(branches: readonly Branch[], flat: FlatCircuit, diagnostics: Diagnostics): void {
  const nodes = new Set(branches.flatMap(({ a, b }) => [a, b])).size - 1;
  const currents = branches.filter(
    ({ kind }) => !['resistance', 'current', 'unilateral', 'ideal-switch'].includes(kind),
  );
  const unknowns = nodes + currents.length;
  if (unknowns <= maxUnknowns) return;
  diagnostics.error(
    'circuit-too-large',
    `the circuit has ${unknowns} unknowns (node voltages and currents); at most ${maxUnknowns} are supported`,
    flat.elements[0]?.span,
    { hint: 'simulate a part of it, or fewer sections of a line' },
  );
}
