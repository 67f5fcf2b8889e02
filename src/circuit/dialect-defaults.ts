/**
 * What a circuit's options are in the files of a simulator, where nothing sets them: one table. Where one changes the
 * law of a part and the dialect was only guessed, or something in the circuit decides, a warning says which parts and how
 * to have it otherwise.
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { Dialect, FlatCircuit, FlatElement } from '../netlist/flat-circuit.js';
import type { CircuitOptions } from './circuit-options.js';
import { isShapedDiode } from './devices/diode.js';

interface Default {
  readonly option: 'diode' | 'vswitch' | 'zerowidth' | 'edges';
  readonly value: CircuitOptions['diode' | 'vswitch' | 'zerowidth' | 'edges'];
  /** The parts whose law it changes. */
  readonly changes: (element: FlatElement) => boolean;
  /** What they are by it, and the option that makes them what they are elsewhere. */
  readonly law: string;
  readonly hint: string;
  /** What in the circuit asks for it, where not all circuits have it. */
  readonly askedBy?: (flat: FlatCircuit) => FlatElement | undefined;
  /** Only where the text shows its dialect, which is also that of texts which show none. */
  readonly isShown?: boolean;
}

const SILICON: Default = Object.freeze({
  option: 'diode',
  value: 'spice',
  changes: (element: FlatElement) => element.letter === 'D' && !isShapedDiode(element),
  law: "SPICE's silicon diode (IS=1e-14)",
  hint: 'write .options diode=ideal for ideal diodes, or name the dialect with --dialect',
} as const);

/** What only ngspice reads was written for ngspice; a text without such a card is as much this program's own. */
const SILICON_OF_NGSPICE: Default = Object.freeze({
  ...SILICON,
  hint: 'write .options diode=ideal for ideal diodes',
  isShown: true,
});

/** A gate of transistors and bare diodes counts on their drops: ideal ones would not switch it. */
const SILICON_BESIDE_TRANSISTORS: Default = Object.freeze({
  ...SILICON,
  hint: 'write .options diode=ideal for ideal diodes',
  askedBy: ({ elements }: FlatCircuit) =>
    elements.find(({ letter }) => ['Q', 'J', 'M', 'Z'].includes(letter)),
});

const SMOOTH: Default = Object.freeze({
  option: 'vswitch',
  value: 'smooth',
  changes: ({ model }: FlatElement) => model?.type === 'vswitch' || model?.type === 'iswitch',
  law: "Xyce's smooth switch",
  hint: 'write .options vswitch=levels for levels of resistance, or name the dialect with --dialect',
} as const);

const HELD_PULSES: Default = Object.freeze({
  option: 'zerowidth',
  value: 'tstop',
  changes: ({ waveform }: FlatElement) => waveform?.name === 'pulse' && waveform.args[5] === 0,
  law: 'a PULSE that stays at v2 up to the end of its period, since pw=0',
  hint: 'write .options zerowidth=none for pulses without a top',
  isShown: true,
} as const);

const RAMPED_PULSES: Default = Object.freeze({
  option: 'edges',
  value: 'spice',
  changes: ({ waveform }: FlatElement) => {
    const [, , , tr = 0, tf = 0] = waveform?.args ?? [];
    return waveform?.name === 'pulse' && (tr === 0 || tf === 0);
  },
  law: 'a PULSE that ramps over tstep where it has no tr or tf',
  hint: 'write .options edges=ideal for jumps',
  isShown: true,
} as const);

const DEFAULTS: Readonly<Record<Dialect, readonly Default[]>> = Object.freeze({
  ngspice: [SILICON_OF_NGSPICE, SILICON_BESIDE_TRANSISTORS, HELD_PULSES, RAMPED_PULSES],
  ltspice: [SILICON],
  pspice: [SILICON],
  xyce: [SILICON, SMOOTH],
});

/** The defaults of the circuit's dialect, but for the options that the netlist or the caller sets. */
export function dialectDefaults(flat: FlatCircuit): Partial<CircuitOptions> {
  return Object.fromEntries(defaultsOf(flat).map(({ option, value }) => [option, value]));
}

function defaultsOf(flat: FlatCircuit): readonly Default[] {
  const asked = ({ option, askedBy, isShown = false }: Default): boolean =>
    !flat.options.has(option) &&
    (!isShown || flat.dialectMark !== undefined) &&
    (askedBy === undefined || askedBy(flat) !== undefined);
  const found = DEFAULTS[flat.dialect].filter(asked);
  return found.filter(({ option }, k) => found.findIndex((other) => other.option === option) === k);
}

/** Warns of parts whose law follows from a dialect that was guessed, or from what else is in the circuit. */
export function warnOfDialect(flat: FlatCircuit, diagnostics: Diagnostics): void {
  const { dialect, dialectMark, elements } = flat;
  for (const { askedBy, changes, law, hint } of defaultsOf(flat)) {
    const asking = askedBy?.(flat);
    if (!asking && dialectMark === undefined) continue;
    const first = elements.find(changes);
    if (!first) continue;
    const why = asking ? `${asking.name} is a transistor` : `${dialectMark ?? ''} shows a file of ${dialect}`;
    diagnostics.warning('dialect-default', `${first.name} is ${law}, because ${why}`, first.span, { hint });
  }
}
