/** A language with one element of every shape, for the tests of the front end. */
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import { elaborate, type Elaboration } from '../../src/netlist/elaborate.js';
import type { FlatCircuit } from '../../src/netlist/flat-circuit.js';
import type { ElementSyntax, Language, ParameterSpec } from '../../src/netlist/language.js';
import type { Overrides } from '../../src/netlist/session.js';

const RESISTANCE: ParameterSpec = {
  name: 'resistance',
  unit: 'Ohm',
  range: 'positive',
  doc: 'resistance',
  aliases: ['r'],
  hint: 'use a 0 V source for a short',
};

const IC: ParameterSpec = { name: 'ic', unit: '', range: 'finite', doc: 'initial value' };

function source(letter: string, name: string): ElementSyntax {
  return {
    letter,
    name,
    doc: '',
    terminals: ['n+', 'n-'],
    value: { kind: 'source', parameter: { name: 'dc', unit: 'V', range: 'finite', doc: '' } },
    parameters: [],
  };
}

function argument(name: string, range: NonNullable<ParameterSpec['range']> = 'finite'): ParameterSpec {
  return { name, unit: '', range, doc: '' };
}

export const SMALL_LANGUAGE: Language = {
  elements: [
    {
      letter: 'R',
      name: 'resistor',
      doc: '',
      terminals: ['n+', 'n-'],
      value: { kind: 'number', parameter: RESISTANCE },
      parameters: [],
    },
    {
      letter: 'C',
      name: 'capacitor',
      doc: '',
      terminals: ['n+', 'n-'],
      value: {
        kind: 'number',
        parameter: { name: 'capacitance', unit: 'F', range: 'positive', doc: '', aliases: ['c'] },
      },
      parameters: [IC],
    },
    {
      letter: 'L',
      name: 'inductor',
      doc: '',
      terminals: ['n+', 'n-'],
      value: {
        kind: 'number',
        parameter: { name: 'inductance', unit: 'H', range: 'positive', doc: '', aliases: ['l'] },
      },
      parameters: [IC],
    },
    source('V', 'voltage source'),
    source('I', 'current source'),
    {
      letter: 'D',
      name: 'diode',
      doc: '',
      terminals: ['anode', 'cathode'],
      value: { kind: 'model' },
      modelTypes: ['d'],
      parameters: [],
      flags: ['off'],
    },
    {
      letter: 'S',
      name: 'switch',
      doc: '',
      terminals: ['n+', 'n-', 'c+', 'c-'],
      value: { kind: 'model' },
      modelTypes: ['sw'],
      parameters: [],
      flags: ['on', 'off'],
    },
    {
      letter: 'YMASS',
      name: 'mass',
      doc: '',
      terminals: ['node'],
      value: { kind: 'number', parameter: { name: 'mass', unit: 'kg', range: 'positive', doc: '' } },
      parameters: [],
    },
  ],
  models: [
    {
      type: 'd',
      doc: '',
      parameters: [
        { name: 'ron', unit: 'Ohm', range: 'non-negative', doc: '' },
        { name: 'roff', unit: 'Ohm', range: 'positive', infinite: true, doc: '' },
      ],
      ignored: ['cjo', 'tt'],
    },
    { type: 'sw', doc: '', parameters: [{ name: 'vt', unit: 'V', range: 'finite', doc: '' }] },
  ],
  sourceFunctions: [
    {
      name: 'SIN',
      doc: '',
      args: [argument('vo'), argument('va'), argument('freq', 'positive'), argument('td')],
      required: 3,
    },
    {
      name: 'PULSE',
      doc: '',
      args: [argument('v1'), argument('v2'), argument('td'), argument('tr', 'non-negative')],
      required: 2,
    },
    { name: 'PWL', doc: '', args: [argument('t1'), argument('v1')], required: 2, pairs: true },
  ],
  options: [
    {
      name: 'method',
      unit: '',
      doc: '',
      value: { kind: 'word', words: ['theta', 'events'], ignored: ['trap', 'gear'] },
    },
    { name: 'theta', unit: '', doc: '', value: { kind: 'number', range: 'non-negative' } },
    { name: 'ideal', unit: '', doc: '', value: { kind: 'word', words: ['1', 'diodes'] } },
  ],
  ignoredOptions: ['abstol', 'gmin'],
  ratings: ['mfg'],
};

/** Elaborates a text in the small language. */
export function run(text: string, overrides: Overrides = {}): Elaboration {
  return elaborate({ name: 'a.cir', text }, SMALL_LANGUAGE, undefined, overrides);
}

/** Elaborates a text that must be right, and gives the circuit. */
export function circuitOf(text: string, overrides: Overrides = {}): FlatCircuit {
  const { circuit, diagnostics } = run(text, overrides);
  if (!circuit) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return circuit;
}

/** The formatted diagnostics of a text. */
export function messagesOf(text: string, overrides: Overrides = {}): string[] {
  return run(text, overrides).diagnostics.map(formatDiagnostic);
}
