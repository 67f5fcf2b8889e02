/**
 * What a circuit's options are in the files of a simulator, where nothing sets them: one table. Where one changes the
 * law of a part and the dialect was only guessed, a warning says which parts and how to have it otherwise.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { Dialect, FlatCircuit, FlatElement } from '../netlist/flat-circuit.js';
import type { CircuitOptions } from './circuit-options.js';
import { isShapedDiode } from './devices/diode.js';

interface Default {
  readonly option: 'diode' | 'vswitch';
  readonly value: CircuitOptions['diode'] | CircuitOptions['vswitch'];
  /** The parts whose law it changes. */
  readonly changes: (element: FlatElement) => boolean;
  /** What they are by it, and the option that makes them what they are elsewhere. */
  readonly law: string;
  readonly hint: string;
}

const SILICON: Default = Object.freeze({
  option: 'diode',
  value: 'spice',
  changes: (element: FlatElement) => element.letter === 'D' && !isShapedDiode(element),
  law: "SPICE's silicon diode (IS=1e-14)",
  hint: 'write .options diode=ideal for ideal diodes, or name the dialect with --dialect',
} as const);

const SMOOTH: Default = Object.freeze({
  option: 'vswitch',
  value: 'smooth',
  changes: ({ model }: FlatElement) => model?.type === 'vswitch' || model?.type === 'iswitch',
  law: "Xyce's smooth switch",
  hint: 'write .options vswitch=levels for levels of resistance, or name the dialect with --dialect',
} as const);

const DEFAULTS: Readonly<Record<Dialect, readonly Default[]>> = Object.freeze({
  ngspice: [],
  ltspice: [SILICON],
  pspice: [SILICON],
  xyce: [SILICON, SMOOTH],
});

/** The defaults of the circuit's dialect, but for the options that the netlist or the caller sets. */
export function dialectDefaults({ dialect, options }: FlatCircuit): Partial<CircuitOptions> {
  const unset = DEFAULTS[dialect].filter(({ option }) => !options.has(option));
  return Object.fromEntries(unset.map(({ option, value }) => [option, value]));
}

/** Warns of parts whose law follows from a dialect that was guessed. */
export function warnOfDialect(
  { dialect, dialectMark, options, elements }: FlatCircuit,
  diagnostics: Diagnostics,
): void {
  if (dialectMark === undefined) return;
  for (const { option, changes, law, hint } of DEFAULTS[dialect]) {
    if (options.has(option)) continue;
    const first = elements.find(changes);
    if (!first) continue;
    const message = `${first.name} is ${law}, because ${dialectMark} shows a file of ${dialect}`;
    diagnostics.warning('dialect-default', message, first.span, { hint });
  }
}
