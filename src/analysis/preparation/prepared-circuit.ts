/**
 * A circuit that is ready to run: compiled as a whole, or in parts that have no effect on each other (`part-circuit.ts`), or as
 * a sparse model, for which nothing dense is made (`method-choice.ts`).
 */
import { type Diagnostic, Diagnostics } from '../../base/diagnostic.js';
import type { CircuitOptions } from '../../circuit/circuit-options.js';
import { compileCircuit, type CompileContext } from '../../circuit/compile.js';
import type { Device } from '../../circuit/device.js';
import { deviceTable } from '../../circuit/devices/device-table.js';
import { emitBranchesUpTo } from '../../circuit/emission.js';
import type { CompiledCircuit } from '../../circuit/compiler/compiled-circuit.js';
import { partCircuit } from '../../circuit/compiler/part-circuit.js';
import { ModelError } from '../../kernel/modeling/model-error.js';
import type { FlatCircuit } from '../../netlist/flat-circuit.js';
import type { Overrides } from '../../netlist/session.js';
import { distinctDiagnostics } from './distinct-diagnostics.js';
import {
  asksForFits,
  bendsOften,
  curvedLaws,
  hasCurvedParts,
  inSteps,
  manyDelays,
  maxRows,
  isBlock,
  needsStepsForBlocks,
  noExactEvents,
  leftOutByFits,
  smoothAlone,
  smoothInstead,
  type SteppingChoice,
  tooLargeForEvents,
  tooManySegments,
  withoutSegments,
} from './method-choice.js';
import { steppingCircuit, type SteppingCircuit } from './stepping-circuit.js';
import { transientOptionsFrom } from './transient-options.js';

/** A part of a circuit, a circuit of its own. */
export interface CircuitPart {
  readonly flat: FlatCircuit;
  readonly compiled: CompiledCircuit;
}

export interface PreparedCircuit {
  readonly flat: FlatCircuit;
  /**
   * The whole; of a circuit in parts, or of one that runs by sparse steps, compiled where somebody asks, which throws
   * `ModelError` where it is too large.
   */
  readonly compiled: CompiledCircuit;
  readonly circuitOptions: CircuitOptions;
  /** All devices that it is emitted with; default: the built-in table. */
  readonly devices?: readonly Device[] | undefined;
  /** Absent where there is only one, and where none is compiled. */
  readonly parts?: readonly CircuitPart[];
  /** Present where the circuit runs by sparse steps. */
  readonly stepping?: SteppingChoice;
  /** Makes the sparse model by which exact events that cannot go on do; absent where a method, or fits of laws, are asked for. */
  readonly otherwise?: () => SteppingCircuit | undefined;
  /** Absent where it was not made from text. */
  readonly elaborate?: Elaborate;
}

/** Elaborates a netlist again with other values over those of the caller. */
export type Elaborate = (overrides: Overrides) => Elaborated;

export interface Elaborated {
  /** Present where there is no error among the diagnostics. */
  readonly flat?: FlatCircuit;
  readonly circuitOptions: CircuitOptions;
  readonly diagnostics: readonly Diagnostic[];
}

export interface CircuitPreparation {
  readonly circuit?: PreparedCircuit;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a circuit is from: its devices, and the netlist that `elaborate` makes again, where there is one. */
type Origin = Pick<PreparedCircuit, 'devices' | 'elaborate'>;

/** Prepares a circuit. */
export function prepareCircuit(
  flat: FlatCircuit,
  circuitOptions: CircuitOptions,
  origin: Origin = {},
): CircuitPreparation {
  const { devices } = origin;
  const { method, ...tolerances } = transientOptionsFrom(flat.options);
  const found = new Diagnostics();
  const bySteps = (choice: Omit<SteppingChoice, 'circuit'>, circuit = sparse()): CircuitPreparation => {
    const diagnostics = distinctDiagnostics(found.items);
    if (!circuit) return { diagnostics };
    const stepping = { circuit, ...choice };
    return { circuit: wholeOnDemand(flat, circuitOptions, { stepping, ...origin }), diagnostics };
  };
  const sparse = (): SteppingCircuit | undefined =>
    steppingCircuit(flat, circuitOptions, tolerances, found, { devices });
  if (method === 'stepping') return bySteps({});
  const flats = partCircuit(flat);
  let emission: Emission | undefined;
  if (method === 'auto') {
    const size = tooLargeForEvents(flats);
    if (size !== undefined) return bySteps({ reason: size });
    const delays = manyDelays(flat);
    if (delays !== undefined) return bySteps({ reason: delays });
    if (flat.elements.some(isBlock)) {
      const blocks = sparse();
      if (!blocks) return { diagnostics: found.items };
      const reason = needsStepsForBlocks(flat, blocks);
      if (reason !== undefined) return bySteps({ reason }, blocks);
    }
    const unfitted = withoutSegments(flat, devices ?? deviceTable);
    if (unfitted !== undefined) return bySteps({ reason: unfitted });
    let smooth = hasCurvedParts(flat) ? sparse() : undefined;
    const reason = smooth && smoothAlone(flat, smooth.branches);
    if (reason !== undefined) return bySteps({ reason }, smooth);
    emission = emitFew(flat, circuitOptions, devices);
    const curved = emission && curvedLaws(emission.emitted.branches);
    const circuit = emission && curved === undefined ? undefined : (smooth ?? sparse());
    if (circuit && curved !== undefined) return bySteps({ reason: curved, exactToo: true }, circuit);
    const laws = (): SteppingCircuit['branches'] => (smooth ??= sparse())?.branches ?? [];
    const bends = emission && bendsOften(flat, emission.emitted.branches, flats, laws);
    if (bends !== undefined) return bySteps({ reason: bends, exactToo: true }, smooth);
    const ofSmooth = (): readonly Diagnostic[] => (laws().length > 0 ? found.items : []);
    const lost = emission && leftOutByFits(flat, emission.found, ofSmooth);
    if (lost !== undefined) return bySteps({ reason: lost, exactToo: true }, smooth);
    const isDense = (): boolean =>
      flats.length === 1 || flats.some((part) => !emitFew(part, circuitOptions, devices));
    const choice = circuit && tooManySegments(circuit.branches, isDense);
    if (choice) return bySteps(choice, circuit);
  }
  const known = flats.length === 1 && emission ? { emission, devices } : { devices };
  const compilations = flats.map((part) => compileCircuit(part, circuitOptions, known));
  const impulses = method === 'auto' ? compilations.find((each) => each.impulses)?.impulses : undefined;
  if (impulses !== undefined) return bySteps({ reason: inSteps(impulses) });
  const ofFits = distinctDiagnostics(compilations.flatMap((each) => each.diagnostics));
  // At rest smooth laws are taken as they are: nothing is fitted of which to tell.
  const hasTransient = flat.analyses.some(({ kind }) => kind === 'tran');
  const atRest = method === 'auto' && !hasTransient ? sparse() : undefined;
  const isFitted = !atRest?.branches.some(({ kind }) => kind === 'law');
  const diagnostics = isFitted
    ? ofFits
    : distinctDiagnostics([...ofFits.filter(({ severity }) => severity === 'error'), ...found.items]);
  const parts: CircuitPart[] = [];
  compilations.forEach(({ compiled }, k) => {
    const part = flats[k];
    if (part && compiled) parts.push({ flat: part, compiled });
  });
  const [first] = parts;
  if (!first || parts.length < flats.length) return { diagnostics };
  const obstacle = method === 'auto' && parts.map(({ compiled }) => noExactEvents(compiled)).find(Boolean);
  const stepped = obstacle ? sparse() : undefined;
  const reason = obstacle && stepped && smoothInstead(flat, stepped.branches, obstacle);
  if (reason !== undefined && reason !== false) return bySteps({ reason }, stepped);
  const otherwise = (): SteppingCircuit | undefined =>
    steppingCircuit(flat, circuitOptions, tolerances, new Diagnostics(), { devices });
  const more = { ...origin, ...(method === 'auto' && !asksForFits(flat) && { otherwise }) };
  if (flats.length === 1)
    return { circuit: { flat, compiled: first.compiled, circuitOptions, ...more }, diagnostics };
  return { circuit: wholeOnDemand(flat, circuitOptions, { parts, ...more }), diagnostics };
}

type Emission = NonNullable<CompileContext['emission']>;

/** Emits a circuit that has few rows of complementarity; undefined where it has more than exact events are worth. */
function emitFew(
  flat: FlatCircuit,
  options: CircuitOptions,
  devices: readonly Device[] = deviceTable,
): Emission | undefined {
  const found = new Diagnostics();
  const emitted = emitBranchesUpTo(maxRows, flat, devices, options, found);
  return emitted && { emitted, found: found.items };
}

function wholeOnDemand(
  flat: FlatCircuit,
  circuitOptions: CircuitOptions,
  rest: Pick<PreparedCircuit, 'devices' | 'parts' | 'stepping' | 'otherwise' | 'elaborate'>,
): PreparedCircuit {
  let whole: CompiledCircuit | undefined;
  return {
    ...{ flat, circuitOptions, ...rest },
    get compiled(): CompiledCircuit {
      return (whole ??= compileWhole(flat, circuitOptions, rest.devices));
    },
  };
}

function compileWhole(
  flat: FlatCircuit,
  options: CircuitOptions,
  devices: PreparedCircuit['devices'],
): CompiledCircuit {
  const { compiled, diagnostics } = compileCircuit(flat, options, { devices });
  if (compiled) return compiled;
  const error = diagnostics.find(({ severity }) => severity === 'error');
  throw new ModelError(error?.message ?? 'the circuit cannot be compiled as a whole');
}
