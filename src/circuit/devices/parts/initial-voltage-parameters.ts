/** What `ic=` gives of transistors and diodes, each number also a parameter of its own, as ngspice has them. */
import type { ElementSyntax, ParameterSpec } from '../../../netlist/language.js';

type InitialSyntax = Required<Pick<ElementSyntax, 'initialVoltages'>> & {
  readonly parameters: readonly ParameterSpec[];
};

const initial = (name: string, doc: string): ParameterSpec => ({
  ...{ name, unit: 'V', range: 'finite' },
  doc: `${doc} at the start, used with uic`,
});

export const ofJunction: InitialSyntax = Object.freeze({
  initialVoltages: { from: 1, of: [{ parameter: 'ic', terminal: 0 }] },
  parameters: [initial('ic', 'voltage across its charge')],
});

export const ofBipolar: InitialSyntax = Object.freeze({
  initialVoltages: {
    from: 2,
    of: [
      { parameter: 'icvbe', terminal: 1 },
      { parameter: 'icvce', terminal: 0 },
    ],
  },
  parameters: [
    initial('icvbe', 'voltage from base to emitter, first of ic=vbe,vce,'),
    initial('icvce', 'voltage from collector to emitter'),
  ],
});

const drain = initial('icvds', 'voltage from drain to source, first of ic=vds,vgs,');
const gate = initial('icvgs', 'voltage from gate to source');
const channel = [
  { parameter: 'icvds', terminal: 0 },
  { parameter: 'icvgs', terminal: 1 },
];

export const ofChannel: InitialSyntax = Object.freeze({
  initialVoltages: { from: 2, of: channel },
  parameters: [drain, gate],
});

export const ofChannelAndBulk: InitialSyntax = Object.freeze({
  initialVoltages: { from: 2, of: [...channel, { parameter: 'icvbs', terminal: 3 }] },
  parameters: [
    { ...drain, doc: drain.doc.replace('vgs,', 'vgs,vbs,') },
    gate,
    initial('icvbs', 'voltage from bulk to source'),
  ],
});
