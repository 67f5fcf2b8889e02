/** What E, F, G and H share. */
import { lawBranches } from '../../behavioural/controlled-branch.js';
import type { Device } from '../../device.js';
import { endsOf } from './element-parts.js';
import { numericalHints } from './ratings.js';

export interface ControlledSourceKind {
  readonly letter: 'E' | 'F' | 'G' | 'H';
  readonly name: string;
  readonly doc: string;
  readonly control: 'voltage' | 'current';
  readonly output: 'voltage' | 'current';
  readonly gainUnit: string;
}

/** G of LTspice's own op amps: a current in one direction beyond a threshold, whose law no manual has. */
const oneSided: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries(
    ['vto', 'dir'].map((word) => [
      word,
      'their law is in no manual of LTspice; write a current that is 0 below the threshold: B1 n+ n- I={...}, or a diode beside a resistor',
    ]),
  ),
);

/** Makes the device of one kind of controlled source. */
export function controlledSource(kind: ControlledSourceKind): Device {
  const { letter, name, doc, control, output, gainUnit } = kind;
  return {
    syntax: {
      letter,
      name,
      doc: `${doc} Forms: a gain, POLY, VALUE, TABLE, LAPLACE, FREQ and CHEBYSHEV. FREQ (a table of frequency, dB and degrees; MAG, RAD, R_I, DELAY) and a LAPLACE that is no quotient of polynomials of s (sqrt(s), exp(-s*1u)) act in small signals, at rest by their value at 0 Hz; a circuit with .tran is refused. HSPICE's PWL(1), AND, NAND, OR and NOR of inputs, DELAY and, of G, VCR are read, with SCALE, ABS, MAX and MIN.`,
      terminals: ['n+', 'n-'],
      value: {
        kind: 'controlled',
        control,
        output: output === 'voltage' ? 'v' : 'i',
        parameter: { name: 'gain', unit: gainUnit, range: 'finite', doc: 'output over control' },
      },
      parameters:
        output === 'current'
          ? [{ name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of sources in parallel' }]
          : [],
      ignored: numericalHints,
      ...(letter === 'G' && { refused: oneSided }),
    },
    models: [],
    branches(element, context) {
      const branches = lawBranches(element, { ...endsOf(element), output }, context);
      const count = output === 'current' ? (element.parameters.get('m') ?? 1) : 1;
      if (count === 1) return branches;
      return branches.map((branch) =>
        branch.kind === 'controlled' && branch.element === element.name
          ? {
              ...branch,
              form: {
                constant: count * branch.form.constant,
                terms: branch.form.terms.map((term) => ({ ...term, gain: count * term.gain })),
              },
            }
          : branch,
      );
    },
  };
}
