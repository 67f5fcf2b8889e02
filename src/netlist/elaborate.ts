/**
 * The front end's one door: netlist text -> flat circuit, with every problem of the text in one run.
 * Linear in the length of the text. Never throws on bad input.
 */
import type { Diagnostic } from '../base/diagnostic.js';
import type { TextSource } from '../base/host.js';
import type { SourceText } from '../base/span.js';
import type { FlatCircuit } from './flat-circuit.js';
import type { Language } from './language.js';
import { STAGES } from './passes/stages.js';
import { Session, type Overrides } from './session.js';

export interface Elaboration {
  /** Present when there is no error among the diagnostics. */
  readonly circuit?: FlatCircuit;
  readonly diagnostics: readonly Diagnostic[];
}

/** Elaborates a text. `textSource` serves `.include`; `overrides` are the command line's settings. */
export function elaborate(
  text: SourceText,
  language: Language,
  textSource?: TextSource,
  overrides: Overrides = {},
): Elaboration {
  const session = new Session(text, language, textSource, overrides);
  for (const pass of STAGES) pass(session);
  const { diagnostics, title, elements, analyses, initialVoltages, options } = session;
  if (diagnostics.hasErrors) return { diagnostics: diagnostics.items };
  const outputs = [...session.outputs.values()];
  const circuit: FlatCircuit = {
    title,
    dialect: 'ngspice',
    elements,
    analyses,
    sweeps: [],
    steps: [],
    measures: [],
    fourier: [],
    actions: [],
    temperature: 27,
    initialVoltages,
    nodesets: new Map(),
    globals: new Set(),
    options,
    outputs,
  };
  return { circuit, diagnostics: diagnostics.items };
}
