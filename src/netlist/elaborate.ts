/**
 * The front end's one door: netlist text -> flat circuit, with every problem of the text in one run.
 * Linear in the length of the text. Never throws on bad input.
 */
import { inOrderOfLines } from '../base/diagnostic-order.js';
import type { Diagnostic } from '../base/diagnostic.js';
import type { TextSource } from '../base/host.js';
import type { SourceText } from '../base/span.js';
import type { AnalysisCard, FlatCircuit } from './flat-circuit.js';
import type { Language } from './language.js';
import { expandCircuit } from './passes/expand-circuit.js';
import { STAGES } from './passes/stages.js';
import { reportSchematic } from './schematic-text.js';
import { Session, type Overrides } from './session.js';

export interface Elaboration {
  /** Present when there is no error among the diagnostics. */
  readonly circuit?: FlatCircuit;
  /** The circuit where all errors are in cards that say what to do with it: to be checked, not to be run. */
  readonly draft?: FlatCircuit;
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
  const { diagnostics } = session;
  if (reportSchematic(text, diagnostics)) return { diagnostics: diagnostics.items };
  let whole = false;
  for (const pass of STAGES) {
    pass(session);
    if (pass === expandCircuit) whole = isWhole(session);
  }
  const told = inOrderOfLines(diagnostics.items, text);
  if (diagnostics.hasErrors) return { ...(whole && { draft: circuitOf(session) }), diagnostics: told };
  return { circuit: circuitOf(session), diagnostics: told };
}

/** Whether nothing is wrong with the elements, and they have a ground. */
function isWhole({ diagnostics, controlErrors, elements }: Session): boolean {
  return diagnostics.errorCount === controlErrors && elements.some(({ nodes }) => nodes.includes('0'));
}

/** LTspice: the option maxstep is the longest step of transients that name none or a longer one. */
function withLongestStep(card: AnalysisCard, options: FlatCircuit['options']): AnalysisCard {
  const longest = options.get('maxstep')?.value;
  if (card.kind !== 'tran' || typeof longest !== 'number') return card;
  return { ...card, tmax: Math.min(longest, card.tmax ?? Infinity) };
}

function circuitOf(session: Session): FlatCircuit {
  const { title, dialect, elements, analyses, steps, measures, fourier, actions } = session;
  const { initialVoltages, initialCurrents, nodesets, globals, options } = session;
  const temp = session.overrides.options?.['temp'] === undefined ? undefined : options.get('temp')?.value;
  const fromCommand = typeof temp === 'number' ? temp : undefined;
  return {
    title,
    dialect,
    ...(session.dialectMark !== undefined && { dialectMark: session.dialectMark }),
    elements,
    ...(session.domains && { domains: session.domains }),
    analyses: analyses.map((card) => withLongestStep(card, options)),
    steps,
    ...(session.alterations.length > 0 && { alterations: session.alterations }),
    measures,
    fourier,
    actions,
    temperature: session.overrides.temperature ?? fromCommand ?? session.temperature ?? 27,
    initialVoltages,
    initialCurrents,
    nodesets,
    globals,
    options,
    outputs: [...session.outputs.values()],
    ...(session.everything && { everything: true as const }),
  };
}
