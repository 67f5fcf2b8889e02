/**
 * Models of PSpice's digital parts: their delays (mn least, ty usual, mx largest), and what stands at their ends, which changes nothing
 * here. What they do stands in `netlist/digital`.
 */
import type { ModelSyntax, ParameterSpec } from '../../netlist/language.js';

const ends = Object.freeze({ mn: 'least', ty: 'usual', mx: 'largest' });

/** A delay; -1 leaves it out. */
function delay(name: string, doc: string): readonly ParameterSpec[] {
  return Object.entries(ends).map(([end, what]) => ({
    ...{ name: name + end, unit: 's', range: 'finite', doc: `${doc}, ${what}` },
  }));
}

function spans(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => Object.keys(ends).map((end) => name + end));
}

const levels = Object.freeze([...delay('tplh', 'from 0 to 1'), ...delay('tphl', 'from 1 to 0')]);

export const timingModels: readonly ModelSyntax[] = Object.freeze([
  { type: 'ugate', doc: 'Delays of PSpice gates.', parameters: levels },
  {
    type: 'utgate',
    doc: 'Delays of PSpice gates with three states.',
    parameters: [
      ...levels,
      ...delay('tplz', 'from 0 to high impedance'),
      ...delay('tphz', 'from 1 to high impedance'),
      ...delay('tpzl', 'from high impedance to 0'),
      ...delay('tpzh', 'from high impedance to 1'),
    ],
  },
  {
    type: 'ueff',
    doc: 'Delays of PSpice flip-flops; times of set-up and hold are not checked.',
    parameters: [
      ...delay('tpclkqlh', 'from the clock to a rise'),
      ...delay('tpclkqhl', 'from the clock to a fall'),
      ...delay('tppcqlh', 'from preset or clear to a rise'),
      ...delay('tppcqhl', 'from preset or clear to a fall'),
    ],
    ignored: spans([
      ...['twpcl', 'twclkl', 'twclkh', 'tsudclk', 'tsupcclkh', 'thdclk', 'tsuceclk', 'thceclk'],
      ...['tsuce', 'thce', 'tsucelk', 'thcelk'],
    ]),
  },
  {
    type: 'ugff',
    doc: 'Delays of PSpice latches; times of set-up and hold are not checked.',
    parameters: [
      ...delay('tpdqlh', 'from data to a rise'),
      ...delay('tpdqhl', 'from data to a fall'),
      ...delay('tpgqlh', 'from the gate to a rise'),
      ...delay('tpgqhl', 'from the gate to a fall'),
      ...delay('tppcqlh', 'from preset or clear to a rise'),
      ...delay('tppcqhl', 'from preset or clear to a fall'),
    ],
    ignored: spans(['twpcl', 'twgh', 'tsudg', 'tsupcgh', 'thdg']),
  },
  { type: 'udly', doc: 'Delay of a PSpice delay line.', parameters: delay('dly', 'delay') },
  {
    type: 'uio',
    doc: 'What stands between digital parts and nodes of PSpice: bridges to the levels of the supply here.',
    parameters: [],
    ignored: [
      ...['inld', 'outld', 'inr', 'drvh', 'drvl', 'drvz', 'tpwrt', 'tstoremn', 'digpower'],
      ...[1, 2, 3, 4].flatMap((k) => [`atod${k}`, `dtoa${k}`, `tswlh${k}`, `tswhl${k}`]),
    ],
  },
  {
    type: 'dig',
    doc: 'Ends and delay of digital parts of Xyce: U1 AND(2) power ground in1 in2 out model.',
    parameters: [
      { name: 'delay', unit: 's', range: 'non-negative', default: 1e-8, doc: 'of the part' },
      { name: 'rload', unit: 'Ohm', range: 'positive', default: 1e3, doc: 'from an input to ground' },
      { name: 'cload', unit: 'F', range: 'non-negative', default: 1e-6, doc: 'beside it' },
      { name: 'clo', unit: 'F', range: 'non-negative', default: 1e-6, doc: 'from an output to ground' },
      { name: 'chi', unit: 'F', range: 'non-negative', default: 1e-6, doc: 'from an output to power' },
      { name: 's0rlo', unit: 'Ohm', range: 'positive', default: 100, doc: 'from an output at 0 to ground' },
      { name: 's0rhi', unit: 'Ohm', range: 'positive', default: 100, doc: 'from an output at 0 to power' },
      { name: 's0tsw', unit: 's', range: 'non-negative', default: 1e-8, doc: 'time of its fall' },
      { name: 's0vhi', unit: 'V', range: 'finite', default: 1.7, doc: 'above which an input at 0 is 1' },
      { name: 's1rlo', unit: 'Ohm', range: 'positive', default: 100, doc: 'from an output at 1 to ground' },
      { name: 's1rhi', unit: 'Ohm', range: 'positive', default: 100, doc: 'from an output at 1 to power' },
      { name: 's1tsw', unit: 's', range: 'non-negative', default: 1e-8, doc: 'time of its rise' },
      { name: 's1vlo', unit: 'V', range: 'finite', default: 0.9, doc: 'below which an input at 1 is 0' },
    ],
    ignored: ['s0vlo', 's1vhi', 'vref', 'vlo', 'vhi'],
  },
]);
