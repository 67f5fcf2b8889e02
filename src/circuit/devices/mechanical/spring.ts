/**
 * YSPRING: F = k (x_a - x_b - l0) + preload, an inductance 1/k whose current is F; or F = f(x), x = x_a - x_b - l0, over a
 * state x of its own (`table(x, ...)` is exact by events).
 *
 * YDAMPER: F = d (v_a - v_b).
 */
import { mapExpression } from '../../../expression/map-expression.js';
import { expressionBranches } from '../../behavioural/controlled-branch.js';
import type { Device } from '../../device.js';
import { distanceExpression, distanceState, springBranches } from './equilibrium.js';
import { mechanical, mechanicalEnds } from './mechanical-parts.js';
import { startDistance } from './start-position.js';

const tiedNodes = 'tie nodes that do not move against each other together: YLEVER a b 1';

export const spring: Device = {
  syntax: {
    letter: 'YSPRING',
    name: 'spring',
    doc: 'Spring between two nodes, or a node and the frame (0); it may turn. F(spring) is positive where it is stretched.',
    terminals: ['n+', 'n-'],
    domains: [mechanical, mechanical],
    value: {
      kind: 'number',
      parameter: {
        ...{ name: 'k', unit: 'N/m or N m/rad', range: 'magnitude', doc: 'stiffness', hint: tiedNodes },
        copies: 'add',
      },
      alternatives: [
        {
          ...{ name: 'force', unit: 'N or N m', range: 'any', expression: true, own: 'x' },
          doc: 'force as an expression of x: the elongation beyond l0',
          aliases: ['torque'],
          copies: 'add',
        },
      ],
    },
    parameters: [
      {
        ...{ name: 'l0', unit: 'm or rad', default: 0, range: 'finite', aliases: ['rest'] },
        doc: 'rest length: the distance x(n+) - x(n-) at which it is relaxed',
      },
      {
        ...{ name: 'preload', unit: 'N or N m', default: 0, range: 'finite', copies: 'add' },
        doc: 'force at the rest length',
      },
    ],
  },
  models: [],
  branches(element, context) {
    const ends = mechanicalEnds(element);
    const { parameters, value: stiffness, expressions } = element;
    const preload = parameters.get('preload') ?? 0;
    const elongation = startDistance(ends.a, ends.b, context) - (parameters.get('l0') ?? 0);
    const force = expressions?.get('force');
    if (!force) {
      const initial = (stiffness ?? 0) * elongation + preload;
      return springBranches(ends, stiffness ?? NaN, initial, context);
    }
    const { span } = force;
    const state = `${ends.name}#elongation`;
    const own = distanceExpression(state, ends.a, ends.b, elongation, context, span);
    const law = mapExpression(force, (node) => (node.kind === 'name' && node.name === 'x' ? own : node));
    const left = { kind: 'number', value: preload, span } as const;
    const whole = { kind: 'binary', operator: '+', left, right: law, span } as const;
    return [
      ...expressionBranches(element, preload === 0 ? law : whole, { ...ends, output: 'current' }, context),
      ...distanceState(state, ends.a, ends.b, elongation, context),
    ];
  },
};

export const damper: Device = {
  syntax: {
    letter: 'YDAMPER',
    name: 'damper',
    doc: 'Viscous friction between two nodes, or a node and the frame (0); they may turn.',
    terminals: ['n+', 'n-'],
    domains: [mechanical, mechanical],
    value: {
      kind: 'number',
      parameter: {
        ...{ name: 'd', unit: 'N s/m or N m s/rad', range: 'magnitude', doc: 'damping', hint: tiedNodes },
        copies: 'add',
      },
    },
    parameters: [],
  },
  models: [],
  branches: (element) => [
    { kind: 'resistance', ...mechanicalEnds(element), resistance: 1 / (element.value ?? NaN) },
  ],
};
