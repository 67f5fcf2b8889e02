/**
 * Netlist text -> flat circuit -> compiled circuit. Never throws on a bad netlist: whatever is wrong is among the diagnostics.
 * A bad option of a call is the caller's error and does throw.
 */
import { noSegments } from '../circuit/devices/parts/model-level.js';
import { inOrderOfLines } from '../base/diagnostic-order.js';
import { type Diagnostic, Diagnostics } from '../base/diagnostic.js';
import type { TextSource } from '../base/host.js';
import type { SourceText } from '../base/span.js';
import {
  type CircuitOptions,
  circuitOptionsFrom,
  defaultCircuitOptions,
} from '../circuit/circuit-options.js';
import { compileCircuit } from '../circuit/compile.js';
import { withCoreQuantities } from '../circuit/core-outputs.js';
import { dialectDefaults, warnOfDialect } from '../circuit/dialect-defaults.js';
import type { Device } from '../circuit/device.js';
import { tableWith } from '../circuit/devices/device-table.js';
import { circuitLanguage, languageOf } from '../circuit/language-table.js';
import { withOutputStates } from '../circuit/compiler/output-states.js';
import { withWholeCircuitOptions } from '../circuit/whole-circuit-options.js';
import { elaborate } from '../netlist/elaborate.js';
import type { Dialect, FlatCircuit } from '../netlist/flat-circuit.js';
import type { Overrides } from '../netlist/session.js';
import { mergeOverrides } from '../netlist/step-points.js';
import { quantitiesOf, resolveItems } from './rows/output-columns.js';
import { type Elaborated, prepareCircuit, type PreparedCircuit } from './preparation/prepared-circuit.js';
import { probedCircuit } from './preparation/probed-system.js';
import { steppingQuantities } from './rows/stepping-columns.js';

export interface PrepareOptions {
  /** Name of a text given as a string, as messages print it; default "<text>". */
  readonly name?: string | undefined;
  /** Values of parameters that the netlist defines: numbers, or text such as "10k" or "{2*c}". */
  readonly params?: Readonly<Record<string, number | string>> | undefined;
  /** Options that win over the netlist's; an unknown one is an error among the diagnostics. */
  readonly options?: Readonly<Record<string, number | string>> | undefined;
  /** Quantities written besides the netlist's own: "v(out),i(l1)". */
  readonly outputs?: string | undefined;
  /** Serves `.include`. */
  readonly textSource?: TextSource | undefined;
  /** Whose language the text is written in; default: guessed from the text. */
  readonly dialect?: Dialect | undefined;
  /** Devices besides the built-in ones; one that has the letter of another takes its place. */
  readonly devices?: readonly Device[] | undefined;
  /** Whether `.include` may leave the folder of the netlist. */
  readonly allowOutside?: boolean | undefined;
  /**
   * Bytes that the circuit may take, asked for where it has a thousand elements: one too large for them is an error among the
   * diagnostics; default: no limit is known.
   */
  readonly memory?: (() => number) | undefined;
}

export interface Preparation {
  readonly diagnostics: readonly Diagnostic[];
  /** Present when there is no error among the diagnostics. */
  readonly circuit?: PreparedCircuit;
}

/** Elaborates and compiles a netlist without running it; of a stepped one, with the values of its text. */
export function prepare(text: string | SourceText, options: PrepareOptions = {}): Preparation {
  return prepareWith(text, options, {});
}

/** Elaborates and compiles with what a step or a script sets over what the caller sets. */
export function prepareWith(
  text: string | SourceText,
  options: PrepareOptions,
  step: Overrides,
): Preparation {
  const set: Overrides = { sweeps: new Map(), ...step };
  const source = typeof text === 'string' ? { name: options.name ?? '<text>', text } : text;
  const { flat, circuitOptions, diagnostics } = elaborateWith(source, options, set);
  if (!flat) return { diagnostics };
  const again = (other: Overrides): Elaborated => elaborateWith(source, options, mergeOverrides(set, other));
  const { circuit, diagnostics: found } = prepareCircuit(flat, circuitOptions, {
    elaborate: again,
    devices: devicesOf(options),
  });
  const all = [...diagnostics, ...found];
  return circuit ? { diagnostics: all, circuit } : { diagnostics: inOrderOfLines(all, source) };
}

function elaborateWith(source: SourceText, options: PrepareOptions, step: Overrides): Elaborated {
  const { params, options: written, outputs, textSource, dialect } = options;
  const { allowOutside, memory } = options;
  const devices = devicesOf(options);
  const given: Overrides = {
    ...(params && { params }),
    ...(written && { options: written }),
    ...(outputs !== undefined && { outputs }),
    ...(dialect && { dialect }),
    ...(allowOutside !== undefined && { allowOutside }),
    ...(memory !== undefined && { memory }),
  };
  const overrides = mergeOverrides(given, step);
  const {
    circuit: elaborated,
    draft,
    diagnostics,
  } = elaborate(source, devices ? languageOf(devices) : circuitLanguage, textSource, overrides);
  if (!elaborated) {
    // What is wrong with the circuit is told in the same run as what is wrong with the cards about it, whatever method is taken.
    const further = draft ? compileCircuit(draft, optionsOf(draft), { devices }).diagnostics : [];
    const wrong = further.filter(({ severity, code }) => severity === 'error' && code !== noSegments);
    const all = [...diagnostics, ...wrong];
    return { circuitOptions: defaultCircuitOptions, diagnostics: inOrderOfLines(all, source) };
  }
  const flat = withWholeCircuitOptions(withOutputStates(withCoreQuantities(elaborated)));
  const ofDialect = new Diagnostics();
  warnOfDialect(flat, ofDialect);
  return { flat, circuitOptions: optionsOf(flat), diagnostics: [...diagnostics, ...ofDialect.items] };
}

/** All devices; undefined: the built-in ones. */
function devicesOf({ devices }: PrepareOptions): readonly Device[] | undefined {
  return devices && tableWith(devices);
}

/** The circuit's options: those that are set, else those of its dialect. */
function optionsOf(flat: FlatCircuit): CircuitOptions {
  return { ...circuitOptionsFrom(flat.options), ...dialectDefaults(flat), temp: flat.temperature };
}

/** Prepares a netlist and checks what only a run would find: that every output names something in the circuit. */
export function checkNetlist(text: string | SourceText, options: PrepareOptions = {}): Preparation {
  const { diagnostics, circuit } = prepare(text, options);
  if (!circuit) return { diagnostics };
  const found = new Diagnostics();
  const { flat, stepping } = circuit;
  // Only what is asked for can be wrong: the columns of default are as many as a large circuit has nodes.
  // What .sp computes is no quantity of the circuit.
  const asked = flat.outputs.filter(({ analyses }) => analyses?.every((kind) => kind === 'sp') !== true);
  if (stepping) resolveItems(asked, flat, steppingQuantities(stepping.circuit), found);
  else resolveItems(asked, flat, quantitiesOf(flat, probedCircuit(circuit)), found);
  const all = [...diagnostics, ...found.items];
  return found.hasErrors ? { diagnostics: all } : { diagnostics: all, circuit };
}
