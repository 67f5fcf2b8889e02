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
]);
