/**
 * YMOTOR: a machine with a constant magnetic field, R and L in series,
 *
 *     v = R i + L i' + K w,    T = K i        (a DC machine; with bl, a voice coil: v = ... + Bl x', F = Bl i)
 *
 * A gyrator: what the electrical side gives, K w i, is what the mechanical side takes. F(motor) is the torque that it takes from
 * its shaft, -K i: negative where it drives.
 */
import type { Device } from '../../device.js';
import type { Branch } from '../../primitives.js';
import { ground } from '../../compiler/tree.js';
import { scaled, termForm } from '../../behavioural/form-arithmetic.js';
import { mechanical, velocity } from './mechanical-parts.js';

export const motor: Device = {
  syntax: {
    letter: 'YMOTOR',
    name: 'motor',
    doc: 'DC machine (k), or voice coil (bl), between the electrical nodes e+ and e- and the mechanical node n; its housing is the frame.',
    terminals: ['e+', 'e-', 'n'],
    domains: ['electrical', 'electrical', mechanical],
    value: {
      kind: 'number',
      parameter: {
        ...{ name: 'k', unit: 'V s/rad = N m/A', range: 'non-zero', meansDomain: 'rotational' },
        doc: 'constant of a DC machine',
      },
      alternatives: [
        {
          ...{ name: 'bl', unit: 'V s/m = N/A', range: 'non-zero', meansDomain: 'translational' },
          doc: 'constant of a voice coil',
        },
      ],
    },
    parameters: [
      {
        ...{ name: 'r', unit: 'Ohm', default: 0, range: 'non-negative', copies: 'share' },
        doc: 'resistance of the winding',
      },
      {
        ...{ name: 'l', unit: 'H', default: 0, range: 'non-negative', copies: 'share' },
        doc: 'inductance of the winding',
      },
    ],
  },
  models: [],
  branches({ name, nodes, value, parameters }) {
    const [plus = ground, minus = ground, shaft = ground] = nodes;
    const constant = value ?? parameters.get('bl') ?? NaN;
    const resistance = parameters.get('r') ?? 0;
    const inductance = parameters.get('l') ?? 0;
    const afterR = resistance > 0 ? `${name}#r` : plus;
    const afterL = inductance > 0 ? `${name}#l` : afterR;
    const part = (what: string): { name: string; element: string } => ({
      name: `${name}#${what}`,
      element: `${name}#${what}`,
    });
    const branches: Branch[] = [
      {
        ...{ kind: 'controlled', name, element: name, a: afterL, b: minus, output: 'voltage' },
        ...{ form: scaled(constant, velocity(shaft, ground)), across: { a: plus, b: minus } },
      },
      {
        ...{ kind: 'controlled', ...part('f'), a: shaft, b: ground, output: 'current' },
        form: scaled(-constant, termForm({ gain: 1, quantity: 'current', element: name })),
      },
    ];
    if (inductance > 0) branches.push({ kind: 'inductance', ...part('l'), a: afterR, b: afterL, inductance });
    if (resistance > 0) branches.push({ kind: 'resistance', ...part('r'), a: plus, b: afterR, resistance });
    return branches;
  },
};
