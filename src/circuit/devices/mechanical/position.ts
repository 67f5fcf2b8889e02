/** YX: the position of a node, x' = v, which X(node) reads; the front end adds one where X() is written. */
import { positionPrefix } from '../../../netlist/node-domains.js';
import type { Device } from '../../device.js';
import { ground } from '../../compiler/tree.js';
import { distanceState } from './equilibrium.js';
import { mechanical } from './mechanical-parts.js';
import { startPosition } from './start-position.js';

export const positionState: Device = {
  syntax: {
    letter: 'YX',
    name: 'position',
    doc: 'The position of a node, as X(node) reads it. It need not be written: X(node) adds it.',
    terminals: ['n'],
    domains: [mechanical],
    value: { kind: 'none' },
    parameters: [],
  },
  models: [],
  carries: () => 0,
  branches({ name, nodes: [node = ground] }, context) {
    // One that is written beside X(node), or where an equilibrium has the position of every node, is there already.
    const own = positionPrefix + node;
    const isThere = context.elements().has(own) || context.still?.has(node) === true;
    if (name !== own && isThere) return [];
    return distanceState(`${node}#x`, node, ground, startPosition(node, context), context);
  },
};
