/**
 * YPIEZO: a linear piezoelectric actuator between e+, e- and the node n, which moves against the frame,
 *
 *     i = cp v' + alpha v_n,    F(piezo) = k x - alpha v        (k: its stiffness with the electrodes shorted)
 *
 * so that v i + v_n F is the power into cp v^2 / 2 + k x^2 / 2.
 */
import { scaled } from '../../behavioural/form-arithmetic.js';
import type { Device } from '../../device.js';
import type { Branch } from '../../primitives.js';
import { ground } from '../../compiler/tree.js';
import { springBranches } from './equilibrium.js';
import { velocity } from './mechanical-parts.js';
import { startPosition } from './start-position.js';

export const piezo: Device = {
  syntax: {
    letter: 'YPIEZO',
    name: 'piezoelectric actuator',
    doc: 'Linear piezoelectric transducer: a capacitance cp, and a charge alpha times the position of n.',
    terminals: ['e+', 'e-', 'n'],
    domains: ['electrical', 'electrical', 'translational'],
    value: {
      kind: 'number',
      parameter: {
        ...{ name: 'alpha', unit: 'A s/m = N/V', range: 'non-zero', copies: 'add' },
        doc: 'force factor',
      },
    },
    parameters: [
      {
        ...{ name: 'cp', unit: 'F', range: 'positive', copies: 'add' },
        doc: 'capacitance, clamped; absent: none',
      },
      {
        ...{ name: 'k', unit: 'N/m', range: 'magnitude', copies: 'add' },
        doc: 'stiffness, shorted; absent: none',
      },
    ],
  },
  models: [],
  branches({ name, nodes, value: alpha = NaN, parameters }, context) {
    const [a = ground, b = ground, node = ground] = nodes;
    const capacitance = parameters.get('cp');
    const stiffness = parameters.get('k');
    const electrical = { name, element: name, a, b };
    const force = { element: `${name}#f`, a: node, b: ground };
    const branches: Branch[] = [
      {
        ...{ kind: 'controlled', ...electrical, output: 'current' },
        form: scaled(alpha, velocity(node, ground)),
      },
      {
        ...{ kind: 'controlled', ...force, name: `${name}#f`, output: 'current' },
        form: scaled(-alpha, velocity(a, b)),
      },
    ];
    if (capacitance !== undefined)
      branches.push({ kind: 'capacitance', ...electrical, name: `${name}#cp`, capacitance });
    if (stiffness !== undefined) {
      const initial = stiffness * startPosition(node, context);
      branches.push(...springBranches({ ...force, name: `${name}#k` }, stiffness, initial, context));
    }
    return branches;
  },
};
